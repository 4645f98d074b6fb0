#ifndef VIEWPROOF_CONFORMANCE_REPORT_SCREEN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SCREEN_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace viewproof {

enum class Colour { kNone, kRed, kGreen, kYellow, kBold, kDim };

// A terminal or a file. Colours are used on a terminal only, and not if
// NO_COLOR is set, unless UseColours says otherwise.
class Screen {
 public:
  explicit Screen(std::FILE* out);

  // For every screen that is made from then on: "auto", "always" or "never".
  static void UseColours(std::string_view when);

  void Print(std::string_view text) const;
  // Each line in rows that fit (RowsInColumns).
  void PrintRows(std::string_view text) const;
  // A message in rows that fit (RowsOfMessage); as it is in a log, where lines
  // are searched.
  void PrintMessage(std::string_view message) const;
  std::string Paint(std::string_view text, Colour colour) const;
  bool has_colours() const { return colours_; }

  // The characters of a line: COLUMNS, or those of the terminal, up to
  // kMostColumns; elsewhere 80.
  std::size_t columns() const;
  static constexpr std::size_t kMostColumns = 120;

 private:
  // Returns what COLUMNS or the terminal says; 0 if neither does.
  std::size_t width() const;

  std::FILE* out_;
  bool colours_;
};

// 2930 -> "2,930".
std::string Grouped(int64_t number);

// "1 case", "1,000 cases"; `more`: a plural that is not made with an s.
std::string Plural(int64_t count, std::string_view one,
                   std::string_view more = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SCREEN_H_
