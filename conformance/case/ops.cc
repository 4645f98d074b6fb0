#include "conformance/case/ops.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "conformance/case/named.h"

namespace viewproof {
namespace {

bool IsBefore(const Op& a, const Op& b) { return a.name < b.name; }

const Op* Find(const std::vector<Op>& ops, std::string_view name) {
  const auto op =
      std::lower_bound(ops.begin(), ops.end(), Op{.name = name}, IsBefore);
  return op == ops.end() || op->name != name ? nullptr : &*op;
}

[[noreturn]] void Abort(const Op& op, const char* wrong) {
  std::fprintf(stderr, "row of %.*s: %s\n", static_cast<int>(op.name.size()),
               op.name.data(), wrong);
  std::abort();
}

bool CanReplace(const Parameter& own, const Parameter& targets) {
  const bool gives_sizes =
      own.type == ArgType::kTensor && targets.type == ArgType::kSizesInfer;
  return own.type == targets.type || gives_sizes;
}

void Complete(Op& alias, const Op* target) {
  if (target == nullptr) Abort(alias, "an alias of no op");
  alias.kind = target->kind;
  alias.outputs = target->outputs;
  alias.cuts = target->cuts;
  if (alias.parameters.empty()) alias.parameters = target->parameters;
  if (!std::equal(alias.parameters.begin(), alias.parameters.end(),
                  target->parameters.begin(), target->parameters.end(),
                  CanReplace)) {
    Abort(alias, "its parameters do not replace those of its target");
  }
}

std::vector<Op> CompleteOps() {
  std::vector<Op> ops = OpRows();
  std::sort(ops.begin(), ops.end(), IsBefore);
  for (Op& op : ops) {
    if (op.is_alias()) Complete(op, Find(ops, op.alias.of));
  }
  return ops;
}

}  // namespace

const std::vector<Op>& Ops() {
  static const std::vector<Op> ops = CompleteOps();
  return ops;
}

const Op* FindOp(std::string_view name) { return Find(Ops(), name); }

const Op& TargetOf(const Op& op) {
  return op.is_alias() ? *FindOp(op.alias.of) : op;
}

std::string RuleOfAlias(const Op& alias, std::string_view rule) {
  const std::size_t digits = rule.rfind(".e") + 2;
  int number = 0;
  std::from_chars(rule.data() + digits, rule.data() + rule.size(), number);
  const std::vector<int>& errors = alias.alias.errors;
  if (!errors.empty()) {
    const auto found = std::find(errors.begin(), errors.end(), number);
    if (found == errors.end()) Abort(alias, "its target met another error");
    number = static_cast<int>(found - errors.begin()) + 1;
  }
  std::string own(alias.name);
  std::replace(own.begin(), own.end(), '.', '_');
  return own + ".e" + std::to_string(number);
}

std::string_view Name(ArgType type) {
  switch (type) {
    case ArgType::kDim:
      return "dim";
    case ArgType::kDims:
      return "dims";
    case ArgType::kInt:
      return "int";
    case ArgType::kOptionalInt:
      return "int?";
    case ArgType::kInts:
      return "ints";
    case ArgType::kSizes:
      return "sizes";
    case ArgType::kSizesInfer:
      return "sizes_infer";
    case ArgType::kTensor:
      return "tensor";
    case ArgType::kLiteral:
      return "literal";
    case ArgType::kNumber:
      return "number";
    case ArgType::kDType:
      return "dtype";
    case ArgType::kMemoryFormat:
      return "memory_format";
    case ArgType::kIndex:
      return "index";
    case ArgType::kValue:
      return "value";
  }
  return {};
}

std::string_view Name(OpKind kind) {
  switch (kind) {
    case OpKind::kView:
      return "view";
    case OpKind::kByIndex:
      return "by_index";
    case OpKind::kEither:
      return "either";
    case OpKind::kSelfOrCopy:
      return "self_or_copy";
    case OpKind::kCopy:
      return "copy";
    case OpKind::kWrite:
      return "write";
    case OpKind::kQuery:
      return "query";
    case OpKind::kObserve:
      return "observe";
    case OpKind::kForget:
      return "forget";
    case OpKind::kNew:
      return "new";
  }
  return {};
}

std::string_view Name(Profile profile) {
  switch (profile) {
    case Profile::kCore:
      return "core";
    case Profile::kIndexing:
      return "indexing";
    case Profile::kDType:
      return "dtype";
    case Profile::kComplex:
      return "complex";
    case Profile::kMemoryFormat:
      return "memory_format";
    case Profile::kSparse:
      return "sparse";
    case Profile::kLimits:
      return "limits";
    case Profile::kKernels:
      return "kernels";
    case Profile::kOperands:
      return "operands";
  }
  return {};
}

std::optional<Profile> FindProfile(std::string_view name) {
  return FindNamed(name, Profile::kOperands);
}

const std::vector<Profile>& Profiles() {
  using enum Profile;
  static const std::vector<Profile> profiles = {
      kCore,         kIndexing, kDType,  kComplex,
      kMemoryFormat, kSparse,   kLimits, kKernels};
  return profiles;
}

}  // namespace viewproof
