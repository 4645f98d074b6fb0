#include "conformance/calls/call_sizes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>

#include "conformance/case/bounds.h"

namespace viewproof {
namespace {

// The letters by appearance get the numbers of a row, which begins again at its
// end; "..." before them is the leading sizes. Tiles of 4, 8, 16, 32 and 64 end
// within some, in each of three places and in two at once; dimensions of 1 and
// of 0 are met beside others; two are equal. One row has over 4,096 elements:
// large tensors are often copied by other loops, and by blocks if transposed.
// Rows of 16 bytes and their multiples have loops of their own, too, and so
// have rows of over 256 and of over 1,024 elements, and a single row or column.
struct SizesRow {
  Ints leading;
  int64_t letters[6];
};
const std::vector<SizesRow> kRows = {
    {{2}, {3, 4, 2, 5, 3, 2}},       {{}, {5, 3, 7, 2, 4, 3}},
    {{2, 3}, {1, 4, 3, 2, 5, 2}},    {{1}, {4, 1, 2, 3, 1, 2}},
    {{3, 1, 2}, {1, 1, 1, 1, 1, 1}}, {{}, {17, 9, 3, 2, 2, 2}},
    {{0}, {3, 4, 2, 3, 2, 2}},       {{2}, {0, 3, 2, 4, 2, 3}},
    {{}, {3, 0, 4, 2, 3, 2}},        {{}, {4, 3, 0, 2, 2, 2}},
    {{}, {4, 4, 4, 2, 4, 4}},        {{3}, {33, 2, 2, 3, 1, 1}},
    {{}, {3, 65, 2, 1, 2, 1}},       {{}, {2, 3, 34, 1, 2, 1}},
    {{}, {9, 11, 10, 1, 1, 1}},      {{}, {67, 65, 1, 2, 1, 1}},
    {{}, {5, 16, 2, 3, 1, 1}},       {{}, {18, 35, 1, 3, 1, 1}},
    {{}, {2, 270, 2, 1, 1, 1}},      {{}, {1030, 2, 2, 1, 1, 1}},
    {{1}, {1, 7, 2, 3, 1, 2}},       {{1}, {7, 1, 3, 2, 1, 1}},
};

// The sizes that "..." is where nothing follows it.
const std::vector<Ints> kAlone = {
    {2, 3, 4}, {7},        {5, 16},  {2, 3, 2, 4},       {},
    {33},      {3, 1, 4},  {0, 3},   {2, 1, 3, 2, 2},    {9, 17},
    {2, 0, 3}, {1, 1},     {4, 4},   {2, 2, 1, 2, 3, 2}, {1, 65},
    {1030},    {2, 3, 34}, {67, 65}, {3, 6, 64},         {2, 270},
    {18, 35},  {1, 7},     {7, 1}};

std::vector<char> LettersOf(const DeclaredKernel& kernel) {
  std::vector<char> letters;
  for (const KernelOperand& operand : kernel.operands) {
    for (const KernelSize& term : operand.sizes) {
      if (term.letter != 0 && std::ranges::count(letters, term.letter) == 0) {
        letters.push_back(term.letter);
      }
    }
  }
  return letters;
}

std::string NameOf(const CallSizes& sizes, bool has_leading) {
  std::string name = !has_leading ? ""
                     : sizes.leading.empty()
                         ? "scalar"
                         : fmt::format("{}", fmt::join(sizes.leading, "x"));
  for (const auto& [letter, size] : sizes.letters) {
    const auto small = static_cast<char>(std::tolower(letter));
    name += fmt::format("{}{}{}", name.empty() ? "" : "-", small, size);
  }
  return name.empty() ? "fixed" : name;
}

bool Fits(const DeclaredKernel& kernel, const CallSizes& sizes) {
  return std::ranges::all_of(
      kernel.operands, [&](const KernelOperand& operand) {
        return Numel(sizes.Of(operand)).value_or(kMaxSaid + 1) <= kMaxSaid;
      });
}

}  // namespace

Ints CallSizes::Of(const KernelOperand& operand) const {
  Ints sizes = operand.has_leading ? leading : Ints();
  for (const KernelSize& term : operand.sizes) sizes.push_back(Of(term));
  return sizes;
}

std::vector<CallSizes> SizesOf(const DeclaredKernel& kernel) {
  const std::vector<char> letters = LettersOf(kernel);
  const bool has_leading =
      std::ranges::any_of(kernel.operands, &KernelOperand::has_leading);
  const std::size_t count = !letters.empty() ? kRows.size()
                            : has_leading    ? kAlone.size()
                                             : 1;
  std::vector<CallSizes> found;
  std::set<std::string> names;
  for (std::size_t k = 0; k < count; ++k) {
    CallSizes sizes;
    if (letters.empty()) {
      if (has_leading) sizes.leading = kAlone[k];
    } else {
      if (has_leading) sizes.leading = kRows[k].leading;
      for (std::size_t l = 0; l < letters.size(); ++l) {
        sizes.letters[letters[l]] =
            kRows[k].letters[l % std::size(kRows[k].letters)];
      }
    }
    sizes.name = NameOf(sizes, has_leading);
    if (Fits(kernel, sizes) && names.insert(sizes.name).second) {
      found.push_back(std::move(sizes));
    }
  }
  return found;
}

}  // namespace viewproof
