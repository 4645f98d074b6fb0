#include "conformance/laws/refusal.h"

#include <memory>
#include <string>

#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace refusal_test {

// storage.i3
RC_GTEST_PROP(Refusal, ARefusedStepChangesNothing, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const std::string broken = BreaksRefusal(AnyCase(choose), *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

}  // namespace refusal_test
}  // namespace viewproof
