#ifndef VIEWPROOF_TOOLS_GOLDEN_CURATE_H_
#define VIEWPROOF_TOOLS_GOLDEN_CURATE_H_

#include <cstdint>

#include "conformance/case/case.h"
#include "tools/golden/entry.h"
#include "tools/golden/spec.h"
#include "tools/golden/witnesses.h"

namespace viewproof {

// A vector for golden/, and whether the model abstained from it.
struct CuratedVector {
  Vector vector;
  bool model_abstained = false;
};

// Asks all witnesses about an entry and adds what is computed: the rules of its
// errors, `requires`, `or`, computed flags. Throws BadInput naming the entry
// and the field if the witnesses disagree, if the author predicted something
// else, or if golden/ may not hold such a vector.
CuratedVector Curate(const Entry& entry, Profile profile,
                     const Witnesses& witnesses, const Spec& spec);

// The revision of an entry's vector: that of the entry, and one more where its
// line shows a digest in place of elements, which lines did not at first.
int64_t RevOf(const Entry& entry, Vector vector);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CURATE_H_
