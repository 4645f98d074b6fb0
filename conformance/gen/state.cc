#include "conformance/gen/state.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/write.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/overlap.h"
#include "reference/ops/sparse.h"

namespace viewproof {

bool FitsLiteral(const Ints& sizes) {
  int64_t room = kMaxCopied;  // Also where another size is 0.
  for (const int64_t size : sizes) {
    if (size < 0 || size > room) return false;
    room /= std::max<int64_t>(size, 1);
  }
  return *Numel(sizes) <= kMaxWrittenBase;
}

namespace {

// Returns whether every dtype holds the elements of a literal exactly.
bool IsOfMarks(const TensorArg& tensor) {
  const auto* literal = std::get_if<Literal>(&tensor);
  return literal != nullptr && literal->values &&
         std::all_of(literal->values->list.begin(), literal->values->list.end(),
                     [](const Scalar& value) { return IsMark(value); });
}

// Returns whether tensor.u1 leaves an element open that is shown: the sign of a
// zero part of a complex tensor with the negative bit; of a NaN under a bit all
// its bits, which a case of `iota` shows as a number.
bool HasOpenSign(const Tensor& tensor, FillKind fill) {
  if (!tensor.conj && !tensor.neg) return false;
  const std::optional<int64_t> numel = Numel(tensor.geometry.sizes);
  if (!numel || *numel > kMaxCopied) return false;
  const auto is_open = [&](double part) {
    return std::isnan(part)
               ? fill != FillKind::kIota
               : part == 0 && tensor.neg && IsComplex(tensor.dtype);
  };
  return std::ranges::any_of(LiteralFrom(tensor).values->list,
                             [&](const Scalar& value) {
                               return is_open(value.re) || is_open(value.im);
                             });
}

}  // namespace

State::State(const Base& base) : made_{MakeReferenceTensor(base)} {
  test_.base = base;
  tensors_.push_back(
      {.ref = {},
       .dtype = base.dtype,
       .geometry = {.sizes = FilledSizes(base),
                    .strides = *ContiguousStrides(FilledSizes(base)),
                    .offset = 0},
       .storage = 0,
       .storage_bytes = made_[0].storage->size()});
  storages_.push_back(made_[0].storage.get());
  if (base.coo) storages_.push_back(made_[0].coo->indices.storage.get());
}

Reply State::reply() const {
  Reply reply;
  MakeReference()->Run(test_, reply);
  return reply;
}

const TensorRecord* State::Find(const OutputRef& ref) const {
  const auto found = std::find_if(
      tensors_.begin(), tensors_.end(),
      [&ref](const TensorRecord& known) { return known.ref == ref; });
  return found == tensors_.end() ? nullptr : &*found;
}

const TensorRecord& State::OperandOf(const Step& step) const {
  return step.on ? *Find(*step.on) : current();
}

const Tensor* State::TensorOf(const OutputRef& ref) const {
  const TensorRecord* known = Find(ref);
  return known == nullptr ? nullptr : &made_[known - tensors_.data()];
}

Literal State::Held(const OutputRef& ref) const {
  return LiteralFrom(*TensorOf(ref));
}

Step State::Plain(const Step& step) const {
  return WithLiterals(step, [this](OutputRef ref) { return Held(ref); });
}

std::optional<Answer<Tensor>> State::Run(const Step& step) const {
  NamedTensors named{};
  std::size_t next = step.args.size();
  bool exist = true;
  const auto name = [&](const TensorArg& tensor, std::size_t& at) {
    const auto* ref = std::get_if<OutputRef>(&tensor);
    if (ref == nullptr) return;
    named[at] = TensorOf(*ref);
    exist &= named[at++] != nullptr;
  };
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    if (const auto* tensor = std::get_if<TensorArg>(&step.args[k])) {
      std::size_t at = k;
      name(*tensor, at);
    }
    const auto* index = std::get_if<Index<TensorArg>>(&step.args[k]);
    if (index == nullptr) continue;
    for (const IndexItem<TensorArg>& item : *index) {
      if (const auto* t = std::get_if<TensorArg>(&item)) name(*t, next);
    }
  }
  if (!exist) return std::nullopt;
  return RunReferenceStep(step, *TensorOf(OperandOf(step).ref), named);
}

