#include "tools/golden/tsv.h"

#include <charconv>
#include <system_error>

namespace viewproof {

uint32_t CountIn(const std::string& cell, std::string_view column) {
  uint32_t count = 0;
  const auto [end, error] =
      std::from_chars(cell.data(), cell.data() + cell.size(), count);
  if (error == std::errc() && end == cell.data() + cell.size()) return count;
  throw BadInput(fmt::format("{}: \"{}\" is no number", column, cell));
}

}  // namespace viewproof
