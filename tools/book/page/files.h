#ifndef VIEWPROOF_TOOLS_BOOK_PAGE_FILES_H_
#define VIEWPROOF_TOOLS_BOOK_PAGE_FILES_H_

#include <string_view>

namespace viewproof {

// The files of this folder, as the build puts them into the program.
extern const std::string_view kBookCss;
extern const std::string_view kWhyHtml;
extern const std::string_view kWhyJs;

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BOOK_PAGE_FILES_H_