bool State::Refuses(const Step& step) const {
  return RefusalOf(step).has_value();
}

template <typename Look>
void State::Try(const Step& step, Look look) const {
  if (Observes(*step.op)) return;
  Storage& storage = *TensorOf(OperandOf(step).ref)->storage;
  const std::vector<std::byte> was = storage.bytes;
  if (const std::optional<Answer<Tensor>> answer = Run(step)) look(*answer);
  storage.bytes = was;
}

std::optional<std::string> State::RefusalOf(const Step& step) const {
  std::optional<std::string> rule;
  Try(step, [&rule](const Answer<Tensor>& answer) {
    const auto* error = std::get_if<ErrorReply>(&answer);
    if (error != nullptr) rule = error->rule;
  });
  return rule;
}

bool State::IsTooLarge(const Step& step) const {
  const TensorRecord& target = OperandOf(step);
  return TooLarge(
      WithLiterals(step,
                   [this](OutputRef ref) -> Literal {
                     const TensorRecord* known = Find(ref);
                     if (known == nullptr) return {};
                     return {known->dtype, known->geometry.sizes, std::nullopt};
                   }),
      target.geometry.sizes, target.dtype);
}

bool State::KeepsIndexTensors(const Step& step, const Step& plain) const {
  const TensorRecord& target = OperandOf(step);
  if (step.op->kind != OpKind::kWrite) return true;
  const std::optional<std::string> refusal = RefusalOf(step);
  bool keeps = true;
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    if (field != "index") return;
    const TensorRecord& index = *Find(ref);
    if (index.storage != target.storage || index.geometry.rank() == 0) return;
    if (index.geometry == target.geometry ||
        (index.dtype == DType::kBool &&
         Overlap(*TensorOf(ref), *TensorOf(target.ref)))) {  // setitem.u1
      keeps &= refusal == "setitem.e4";
    }
    keeps &=
        refusal || (index.dtype == target.dtype &&
                    WritesNothingOf(plain, target.geometry, index.geometry));
  });
  return keeps;
}

std::optional<State::Source> State::SourceOf(const TensorArg& tensor) const {
  if (const auto* ref = std::get_if<OutputRef>(&tensor)) {
    const TensorRecord* known = Find(*ref);
    if (known == nullptr) return std::nullopt;
    return Source{known->geometry, known->dtype, known->storage, known->conj,
                  known->neg};
  }
  const Literal& literal = std::get<Literal>(tensor);
  if (!FitsLiteral(literal.sizes)) return std::nullopt;
  return Source{
      {literal.sizes, *ContiguousStrides(literal.sizes), 0}, literal.dtype, -1};
}

bool State::AllowsDType(DType dtype, const TensorRecord& operand) const {
  if (dtype == operand.dtype) return true;
  if (!ShowsBytes(test_.base.fill)) return false;
  const int64_t bytes = *Numel(test_.base.sizes) * ItemSize(test_.base.dtype);
  const bool fits = dtype != DType::kFloat16 || bytes <= kMaxFloat16Bytes;
  const bool written =
      std::any_of(test_.chain.begin(), test_.chain.end(), [](const Step& s) {
        return s.op->kind == OpKind::kWrite || s.op->kind == OpKind::kNew;
      });
  // A copy of what had a bit stores signs that no byte of the fill has.
  return fits && AreKept(test_.base, dtype) &&
         (AcceptsEveryBytePattern(dtype) || !(written || any_bits_));
}

bool State::AllowsNumber(const Op& op, const Scalar& number,
                         const TensorRecord& operand) const {
  // A later add_ of an infinite part or a NaN is unspecified (add_.u1).
  const bool sums = !IsComplex(operand.dtype) ||
                    (std::isfinite(number.re) && std::isfinite(number.im));
  return IsMark(number) || (sums && test_.base.fill == FillKind::kIota &&
                            WriteOfIsSpecified(op, operand.dtype, number));
}

