#ifndef VIEWPROOF_CONFORMANCE_REPORT_PAGE_FILES_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PAGE_FILES_H_

#include <string_view>

namespace viewproof {

// The files of this folder, as the build puts them into the program.
extern const std::string_view kBodyHtml;
extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;
extern const std::string_view kPictureJs;
extern const std::string_view kTableJs;

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PAGE_FILES_H_
