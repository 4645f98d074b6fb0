#include "tools/golden/tsv.h"

#include <charconv>
#include <system_error>

namespace viewproof {

std::vector<std::string> Split(std::string_view text,
                               std::string_view separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

uint32_t CountIn(const std::string& cell, std::string_view column) {
  uint32_t count = 0;
  const auto [end, error] =
      std::from_chars(cell.data(), cell.data() + cell.size(), count);
  if (error == std::errc() && end == cell.data() + cell.size()) return count;
  throw BadInput(fmt::format("{}: \"{}\" is no number", column, cell));
}

}  // namespace viewproof
