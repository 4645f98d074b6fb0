#include "tools/cli/pasted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/number.h"
#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/picture/layout.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

constexpr std::array<std::string_view, 5> kKnown = {"None", "True", "False",
                                                    "torch", "print"};

// Functions of torch whose first argument is no tensor.
constexpr std::array<std::string_view, 10> kMakers = {
    "empty", "zeros",  "ones", "rand", "randn",
    "full",  "arange", "eye",  "Size", "empty_strided"};

bool IsInWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

char FirstBehind(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(" \t", at);
  return next == std::string_view::npos ? '\0' : text[next];
}

bool IsAssigned(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(" \t", at);
  return next != std::string_view::npos && text[next] == '=' &&
         text.substr(next, 2) != "==";
}

// Walks through the words of a text and the brackets round them.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<UnknownName> Scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        const std::size_t end = text_.find(c, at_ + 1);
        at_ = end == std::string_view::npos ? text_.size() : end + 1;
      } else if (IsInWord(c)) {
        Word();
      } else {
        if (c == '(' || c == '[') {
          const bool is_index = c == '[' && !last_.empty();
          brackets_.emplace_back(is_index ? "[" : c == '(' ? last_ : "");
        }
        if ((c == ')' || c == ']') && !brackets_.empty()) brackets_.pop_back();
        if (c == ';' || c == '\n') Flush();
        if (c != ' ') last_ = c == ')' || c == ']' ? ")" : "";
        ++at_;
      }
    }
    return found_;
  }

 private:
  // The statement is over: what it assigns is known from here on.
  void Flush() {
    assigned_.insert(targets_.begin(), targets_.end());
    targets_.clear();
    is_import_ = false;
  }

  void Word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsInWord(text_[at_])) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    last_ = word;
    const bool is_attribute = begin > 0 && text_[begin - 1] == '.' &&
                              !text_.substr(0, begin).ends_with("..");
    const bool is_number =
        std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    if (word == "import" || word == "from") is_import_ = true;
    if (is_attribute || is_number || is_import_) return;
    if (std::ranges::find(kKnown, word) != kKnown.end()) return;
    const char next = FirstBehind(text_, at_);
    if (next == '(' || (next == '[' && FindDType(word))) return;
    if (!brackets_.empty() && brackets_.back() != "[" &&
        IsAssigned(text_, at_)) {
      return;  // A keyword of a call.
    }
    if (brackets_.empty() && IsTarget(begin)) {
      targets_.insert(word);
      return;
    }
    if (assigned_.contains(word)) return;
    assigned_.insert(word);
    found_.push_back({word, ExampleOf(begin, next)});
  }

  // Returns whether an assignment begins with names and this is one of them.
  bool IsTarget(std::size_t begin) const {
    std::size_t start = text_.find_last_of(";\n", begin);
    start = start == std::string_view::npos ? 0 : start + 1;
    const std::size_t end = text_.find_first_of(";\n=([.+", begin);
    if (end == std::string_view::npos || !IsAssigned(text_, end)) return false;
    return std::all_of(
        text_.begin() + static_cast<std::ptrdiff_t>(start),
        text_.begin() + static_cast<std::ptrdiff_t>(end),
        [](char c) { return IsInWord(c) || c == ',' || c == ' '; });
  }

  std::string ExampleOf(std::size_t begin, char next) const {
    if (next == '.' || next == '[') return "3,4";
    const std::string within = brackets_.empty() ? "" : brackets_.back();
    if (within == "[") {
      const std::size_t before = text_.find_last_not_of(' ', begin - 1);
      const bool is_bound = next == ':' || (before != std::string_view::npos &&
                                            text_[before] == ':');
      return is_bound ? "2" : "bool[3]";
    }
    const bool takes_tensor = within.empty() || within.ends_with("_as") ||
                              within.ends_with("_like") || within == "copy_" ||
                              within == "add_";
    const bool makes = std::ranges::find(kMakers, within) != kMakers.end();
    const bool is_first =
        !makes && text_.substr(0, begin).ends_with("(") &&
        text_.substr(0, begin).find("torch." + within + "(") !=
            std::string_view::npos;
    return takes_tensor || is_first ? "3,4" : "8";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string last_;                   // The word before, ")", or empty.
  std::vector<std::string> brackets_;  // "[" of an index, or what is called.
  std::set<std::string> assigned_;
  std::set<std::string> targets_;
  bool is_import_ = false;
  std::vector<UnknownName> found_;
};

