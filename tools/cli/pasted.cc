#include "tools/cli/pasted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/number.h"
#include "conformance/case/ops.h"
#include "conformance/case/suggest.h"
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

bool IsInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

// Python's spelling as the notation's: (3, 2) is [3,2], None is null.
std::string Translated(std::string_view text) {
  if (text == "None") return "null";
  if (text == "True") return "true";
  if (text == "False") return "false";
  if (text.starts_with("torch.")) return std::string(text.substr(6));
  std::string out;
  for (const char c : text) {
    if (c == '(') {
      out += '[';
    } else if (c == ')') {
      if (out.ends_with(',')) out.pop_back();
      out += ']';
    } else if (c != ' ') {
      out += c;
    }
  }
  return out;
}

bool IsList(ArgType type) {
  return type == ArgType::kDims || type == ArgType::kInts ||
         type == ArgType::kSizes || type == ArgType::kSizesInfer;
}

struct Argument {
  std::string name;  // Empty: by its place.
  std::string_view text;
};

std::vector<Argument> ArgumentsIn(std::string_view text) {
  std::vector<Argument> arguments;
  for (const std::string_view part : Parts(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      arguments.push_back({"", part});
    } else {
      arguments.push_back({std::string(Trimmed(part.substr(0, equals))),
                           Trimmed(part.substr(equals + 1))});
    }
  }
  return arguments;
}

// Reads a line from left to right.
class TorchReader {
 public:
  explicit TorchReader(std::string_view text) : text_(text) {}

  Case Read() {
    at_ = text_.find("torch.") + std::string_view("torch.").size();
    text_ = text_.substr(0, text_.find('#'));
    const std::string_view name = Name();
    const std::vector<Argument> arguments = ArgumentsIn(Brackets('(', ')'));
    const Geometry geometry = Made(name, arguments);
    std::string steps;
    while (true) {
      Skip();
      if (at_ >= text_.size()) break;
      steps += " | " + Step();
    }
    return CaseOf(dtype_, geometry, steps);
  }

 private:
  [[noreturn]] void Fail(std::string_view expected) const {
    throw BadInput(fmt::format(
        "line of torch, column {}: expected {} at \"{}\"; such a line is "
        "torch.empty_strided((3, 2), (1, 3)).view(6)",
        at_ + 1, expected, text_.substr(std::min(at_, text_.size()), 20)));
  }

  void Skip() {
    while (at_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    }
  }

  std::string_view Name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
            text_[at_] == '_')) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  // What stands in brackets here.
  std::string_view Brackets(char open, char close) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != open) {
      Fail(fmt::format("'{}'", open));
    }
    const std::size_t begin = ++at_;
    int depth = 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == open) ++depth;
      if (text_[at_] == close && --depth == 0) {
        return text_.substr(begin, at_++ - begin);
      }
    }
    Fail(fmt::format("'{}'", close));
  }

  Geometry Made(std::string_view name, const std::vector<Argument>& arguments) {
    std::vector<std::string_view> plain;
    for (const Argument& argument : arguments) {
      if (argument.name == "dtype") {
        const auto dtype = FindDType(Translated(argument.text));
        if (!dtype || !IsBaseDType(*dtype)) Fail("a dtype that a tensor has");
        dtype_ = *dtype;
      } else if (argument.name == "size" || argument.name == "stride" ||
                 argument.name.empty()) {
        plain.push_back(argument.text);
      }
    }
    Geometry geometry;
    if (name == "empty_strided") {
      if (plain.size() != 2) Fail("empty_strided(sizes, strides)");
      geometry = {ListOf(plain[0], "sizes"), ListOf(plain[1], "strides"), 0};
      return geometry;
    }
    if (name == "arange") {
      if (plain.size() != 1) Fail("arange(n)");
      geometry.sizes = ListOf(plain[0], "arange");
    } else if (name == "empty" || name == "zeros" || name == "ones" ||
               name == "rand" || name == "randn") {
      for (const std::string_view part : plain) {
        const Ints more = ListOf(part, "sizes");
        geometry.sizes.insert(geometry.sizes.end(), more.begin(), more.end());
      }
    } else {
      Fail("empty_strided, empty, zeros, ones, rand, randn or arange");
    }
    const auto strides = ContiguousStrides(geometry.sizes);
    if (!strides) Fail("sizes whose product fits int64");
    geometry.strides = *strides;
    return geometry;
  }

  // ".view(2, 3)", ".T" or "[0]" as a step of the notation.
  std::string Step() {
    if (text_[at_] == '[') {
      std::vector<std::string> items;
      for (const std::string_view part : Parts(Brackets('[', ']'))) {
        items.push_back(Translated(part));
      }
      return fmt::format("getitem([{}])", fmt::join(items, ","));
    }
    if (text_[at_] != '.') Fail("'.', '[' or the end");
    ++at_;
    const std::size_t begin = at_;
    const std::string_view name = Name();
    const Op* op = FindOp(name);
    if (op == nullptr) {
      at_ = begin;
      Fail("the name of an op" + DidYouMeanOp(name));
    }
    Skip();
    const bool is_call = at_ < text_.size() && text_[at_] == '(';
    const std::string_view inside = is_call ? Brackets('(', ')') : "";
    std::vector<std::string> words(op->parameters.size());
    const std::vector<Argument> arguments = ArgumentsIn(inside);
    const bool is_flat =
        !op->parameters.empty() && IsList(op->parameters[0].type) &&
        !arguments.empty() &&
        std::all_of(arguments.begin(), arguments.end(),
                    [](const Argument& a) {
                      return a.name.empty() && IsInteger(a.text);
                    }) &&
        (op->parameters.size() == 1 || arguments.size() > 1);
    if (is_flat && op->parameters.size() == 1) {
      return fmt::format("{}([{}])", name, Translated(inside));
    }
    std::size_t next = 0;
    for (const Argument& argument : arguments) {
      std::size_t place = next++;
      if (!argument.name.empty()) {
        place = 0;
        while (place < words.size() &&
               op->parameters[place].name != argument.name) {
          ++place;
        }
      }
      if (place >= words.size()) {
        Fail(fmt::format("arguments of {}, of which there are {}, before this",
                         name, words.size()));
      }
      words[place] = Translated(argument.text);
    }
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (words[k].empty()) words[k] = op->parameters[k].otherwise;
    }
    while (!words.empty() && words.back().empty()) words.pop_back();
    return fmt::format("{}({})", name, fmt::join(words, ", "));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  DType dtype_ = DType::kFloat32;
};

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

bool IsTorchLine(std::string_view text) {
  const std::size_t at = text.find("torch.");
  if (at == std::string_view::npos) return false;
  const std::string_view before = Trimmed(text.substr(0, at));
  return before.empty() || before.ends_with('=');
}

Case TorchLine(std::string_view text) { return TorchReader(text).Read(); }

}  // namespace viewproof
