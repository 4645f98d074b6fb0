#ifndef VIEWPROOF_CONFORMANCE_LAWS_DRAWS_H_
#define VIEWPROOF_CONFORMANCE_LAWS_DRAWS_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "conformance/gen/gen.h"
#include "gtest/gtest.h"

namespace viewproof {

// Short chains of valid steps.
GenOptions Plain();

// The ops of these kinds; an op whose index decides counts as a view.
std::vector<const Op*> OpsOf(std::initializer_list<OpKind> kinds);

// A plain case that ends with some view op.
State AnyPlainState(Chooser& choose);

// The op's name as the name of a test.
std::string NameOf(const testing::TestParamInfo<const Op*>& info);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_DRAWS_H_