bool State::MakesUnspecified(const Op& op, const TensorRecord& operand) const {
  if (op.profile == Profile::kComplex && ShowsBytes(test_.base.fill) &&
      !MayWrite(test_, operand.dtype)) {
    return true;  // view_dtype.u1
  }
  return op.name == "view_as_complex" &&
         operand.dtype == DType::kFloat16;  // view_as_complex.u1
}

bool State::OpensASign(const Step& step) const {
  if (!any_bits_ && !IsComplex(OperandOf(step).dtype)) return false;
  const auto opens = [this](const Tensor& tensor) {
    return HasOpenSign(tensor, test_.base.fill);
  };
  bool open = false;
  Try(step, [&](const Answer<Tensor>& answer) {
    const auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
    if (outputs == nullptr) return;
    const bool writes = step.op->kind == OpKind::kWrite;
    open = std::ranges::any_of(outputs->tensors, opens) ||
           (writes && std::ranges::any_of(made_, opens));
  });
  return open;
}

bool State::SumIsSpecified(const Step& step) const {
  const TensorRecord& target = OperandOf(step);
  const bool shows_bits = ShowsBytes(test_.base.fill);
  const bool complex = IsComplex(target.dtype);
  if (!complex && !shows_bits) return true;
  const auto is_open = [complex](double part) {
    return !std::isfinite(part) || (complex && part == 0 && std::signbit(part));
  };
  const auto is_plain = [is_open](const Values& values) {
    return std::none_of(values.list.begin(), values.list.end(),
                        [is_open](const Scalar& value) {
                          return is_open(value.re) || is_open(value.im);
                        });
  };
  bool specified = is_plain(*Held(target.ref).values);
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    specified &= field == "on" || is_plain(*Held(ref).values);
  });
  for (const Arg& arg : step.args) {
    const auto* tensor = std::get_if<TensorArg>(&arg);
    if (tensor == nullptr) continue;
    const auto* literal = std::get_if<Literal>(tensor);
    specified &= literal == nullptr || is_plain(ElementsOf(*literal));
  }
  return specified;
}

bool State::CastsAreSpecified(const TensorArg& tensor,
                              const TensorRecord& target) const {
  if (IsOfMarks(tensor)) return true;
  const auto* ref = std::get_if<OutputRef>(&tensor);
  // A source that repeats its elements may have more than can be looked at.
  if (ref != nullptr &&
      Numel(Find(*ref)->geometry.sizes).value_or(INT64_MAX) > kMaxCopied) {
    return false;
  }
  const Literal held = ref == nullptr ? std::get<Literal>(tensor) : Held(*ref);
  if (ref != nullptr &&
      !TakesSigns(target.dtype, target.neg, Find(*ref)->neg)) {
    return false;
  }
  if (ref != nullptr && Find(*ref)->neg && IsComplex(target.dtype) &&
      !IsComplex(held.dtype)) {
    return false;  // tensor.u1
  }
  const bool shows_bits = ShowsBytes(test_.base.fill);
  const Values elements = ElementsOf(held);
  return std::ranges::all_of(elements.list, [&](const Scalar& element) {
    const bool is_nan = std::isnan(element.re) || std::isnan(element.im);
    return CastIsSpecified(held.dtype, target.dtype, element) &&
           !(is_nan && shows_bits && target.dtype != DType::kBool);
  });
}

bool State::CanDrop(const TensorRecord& known) const {
  return !test_.base.coo && &known != &current() &&
         std::any_of(
             tensors_.begin(), tensors_.end(), [&](const TensorRecord& other) {
               return &other != &known && other.storage == known.storage;
             });
}

