#include <algorithm>
#include <cstddef>

#include "conformance/subjects/mutant_calls.h"

// Mutants that change or refuse the arguments of a step.
namespace viewproof {
namespace {

bool IsOf(ArgType type, Touches touched) {
  switch (touched) {
    case Touches::kDims:
      return type == ArgType::kDim || type == ArgType::kDims;
    case Touches::kSigned:
      return type == ArgType::kInt || type == ArgType::kOptionalInt;
    case Touches::kIntegers:
      return type == ArgType::kInt || type == ArgType::kOptionalInt ||
             type == ArgType::kInts || type == ArgType::kSizes ||
             type == ArgType::kSizesInfer || type == ArgType::kDim ||
             type == ArgType::kDims;
    case Touches::kNulls:
      return type == ArgType::kOptionalInt;
    case Touches::kSizes:
      return type == ArgType::kSizesInfer;
    default:
      return false;
  }
}

// Calls visit(number) for every number written in an argument of these types.
template <typename Args, typename Visit>
void ForEachNumber(const Op& op, Touches touched, Args& args, Visit visit) {
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (!IsOf(op.parameters[k].type, touched)) continue;
    if (auto* number = std::get_if<int64_t>(&args[k])) visit(*number);
    if (auto* maybe = std::get_if<std::optional<int64_t>>(&args[k])) {
      if (*maybe) visit(**maybe);
    }
    if (auto* list = std::get_if<Ints>(&args[k])) {
      for (auto& number : *list) visit(number);
    }
  }
}

template <Touches kTouched>
bool HasNegative(const TensorCall& call) {
  bool negative = false;
  ForEachNumber(call.op, kTouched, call.args,
                [&](int64_t number) { negative |= number < 0; });
  return negative;
}

void CountFromOnePastTheEnd(const TensorCall& call, std::vector<Arg>& args) {
  ForEachNumber(call.op, Touches::kDims, args, [](int64_t& dim) {
    if (dim < 0) ++dim;
  });
}

void ClampDims(const TensorCall& call, std::vector<Arg>& args) {
  const int64_t rank = WrapRank(call.operand.geometry);
  ForEachNumber(call.op, Touches::kDims, args, [rank](int64_t& dim) {
    dim = std::clamp(dim, -rank, rank - 1);
  });
}

void CountFromTheLast(const TensorCall& call, std::vector<Arg>& args) {
  ForEachNumber(call.op, Touches::kDims, args,
                [](int64_t& dim) { dim = -1 - dim; });
}

void InvertPermutation(const TensorCall&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    auto* dims = std::get_if<Ints>(&arg);
    if (dims == nullptr) continue;
    const auto rank = std::ssize(*dims);
    Ints inverse(dims->size(), -1);
    for (int64_t k = 0; k < rank; ++k) {
      const int64_t dim = (*dims)[k] < 0 ? (*dims)[k] + rank : (*dims)[k];
      if (dim < 0 || dim >= rank || inverse[dim] >= 0) return;  // Refused.
      inverse[dim] = k;
    }
    *dims = inverse;
  }
}

void TakeNullForZero(const TensorCall&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    if (auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      *maybe = maybe->value_or(0);
    }
  }
}

void TakeZeroForNull(const TensorCall&, std::vector<Arg>& args) {
  for (Arg& arg : args) {
    auto* maybe = std::get_if<std::optional<int64_t>>(&arg);
    if (maybe != nullptr && *maybe == 0) maybe->reset();
  }
}

void SwapLastTwo(const TensorCall& call, std::vector<Arg>& args) {
  const std::size_t last = args.size() - 1;
  args[last] = call.args[last - 1];
  args[last - 1] = call.args[last];
}

// Returns whether a negative number is always an error there.
bool IsNeverNegative(Domain domain) {
  return domain == Domain::kCount || domain == Domain::kStep ||
         domain == Domain::kPieceOf || domain == Domain::kDivisorOf ||
         domain == Domain::kWindowOf || domain == Domain::kInStorage;
}

}  // namespace

bool Takes(const Op& op, Touches touched) {
  return std::any_of(op.parameters.begin(), op.parameters.end(),
                     [&](const Parameter& parameter) {
                       return IsOf(parameter.type, touched) &&
                              !(touched == Touches::kSigned &&
                                IsNeverNegative(parameter.domain));
                     });
}

bool LastTwoAreTwins(const Op& op) {
  const std::size_t count = op.parameters.size();
  return count >= 2 &&
         op.parameters[count - 1].type == op.parameters[count - 2].type;
}

std::vector<Mutant> ArgumentMutants() {
  using enum Touches;
  return {
      {"negative_dim_refused", "*", kDims, "a negative dimension is refused",
       &Refusing<&HasNegative<kDims>>},
      {"negative_dim_off_by_one", "*", kDims,
       "-1 is the dimension 0, and -2 the last one",
       &OnArguments<&CountFromOnePastTheEnd>},
      {"dim_clamped", "*", kDims,
       "a dimension out of range is the next in range",
       &OnArguments<&ClampDims>},
      {"negative_refused", "*", kSigned, "a negative number is refused",
       &Refusing<&HasNegative<kSigned>>},
      {"null_is_zero", "*", kNulls, "null is taken for 0",
       &OnArguments<&TakeNullForZero>},
      {"zero_is_null", "*", kNulls, "0 is taken for null",
       &OnArguments<&TakeZeroForNull>},
      {"minus_one_refused", "*", kSizes, "a size of -1 is refused",
       &Refusing<&HasNegative<kSizes>>},
      {"last_two_swapped", "*", kTwins, "the last two arguments change places",
       &OnArguments<&SwapLastTwo>},
  };
}

const std::vector<Mutant>& AxisMutants() {
  using enum Touches;
  static const std::vector<Mutant> mutants = {
      {"axes_from_the_last", "*", kDims, "a dimension is counted from the last",
       &OnArguments<&CountFromTheLast>},
      {"permutation_inverted", "permute", kDims,
       "a permutation is applied the wrong way round",
       &OnArguments<&InvertPermutation>},
  };
  return mutants;
}

}  // namespace viewproof
