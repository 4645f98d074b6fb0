#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/explained.h"
#include "conformance/subjects/left_open.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/libtorch_errors.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace error_texts_oracle_test {

constexpr uint64_t kSeed = 20240607;
constexpr uint64_t kCases = 40000;  // Generated ones of each option.

// Holds what libtorch says of cases, held against the table of its texts.
class Texts {
 public:
  // Runs a case up to where libtorch may make a wild pointer.
  void Meet(const Case& test) {
    reference_->Run(test, expected_);
    const Cut cut = CutAtExplained(test, expected_);
    libtorch_->Run(cut.test, said_);
    for (std::size_t k = 0; k < said_.steps.size(); ++k) {
      const auto* error = std::get_if<ErrorReply>(&said_.steps[k]);
      const bool said = error && !error->message.starts_with("not run:");
      if (said) Meet(cut.test, k, error->message);
    }
  }

  // The rows that were used; and those that said something else than SPEC.md
  // does, each with a case of which it does.
  const std::set<std::size_t>& used() const { return used_; }
  const std::map<std::size_t, std::string>& wrong() const { return wrong_; }
  // Returns what fits not exactly one row -> a case that meets it, and the
  // text.
  const std::map<std::string, std::string>& strays() const { return strays_; }

 private:
  void Meet(const Case& test, std::size_t k, const std::string& text) {
    const std::string op(test.chain[k].op->name);
    const std::vector<std::size_t> fit = MatchLibtorchError(op, text);
    if (fit.size() == 1) {
      used_.insert(fit.front());
      if (!Agrees(LibtorchErrors()[fit.front()].kind, expected_.steps[k])) {
        wrong_.emplace(fit.front(), Text(test));
      }
      return;
    }
    const std::string start = text.substr(0, text.find_first_of("-0123456789"));
    strays_.emplace(
        fmt::format("{} rows fit what {} says: {}", fit.size(), op, start),
        Text(test) + "\n" + text);
  }

  static bool Agrees(ErrorKind kind, const Outcome& expected) {
    const auto* error = std::get_if<ErrorReply>(&expected);
    return error != nullptr && error->kind == kind;
  }

  std::unique_ptr<Subject> reference_ = MakeReference();
  std::unique_ptr<Subject> libtorch_ = MakeLibtorch();
  Reply expected_;
  Reply said_;
  std::set<std::size_t> used_;
  std::map<std::size_t, std::string> wrong_;
  std::map<std::string, std::string> strays_;
};

void MeetGolden(Texts& texts) {
  ForEachVector(OpenGolden("golden"),
                [&](const Vector& vector) { texts.Meet(vector.test); });
}

void MeetExplained(Texts& texts) {
  for (const ExplainedDifference& row : ExplainedDifferences()) {
    for (const std::string_view example : row.examples) {
      texts.Meet(ParseText(example));
    }
  }
}

void MeetLeftOpen(Texts& texts) {
  for (const OpenCase& row : CasesLeftOpen()) texts.Meet(ParseText(row.text));
}

// Wide numbers seldom, often and most often.
void MeetGenerated(Texts& texts) {
  for (const int64_t wide : {1, 5, 10}) {
    GenOptions options;
    options.wide = wide;
    for (uint64_t number = 0; number < kCases; ++number) {
      texts.Meet(CaseOf(kSeed, number, options));
    }
  }
}

const Texts& Met() {
  static const Texts met = [] {
    Texts texts;
    MeetGolden(texts);
    MeetExplained(texts);
    MeetLeftOpen(texts);
    MeetGenerated(texts);
    return texts;
  }();
  return met;
}

std::string Describe(const LibtorchError& row) {
  return fmt::format("{}\t{}", row.op, row.text);
}

TEST(ErrorTexts, EachFitsOneRow) {
  for (const auto& [what, example] : Met().strays()) {
    ADD_FAILURE() << what << "\n" << example;
  }
}

TEST(ErrorTexts, EachRowIsMet) {
  const std::vector<LibtorchError>& rows = LibtorchErrors();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_TRUE(Met().used().contains(k)) << Describe(rows[k]);
  }
}

TEST(ErrorTexts, AreMarkedWrongExactlyWhereSpecSaysSomethingElse) {
  const std::vector<LibtorchError>& rows = LibtorchErrors();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto found = Met().wrong().find(k);
    const bool wrong = found != Met().wrong().end();
    EXPECT_EQ(rows[k].wrong, wrong) << Describe(rows[k]) << "\n"
                                    << (wrong ? found->second : "no case");
  }
}

}  // namespace error_texts_oracle_test
}  // namespace viewproof
