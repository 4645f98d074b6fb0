#include "conformance/run/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "conformance/golden_file/golden.h"
#include "conformance/judge/declared.h"
#include "conformance/process/executor.h"
#include "conformance/report/summary.h"

namespace viewproof {

void RefuseUnseen(const std::string& root, const Hello& hello) {
  DeclarationCheck declared(hello);
  if (declared.unseen().empty()) return;
  IdSet ids;
  for (const Golden::File& file : OpenGolden(root + "/golden").files) {
    VectorReader reader(file.path, ids);
    Vector vector;
    while (reader.Next(vector)) {
      if (!declared.See(vector)) return;
    }
  }
  throw AdapterFault(fmt::format(
      "hello says that {} {}, and no vector shows it in what hello declares; "
      "leave it out",
      declared.unseen().front(),
      hello.rebinds && FindOp(declared.unseen().front())->kind == OpKind::kWrite
          ? "makes a new tensor (\"writes\":\"rebind\")"
          : "copies"));
}

std::vector<std::string> RefusedBorrowed(const Tally& tally) {
  std::vector<std::string> refused;
  for (const auto& [op, borrowed] : tally.by_borrowed) {
    if (10 * borrowed.wrong <= borrowed.reached) continue;
    refused.push_back(fmt::format(
        "hello is refused: {}, which is borrowed, is wrong in {} of {} cases, "
        "e.g. {}",
        op, Grouped(borrowed.wrong), Grouped(borrowed.reached), borrowed.id));
  }
  return refused;
}

std::vector<std::string> ChangesOfBorrowed(const Gate& gate,
                                           const Tally& tally) {
  std::vector<std::string> notes;
  const auto tell = [&notes](const std::vector<KnownCase>& of,
                             const std::vector<KnownCase>& others,
                             const char* what) {
    std::vector<std::string> ids;
    for (const KnownCase& line : of) {
      if (line.failure.verdict == Verdict::kSkip &&
          std::ranges::find(others, line) == others.end()) {
        ids.push_back(line.id);
      }
    }
    if (ids.empty()) return;
    const std::string count = Plural(std::ssize(ids), "case");
    ids.resize(std::min<std::size_t>(ids.size(), 3));
    notes.push_back(
        fmt::format("{} {}: {} ...", count, what, fmt::join(ids, " ")));
  };
  tell(tally.borrowed_lines, gate.cases, "that a borrowed op gets wrong now");
  tell(gate.cases, tally.borrowed_lines,
       "that a borrowed op no longer gets wrong");
  return notes;
}

void SetBorrowed(const Tally& tally, Gate& wanted,
                 std::vector<std::string>& done) {
  const auto is_skip = [](const KnownCase& line) {
    return line.failure.verdict == Verdict::kSkip;
  };
  std::vector<KnownCase> before;
  std::ranges::copy_if(wanted.cases, std::back_inserter(before), is_skip);
  std::vector<KnownCase> now = tally.borrowed_lines;
  std::ranges::sort(before, {}, kKeyOf);
  std::ranges::sort(now, {}, kKeyOf);
  if (before == now) return;
  std::erase_if(wanted.cases, is_skip);
  wanted.cases.insert(wanted.cases.end(), now.begin(), now.end());
  done.push_back(fmt::format("cases that a borrowed op gets wrong: {}, not {}",
                             Grouped(std::ssize(now)),
                             Grouped(std::ssize(before))));
}

}  // namespace viewproof
