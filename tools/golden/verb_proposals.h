#ifndef VIEWPROOF_TOOLS_GOLDEN_VERB_PROPOSALS_H_
#define VIEWPROOF_TOOLS_GOLDEN_VERB_PROPOSALS_H_

#include <set>
#include <string>
#include <vector>

#include "tools/golden/pending.h"
#include "tools/golden/proposal.h"
#include "tools/golden/spec.h"
#include "tools/golden/verbs.h"
#include "tools/golden/witnesses.h"

namespace viewproof {

// Entries for drawn cases, which wait in pending.jsonl for the next run.
class Proposals {
 public:
  // Throws BadInput if others wait.
  Proposals(const Options& options, TakenNames taken);

  // Adds an entry for the vector (Proposer::Propose). Returns false if golden/
  // cannot hold its line, or if it is refused, of which it prints why.
  bool Add(const Vector& vector, const std::set<const Op*>& ops);

  const std::vector<PendingEntry>& entries() const { return entries_; }

  // Lets them wait, if there are any.
  void Write() const;

 private:
  const std::string root_;
  const Spec spec_;
  const Witnesses witnesses_;
  Proposer proposer_;
  const std::string golden_;
  std::vector<PendingEntry> entries_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_VERB_PROPOSALS_H_
