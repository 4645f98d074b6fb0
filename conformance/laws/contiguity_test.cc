#include "conformance/laws/contiguity.h"

#include <memory>
#include <string>

#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace contiguity_test {

// contiguous.d1, is_contiguous.r1
RC_GTEST_PROP(Contiguity, ContiguousMeansRowMajorOrderIsAddressOrder, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const std::string broken = BreaksContiguity(AnyCase(choose), *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

}  // namespace contiguity_test
}  // namespace viewproof
