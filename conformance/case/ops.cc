#include "conformance/case/ops.h"

#include <algorithm>

#include "conformance/case/op_rows.h"

namespace viewproof {
namespace {

bool IsBefore(const Op& a, const Op& b) { return a.name < b.name; }

std::vector<Op> Sorted(std::vector<Op> rows) {
  std::sort(rows.begin(), rows.end(), IsBefore);
  return rows;
}

}  // namespace

const std::vector<Op>& Ops() {
  static const std::vector<Op> ops = Sorted(OpRows());
  return ops;
}

const Op* FindOp(std::string_view name) {
  const auto op =
      std::lower_bound(Ops().begin(), Ops().end(), Op{.name = name}, IsBefore);
  return op == Ops().end() || op->name != name ? nullptr : &*op;
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
  }
  return {};
}

std::optional<Profile> FindProfile(std::string_view name) {
  for (const Profile profile : Profiles()) {
    if (Name(profile) == name) return profile;
  }
  return std::nullopt;
}

const std::vector<Profile>& Profiles() {
  using enum Profile;
  static const std::vector<Profile> profiles = {
      kCore, kIndexing, kDType, kComplex, kMemoryFormat, kSparse, kLimits};
  return profiles;
}

void AppendOpsJson(std::string& out) {
  const auto quoted = [&out](std::string_view text) {
    out.append("\"").append(text).append("\"");
  };
  out += "[\n";
  for (const Op& op : Ops()) {
    out += "{\"name\":";
    quoted(op.name);
    out += ",\"profile\":";
    quoted(Name(op.profile));
    out += ",\"kind\":";
    quoted(Name(op.kind));
    out += op.returns_list() ? ",\"many\":true" : ",\"many\":false";
    out += ",\"aten\":";
    quoted(op.aten_name());
    out += ",\"parameters\":[";
    for (const Parameter& parameter : op.parameters) {
      if (&parameter != &op.parameters.front()) out += ",";
      out += "{\"name\":";
      quoted(parameter.name);
      out += ",\"type\":";
      quoted(Name(parameter.type));
      if (!parameter.otherwise.empty()) {
        out.append(",\"default\":").append(parameter.otherwise);
      }
      out += "}";
    }
    out += &op == &Ops().back() ? "]}\n" : "]},\n";
  }
  out += "]\n";
}

}  // namespace viewproof
