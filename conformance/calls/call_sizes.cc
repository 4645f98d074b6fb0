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
// end. Tiles of 4, 8, 16 and 32 end within some; a dimension of 1 and of 0 is
// met alone and beside others.
constexpr int64_t kLetters[][6] = {
    {3, 4, 2, 5, 3, 2}, {5, 3, 7, 2, 4, 3}, {1, 4, 3, 2, 5, 2},
    {4, 1, 2, 3, 1, 2}, {1, 1, 1, 1, 1, 1}, {17, 9, 3, 2, 2, 2},
    {0, 3, 2, 4, 2, 3}, {3, 0, 4, 2, 3, 2}, {33, 5, 2, 3, 1, 1},
};

// The sizes that "..." is, where nothing follows it, and where something does.
const std::vector<Ints> kAlone = {{2, 3, 4},
                                  {7},
                                  {5, 6},
                                  {2, 3, 2, 4},
                                  {},
                                  {33},
                                  {3, 1, 4},
                                  {0, 3},
                                  {2, 1, 3, 2, 2},
                                  {9, 17},
                                  {2, 0, 3},
                                  {1, 1},
                                  {2, 2, 1, 2, 3, 2},
                                  {1, 65}};
const std::vector<Ints> kBefore = {{2}, {}, {2, 3}, {1}, {3, 1, 2}, {0}};

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
        return Numel(sizes.Of(operand)).value_or(kMaxBase + 1) <= kMaxBase;
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
  const std::vector<Ints>& leading = letters.empty() ? kAlone : kBefore;
  const std::size_t count = std::max(has_leading ? leading.size() : 1,
                                     letters.empty() ? 1 : std::size(kLetters));
  std::vector<CallSizes> found;
  std::set<std::string> names;
  for (std::size_t k = 0; k < count; ++k) {
    CallSizes sizes;
    if (has_leading) sizes.leading = leading[k % leading.size()];
    const int64_t(&row)[6] = kLetters[k % std::size(kLetters)];
    for (std::size_t l = 0; l < letters.size(); ++l) {
      sizes.letters[letters[l]] = row[l % std::size(row)];
    }
    sizes.name = NameOf(sizes, has_leading);
    if (Fits(kernel, sizes) && names.insert(sizes.name).second) {
      found.push_back(std::move(sizes));
    }
  }
  return found;
}

}  // namespace viewproof
