#include "conformance/subjects/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/operands.h"
#include "conformance/subjects/mutant_calls.h"
#include "conformance/subjects/mutant_equivalents.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

bool TakesDivisor(const Op& op) {
  return std::any_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& parameter) {
                       return parameter.domain == Domain::kDivisorOf;
                     });
}

// Returns true unless the op is `read` or `drop`.
bool Uses(const Op& op) { return !Observes(op) && op.kind != OpKind::kForget; }

bool IsTouched(const Op& op, Touches touches) {
  const OpKind kind = op.kind;
  if (kind == OpKind::kNew) return false;
  const bool pure = kind == OpKind::kView || kind == OpKind::kByIndex;
  const bool views = pure || kind == OpKind::kEither;
  switch (touches) {
    case Touches::kTensors:
      return views || kind == OpKind::kSelfOrCopy || kind == OpKind::kCopy;
    case Touches::kViews:
      return views;
    case Touches::kPureViews:
      return pure;
    case Touches::kCopies:
      return kind == OpKind::kByIndex || kind == OpKind::kEither ||
             kind == OpKind::kSelfOrCopy || kind == OpKind::kCopy;
    case Touches::kChoices:
      return kind == OpKind::kEither || kind == OpKind::kSelfOrCopy;
    case Touches::kLists:
      return op.returns_list();
    case Touches::kUneven:
      return op.returns_list() && !TakesDivisor(op);
    case Touches::kWrites:
      return kind == OpKind::kWrite;
    case Touches::kSources:
      return kind == OpKind::kWrite &&
             std::ranges::any_of(op.parameters, [](const Parameter& parameter) {
               return parameter.type == ArgType::kTensor ||
                      parameter.type == ArgType::kValue;
             });
    case Touches::kQueries:
      return kind == OpKind::kQuery;
    case Touches::kOperands:
    case Touches::kErrors:
      return Uses(op);
    case Touches::kScalars:
      return Uses(op) && op.cuts == nullptr;
    case Touches::kToScalars:
      return IsTouched(op, Touches::kTensors) && op.cuts == nullptr;
    case Touches::kDims:
    case Touches::kSigned:
    case Touches::kIntegers:
    case Touches::kNulls:
    case Touches::kSizes:
      return Takes(op, touches);
    case Touches::kTwins:
      return LastTwoAreTwins(op);
    case Touches::kIndexes:
      return std::any_of(op.parameters.begin(), op.parameters.end(),
                         [](const Parameter& parameter) {
                           return parameter.type == ArgType::kIndex;
                         });
  }
  return false;
}

bool Has(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsListed(const Op& op, const Mutant& mutant, SeenBy seen_by) {
  return std::any_of(
      AllEquivalents().begin(), AllEquivalents().end(),
      [&](const Equivalents& known) {
        return known.seen_by == seen_by && Has(known.mutants, mutant.name) &&
               (Has(known.ops, "*") || Has(known.ops, TargetOf(op).name));
      });
}

// Changes what a reply shows of these steps, counted from 0.
template <typename Has>
void Show(void (*show)(Output& output), Has has, Reply& reply) {
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
    if (outputs == nullptr || !has(k)) continue;
    for (Output& output : *outputs) show(output);
  }
}

class DisplayMutant : public Subject {
 public:
  DisplayMutant(std::unique_ptr<Subject> subject, const Op& op,
                void (*show)(Output& output))
      : subject_(std::move(subject)), op_(op), show_(show) {}

  const Hello& hello() const override { return subject_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    subject_->Run(test, reply);
    Show(
        show_, [&](std::size_t k) { return test.chain[k].op == &op_; }, reply);
  }

 private:
  const std::unique_ptr<Subject> subject_;
  const Op& op_;
  void (*const show_)(Output& output);
};

}  // namespace

