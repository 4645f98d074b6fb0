// known_bug_adapter --list: the names of all known bugs, and what goes wrong.
// known_bug_adapter SENTENCE: the reference with a known bug, as a diagnosis
// says it: "fill_, zero_: nothing is written (operand: rank >= 3)".

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/diagnose/suspects.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/serve.h"

namespace viewproof {
namespace {

struct BugOfKernels {
  std::size_t bug = 0;
  std::size_t condition = kAlways;
  std::vector<std::string> kernels;
};

std::optional<BugOfKernels> Parse(std::string_view sentence) {
  const std::size_t colon = sentence.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  BugOfKernels said;
  std::string_view ops = sentence.substr(0, colon);
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t comma = ops.find(", ");
    said.kernels.emplace_back(ops.substr(0, comma));
    at = comma;
    if (at != std::string_view::npos) ops.remove_prefix(at + 2);
  }
  std::string_view what = sentence.substr(colon + 2);
  for (; said.bug < KnownBugs().size(); ++said.bug) {
    const std::string_view words = KnownBugs()[said.bug]->sentence;
    if (what == words) return said;
    if (!what.starts_with(words) ||
        !what.substr(words.size()).starts_with(" (")) {
      continue;
    }
    const std::string_view name =
        what.substr(words.size() + 2, what.size() - words.size() - 3);
    const auto found = std::ranges::find(Conditions(), name, &Condition::name);
    if (found == Conditions().end()) return std::nullopt;
    said.condition = static_cast<std::size_t>(found - Conditions().begin());
    return said;
  }
  return std::nullopt;
}

// A case has the bug in each of the kernels that has steps in it; where these
// are several, in the first of which it changes the reply.
class KnownBugSubject : public Subject {
 public:
  explicit KnownBugSubject(BugOfKernels said) : said_(std::move(said)) {}

  const Hello& hello() const override { return reference_->hello(); }

  void Run(const Case& test, Reply& reply) override {
    Reply right;
    reference_->Run(test, right);
    reply = right;
    for (const StepsOf& of : known_.Find(test)) {
      if (std::ranges::count(said_.kernels, of.kernel) == 0 ||
          !of.conditions[said_.condition] ||
          !Suspects::CanShow(said_.bug, of)) {
        continue;
      }
      if (known_.Run(said_.bug, of, test, reply) && !(reply == right)) return;
      reply = right;
    }
  }

 private:
  const BugOfKernels said_;
  const std::unique_ptr<Subject> reference_ = MakeReference();
  Suspects known_;
};

}  // namespace
}  // namespace viewproof

int main(int count, char** words) {
  if (count == 2 && std::string_view(words[1]) == "--list") {
    for (const viewproof::Mutant* bug : viewproof::KnownBugs()) {
      std::printf("%s\t%s\n", std::string(bug->name).c_str(),
                  std::string(bug->sentence).c_str());
    }
    return 0;
  }
  const auto said = count == 2 ? viewproof::Parse(words[1])
                               : std::optional<viewproof::BugOfKernels>();
  if (!said) {
    std::fputs("known_bug_adapter: not a known bug\n", stderr);
    return 2;
  }
  viewproof::KnownBugSubject subject(*said);
  return viewproof::Serve(subject, &viewproof::AppendExplainedReply);
}
