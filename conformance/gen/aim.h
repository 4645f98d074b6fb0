#ifndef VIEWPROOF_CONFORMANCE_GEN_AIM_H_
#define VIEWPROOF_CONFORMANCE_GEN_AIM_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/layout.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {

// Holds what a drawn case is about.
struct Aim {
  std::vector<const Op*> ops;      // Each acts on one and the same tensor.
  std::string kernel = {};         // The first one is called so, or any way.
  std::vector<DType> dtypes = {};  // The base has one of these; empty: any.
  // That tensor has these traits.
  std::optional<TensorTraits> like = std::nullopt;
  bool wide = false;  // A number of each call becomes 2^31 or more.
  // The sizes of that tensor multiply to so much or more, though each is less.
  std::optional<int64_t> product = std::nullopt;
  std::optional<DType> source = std::nullopt;    // That of what is written.
  std::optional<History> before = std::nullopt;  // It ran before each call.
};

// A case directed at kernels: a base of rank 0 to 9 or 16 with sizes at the
// edges of blocks (7, 8, 9, 15, ..., 65), of any fill, some with thousands of
// elements; up to four steps that make a tensor of some layout, or of that
// which the aim says; the ops on that tensor, some after the same call on
// another layout; reads that show what they wrote. Like AnyCase (gen.h) it has
// no step that State::Allows forbids, and it has at most 12 steps.
Case CaseAt(Chooser& choose, const Aim& aim);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_AIM_H_
