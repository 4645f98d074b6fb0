#ifndef VIEWPROOF_TOOLS_DOCS_ANSWER_H_
#define VIEWPROOF_TOOLS_DOCS_ANSWER_H_

#include <string>
#include <string_view>

namespace viewproof {

// Answers what the page "why is my view refused" asks, as `viewproof explain`
// does, so that it can be asked in WebAssembly too.
//
//   fields  "3,2;1,3;0;6": sizes, strides, offset and the view's sizes
//   text    lines of torch, a case in one line, or PyTorch's error text; a name
//           that it does not say is what `explain` proposes for it
//
// Returns a picture as JSON (conformance/picture/picture_json.h). Throws
// BadInput for what cannot be read.
std::string AnswerToFields(std::string_view fields);
std::string AnswerToText(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_DOCS_ANSWER_H_
