#ifndef VIEWPROOF_CONFORMANCE_REPORT_SENTENCE_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SENTENCE_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "conformance/case/error_kind.h"
#include "conformance/judge/record.h"

namespace viewproof {

// People read these sentences of failures wherever they read of them: on the
// terminal, on pages, in Markdown, JUnit, annotations, of fuzz and of diff.

// "no such dimension".
std::string_view MeaningOf(ErrorKind kind);

// Says how a case ended that has no answer: "it died", "no answer".
std::string_view EndOf(Verdict verdict);

// Holds what cases that fail alike have in common.
struct Told {
  Failure failure;
  std::string relation = {};  // As Cause has it; or empty.
  std::size_t ops = 1;        // More: `failure` is of one of these.
  int64_t count = 1;
  int64_t outside = 0;   // So many reach outside of their storage.
  int64_t misspelt = 0;  // In so many the adapter may be misspelt.
  bool order = false;    // They pass in another order.
  // An op before it wrote wrongly, and so the elements differ: these ops.
  std::set<std::string> writers = {};
  // They came to these, as DetailOf says. Of more than kMostDetails nothing is
  // said, so that no more need be kept.
  std::set<std::string> details = {};
};

inline constexpr std::size_t kMostDetails = 2;

// Returns what the failure of a record adds to its sentence: the meaning of the
// error that was due, the library's own message, the signal; or nothing.
std::string DetailOf(const Record& record, const Failure& failure);

// The same of one of its differences.
std::string DetailOf(const Record& record, const Difference& difference);

// Says who did what, without a word that only the judge knows: "transpose
// accepts what PyTorch refuses: no such dimension".
std::string SentenceOf(const Told& told);

// The same as the words of the judge, to be searched for: "ok_for_error in
// shape", "crash".
std::string CodeOf(const Told& told);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SENTENCE_H_
