#include "conformance/properties/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/edit.h"
#include "conformance/properties/meaning.h"
#include "conformance/properties/operand.h"

namespace viewproof {
namespace {

using Outputs = std::vector<Output>;

constexpr int64_t kListed = 4096;  // Elements of one tensor that are looked at.

Geometry GeometryOf(const Output& shown) {
  return {shown.sizes, *shown.strides, *shown.offset};
}

// Calls `visit` with the first kListed indices and their row-major numbers.
template <typename Visit>
void ForEachIndex(const Ints& sizes, Visit visit) {
  if (Numel(sizes).value_or(1) == 0) return;
  Ints index(sizes.size(), 0);
  int64_t number = 0;
  do visit(index, number);
  while (++number < kListed && NextIndex(sizes, index));
}

// An element's bytes as hex digits, two a byte.
std::string HexOf(DType dtype, Scalar value) {
  std::array<std::byte, 16> bytes;
  Encode(dtype, value, bytes.data());
  std::string hex;
  for (int64_t b = 0; b < ItemSize(dtype); ++b) {
    hex += fmt::format("{:02x}", static_cast<int>(bytes[b]));
  }
  return hex;
}

// Element `number` as HexOf() gives it; nothing where the output does not show
// it.
std::optional<std::string> Element(const Output& shown, int64_t number) {
  if (shown.values) return HexOf(*shown.dtype, shown.values->list[number]);
  if (!shown.bytes) return std::nullopt;
  const int64_t width = 2 * ItemSize(*shown.dtype);
  return shown.bytes->substr(number * width, width);
}

// Byte `b` of an element.
std::string Byte(const std::string& element, int64_t b) {
  return element.substr(2 * b, 2);
}

// The byte address of the element at `index`.
int64_t ByteAddress(const Known& known, const Ints& index) {
  return Address(known.geometry, index) * ItemSize(known.dtype);
}

// What is known of a tensor, without its elements.
Output HeaderOf(const Known& known) {
  Output shown;
  shown.dtype = known.dtype;
  shown.sizes = known.geometry.sizes;
  return shown;
}

int64_t RowMajorNumber(const Ints& sizes, const Ints& index) {
  int64_t number = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    number = number * sizes[d] + index[d];
  }
  return number;
}

Step Reading(const OutputRef& ref) {
  const auto row = std::find_if(Ops().begin(), Ops().end(), Observes);
  return {.op = &*row, .args = {}, .on = ref};
}

// What `subject` shows of `shown` (a tensor of a chain) when it is read again.
Output ReadAs(const Output& shown, const Outcome& read) {
  Output again = shown;
  again.values = std::get<Outputs>(read).front().values;
  again.bytes = std::get<Outputs>(read).front().bytes;
  return again;
}

std::string BreaksAt(const Output& result, const Ints& index,
                     const Output& operand, const Ints& element) {
  for (std::size_t d = 0; d < element.size(); ++d) {
    if (element[d] < 0 || element[d] >= operand.sizes[d]) {
      return fmt::format("[{}] stands for an element [{}] that is not there",
                         fmt::join(index, ","), fmt::join(element, ","));
    }
  }
  const Geometry to = GeometryOf(result);
  const Geometry from = GeometryOf(operand);
  if (result.storage == operand.storage) {
    if (Address(to, index) == Address(from, element)) return {};
    return fmt::format("[{}] lies at {}, its element [{}] at {}",
                       fmt::join(index, ","), Address(to, index),
                       fmt::join(element, ","), Address(from, element));
  }
  const auto has = Element(result, RowMajorNumber(result.sizes, index));
  const auto due = Element(operand, RowMajorNumber(operand.sizes, element));
  if (!has || !due || has == due) return {};
  return fmt::format("[{}] holds {}, its element [{}] {}",
                     fmt::join(index, ","), *has, fmt::join(element, ","),
                     *due);
}

// as_strided.d1
std::string BreaksStrided(const Step& step, const Output& operand,
                          const Output& result, int64_t& elements) {
  const Ints& stride = std::get<Ints>(step.args[1]);
  const int64_t start =
      std::get<std::optional<int64_t>>(step.args[2]).value_or(*operand.offset);
  std::string broken;
  ForEachIndex(std::get<Ints>(step.args[0]), [&](const Ints& i, int64_t) {
    int64_t due = start;
    for (std::size_t d = 0; d < i.size(); ++d) due += i[d] * stride[d];
    ++elements;
    if (Address(GeometryOf(result), i) != due) {
      broken = fmt::format("[{}] does not lie at {}", fmt::join(i, ","), due);
    }
  });
  return broken;
}

// view_dtype.d1, view_dtype.i2
std::string BreaksRecut(const Output& operand, const Output& result,
                        int64_t& elements) {
  const int64_t before = ItemSize(*operand.dtype);
  const int64_t after = ItemSize(*result.dtype);
  std::string broken;
  if (*Numel(operand.sizes) * before != *Numel(result.sizes) * after) {
    broken = "some bytes are lost, or new";
  }
  ForEachIndex(result.sizes, [&](const Ints& i, int64_t) {
    ++elements;
    for (int64_t b = 0; b < after; ++b) {
      Ints j = i;
      const int64_t place = i.empty() ? b : i.back() * after + b;  // In its row
      if (!j.empty()) j.back() = place / before;
      const int64_t due =
          Address(GeometryOf(operand), j) * before + place % before;
      if (Address(GeometryOf(result), i) * after + b == due) continue;
      broken = fmt::format("byte {} of [{}] does not lie at {}", b,
                           fmt::join(i, ","), due);
    }
  });
  return broken;
}

// A case that reads the operand of its last step right before it.
Case ReadingFirst(const State& state, const OutputRef& operand) {
  Case test = state.test();
  test.chain.insert(test.chain.end() - 1, Reading(operand));
  return test;
}

// The tensor that the last step acts on, were it the next one.
OutputRef LastOperand(const State& state) {
  const Step& last = state.test().chain.back();
  if (last.on) return *last.on;
  OutputRef current;
  for (const Known& known : state.tensors()) {
    const bool before = known.ref.step < std::ssize(state.test().chain);
    if (before && known.ref.output == 0) current = known.ref;
  }
  return current;
}

}  // namespace

