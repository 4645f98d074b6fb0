#ifndef VIEWPROOF_CONFORMANCE_CASE_MESSAGE_H_
#define VIEWPROOF_CONFORMANCE_CASE_MESSAGE_H_

#include <cstddef>
#include <string>

#include "conformance/case/case.h"

namespace viewproof {

// Returns what a user is told of an error: its rule, then that rule's message
// with the values of the case in place of its placeholders. E.g. "view.e5: no
// strides express sizes [6] on strides [1, 3] without a copy". A tensor
// argument is shown by its sizes; a placeholder without a value is left as it
// is. Requires: step `k` (from 0) of `reply`, a reply of the reference, is an
// error.
std::string MessageOf(const Case& test, const Reply& reply, std::size_t k);

// Gives every error of `reply` that has a rule and no message its message.
void AddMessages(const Case& test, Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_MESSAGE_H_
