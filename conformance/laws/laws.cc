#include "conformance/laws/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/case/text.h"
#include "conformance/gen/edit.h"
#include "conformance/laws/meaning.h"
#include "conformance/laws/operand.h"

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
  std::array<std::byte, kMaxItemSize> bytes;
  Encode(dtype, value, bytes.data());
  std::string hex;
  AppendHex(std::span(bytes).first(ItemSize(dtype)), hex);
  return hex;
}

// Shows values of `dtype` as bytes.
void ToBytes(DType dtype, Output& shown) {
  if (!shown.values) return;
  shown.bytes.emplace();
  for (const Scalar& value : shown.values->list) {
    *shown.bytes += HexOf(dtype, value);
  }
  shown.values.reset();
}

int64_t RowMajorNumber(const Ints& sizes, const Ints& index) {
  int64_t number = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    number = number * sizes[d] + index[d];
  }
  return number;
}

// An element, or one part of it.
struct Place {
  Ints index;
  std::optional<int64_t> part;  // 0: the real one, 1: the imaginary one.
};

int64_t ByteAddress(const Output& shown, const Place& place) {
  const int64_t item_size = ItemSize(*shown.dtype);
  return Address(GeometryOf(shown), place.index) * item_size +
         place.part.value_or(0) * (item_size / 2);
}

// What stands there, where the output shows values.
std::optional<Scalar> ValueAt(const Output& shown, const Place& place) {
  if (!shown.values) return std::nullopt;
  const Scalar value =
      shown.values->list[RowMajorNumber(shown.sizes, place.index)];
  if (!place.part) return value;
  return Scalar{*place.part == 0 ? value.re : value.im};
}

// The hex digits of an element, where the output shows bytes.
std::string HexAt(const Output& shown, const Ints& index) {
  if (!shown.bytes) return {};
  const auto digits = 2 * static_cast<std::size_t>(ItemSize(*shown.dtype));
  return shown.bytes->substr(RowMajorNumber(shown.sizes, index) * digits,
                             digits);
}

// What a storage holds, by byte address: every part of an element as a number,
// or every byte where a tensor shows bytes.
using Stored = std::map<int64_t, double>;

void AddNumbers(const Known& known, int64_t address, Scalar value,
                Stored& stored) {
  if (known.conj) value.im = -value.im;
  if (known.neg) value = {-value.re, -value.im};
  stored[address] = value.re;
  if (!IsComplex(known.dtype)) return;
  stored[address + ItemSize(known.dtype) / 2] = value.im;
}

void AddBytes(const Known& known, int64_t address, const std::string& hex,
              Stored& stored) {
  const int64_t item_size = ItemSize(known.dtype);
  const int64_t part = IsComplex(known.dtype) ? item_size / 2 : item_size;
  for (int64_t k = 0; k < item_size; ++k) {
    int byte = std::stoi(hex.substr(2 * k, 2), nullptr, 16);
    const bool is_imaginary = k >= part;
    const bool turned = known.neg != (known.conj && is_imaginary);
    if (turned && k % part == part - 1) byte ^= 0x80;
    stored[address + k] = byte;
  }
}

// What must be stored for element `index` of `known` to be the one at `number`
// of what is shown (tensor.d3).
void AddElement(const Known& known, const Ints& index, const Output& shown,
                int64_t number, Stored& stored) {
  const int64_t address =
      Address(known.geometry, index) * ItemSize(known.dtype);
  if (shown.values) {
    AddNumbers(known, address, shown.values->list[number], stored);
  } else if (shown.bytes) {
    const auto digits = 2 * ItemSize(known.dtype);
    AddBytes(known, address, shown.bytes->substr(number * digits, digits),
             stored);
  }
}