std::string BreaksMeaning(const State& state, Subject& subject,
                          int64_t& elements) {
  const Case test = ReadingFirst(state, LastOperand(state));
  Reply reply;
  subject.Run(test, reply);
  const Step& step = test.chain.back();
  const auto* outputs = std::get_if<Outputs>(&reply.steps.back());
  if (outputs == nullptr || outputs->empty()) return {};
  if (Observes(*step.op)) return {};
  const Output operand = ReadAs(OperandsOf(test, reply).back(),
                                reply.steps[reply.steps.size() - 2]);
  if (step.op->name == "view.dtype") {
    return BreaksRecut(operand, outputs->front(), elements);
  }
  const Meaning* meaning = FindMeaning(*step.op);
  if (meaning == nullptr) {
    return BreaksStrided(step, operand, outputs->front(), elements);
  }
  int64_t total = 0;
  std::string broken;
  for (std::size_t k = 0; k < outputs->size(); ++k) {
    const Output& result = (*outputs)[k];
    total += *Numel(result.sizes);
    ForEachIndex(result.sizes, [&](const Ints& i, int64_t) {
      if (!broken.empty()) return;
      const Ints j = meaning->element(step, operand.sizes, result.sizes,
                                      static_cast<int64_t>(k), i);
      ++elements;
      broken = BreaksAt(result, i, operand, j);
    });
  }
  const int64_t due = meaning->count(step, operand.sizes);
  if (broken.empty() && total != due) {
    broken = fmt::format("{} elements came out of {}", total, due);
  }
  if (broken.empty()) return {};
  return fmt::format("{}\n  {} ({})", Text(test), broken, meaning->rules);
}

std::string BreaksWrite(const State& state, Subject& subject,
                        int64_t& elements) {
  Case test = state.test();
  const Step write = test.chain.back();
  const OutputRef target = LastOperand(state);
  test.chain.pop_back();
  const auto before = std::ssize(test.chain);
  for (const Known& known : state.tensors()) {
    test.chain.push_back(Reading(known.ref));
  }
  test.chain.push_back(write);
  test.chain.back().on = target;
  const auto after = std::ssize(test.chain);
  for (const Known& known : state.tensors()) {
    test.chain.push_back(Reading(known.ref));
  }
  Reply reply;
  subject.Run(test, reply);
  const bool refused =
      std::holds_alternative<ErrorReply>(reply.steps[after - 1]);

  std::map<int64_t, std::string> due;  // [byte address] -> what it must hold.
  const Known& to = *state.Find(target);
  const auto write_element = [&](const Ints& i, const std::string& element) {
    for (int64_t b = 0; b < ItemSize(to.dtype); ++b) {
      due[ByteAddress(to, i) + b] = Byte(element, b);
    }
  };
  const auto* source = std::get_if<TensorArg>(&write.args[0]);
  ForEachIndex(to.geometry.sizes, [&](const Ints& i, int64_t) {
    if (refused) return;
    if (source == nullptr) {
      const auto value = static_cast<double>(std::get<int64_t>(write.args[0]));
      write_element(i, HexOf(to.dtype, {value}));
      return;
    }
    Output from;
    if (const auto* ref = std::get_if<OutputRef>(source)) {
      const auto known = state.Find(*ref);
      const auto place = known - state.tensors().data();
      from = ReadAs(HeaderOf(*known), reply.steps[before + place]);
    } else {
      from.dtype = std::get<Literal>(*source).dtype;
      from.sizes = std::get<Literal>(*source).sizes;
      from.values = ElementsOf(std::get<Literal>(*source));
    }
    Ints j(i.end() - std::ssize(from.sizes), i.end());
    for (std::size_t d = 0; d < j.size(); ++d) {
      if (from.sizes[d] == 1) j[d] = 0;
    }
    const auto element = Element(from, RowMajorNumber(from.sizes, j));
    if (element) write_element(i, *element);
  });

  std::string broken;
  for (std::size_t k = 0; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    const Output held = ReadAs(HeaderOf(known), reply.steps[before + k]);
    const Output holds = ReadAs(HeaderOf(known), reply.steps[after + k]);
    ForEachIndex(known.geometry.sizes, [&](const Ints& i, int64_t number) {
      const auto element = Element(held, number);
      if (!element) return;
      std::string must;
      for (int64_t b = 0; b < ItemSize(known.dtype); ++b) {
        const auto place = known.storage == to.storage
                               ? due.find(ByteAddress(known, i) + b)
                               : due.end();
        must += place != due.end() ? place->second : Byte(*element, b);
      }
      ++elements;
      if (*Element(holds, number) == must) return;
      broken = fmt::format("@{}.{}[{}] holds {} and not {}", known.ref.step,
                           known.ref.output, fmt::join(i, ","),
                           *Element(holds, number), must);
    });
  }
  return broken.empty() ? broken : Text(test) + "\n  " + broken;
}

