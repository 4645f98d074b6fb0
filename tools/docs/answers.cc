// Prints what is answered to every tensor of some bounds and every target, and
// to lines of torch: a line of F (fields) or T (text), the question and the
// answer, after tabs. answers.mjs compares them with those of answer.wasm.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "tools/docs/answer.h"

namespace viewproof {
namespace {

using Numbers = std::vector<int64_t>;

// Every list of `length` of these numbers.
std::vector<Numbers> Lists(std::size_t length, const Numbers& numbers) {
  std::vector<Numbers> lists = {{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Numbers> longer;
    for (const Numbers& list : lists) {
      for (const int64_t number : numbers) {
        longer.push_back(list);
        longer.back().push_back(number);
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

void Print(char kind, const std::string& question) {
  std::string answer;
  try {
    answer = kind == 'F' ? AnswerToFields(question) : AnswerToText(question);
  } catch (const BadInput& error) {
    answer = std::string("!") + error.what();
  }
  fmt::print("{}\t{}\t{}\n", kind, question, answer);
}

void PrintFields(const Numbers& sizes, const Numbers& strides, int64_t offset,
                 const std::vector<Numbers>& targets) {
  for (const Numbers& target : targets) {
    Print('F',
          fmt::format("{};{};{};{}", fmt::join(sizes, ","),
                      fmt::join(strides, ","), offset, fmt::join(target, ",")));
  }
}

void PrintTensors() {
  std::vector<Numbers> targets = {{6, 2, 3}};
  for (std::size_t rank = 0; rank <= 2; ++rank) {
    for (Numbers& target : Lists(rank, {-2, -1, 0, 2, 3, 6})) {
      targets.push_back(std::move(target));
    }
  }
  for (std::size_t rank = 0; rank <= 2; ++rank) {
    for (const Numbers& sizes : Lists(rank, {-1, 0, 1, 2, 3})) {
      for (const Numbers& strides : Lists(rank, {-1, 0, 1, 3})) {
        PrintFields(sizes, strides, static_cast<int64_t>(rank) % 2, targets);
      }
    }
  }
  // At the limits of int64, where a size_t of 32 bits would show.
  constexpr int64_t kMost = INT64_MAX;
  for (const Numbers& sizes : Lists(2, {0, 2, int64_t{1} << 32, kMost})) {
    for (const Numbers& strides : Lists(2, {0, 1, int64_t{1} << 32, kMost})) {
      PrintFields(sizes, strides, 1, {{2}, {-1}, {kMost}, {2, -1}});
    }
  }
}

void PrintTexts() {
  const std::vector<std::string> tensors = {
      "torch.zeros(2, 3)",
      "torch.empty(3, 2).t()",
      "torch.ones(4)",
      "torch.arange(24).view(2, 3, 4)",
      "torch.zeros(3).expand(2, 3)",
      "torch.zeros(1000000, 1000000).t()"};
  const std::vector<std::string> calls = {
      "x.view(6)",         "x.view(-1, 4)",      "x.reshape(3, 2)",
      "x.flatten(1)",      "x.transpose(0, 3)",  "x.expand(4, 3)",
      "x.unsqueeze(-2)",   "x.squeeze(0)",       "x.add_(1)",
      "x.fill_(2.5)",      "x.copy_(x.t())",     "x[0]",
      "x[:, 1:]",          "x[..., None]",       "x[[0, 1]]",
      "x[0, 1] = 7",       "x.diagonal()",       "x.unfold(0, 2, 1)",
      "x.contiguous()",    "x.clone().view(-1)", "x.chunk(2)[1]",
      "x.select(0, 9)",    "x.permute(1, 0)",    "x.narrow(0, 1, 1)",
      "x.is_contiguous()", "x.movedim(0, -1)",   "x.as_strided((2,), (1,))",
      "x.viewz(6)",        "x.view(6",           "x.view(2**3)",
      "x.view(y)",         "x.view_as(y)"};
  for (const std::string& tensor : tensors) {
    for (const std::string& call : calls) {
      Print('T', fmt::format("x = {}; {}", tensor, call));
    }
  }
  for (const char* text :
       {"shape '[6]' is invalid for input of size 5",
        "view size is not compatible with input tensor's size and stride (at "
        "least one dimension spans across two contiguous subspaces). Use "
        ".reshape(...) instead.",
        "Dimension out of range (expected to be in range of [-2, 1], but got "
        "2)",
        "float32[2,3] | t() | view([6])", "complex64[2] 1.5:-2 | conj()",
        "why?", " "}) {
    Print('T', text);
  }
}

}  // namespace
}  // namespace viewproof

int main() {
  viewproof::PrintTensors();
  viewproof::PrintTexts();
}
