#ifndef VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_
#define VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_

#include <cstdint>
#include <cstdio>
#include <string>

namespace viewproof {

// The options of `viewproof accept`.
struct AcceptOptions {
  std::string report;  // Written by `check --report`.
  std::string gate;    // A gate file or a name; empty: the report's.
  int64_t group = 0;  // It is as the report's check printed it, from 1; 0: all.
  std::string reason;   // For these groups; or `reasons`.
  std::string reasons;  // A file, as reasons.h describes it.
  std::string link;
  std::string since = {};  // The day of today, for new entries; or empty.
  std::string
      groups_file;       // Write the groups there, and accept none; or empty.
  bool answers = false;  // Pin known failures to their answers; accept none.
};

// Adds a group of the report's new failures, or all groups, to the lock of the
// gate file, each case with what was answered: another wrong answer of the same
// case is a new failure. `answers` adds that alone to the cases that are known
// and do not say it. A group whose cause has an entry in the gate file joins
// it, and that entry's reason stays; of any other cause an entry is added at
// the end. A known case that fails in another way now is replaced. Failures
// that pass in another order are left out. Of a report of fuzz, a group is a
// new finding: it becomes an entry, with what it depends on, and its case goes
// to the lock. Prints what it did.
//
// Throws BadInput: for a group that the gate file accepts already, for a reason
// that FaultOfReason refuses, for a report of
// other vectors than the gate's golden/ (if it pins none: the root's), and like
// ReadReport and SaveGate. Then nothing is changed.
void Accept(const std::string& root, const AcceptOptions& options,
            std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_