std::string BreaksRefusal(const Case& test, Subject& subject) {
  Reply all;
  subject.Run(test, all);
  Case without = test;
  std::vector<Outcome> due;
  for (auto k = static_cast<int64_t>(test.chain.size()); k > 0; --k) {
    if (std::holds_alternative<ErrorReply>(all.steps[k - 1])) {
      Case shorter = *WithoutStep(without, k);
      const bool same_fill =
          Names(shorter, DType::kBool) == Names(test, DType::kBool);
      if (same_fill) {
        without = std::move(shorter);
        continue;
      }
    }
    due.insert(due.begin(), all.steps[k - 1]);
  }
  Reply rest;
  subject.Run(without, rest);
  if (rest.steps == due) return {};
  return Text(test) + "\n  comes out otherwise than " + Text(without);
}

std::string BreaksContiguity(const Case& test, Subject& subject) {
  Reply reply;
  subject.Run(test, reply);
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    const auto* outputs = std::get_if<Outputs>(&reply.steps[k]);
    if (outputs == nullptr || Observes(*test.chain[k].op)) continue;
    for (const Output& shown : *outputs) {
      bool dense = true;
      ForEachIndex(shown.sizes, [&](const Ints& i, int64_t number) {
        dense &= Address(GeometryOf(shown), i) == *shown.offset + number;
      });
      if (dense == *shown.contiguous) continue;
      return fmt::format("{}\n  step {}: contiguous is {}", Text(test), k + 1,
                         *shown.contiguous);
    }
  }
  return {};
}

std::string BreaksHeaders(const State& state, Subject& subject) {
  Case test = state.test();
  const auto steps = test.chain.size();
  for (const Known& known : state.tensors()) {
    test.chain.push_back({.op = FindOp("detach"), .args = {}, .on = known.ref});
  }
  Reply reply;
  subject.Run(test, reply);
  for (std::size_t k = 0; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    const Output& shown = std::get<Outputs>(reply.steps[steps + k]).front();
    bool inside = true;
    ForEachIndex(shown.sizes, [&](const Ints& i, int64_t) {
      const int64_t address = Address(GeometryOf(shown), i);
      inside &=
          address >= 0 && address < known.storage_bytes / ItemSize(known.dtype);
    });
    if (inside && GeometryOf(shown) == known.geometry &&
        shown.storage == known.storage) {
      continue;
    }
    return fmt::format("{}\n  @{}.{} has another header, or leaves its storage",
                       Text(test), known.ref.step, known.ref.output);
  }
  return {};
}

std::string BreaksReading(const State& state, Subject& subject) {
  Case test = state.test();
  const auto steps = test.chain.size();
  for (const Known& known : state.tensors()) {
    test.chain.push_back(Reading(known.ref));
  }
  Reply reply;
  subject.Run(test, reply);
  const Output base = ReadAs(HeaderOf(state.tensors()[0]), reply.steps[steps]);
  const int64_t base_size = ItemSize(*base.dtype);
  std::string broken;
  for (std::size_t k = 1; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    const Output shown = ReadAs(HeaderOf(known), reply.steps[steps + k]);
    if (known.storage != 0) continue;
    ForEachIndex(shown.sizes, [&](const Ints& i, int64_t number) {
      const auto has = Element(shown, number);
      for (int64_t b = 0; has && b < ItemSize(known.dtype); ++b) {
        const int64_t at = ByteAddress(known, i) + b;
        const std::string due =
            Byte(*Element(base, at / base_size), at % base_size);
        if (Byte(*has, b) == due) continue;
        broken = fmt::format("{}\n  @{}.{}[{}] holds {}, the base {} at {}",
                             Text(test), known.ref.step, known.ref.output,
                             fmt::join(i, ","), *has, due, at);
      }
    });
  }
  return broken;
}

}  // namespace viewproof
