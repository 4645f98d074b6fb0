#include "conformance/picture/svg_style.h"

#include <cstddef>

namespace viewproof {

const char* const kSvgStyle =
    "<style>"
    ".vp{font:13px ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;"
    "color-scheme:light dark;--ink:#1b1f24;--pale:#57606a;--page:#fff;"
    "--cell:#eef2f6;--line:#8c959f;--bad:#b42318;--badpage:#fee4e2;"
    "--good:#116329}"
    "@media(prefers-color-scheme:dark){.vp{--ink:#e6edf3;--pale:#9da7b1;"
    "--page:#0d1117;--cell:#1c2430;--line:#6e7681;--bad:#ff9a90;"
    "--badpage:#4a1512;--good:#7ee787}}"
    ".vp text{fill:var(--ink);white-space:pre}.vp .h{font-weight:700}"
    ".vp .p{fill:var(--pale)}.vp .b{fill:var(--bad);font-weight:700}"
    ".vp .g{fill:var(--good)}.vp .m{text-anchor:middle}"
    ".vp .page{fill:var(--page)}"
    ".vp .c{fill:var(--cell);stroke:var(--line)}"
    ".vp .n{fill:none;stroke:var(--line);stroke-dasharray:2 3}"
    ".vp .x{fill:var(--badpage);stroke:var(--bad);stroke-width:2}"
    "</style>";

std::string SvgText(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const std::string_view rest = text.substr(k, 3);
    if (rest == "\xef\xbf\xbe" || rest == "\xef\xbf\xbf") {
      out += rest[2] == '\xbe' ? "\\ufffe" : "\\uffff";  // Not of XML.
      k += 2;
      continue;
    }
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += ' ';
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace viewproof