bool State::Allows(const Step& step) const {
  if (step.on && Find(*step.on) == nullptr) return false;
  const TensorRecord& target = OperandOf(step);
  if (step.op->kind == OpKind::kForget) return step.on && CanDrop(target);
  if (MisusesSparse(test_.base, step, target.ref)) return false;
  if (!IsBaseDType(target.dtype) && !SuitsEveryDType(step)) return false;
  if (MakesUnspecified(*step.op, target)) return false;
  bool exist = true;
  ForEachRef(step, [&](OutputRef ref, std::string_view field) {
    const TensorRecord* named = Find(ref);
    exist &= named != nullptr && (field == "on" || IsBaseDType(named->dtype));
  });
  if (!exist || IsTooLarge(step) || OpensASign(step)) return false;
  const Step plain = Plain(step);
  if (target.free_layout && !NeedsNoStrides(plain)) return false;
  if (!KeepsIndexTensors(step, plain)) return false;
  if (step.op->kind == OpKind::kWrite && !MayWrite(test_, target.dtype)) {
    return false;
  }
  if (ReadsTarget(*step.op) && !Refuses(step) &&
      (test_.base.fill == FillKind::kBytes ||
       HoldsAnElementTwice(target.geometry) || !SumIsSpecified(step))) {
    return false;
  }
  if (step.op->kind == OpKind::kWrite && (target.conj || target.neg) &&
      !Refuses(step) && PutsBackTwice(plain, target.geometry)) {
    return false;
  }
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const Scalar* number = NumberWritten(step, k);
    if (number != nullptr && !AllowsNumber(*step.op, *number, target))
      return false;
    const auto* dtype = std::get_if<DType>(&step.args[k]);
    if (dtype != nullptr && !AllowsDType(*dtype, target)) return false;
    const auto* tensor = std::get_if<TensorArg>(&step.args[k]);
    if (tensor == nullptr) continue;
    const std::optional<Source> source = SourceOf(*tensor);
    if (!source || !IsBaseDType(source->dtype)) return false;
    if (step.op->kind == OpKind::kNew) continue;
    if (source->dtype != target.dtype &&
        (ReadsTarget(*step.op) ||  // add_.u1
         (!Refuses(step) && !CastsAreSpecified(*tensor, target)))) {
      return false;
    }
    if (step.op->kind != OpKind::kWrite) continue;
    const bool share = source->storage == target.storage;
    if (share && !LooksForOverlap(target.dtype, source->dtype)) return false;
    const InCommon common = {
        .storage = share,
        .bits = source->conj == target.conj && source->neg == target.neg,
        .dtype = source->dtype == target.dtype};
    if (PicksFromItself(plain, target.geometry, source->geometry, share) ||
        (!Refuses(step) &&
         !WriteIsSpecified(plain, target.geometry, source->geometry, common))) {
      return false;
    }
  }
  return true;
}

void State::Append(Step step) {
  const bool free_layout =
      step.op->kind == OpKind::kByIndex && HasFreeLayout(Plain(step));
  test_.chain.push_back(std::move(step));
  const Step& last = test_.chain.back();
  if (Observes(*last.op)) return;
  if (last.op->kind == OpKind::kForget) return Drop(*last.on);
  const std::optional<Answer<Tensor>> answer = Run(last);
  const auto* outputs = std::get_if<Outputs<Tensor>>(&answer.value());
  if (outputs == nullptr || outputs->tensors.empty()) return;
  const std::size_t first = tensors_.size();
  for (std::size_t k = 0; k < outputs->tensors.size(); ++k) {
    Add(outputs->tensors[k], static_cast<int64_t>(k));
    tensors_.back().free_layout = free_layout;
  }
  current_ = first;
}

void State::Drop(OutputRef ref) {
  const std::ptrdiff_t at = Find(ref) - tensors_.data();
  tensors_.erase(tensors_.begin() + at);
  made_.erase(made_.begin() + at);
  if (current_ > static_cast<std::size_t>(at)) --current_;
}

void State::Add(const Tensor& tensor, int64_t output) {
  const Storage* storage = tensor.storage.get();
  const auto found = std::find(storages_.begin(), storages_.end(), storage);
  const auto number = static_cast<int64_t>(found - storages_.begin());
  if (found == storages_.end()) storages_.push_back(storage);
  tensors_.push_back({.ref = {static_cast<int64_t>(test_.chain.size()), output},
                      .dtype = tensor.dtype,
                      .geometry = tensor.geometry,
                      .storage = number,
                      .storage_bytes = storage->size(),
                      .conj = tensor.conj,
                      .neg = tensor.neg});
  made_.push_back(tensor);
  any_bits_ |= tensor.conj || tensor.neg;
}

}  // namespace viewproof
