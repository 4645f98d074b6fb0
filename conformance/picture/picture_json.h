#ifndef VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_JSON_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_JSON_H_

#include <string>

#include "conformance/picture/picture.h"

// Pictures as JSON, which conformance/report/page/picture.js draws. kGap is -1.
namespace viewproof {

// Returns a tensor and its storage as `explain` draws them.
std::string JsonOf(const TensorPicture& picture);
std::string JsonOf(const Strip& strip);

// Returns what `explain` says and draws of a case.
std::string JsonOf(const Picture& picture);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_PICTURE_JSON_H_
