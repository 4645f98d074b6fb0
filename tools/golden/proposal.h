#ifndef VIEWPROOF_TOOLS_GOLDEN_PROPOSAL_H_
#define VIEWPROOF_TOOLS_GOLDEN_PROPOSAL_H_

#include <set>
#include <string>
#include <utility>

#include "conformance/case/case.h"
#include "tools/golden/entry.h"
#include "tools/golden/spec.h"

namespace viewproof {

// An entry and the profile whose cases it belongs to.
struct ProposedEntry {
  Profile profile = Profile::kCore;
  Entry entry;
};

// Names that golden/ has already.
struct TakenNames {
  std::set<std::string> ids;
  std::set<std::string> whys;
};

// Writes entries about drawn cases: what is special about each, in words.
class Proposer {
 public:
  Proposer(const Spec& spec, TakenNames taken)
      : spec_(spec), taken_(std::move(taken)) {}

  // The entry is about what the chain does with `ops`; none: with every op. The
  // first of them in the chain is the one of its id. Requires: the outcomes are
  // the reference's. Throws BadInput if the words are those of another entry.
  ProposedEntry Propose(const Vector& vector,
                        const std::set<const Op*>& ops = {});

 private:
  const Spec& spec_;
  TakenNames taken_;
};

// Returns it as cases/ has it.
std::string TomlOf(const Entry& entry);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PROPOSAL_H_
