#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "tools/cli/pasted.h"

namespace viewproof {
namespace {

// Integers of an error text; a number is a list of one.
using Found = std::vector<Ints>;

// What `pattern` says at the beginning of a text: %d is an integer, %l a list
// of them up to its bracket.
std::optional<Found> MatchHere(std::string_view pattern,
                               std::string_view text) {
  Found found;
  std::size_t at = 0;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const std::string_view mark = pattern.substr(k, 2);
    if (mark != "%d" && mark != "%l") {
      if (at >= text.size() || text[at] != pattern[k]) return std::nullopt;
      ++at;
      continue;
    }
    ++k;
    Ints& list = found.emplace_back();
    while (at < text.size()) {
      int64_t number = 0;
      const char* begin = text.data() + at;
      const auto [end, error] =
          std::from_chars(begin, text.data() + text.size(), number);
      if (error != std::errc()) break;
      list.push_back(number);
      at += end - begin;
      if (mark == "%d" || at >= text.size() || text[at] != ',') break;
      ++at;
      if (at < text.size() && text[at] == ' ') ++at;
    }
    if (mark == "%d" && list.empty()) return std::nullopt;
  }
  return found;
}

std::optional<Found> Match(std::string_view pattern, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (auto found = MatchHere(pattern, text.substr(at))) return found;
  }
  return std::nullopt;
}

std::string Listed(const Ints& list) {
  return fmt::format("[{}]", fmt::join(list, ","));
}

Geometry Fresh(const Ints& sizes) {
  return {sizes, ContiguousStrides(sizes).value_or(Ints(sizes.size(), 0)), 0};
}

Case FreshCase(const Ints& sizes, const std::string& step) {
  return CaseOf(DType::kFloat32, Fresh(sizes), " | " + step);
}

// The first list that one of the patterns finds.
std::optional<Ints> ListAfter(std::initializer_list<const char*> patterns,
                              std::string_view text) {
  for (const char* pattern : patterns) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto found = MatchHere(pattern, text.substr(at));
      if (found && !found->front().empty()) return found->front();
    }
  }
  return std::nullopt;
}

// The commonest text of all has no numbers: they stand around it.
Refused ViewError(std::string_view text, const Given& known) {
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
  Refused refused;
  const std::optional<Ints> view = known.view ? known.view : asked;
  std::optional<Geometry> tensor = known.tensor;
  if (!tensor && sizes && strides) tensor = Geometry{*sizes, *strides, 0};
  if (tensor && view) {
    refused.test =
        CaseOf(DType::kFloat32, *tensor, " | view(" + Listed(*view) + ")");
    return refused;
  }
  if (known.tensor || known.view) {
    throw BadInput(
        "explain: the text says too little: give --sizes, --strides and "
        "--view");
  }
  refused.test = CaseOf(DType::kFloat32, {{3, 2}, {1, 3}, 0}, " | view([6])");
  refused.remark =
      "The text does not say sizes and strides, so this is the smallest "
      "example. For yours: print(x.size(), x.stride(), x.storage_offset()), "
      "then viewproof explain --sizes 3,2 --strides 1,3 --view 6";
  return refused;
}

struct TorchText {
  const char* pattern;
  std::function<Case(const Found&)> make;
};

const std::vector<TorchText>& Texts() {
  static const std::vector<TorchText> kTexts = {
      {"shape '[%l]' is invalid for input of size %d",
       [](const Found& f) {
         return FreshCase(f[1], "view(" + Listed(f[0]) + ")");
       }},
      {"cannot reshape tensor of 0 elements into shape [%l]",
       [](const Found& f) {
         return FreshCase({0}, "view(" + Listed(f[0]) + ")");
       }},
      {"only one dimension can be inferred",
       [](const Found&) { return FreshCase({6}, "view([-1,-1])"); }},
      {"setStorage: sizes [%l], strides [%l], storage offset %d, and itemsize "
       "%d requiring a storage size of %d are out of bounds for storage of "
       "size "
       "%d",
       [](const Found& f) {
         return FreshCase({f[5][0] / std::max<int64_t>(f[3][0], 1)},
                          fmt::format("as_strided({}, {}, {})", Listed(f[0]),
                                      Listed(f[1]), f[2][0]));
       }},
      {"The expanded size of the tensor (%d) must match the existing size (%d) "
       "at non-singleton dimension %d.  Target sizes: [%l].  Tensor sizes: "
       "[%l]",
       [](const Found& f) {
         return FreshCase(f[4], "expand(" + Listed(f[3]) + ")");
       }},
      {"start (%d) + length (%d) exceeds dimension size (%d)",
       [](const Found& f) {
         return FreshCase(f[2],
                          fmt::format("narrow(0, {}, {})", f[0][0], f[1][0]));
       }},
      {"index %d out of range for tensor of size [%l] at dimension %d",
       [](const Found& f) {
         return FreshCase(f[1],
                          fmt::format("select({}, {})", f[2][0], f[0][0]));
       }},
      {"index %d is out of bounds for dimension %d with size %d",
       [](const Found& f) {
         Ints sizes(std::clamp<int64_t>(f[1][0], 0, 8) + 1, 2);
         sizes.back() = f[2][0];
         return FreshCase(sizes, fmt::format("select({}, {})",
                                             std::ssize(sizes) - 1, f[0][0]));
       }},
      {"Dimension out of range (expected to be in range of [%d, %d], but got "
       "%d)",
       [](const Found& f) {
         const Ints sizes(std::clamp<int64_t>(f[1][0] + 1, 1, 8), 2);
         return FreshCase(sizes, fmt::format("select({}, 0)", f[2][0]));
       }},
      {"more than one element of the written-to tensor refers to a single "
       "memory location",
       [](const Found&) {
         return FreshCase({1}, "expand([3]) | copy_(float32[3]{101,102,103})");
       }},
  };
  return kTexts;
}

}  // namespace

std::optional<Refused> ErrorText(std::string_view text, const Given& known) {
  const bool is_view = Match("view size is not compatible", text).has_value();
  if (is_view) return ViewError(text, known);
  for (const TorchText& known_text : Texts()) {
    const auto found = Match(known_text.pattern, text);
    if (found && (known.tensor || known.view)) {
      throw BadInput(
          "explain: --sizes, --strides, --offset and --view say nothing of "
          "this text, which names its sizes");
    }
    if (found) return Refused{known_text.make(*found), ""};
  }
  return std::nullopt;
}

}  // namespace viewproof
