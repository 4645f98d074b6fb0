#include "tools/golden/verb_proposals.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "tools/golden/curate.h"
#include "tools/golden/files.h"
#include "tools/golden/regenerate.h"

namespace viewproof {

Proposals::Proposals(const Options& options, TakenNames taken)
    : root_(options.root),
      spec_(ParseSpec(ReadFile(options.root + "/reference/SPEC.md"))),
      witnesses_(MakeWitnesses(options)),
      proposer_(spec_, std::move(taken)),
      golden_(OpenGolden(options.root + "/golden").digest) {
  if (!ReadPending(root_).empty()) {
    throw BadInput(fmt::format(
        "entries wait in {}: run tools/regenerate golden first", kPendingFile));
  }
}

bool Proposals::Add(const Vector& vector, const std::set<const Op*>& ops) {
  try {
    const ProposedEntry proposal = proposer_.Propose(vector, ops);
    const CuratedVector curated =
        Curate(proposal.entry, proposal.profile, witnesses_, spec_);
    if (CanonicalLine(curated.vector).size() > kMaxGoldenLine) return false;
    entries_.push_back({.profile = proposal.profile,
                        .golden = golden_,
                        .entry = TomlOf(proposal.entry)});
    return true;
  } catch (const BadInput& e) {
    fmt::print(stderr, "golden: not proposed: {}\n", e.what());
    return false;
  }
}

void Proposals::Write() const {
  if (entries_.empty()) return;
  WriteFile(fmt::format("{}/{}", root_, kPendingFile), TextOf(entries_));
}

}  // namespace viewproof
