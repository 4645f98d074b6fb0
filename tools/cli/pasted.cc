#include "tools/cli/pasted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/number.h"
#include "conformance/case/text.h"
#include "conformance/picture/layout.h"

namespace viewproof {
namespace {

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string Spelt(const Ints& list) {
  return fmt::format("[{}]", fmt::join(list, ","));
}

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
    // What lies beyond that as_strided refuses by itself.
    test.base.sizes = {
        static_cast<int64_t>(std::clamp<Wide>(cells, 0, INT64_MAX))};
    const Case view = ParseText(fmt::format(
        "{}[1] | as_strided({}, {}, {})", Name(dtype), Spelt(geometry.sizes),
        Spelt(geometry.strides), geometry.offset));
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
