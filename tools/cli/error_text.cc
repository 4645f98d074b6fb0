#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/picture/layout.h"
#include "reference/core/dtype.h"
#include "tools/cli/error_texts.h"
#include "tools/cli/pasted.h"

namespace viewproof {
namespace {

// Holds what a mark of a pattern found: integers, of which a number is a list
// of one, or a name.
struct Capture {
  Ints list;
  std::string name;
};
using Captures = std::vector<Capture>;

// Integers at the beginning of a text: one, or as many as commas join.
Ints IntegersAt(std::string_view text, bool many, std::size_t& length) {
  Ints list;
  std::size_t at = 0;
  while (at < text.size()) {
    int64_t number = 0;
    const char* begin = text.data() + at;
    const auto [end, error] =
        std::from_chars(begin, text.data() + text.size(), number);
    if (error != std::errc()) break;
    list.push_back(number);
    at += static_cast<std::size_t>(end - begin);
    length = at;
    if (!many || at >= text.size() || text[at] != ',') break;
    at += text.substr(at).starts_with(", ") ? 2 : 1;
    length = at;
  }
  return list;
}

struct Fit {
  Captures captures;
  bool is_whole = true;  // Else the text ends after ~.
};

// Returns what a pattern (error_texts.h) finds at the beginning of a text.
std::optional<Fit> FitHere(std::string_view pattern, std::string_view text) {
  Fit fit;
  bool may_end = false;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const std::string_view mark = pattern.substr(k, 2);
    if (pattern[k] == '~') {
      may_end = true;
      continue;
    }
    bool fits = true;
    std::size_t length = 1;
    if (mark == "%d" || mark == "%l") {
      length = 0;
      const Ints list = IntegersAt(text, mark == "%l", length);
      fits = mark == "%l" || !list.empty();
      fit.captures.push_back({list, ""});
      ++k;
    } else if (mark == "%n") {
      length = 0;
      while (length < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[length])) != 0 ||
              text[length] == '_' || text[length] == '.')) {
        ++length;
      }
      fits = length > 0;
      fit.captures.push_back({{}, std::string(text.substr(0, length))});
      ++k;
    } else {
      fits = !text.empty() && text.front() == pattern[k];
    }
    if (!fits) {
      if (!may_end) return std::nullopt;
      fit.is_whole = false;
      return fit;
    }
    text.remove_prefix(length);
  }
  return fit;
}

std::optional<Fit> FitAnywhere(std::string_view pattern,
                               std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (pattern.front() != '%') at = text.find(pattern.front(), at);
    if (at == std::string_view::npos) break;
    // A name is not found in its middle.
    if (pattern.starts_with("%n") && at > 0 &&
        (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 ||
         text[at - 1] == '_' || text[at - 1] == '.')) {
      continue;
    }
    if (auto fit = FitHere(pattern, text.substr(at))) return fit;
  }
  return std::nullopt;
}

// "4 2,3 Float" as captures.
Captures ExampleOf(std::string_view text) {
  Captures captures;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    std::size_t length = 0;
    Capture capture = {IntegersAt(word, true, length), ""};
    if (capture.list.empty()) capture.name = std::string(word);
    captures.push_back(std::move(capture));
  }
  return captures;
}

std::string Repeated(std::string_view text, int64_t times) {
  std::string out;
  for (int64_t k = 0; k < std::clamp<int64_t>(times, 0, 8); ++k) out += text;
  return out;
}

// A list of n entries.
std::string Alike(std::string_view entry, int64_t n) {
  const std::string all = Repeated(std::string(entry) + ", ", n);
  return all.substr(0, all.size() - std::min<std::size_t>(all.size(), 2));
}

// Returns how C++ calls a dtype.
std::string DTypeOfCpp(std::string_view name) {
  for (const auto& [cpp, dtype] : {std::pair("Byte", "uint8"),
                                   {"Char", "int8"},
                                   {"Short", "int16"},
                                   {"Int", "int32"},
                                   {"Long", "int64"},
                                   {"Half", "float16"},
                                   {"Double", "float64"},
                                   {"ComplexFloat", "complex64"},
                                   {"ComplexDouble", "complex128"},
                                   {"Bool", "bool"},
                                   {"BFloat16", "bfloat16"}}) {
    if (name == cpp) return dtype;
  }
  return "float32";
}

std::string DTypeOfItem(int64_t bytes) {
  for (const DType dtype : {DType::kUInt8, DType::kFloat16, DType::kFloat32,
                            DType::kFloat64, DType::kComplex128}) {
    if (ItemSize(dtype) == bytes) return std::string(Name(dtype));
  }
  return "float32";
}