const std::vector<Mutant>& Mutants() {
  static const std::vector<Mutant> mutants = [] {
    std::vector<Mutant> all;
    for (const auto& some :
         {OutputMutants(), StepMutants(), ArgumentMutants()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return mutants;
}

const std::vector<Mutant>& Effects() {
  // Misreadings that a kernel may also have under some condition.
  constexpr std::array<std::string_view, 16> kShared = {
      "all_begin_alike",
      "copied",
      "last_dropped",
      "offset_dropped",
      "offset_from_operand",
      "offset_kept",
      "operand_offset_ignored",
      "operand_strides_ignored",
      "refused_write_shows",
      "source_offset_ignored",
      "source_strides_ignored",
      "storage_freed",
      "strides_in_bytes",
      "strides_row_major",
      "write_lost",
      "write_to_copy"};
  static const std::vector<Mutant> effects = [&] {
    std::vector<Mutant> all = ElementMutants();
    for (const Mutant& mutant : KernelMutants()) all.push_back(mutant);
    for (const Mutant& mutant : Mutants()) {
      if (std::binary_search(kShared.begin(), kShared.end(), mutant.name)) {
        all.push_back(mutant);
      }
    }
    return all;
  }();
  return effects;
}

bool IsTouched(const Op& op, const Mutant& mutant) {
  return mutant.op == "*" ? IsTouched(op, mutant.touches)
                          : mutant.op == op.name;
}

bool IsRefusal(const Mutant& mutant) {
  return mutant.name.ends_with("refused");
}

bool SaysCopied(const Mutant& mutant) {
  return mutant.name.starts_with("copied") || mutant.name.ends_with("_copied");
}

bool IsOfStrides(const Mutant& mutant) {
  constexpr std::array<std::string_view, 5> kNames = {
      "empty_strides", "last_strides_swapped", "size_one_strides",
      "strides_in_bytes", "strides_row_major"};
  return std::binary_search(kNames.begin(), kNames.end(), mutant.name);
}

bool IsEquivalent(const Op& op, const Mutant& mutant) {
  return IsListed(op, mutant, SeenBy::kNobody);
}

bool MovesNoElement(const Op& op, const Mutant& mutant) {
  return IsListed(op, mutant, SeenBy::kVectors);
}

std::unique_ptr<Subject> MakeMutant(const Mutant& mutant, const Op& op) {
  std::string name = fmt::format("{} {}", op.name, mutant.name);
  if (mutant.show != nullptr) {
    return std::make_unique<DisplayMutant>(
        MakeWrapped(std::move(name), nullptr), op, mutant.show);
  }
  return MakeWrapped(std::move(name),
                     [&op, answer = mutant.answer](const Call<Tensor>& call) {
                       return &call.op == &op ? answer(call) : call.Make();
                     });
}

MaskedBug::MaskedBug(const Mutant& mutant)
    : answer_(mutant.answer), kept_(mutant.kept) {}

void MaskedBug::Begin(uint32_t steps) {
  steps_ = steps;
  told_ = true;
  earlier_.clear();
}

std::optional<Answer<Tensor>> MaskedBug::Answered(const Call<Tensor>& call) {
  const bool wrong = steps_ >> (call.number - 1) & 1U;
  if (kept_ != Kept::kNothing) return Remembered(call, wrong);
  if (!wrong || answer_ == nullptr) return call.Make();
  std::optional<Answer<Tensor>> answer = answer_(call);
  const auto* made = answer ? std::get_if<Outputs<Tensor>>(&*answer) : nullptr;
  if (made != nullptr && !made->told) told_ = false;
  return answer;
}

namespace {

std::vector<Tensor> CopiesIn(const Tensor& operand,
                             const Answer<Tensor>& answer) {
  std::vector<Tensor> copies;
  const auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr) return copies;
  std::ranges::copy_if(
      made->tensors, std::back_inserter(copies),
      [&](const Tensor& tensor) { return tensor.storage != operand.storage; });
  return copies;
}

}  // namespace

namespace {

// Returns whether a tensor of the first sizes broadcasts to the others.
bool BroadcastsTo(const Ints& from, const Ints& to) {
  return from.size() <= to.size() &&
         std::equal(from.rbegin(), from.rend(), to.rbegin(),
                    [](int64_t a, int64_t b) { return a == b || a == 1; });
}

// The write of a source that a copy was made of for an earlier target. What
// does not broadcast to this one is taken element by element, over and over.
std::optional<Answer<Tensor>> WithBroadcast(const Call<Tensor>& call,
                                            const Tensor& target) {
  const Tensor* source = call.tensors[0];
  const Ints& from = target.geometry.sizes;
  const Ints& to = call.operand.geometry.sizes;
  if (call.op.kind == OpKind::kByIndex || call.args.size() != 1 ||
      source == nullptr || BroadcastsTo(from, to) ||
      !BroadcastsTo(source->geometry.sizes, from) || Numel(from) == 0 ||
      Numel(to).value_or(kMaxCopied + 1) > kMaxCopied) {
    return call.Make();
  }
  const Ints addresses = BroadcastAddresses(source->geometry, from);
  const int64_t item = ItemSize(source->dtype);
  const auto count = static_cast<std::size_t>(*Numel(to));
  Tensor own{.storage = std::make_shared<Storage>(),
             .dtype = source->dtype,
             .geometry = {to, *ContiguousStrides(to), 0}};
  own.storage->bytes.resize(count * item);
  for (std::size_t k = 0; k < count; ++k) {
    LoadElement(*source, addresses[k % addresses.size()],
                own.storage->bytes.data() + k * item);
  }
  const std::array<const Tensor*, 1> tensors = {&own};
  return MakeWith(call, call.operand, call.args, tensors);
}

}  // namespace

const MaskedBug::Earlier* MaskedBug::FirstOf(const Call<Tensor>& call) const {
  const bool by_arguments = kept_ == Kept::kContents ||
                            kept_ == Kept::kOffset || kept_ == Kept::kBroadcast;
  const auto first = std::ranges::find_if(earlier_, [&](const Earlier& e) {
    return e.op == &call.op && e.operand.dtype == call.operand.dtype &&
           (by_arguments
                ? std::ranges::equal(e.args, call.args)
                : e.operand.geometry.sizes == call.operand.geometry.sizes);
  });
  return first == earlier_.end() ? nullptr : &*first;
}

std::optional<Answer<Tensor>> MaskedBug::Remembered(const Call<Tensor>& call,
                                                    bool wrong) {
  const Tensor& operand = call.operand;
  if (const Earlier* first = FirstOf(call)) {
    return wrong ? Reusing(call, *first) : call.Make();
  }
  Earlier e{.op = &call.op,
            .operand = operand,
            .args = {call.args.begin(), call.args.end()},
            .tensors = {},
            .answer = {},
            .bytes = {}};
  for (const Tensor* tensor : call.tensors) {
    auto& kept = e.tensors.emplace_back();
    if (tensor == nullptr) continue;
    kept = *tensor;
    if (kept_ == Kept::kContents && tensor->storage != operand.storage) {
      kept->storage = std::make_shared<Storage>(*tensor->storage);
    }
  }
  Answer<Tensor> answer = call.Make();
  e.answer = answer;
  for (const Tensor& copy : CopiesIn(operand, answer)) {
    e.bytes.push_back(copy.storage->bytes);
  }
  earlier_.push_back(std::move(e));
  return answer;
}

std::optional<Answer<Tensor>> MaskedBug::Reusing(const Call<Tensor>& call,
                                                 const Earlier& first) const {
  if (kept_ == Kept::kAnswer) return first.answer;
  if (kept_ == Kept::kArguments || kept_ == Kept::kContents) {
    std::vector<const Tensor*> tensors;
    for (const auto& tensor : first.tensors) {
      tensors.push_back(tensor ? &*tensor : nullptr);
    }
    return MakeWith(call, call.operand, first.args, tensors);
  }
  if (kept_ == Kept::kBroadcast) return WithBroadcast(call, first.operand);
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  const auto* before = std::get_if<Outputs<Tensor>>(&first.answer);
  if (made == nullptr || before == nullptr) return answer;
  if (kept_ == Kept::kGeometry) {
    const std::size_t count =
        std::min(made->tensors.size(), before->tensors.size());
    for (std::size_t k = 0; k < count; ++k) {
      made->tensors[k].geometry = before->tensors[k].geometry;
    }
    return InStorage(std::move(answer));
  }
  if (kept_ == Kept::kOffset) {
    const std::size_t count =
        std::min(made->tensors.size(), before->tensors.size());
    for (std::size_t k = 0; k < count; ++k) {
      Geometry& geometry = made->tensors[k].geometry;
      if (made->tensors[k].storage != call.operand.storage) continue;
      geometry.offset = call.operand.geometry.offset +
                        before->tensors[k].geometry.offset -
                        first.operand.geometry.offset;
      if (geometry.offset < 0) return Refused(ErrorKind::kOutOfBounds);
    }
    return InStorage(std::move(answer));
  }
  const std::vector<Tensor> copies = CopiesIn(first.operand, first.answer);
  std::size_t next = 0;
  for (Tensor& tensor : made->tensors) {
    if (tensor.storage == call.operand.storage || next == copies.size()) {
      continue;
    }
    std::vector<std::byte>& own = tensor.storage->bytes;
    const std::size_t k = next++;
    if (own.size() != first.bytes[k].size()) continue;
    if (kept_ == Kept::kElements) {
      own = first.bytes[k];
    } else {
      copies[k].storage->bytes = own;
      tensor.storage = copies[k].storage;
    }
  }
  return answer;
}

MaskedMutant::MaskedMutant(const Mutant& mutant)
    : bug_(mutant),
      show_(mutant.show),
      subject_(MakeWrapped(
          std::string(mutant.name),
          [this](const Call<Tensor>& call) { return bug_.Answered(call); })) {}

bool MaskedMutant::Run(const Case& test, uint32_t steps, Reply& reply) {
  bug_.Begin(steps);
  subject_->Run(test, reply);
  if (show_ != nullptr) {
    Show(
        show_, [steps](std::size_t k) { return k < 32 && (steps >> k & 1U); },
        reply);
  }
  return bug_.told();
}

}  // namespace viewproof
