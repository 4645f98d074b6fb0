#include "conformance/laws/storage.h"

#include <memory>
#include <string>

#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/laws/draws.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace storage_test {

// storage.d1, storage.d3, storage.d4, sparse.d1
RC_GTEST_PROP(Storage, OfAViewIsTheOneOfItsOperand, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const State state =
      AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})));
  const std::string broken = BreaksStorage(state.test(), *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

}  // namespace storage_test
}  // namespace viewproof
