#include "conformance/report/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "conformance/report/lines.h"

namespace viewproof {
namespace {

std::string_view Escape(Colour colour) {
  switch (colour) {
    case Colour::kRed:
      return "\033[31m";
    case Colour::kGreen:
      return "\033[32m";
    case Colour::kYellow:
      return "\033[33m";
    case Colour::kBold:
      return "\033[1m";
    case Colour::kDim:
      return "\033[2m";
    case Colour::kNone:
      return "";
  }
  return "";
}

std::optional<bool> colours;  // Holds what UseColours says.

}  // namespace

Screen::Screen(std::FILE* out) : out_(out), colours_(colours.value_or(false)) {
  if (!colours) {
    colours_ = isatty(fileno(out)) != 0 && std::getenv("NO_COLOR") == nullptr;
  }
}

void Screen::UseColours(std::string_view when) {
  colours.reset();
  if (when != "auto") colours = when == "always";
}

void Screen::PrintRows(std::string_view text) const {
  Print(RowsInColumns(text, columns()));
}

void Screen::PrintMessage(std::string_view message) const {
  Print(width() == 0 ? std::string(message) + "\n"
                     : RowsOfMessage(message, columns()));
}

void Screen::Print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), out_);
}

std::string Screen::Paint(std::string_view text, Colour colour) const {
  if (!colours_ || colour == Colour::kNone) return std::string(text);
  return fmt::format("{}{}\033[0m", Escape(colour), text);
}

std::size_t Screen::width() const {
  std::size_t count = 0;
  if (const char* columns = std::getenv("COLUMNS")) {
    const std::string_view text = columns;
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  winsize size = {};
  if (count == 0 && ioctl(fileno(out_), TIOCGWINSZ, &size) == 0) {
    count = size.ws_col;
  }
  return count;
}

std::size_t Screen::columns() const {
  constexpr std::size_t kUsual = 80;
  constexpr std::size_t kLeast = 40;
  const std::size_t count = width();
  return count == 0 ? kUsual : std::clamp(count, kLeast, kMostColumns);
}

std::string Grouped(int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<int64_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string Plural(int64_t count, std::string_view one, std::string_view more) {
  if (count != 1 && more.empty()) {
    return fmt::format("{} {}s", Grouped(count), one);
  }
  return fmt::format("{} {}", Grouped(count), count == 1 ? one : more);
}

}  // namespace viewproof
