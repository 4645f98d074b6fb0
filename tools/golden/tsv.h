#ifndef VIEWPROOF_TOOLS_GOLDEN_TSV_H_
#define VIEWPROOF_TOOLS_GOLDEN_TSV_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"

namespace viewproof {

// Cells and columns of the tables beside this file.

// Throws BadInput if it is none.
uint32_t CountIn(const std::string& cell, std::string_view column);

// The number of a name in a list of things with names. Throws BadInput if it
// is none of them.
template <typename List>
std::size_t NumberOf(const List& list, std::string_view name,
                     std::string_view column) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  if (found != list.end()) return found - list.begin();
  throw BadInput(fmt::format("{}: \"{}\" is none", column, name));
}

// Calls row(number, cells) for each line that is no comment. Throws BadInput
// naming the file and the line: of one that has not `columns` cells too.
template <typename Row>
void ForEachRow(std::string_view file, std::string_view text,
                std::size_t columns, Row row) {
  int64_t number = 0;
  for (const std::string_view line : Split(text, "\n")) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    try {
      const auto parts = Split(line, "\t");
      const std::vector<std::string> cells(parts.begin(), parts.end());
      if (cells.size() != columns) {
        throw BadInput(fmt::format("expected {} columns", columns));
      }
      row(number, cells);
    } catch (const BadInput& e) {
      throw BadInput(fmt::format("{}:{}: {}", file, number, e.what()));
    }
  }
}

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_TSV_H_
