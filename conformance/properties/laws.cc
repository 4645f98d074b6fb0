#include "conformance/properties/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
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

// Element `number`, as text; nothing where the output does not show it.
std::optional<std::string> Element(const Output& shown, int64_t number) {
  if (shown.values) {
    const Scalar& value = shown.values->list[number];
    return fmt::format("{}:{}", value.re, value.im);
  }
  if (!shown.bytes) return std::nullopt;
  const auto width = shown.bytes->size() / *Numel(shown.sizes);
  return shown.bytes->substr(number * width, width);
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
  const Case test = ReadingFirst(state, LastOperand(state));
  Reply reply;
  subject.Run(test, reply);
  const Step& step = test.chain.back();
  const auto* outputs = std::get_if<Outputs>(&reply.steps.back());
  if (outputs == nullptr || outputs->empty()) return {};
  if (Observes(*step.op)) return {};
  const Output operand = ReadAs(OperandsOf(test, reply).back(),
                                reply.steps[reply.steps.size() - 2]);
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

  std::map<int64_t, std::string> due;  // [address] -> what it must hold.
  const Known& to = *state.Find(target);
  const Ints sizes = refused ? Ints{0} : SizesNamed(to, reply.steps[named]);
  const auto* source = std::get_if<TensorArg>(&write.args.back());
  ForEachIndex(sizes, [&](const Ints& i, int64_t) {
    const int64_t address =
        Address(to.geometry, ElementNamed(test.chain[named], to, i));
    if (source == nullptr) {
      const auto value =
          static_cast<double>(std::get<int64_t>(write.args.back()));
      const bool truth = to.dtype == DType::kBool;
      due[address] = fmt::format("{}:0", truth ? 1 : value);
      return;
    }
    Output from;
    if (const auto* ref = std::get_if<OutputRef>(source)) {
      const auto known = state.Find(*ref);
      const auto place = known - state.tensors().data();
      from.sizes = known->geometry.sizes;
      from = ReadAs(from, reply.steps[before + place]);
    } else {
      from.sizes = std::get<Literal>(*source).sizes;
      from.values = ElementsOf(std::get<Literal>(*source));
    }
    Ints j(from.sizes.size(), 0);
    for (std::size_t back = 1; back <= std::min(i.size(), j.size()); ++back) {
      const std::size_t d = j.size() - back;
      if (from.sizes[d] != 1) j[d] = i[i.size() - back];
    }
    const auto value = Element(from, RowMajorNumber(from.sizes, j));
    if (value) due[address] = *value;
  });

  std::string broken;
  for (std::size_t k = 0; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    Output shown;
    shown.sizes = known.geometry.sizes;
    const Output held = ReadAs(shown, reply.steps[before + k]);
    const Output holds = ReadAs(shown, reply.steps[after + k]);
    if (!holds.values || !held.values) continue;
    ForEachIndex(shown.sizes, [&](const Ints& i, int64_t number) {
      const auto place = known.storage == to.storage
                             ? due.find(Address(known.geometry, i))
                             : due.end();
      const std::string must =
          place != due.end() ? place->second : *Element(held, number);
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
      without = *WithoutStep(without, k);
    } else {
      due.insert(due.begin(), all.steps[k - 1]);
    }
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
    if (inside && (known.free_layout || GeometryOf(shown) == known.geometry) &&
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
  Output base;
  base.sizes = test.base.sizes;
  base = ReadAs(base, reply.steps[steps]);
  std::string broken;
  for (std::size_t k = 1; k < state.tensors().size(); ++k) {
    const Known& known = state.tensors()[k];
    Output shown;
    shown.sizes = known.geometry.sizes;
    shown = ReadAs(shown, reply.steps[steps + k]);
    if (known.storage != 0) continue;
    ForEachIndex(shown.sizes, [&](const Ints& i, int64_t number) {
      const auto has = Element(shown, number);
      const int64_t address = Address(known.geometry, i);
      if (!has || has == Element(base, address)) return;
      broken = fmt::format("{}\n  @{}.{}[{}] holds {}, the base {} at {}",
                           Text(test), known.ref.step, known.ref.output,
                           fmt::join(i, ","), *has, *Element(base, address),
                           address);
    });
  }
  return broken;
}

}  // namespace viewproof
