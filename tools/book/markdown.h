#ifndef VIEWPROOF_TOOLS_BOOK_MARKDOWN_H_
#define VIEWPROOF_TOOLS_BOOK_MARKDOWN_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Markdown with tables, as GitHub reads it, as HTML. Of marks of HTML in it,
// <a id="..."></a> stays; the others, and lines of comment, are left out.
std::string HtmlOfMarkdown(std::string_view markdown);

// A heading and what follows it, up to the next heading.
struct Section {
  int level = 0;  // Of "#" signs; 0: what stands before the first heading.
  std::string title;
  std::string text;
};

// Headings in blocks of code are none.
std::vector<Section> SectionsOf(std::string_view markdown);

// The id that a heading has on GitHub: "The numbers of MLX" is
// the-numbers-of-mlx.
std::string AnchorOf(std::string_view title);

// Every heading of `html`, as HtmlOfMarkdown writes it, with its AnchorOf.
std::string WithAnchors(std::string_view html);

// Every address of a link replaced by what `to` says; of an empty one the text
// stays without a link.
std::string WithLinks(std::string_view html,
                      const std::function<std::string(const std::string&)>& to);

// Every word of the text of `html` of which `to` gives an address, a rule's id:
// if that is on this page ("#..."), the first that begins a paragraph, a cell
// or an item is the place of the rule; the others are links.
std::string WithRules(std::string_view html,
                      const std::function<std::string(std::string_view)>& to);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BOOK_MARKDOWN_H_
