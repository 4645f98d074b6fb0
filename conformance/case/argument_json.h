#ifndef VIEWPROOF_CONFORMANCE_CASE_ARGUMENT_JSON_H_
#define VIEWPROOF_CONFORMANCE_CASE_ARGUMENT_JSON_H_

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/codec.h"
#include "conformance/case/ops.h"
#include "reference/core/dtype.h"

// Codecs of what bases, steps and outputs of golden/ and of requests are made
// of. They throw BadInput that names `field`, and NotSupported for a dtype that
// this suite does not know.
namespace viewproof::json {

struct AnyDType {
  void Read(od::value value, std::string_view field, DType& into) const;
  void Append(DType dtype, std::string& out) const;
  std::string Schema() const { return CommonSchema("dtype"); }
};
struct BaseDType : AnyDType {
  void Read(od::value value, std::string_view field, DType& into) const;
  std::string Schema() const { return CommonSchema("base_dtype"); }
};

// Every int64: a string beyond kMaxExact.
struct AnyInt {
  void Read(od::value value, std::string_view field, int64_t& into) const {
    into = Int(value, field);
  }
  void Append(int64_t number, std::string& out) const;
  std::string Schema() const { return CommonSchema("int"); }
};

struct Sizes : List<AnyInt> {
  void Read(od::value value, std::string_view field, Ints& into) const;
  std::string Schema() const { return CommonSchema("sizes"); }
};

// Numbers, booleans or [re, im].
struct ElementList {
  void Read(od::value value, std::string_view field, Values& into) const;
  void Append(const Values& values, std::string& out) const;
  std::string Schema() const { return CommonSchema("elements"); }
};

// [step, output]
struct OutputName {
  void Read(od::value value, std::string_view field, OutputRef& into) const;
  void Append(const OutputRef& ref, std::string& out) const;
};

// The argument of a step for this parameter. Reads over an old list.
struct Argument {
  const Parameter& parameter;

  void Read(od::value value, Arg& into) const;
  void Append(const Arg& arg, std::string& out) const;
};

std::string LiteralSchema();
std::string RangeSchema();

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_ARGUMENT_JSON_H_