// What must be stored for `known` to show this.
Stored StoredFor(const Known& known, const Output& shown) {
  Stored stored;
  ForEachIndex(known.geometry.sizes, [&](const Ints& i, int64_t number) {
    AddElement(known, i, shown, number, stored);
  });
  return stored;
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

// What a meaning names: with one entry more than the operand has dimensions, a
// part of an element.
Place PlaceOf(Ints index, std::size_t rank) {
  Place place{std::move(index), std::nullopt};
  if (place.index.size() == rank) return place;
  place.part = place.index.back();
  place.index.pop_back();
  return place;
}

std::string BreaksAt(const Output& result, const Ints& index,
                     const Output& operand, const Ints& element,
                     bool conjugates) {
  const Place from = PlaceOf(element, operand.sizes.size());
  for (std::size_t d = 0; d < from.index.size(); ++d) {
    if (from.index[d] < 0 || from.index[d] >= operand.sizes[d]) {
      return fmt::format("[{}] stands for an element [{}] that is not there",
                         fmt::join(index, ","), fmt::join(element, ","));
    }
  }
  Place to{index, std::nullopt};
  if (result.storage == operand.storage &&
      ByteAddress(result, to) != ByteAddress(operand, from)) {
    return fmt::format("[{}] lies at byte {}, its element [{}] at {}",
                       fmt::join(index, ","), ByteAddress(result, to),
                       fmt::join(element, ","), ByteAddress(operand, from));
  }
  if (IsComplex(*result.dtype) && !IsComplex(*operand.dtype)) to.part = 0;
  const auto has = ValueAt(result, to);
  auto due = ValueAt(operand, from);
  if (due && conjugates) due->im = -due->im;
  const bool copied = result.storage != operand.storage;
  const bool differs =
      has && due ? has != due
                 : copied && HexAt(result, index) != HexAt(operand, from.index);
  if (!differs) return {};
  return fmt::format("[{}] is not its element [{}]", fmt::join(index, ","),
                     fmt::join(element, ","));
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

// sparse.d1: `step` shows a part of the sparse base that was made.
std::string BreaksSparse(const Base& base, const Step& step,
                         const Output& result, int64_t& elements) {
  const bool values = step.op->name == "values";
  const Literal part = values ? Literal{base.dtype, FilledSizes(base), {}}
                              : IndicesOf(*base.coo);
  elements += *Numel(part.sizes);
  const bool same = result.sizes == part.sizes && result.dtype == part.dtype &&
                    result.storage == (values ? 0 : 1);
  return same ? "" : fmt::format("not the {} it was made of", step.op->name);
}

// A case that reads the operand of its last step right before it.
Case ReadingFirst(const State& state, const OutputRef& operand) {
  Case test = state.test();
  test.chain.insert(test.chain.end() - 1, Reading(operand));
  return test;
}

// The row-major number of the element of a source of these sizes that stands
// for an index of what is written.
int64_t SourceNumber(const Ints& source, const Ints& index) {
  Ints j(source.size(), 0);
  for (std::size_t back = 1; back <= std::min(index.size(), j.size()); ++back) {
    const std::size_t d = j.size() - back;
    if (source[d] != 1) j[d] = index[index.size() - back];
  }
  return RowMajorNumber(source, j);
}

// A step with the sizes of every tensor that it names written out.
Step SpeltOut(Step step, const State& state) {
  for (Arg& arg : step.args) {
    auto* tensor = std::get_if<TensorArg>(&arg);
    if (tensor == nullptr) continue;
    const auto* ref = std::get_if<OutputRef>(tensor);
    if (ref == nullptr) continue;
    const Known& known = *state.Find(*ref);
    *tensor = Literal{known.dtype, known.geometry.sizes, std::nullopt};
  }
  return step;
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

// The step that shows what `write` changes: all of its target, or what an index
// names of it.
Step Naming(const Step& write, const OutputRef& target) {
  if (IndexOf(write) == nullptr) return Reading(target);
  return {.op = FindOp("getitem"), .args = {write.args[0]}, .on = target};
}

Ints SizesNamed(const Known& target, const Outcome& named) {
  const Output& shown = std::get<Outputs>(named).front();
  return shown.dtype ? shown.sizes : target.geometry.sizes;
}

// The element of the target that is the named one at `index`.
Ints ElementNamed(const Step& naming, const Known& target, const Ints& index) {
  const Meaning* meaning = FindMeaning(*naming.op);
  if (meaning == nullptr) return index;
  return meaning->element(naming, target.geometry.sizes, {}, 0, index);
}

}  // namespace

std::string BreaksMeaning(const State& state, Subject& subject,
                          int64_t& elements) {
  const OutputRef ref = LastOperand(state);
  Reply reply;
  if (state.test().base.coo && ref == OutputRef()) {
    subject.Run(state.test(), reply);
    const auto* parts = std::get_if<Outputs>(&reply.steps.back());
    if (parts == nullptr) return {};
    return BreaksSparse(state.test().base, state.test().chain.back(),
                        parts->front(), elements);
  }
  const Case test = ReadingFirst(state, ref);
  subject.Run(test, reply);
  const Step step = SpeltOut(test.chain.back(), state);
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
      broken = BreaksAt(result, i, operand, j, meaning->conjugates);
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
  if (state.test().base.coo) return {};
  Case test = state.test();
  const Step write = test.chain.back();
  const OutputRef target = LastOperand(state);
  test.chain.back() = Naming(write, target);
  const auto named = std::ssize(test.chain) - 1;
  const auto before = named + 1;
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

  const Known& to = *state.Find(target);
  const Ints sizes = refused ? Ints{0} : SizesNamed(to, reply.steps[named]);
  const auto* source = std::get_if<TensorArg>(&write.args.back());
  Output from;  // Of the target's dtype.
  if (source == nullptr) {
    const auto value =
        static_cast<double>(std::get<int64_t>(write.args.back()));
    from.values = Values{.list = {{to.dtype == DType::kBool ? 1 : value}}};
  } else if (const auto* ref = std::get_if<OutputRef>(source)) {
    const Known* known = state.Find(*ref);
    from.sizes = known->geometry.sizes;
    from = ReadAs(from, reply.steps[before + (known - state.tensors().data())]);
  } else {
    from.sizes = std::get<Literal>(*source).sizes;
    from.values = ElementsOf(std::get<Literal>(*source));
  }
  if (!from.values && !from.bytes) return {};
  if (test.base.fill == FillKind::kBytes) ToBytes(to.dtype, from);
  Stored due;
  ForEachIndex(sizes, [&](const Ints& i, int64_t) {
    const Ints j = ElementNamed(test.chain[named], to, i);
    AddElement(to, j, from, SourceNumber(from.sizes, i), due);
  });

  std::string broken;
  for (std::size_t k = 0; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    Stored must = StoredFor(known, ReadAs({}, reply.steps[before + k]));
    const Output holds = ReadAs({}, reply.steps[after + k]);
    for (const auto& [address, number] : StoredFor(known, holds)) {
      const auto place =
          known.storage == to.storage ? due.find(address) : due.end();
      if (place != due.end()) must[address] = place->second;
      ++elements;
      if (number == must[address]) continue;
      broken =
          fmt::format("@{}.{} shows {} at byte {} and not {}", known.ref.step,
                      known.ref.output, number, address, must[address]);
    }
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
  if (state.test().base.coo) return {};
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
    if (inside && (known.free_layout || GeometryOf(shown) == known.geometry) &&
        shown.storage == known.storage && shown.conj == known.conj &&
        shown.neg == known.neg) {
      continue;
    }
    return fmt::format("{}\n  @{}.{} has another header, or leaves its storage",
                       Text(test), known.ref.step, known.ref.output);
  }
  return {};
}

std::string BreaksReading(const State& state, Subject& subject) {
  if (state.test().base.coo) return {};
  Case test = state.test();
  const auto steps = test.chain.size();
  for (const Known& known : state.tensors()) {
    test.chain.push_back(Reading(known.ref));
  }
  Reply reply;
  subject.Run(test, reply);
  const Stored base =
      StoredFor(state.tensors()[0], ReadAs({}, reply.steps[steps]));
  std::string broken;
  for (std::size_t k = 1; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    if (known.storage != 0) continue;
    for (const auto& [address, number] :
         StoredFor(known, ReadAs({}, reply.steps[steps + k]))) {
      if (number == base.at(address)) continue;
      broken = fmt::format("{}\n  @{}.{} shows {} at byte {}, the base {}",
                           Text(test), known.ref.step, known.ref.output, number,
                           address, base.at(address));
    }
  }
  return broken;
}

}  // namespace viewproof