// Returns whether what stands after the bracket that opens at `open` may be
// Python: a sentence that begins with a call goes on with words or a colon.
bool GoesOnBehind(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && --depth == 0) {
      const char next = FirstBehind(text, at + 1);
      return next == '\0' || std::string_view("\r\n.[=+-*/%;,){#").find(next) !=
                                 std::string_view::npos;
    }
  }
  return true;  // It is cut, and its reader says so.
}

}  // namespace

std::string WithoutComments(std::string_view text) {
  std::string out(text);
  bool is_comment = false;
  for (char& c : out) {
    if (c == '#') is_comment = true;
    if (c == '\n') is_comment = false;
    if (is_comment) c = ' ';
  }
  return out;
}

std::vector<UnknownName> UnknownNames(std::string_view text) {
  return Scanner(text).Scan();
}

bool IsPython(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  if (text.substr(begin).starts_with("import ")) return true;
  std::size_t at = begin;
  while (at < text.size() && (IsInWord(text[at]) || text[at] == ',' ||
                              (text[at] == ' ' && at > begin))) {
    // Only the names of an assignment are taken of words with blanks between
    // them.
    if (text[at] == ' ' && FirstBehind(text, at) != '=' &&
        FirstBehind(text, at) != '+' && text[at - 1] != ',') {
      return false;
    }
    ++at;
  }
  if (at == begin && text[begin] != '(') return false;
  const std::string_view rest = text.substr(std::min(at, text.size()));
  if (rest.starts_with('=') || rest.starts_with("+=")) return true;
  if (rest.empty() || std::string_view("([.").find(rest[0]) == rest.npos) {
    return false;
  }
  const std::size_t open = text.find_first_of("([", at);
  return open != std::string_view::npos && GoesOnBehind(text, open);
}

namespace {

// The parts between commas that stand in no bracket.
std::vector<std::string_view> Parts(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '(' || text[k] == '[') ++depth;
    if (text[k] == ')' || text[k] == ']') --depth;
    if (text[k] != ',' || depth > 0) continue;
    parts.push_back(Trimmed(text.substr(begin, k - begin)));
    begin = k + 1;
  }
  const std::string_view last = Trimmed(text.substr(begin));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

}  // namespace

Case CaseOf(DType dtype, const Geometry& geometry, const std::string& steps) {
  Case test = ParseText(fmt::format("{}[1]{}", Name(dtype), steps));
  test.base.sizes = geometry.sizes;
  const bool is_plain = IsDrawable(geometry) && geometry.offset == 0 &&
                        ContiguousStrides(geometry.sizes) == geometry.strides;
  if (!is_plain) {
    Wide cells = 1;
    const bool has_place =
        IsDrawable(geometry) && geometry.offset >= 0 &&
        std::all_of(geometry.strides.begin(), geometry.strides.end(),
                    [](int64_t stride) { return stride >= 0; });
    if (has_place) {
      const auto span = SpanOf(geometry);
      cells = span ? span->last + 1 : 0;
    }
    // as_strided refuses what lies beyond that by itself.
    test.base.sizes = {
        static_cast<int64_t>(std::clamp<Wide>(cells, 0, INT64_MAX))};
    const Case view = ParseText(fmt::format(
        "{}[1] | as_strided({}, {}, {})", Name(dtype), ListText(geometry.sizes),
        ListText(geometry.strides), geometry.offset));
    test.chain.insert(test.chain.begin(), view.chain.front());
    if (!has_place) test.chain.resize(1);  // There is nothing to go on from.
  }
  const bool is_large = CountOf(test.base.sizes) > kMaxBase;
  test.base.fill = is_large ? FillKind::kCycle : FillKind::kIota;
  return test;
}

Ints ListOf(std::string_view text, std::string_view name) {
  Ints list;
  std::string_view inside = Trimmed(text);
  if (inside.starts_with('(') || inside.starts_with('[')) {
    inside.remove_prefix(1);
    if (inside.ends_with(')') || inside.ends_with(']')) inside.remove_suffix(1);
  }
  for (const std::string_view part : Parts(inside)) {
    const auto number = FindNumber<int64_t>(part);
    if (!number) {
      throw BadInput(fmt::format(
          "{}: expected integers of int64 with commas between them, as in "
          "3,2; not \"{}\"",
          name, text.substr(0, 60)));
    }
    list.push_back(*number);
  }
  return list;
}

}  // namespace viewproof
