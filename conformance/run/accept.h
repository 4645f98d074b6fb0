#ifndef VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_
#define VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_

#include <cstdio>
#include <string>

namespace viewproof {

// What `viewproof accept` is told.
struct AcceptOptions {
  std::string report;  // That `check --report` wrote.
  std::string gate;    // A gate file or a name; empty: the report's.
  int64_t group = 0;   // As `check` numbered it, from 1; 0: all.
  std::string reason;
  std::string link;
};

// Adds a group of the report's new failures, or all, to the gate file and its
// known lines; a group that has an entry joins it and keeps that entry's
// reason. Failures that pass in another order are left out. Prints what it did.
// Throws BadInput.
void Accept(const std::string& root, const AcceptOptions& options,
            std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ACCEPT_H_