// {0}       the capture
// {0/1}     the quotient of two; {0-1.ones} is of their difference
// {0.ones}  n times "1, "; .colons: n times ":, "; .comma: ", " if n > 0
// {0.twos}  a list of n entries 2; .more: one more; .zeros: n + 1 entries 0;
//           .range: 0 to n - 1; .alike: as many entries 2 as the list has
// {0.first} the first entry of the list; .dtype, .item: a dtype
std::string Meant(std::string_view mark, const Captures& captures) {
  const Capture& capture = captures.at(static_cast<std::size_t>(mark[0] - '0'));
  int64_t n = capture.list.empty() ? 0 : capture.list.front();
  std::string_view how = mark.substr(1);
  if (how.starts_with('-')) {
    n -= captures.at(static_cast<std::size_t>(how[1] - '0')).list.front();
    how.remove_prefix(2);
  }
  if (how.starts_with('/')) {
    const auto& by = captures.at(static_cast<std::size_t>(how[1] - '0'));
    return fmt::format("{}", n / std::max<int64_t>(by.list.front(), 1));
  }
  if (how == ".ones") return Repeated("1, ", n);
  if (how == ".colons") return Repeated(":, ", n);
  if (how == ".comma") return n > 0 ? ", " : "";
  if (how == ".twos") return Alike("2", n);
  if (how == ".more") return Alike("2", (n < 0 ? -n - 1 : n) + 1);
  if (how == ".zeros") return Alike("0", n + 1);
  if (how == ".alike") return Alike("2", std::ssize(capture.list));
  if (how == ".first") return fmt::format("{}", std::max<int64_t>(n, 1));
  if (how == ".dtype") return DTypeOfCpp(capture.name);
  if (how == ".item") return DTypeOfItem(n);
  if (how == ".range") {
    Ints range;
    for (int64_t k = 0; k < std::min<int64_t>(n, 8); ++k) range.push_back(k);
    return fmt::format("{}", fmt::join(range, ", "));
  }
  if (!capture.name.empty()) return capture.name;
  return fmt::format("{}", fmt::join(capture.list, ", "));
}

std::string Filled(std::string_view python, const Captures& captures) {
  std::string out;
  while (true) {
    const std::size_t open = python.find('{');
    out += python.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = python.find('}', open);
    out += Meant(python.substr(open + 1, close - open - 1), captures);
    python.remove_prefix(close + 1);
  }
}

// The first list that one of the patterns finds.
std::optional<Ints> ListAfter(std::initializer_list<const char*> patterns,
                              std::string_view text) {
  for (const char* pattern : patterns) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto fit = FitHere(pattern, text.substr(at));
      if (fit && !fit->captures.front().list.empty()) {
        return fit->captures.front().list;
      }
    }
  }
  return std::nullopt;
}

// The commonest text of all has no numbers: they stand around it.
RefusedPython ViewError(std::string_view text, const KnownGeometry& known) {
  const auto sizes =
      ListAfter({"torch.Size([%l", "sizes [%l", "sizes (%l", "sizes %l",
                 "sizes=[%l", "sizes=(%l", "shape (%l", "shape [%l", "size (%l",
                 "size [%l", "size() = (%l"},
                text);
  const auto strides =
      ListAfter({"strides [%l", "strides (%l", "strides %l", "strides=[%l",
                 "strides=(%l", "stride (%l", "stride [%l", "stride() = (%l"},
                text);
  const auto asked = ListAfter({"view(%l", "view([%l", "view((%l"}, text);
  const std::optional<Ints> view = known.view ? known.view : asked;
  std::optional<Geometry> tensor = known.tensor;
  if (!tensor && sizes && strides) tensor = Geometry{*sizes, *strides, 0};
  if (tensor && view) {
    const auto span = IsDrawable(*tensor) ? SpanOf(*tensor) : std::nullopt;
    const std::string lists =
        fmt::format("[{}], [{}]", fmt::join(tensor->sizes, ", "),
                    fmt::join(tensor->strides, ", "));
    return {
        fmt::format(
            "x = torch.{}; x.view({})",
            tensor->offset == 0
                ? fmt::format("empty_strided({})", lists)
                : fmt::format("zeros({}).as_strided({}, {})",
                              static_cast<int64_t>(span ? span->last + 1 : 0),
                              lists, tensor->offset),
            fmt::join(*view, ", ")),
        ""};
  }
  if (known.tensor || known.view) {
    throw BadInput(
        "explain: the text says too little: give --sizes, --strides and "
        "--view");
  }
  return {"x = torch.empty_strided((3, 2), (1, 3)); x.view(6)",
          "The text does not say sizes and strides, so this is the smallest "
          "example. For yours: print(x.size(), x.stride(), "
          "x.storage_offset()), then viewproof explain --sizes 3,2 --strides "
          "1,3 --view 6"};
}

}  // namespace

std::optional<RefusedPython> ErrorText(std::string_view text,
                                       const KnownGeometry& known) {
  if (FitAnywhere("view size is not compatible", text)) {
    return ViewError(text, known);
  }
  std::optional<RefusedPython> example;
  for (std::string_view line : LinesIn(kErrorTexts)) {
    const std::string_view pattern = line.substr(0, line.find('\t'));
    if (pattern.empty()) continue;
    const auto fit = FitAnywhere(pattern, text);
    if (!fit) continue;
    line.remove_prefix(pattern.size() + 1);
    const std::string_view python = line.substr(0, line.find('\t'));
    line.remove_prefix(std::min(line.size(), python.size() + 1));
    if (!fit->is_whole && (example || IsPython(text))) continue;
    if (known.tensor || known.view) {
      throw BadInput(
          "explain: --sizes, --strides, --offset and --view say nothing of "
          "this text, which names its sizes");
    }
    if (fit->is_whole) {
      return RefusedPython{
          Filled(python, fit->captures),
          pattern.starts_with("Dimension out of range")
              ? "The text does not say which op it was: select "
                "is it here."
              : ""};
    }
    example = RefusedPython{Filled(python, ExampleOf(line)),
                            "The text does not say all sizes, so this is the "
                            "smallest example."};
  }
  return example;
}

}  // namespace viewproof
