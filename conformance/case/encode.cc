#include "conformance/case/encode.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/hex.h"
#include "conformance/case/number.h"

namespace viewproof {

void AppendNumber(int64_t number, std::string& out) {
  const fmt::format_int digits(number);
  const bool wide = number > kMaxExact || number < -kMaxExact;
  if (wide) out += '"';
  out.append(digits.data(), digits.size());
  if (wide) out += '"';
}

namespace {

// Calls append(element) for each element, with commas between, in brackets.
template <typename List, typename Append>
void AppendList(const List& list, std::string& out, Append append) {
  out += '[';
  bool first = true;
  for (const auto& element : list) {
    if (!first) out += ',';
    first = false;
    append(element);
  }
  out += ']';
}

void AppendElement(Scalar value, Form form, std::string& out) {
  switch (form) {
    case Form::kBool:
      out += value.re != 0 ? "true" : "false";
      return;
    case Form::kComplex:
      out += '[';
      AppendJsonReal({.re = value.re}, out);
      out += ',';
      AppendJsonReal({.re = value.im}, out);
      out += ']';
      return;
    case Form::kNumber:
      AppendJsonReal(value, out);
  }
}

void Append(const OutputRef& ref, std::string& out) {
  fmt::format_to(std::back_inserter(out), "[{},{}]", ref.step, ref.output);
}

void Append(const Literal& literal, std::string& out) {
  out += "{\"dtype\":";
  AppendQuoted(Name(literal.dtype), out);
  out += ",\"sizes\":";
  AppendJson(literal.sizes, out);
  if (literal.values) {
    out += ",\"values\":";
    AppendJson(*literal.values, out);
  }
  out += '}';
}

void Append(int64_t number, std::string& out) { AppendNumber(number, out); }

void Append(const Ints& list, std::string& out) { AppendJson(list, out); }

void Append(const std::optional<int64_t>& number, std::string& out) {
  if (number) {
    AppendNumber(*number, out);
  } else {
    out += "null";
  }
}

void Append(const TensorArg& tensor, std::string& out) {
  std::visit([&out](const auto& t) { Append(t, out); }, tensor);
}

void Append(DType dtype, std::string& out) { AppendQuoted(Name(dtype), out); }

void Append(MemoryFormat format, std::string& out) {
  AppendQuoted(Name(format), out);
}

void Append(bool item, std::string& out) { out += item ? "true" : "false"; }

void Append(NewAxis, std::string& out) { out += "null"; }

void Append(Ellipsis, std::string& out) { out += "\"...\""; }

void Append(const Range& range, std::string& out) {
  out += "{\"start\":";
  Append(range.start, out);
  out += ",\"stop\":";
  Append(range.stop, out);
  out += ",\"step\":";
  Append(range.step, out);
  out += '}';
}

void Append(const Index<TensorArg>& index, std::string& out) {
  AppendList(index, out, [&out](const IndexItem<TensorArg>& item) {
    std::visit([&out](const auto& i) { Append(i, out); }, item);
  });
}

void Append(const Scalar& number, std::string& out) {
  if (!IsComplex(number)) return AppendJsonReal(number, out);
  out += "{\"complex\":";
  AppendElement(number, Form::kComplex, out);
  out += '}';
}

void Append(const Arg& arg, std::string& out) {
  std::visit([&out](const auto& value) { Append(value, out); }, arg);
}

}  // namespace

std::optional<std::string> ShownDType(const Output& output) {
  return output.dtype ? std::string(Name(*output.dtype)) : output.other_dtype;
}

void AppendShown(int64_t number, std::string& out) {
  if (number == kNotAnInteger) {
    out += "null";
  } else {
    AppendNumber(number, out);
  }
}

void AppendShown(const Ints& list, std::string& out) {
  AppendList(list, out, [&out](int64_t n) { AppendShown(n, out); });
}

namespace {

void Append(const Output& output, std::string& out) {
  const char* before = "{";
  const auto name = [&](std::string_view field) {
    out.append(before).append("\"").append(field).append("\":");
    before = ",";
  };
  if (const auto dtype = ShownDType(output)) {
    name("dtype");
    AppendQuoted(*dtype, out);
    name("sizes");
    AppendShown(output.sizes, out);
  }
  if (output.strides) {
    name("strides");
    AppendShown(*output.strides, out);
  }
  if (output.offset) {
    name("offset");
    AppendShown(*output.offset, out);
  }
  if (output.contiguous) {
    name("contiguous");
    out += *output.contiguous ? "true" : "false";
  }
  if (output.storage) {
    name("storage");
    AppendShown(*output.storage, out);
  }
  const std::pair<std::string_view, bool> bits[] = {
      {"self", output.self}, {"conj", output.conj}, {"neg", output.neg}};
  for (const auto& [field, set] : bits) {
    if (!set) continue;
    name(field);
    out += "true";
  }
  if (output.values) {
    name("values");
    AppendJson(*output.values, out);
  }
  if (output.bytes) {
    name("bytes");
    AppendQuoted(*output.bytes, out);
  }
  if (output.crc32) {
    name("crc32");
    fmt::format_to(std::back_inserter(out), "\"{:08x}\"", *output.crc32);
  }
  out += *before == '{' ? "{}" : "}";
}

enum class Rules { kShown, kLeftOut };

void Append(const ErrorReply& error, Rules rules, std::string& out) {
  out += "{\"error\":{";
  const char* before = "";
  const auto member = [&](std::string_view name, std::string_view text) {
    out.append(before).append("\"").append(name).append("\":");
    AppendQuoted(text, out);
    before = ",";
  };
  if (error.kind) member("kind", Name(*error.kind));
  if (rules == Rules::kShown && !error.rule.empty()) {
    member("rule", error.rule);
  }
  if (!error.message.empty()) member("message", error.message);
  out += "}}";
}

void Append(const Outcome& outcome, Rules rules, std::string& out) {
  if (const auto* outputs = std::get_if<std::vector<Output>>(&outcome)) {
    out += "{\"outputs\":";
    AppendList(*outputs, out, [&out](const Output& o) { Append(o, out); });
    out += '}';
  } else if (const auto* result = std::get_if<bool>(&outcome)) {
    out += *result ? "{\"result\":true}" : "{\"result\":false}";
  } else if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
    Append(*error, rules, out);
  } else {
    out += "{\"unobserved\":true}";
  }
}

void AppendStrings(const std::vector<std::string>& list, std::string& out) {
  AppendList(list, out, [&out](const std::string& s) { AppendQuoted(s, out); });
}

}  // namespace

void AppendJson(const Ints& list, std::string& out) {
  AppendList(list, out, [&out](int64_t n) { AppendNumber(n, out); });
}

void AppendJson(const Values& values, std::string& out) {
  AppendList(values.list, out,
             [&](Scalar v) { AppendElement(v, values.form, out); });
}

namespace {

void AppendFill(const Base& base, std::string& out) {
  switch (base.fill) {
    case FillKind::kIota:
      return;
    case FillKind::kBytes:
      out += ",\"fill\":\"bytes\"";
      return;
    case FillKind::kCycle:
      out += ",\"fill\":\"cycle\"";
      return;
    case FillKind::kValues:
      out += ",\"values\":";
      AppendJson(base.values, out);
      return;
    case FillKind::kHex:
      out += ",\"hex\":\"";
      AppendHex(base.bytes, out);
      out += '"';
  }
}

}  // namespace

void AppendJson(const Base& base, std::string& out) {
  out += base.coo ? "{\"layout\":\"sparse_coo\",\"dtype\":" : "{\"dtype\":";
  AppendQuoted(Name(base.dtype), out);
  out += ",\"sizes\":";
  AppendJson(base.sizes, out);
  if (base.coo) {
    out += ",\"indices\":";
    AppendList(base.coo->indices, out,
               [&out](const Ints& numbers) { AppendJson(numbers, out); });
    out += base.coo->coalesced ? ",\"coalesced\":true" : ",\"coalesced\":false";
  }
  AppendFill(base, out);
  out += '}';
}

void AppendJson(const std::vector<Step>& chain, std::string& out) {
  AppendList(chain, out, [&out](const Step& step) {
    out += "{\"op\":";
    AppendQuoted(step.op->name, out);
    if (step.on) {
      out += ",\"on\":";
      Append(*step.on, out);
    }
    for (std::size_t k = 0; k < step.args.size(); ++k) {
      out += ',';
      AppendQuoted(step.op->parameters[k].name, out);
      out += ':';
      Append(step.args[k], out);
    }
    out += '}';
  });
}

void AppendChain(const Case& test, std::string& out) {
  out += "\"base\":";
  AppendJson(test.base, out);
  out += ",\"chain\":";
  AppendJson(test.chain, out);
}

void AppendJson(const Case& test, std::string& out) {
  out += "{\"id\":";
  AppendQuoted(test.id, out);
  out += ',';
  AppendChain(test, out);
  out += '}';
}

void AppendJson(const Outcome& outcome, std::string& out) {
  Append(outcome, Rules::kShown, out);
}

void AppendJson(const std::vector<Outcome>& outcomes, std::string& out) {
  AppendList(outcomes, out, [&out](const Outcome& o) { AppendJson(o, out); });
}

void AppendJson(const Reply& reply, std::string& out) {
  out += "{\"id\":";
  AppendQuoted(reply.id, out);
  if (reply.too_large) {
    fmt::format_to(std::back_inserter(out), ",\"too_large\":{{\"step\":{}}}",
                   *reply.too_large);
  } else if (reply.unsupported) {
    fmt::format_to(
        std::back_inserter(out),
        ",\"unsupported\":{{\"step\":{},\"what\":", reply.unsupported->step);
    AppendQuoted(reply.unsupported->what, out);
    out += ",\"detail\":";
    AppendQuoted(reply.unsupported->detail, out);
    out += '}';
  } else {
    out += ",\"steps\":";
    AppendList(reply.steps, out,
               [&out](const Outcome& o) { Append(o, Rules::kLeftOut, out); });
  }
  out += '}';
}

void AppendJson(const Vector& vector, std::string& out) {
  out += "{\"id\":";
  AppendQuoted(vector.test.id, out);
  fmt::format_to(std::back_inserter(out), ",\"rev\":{},\"profile\":\"{}\"",
                 vector.rev, Name(vector.profile));
  out += ",\"rules\":";
  AppendStrings(vector.rules, out);
  out += ",\"flags\":";
  AppendStrings(vector.flags, out);
  out += ",\"why\":";
  AppendQuoted(vector.why, out);
  std::vector<std::string> needs;
  if (vector.needs.after_error) needs.emplace_back("after_error");
  if (vector.needs.error_kind) needs.emplace_back("error_kind");
  if (vector.needs.views) needs.emplace_back("views");
  if (vector.needs.wide_int) needs.emplace_back("wide_int");
  for (const CaseForm form : vector.needs.forms) needs.emplace_back(Name(form));
  if (!needs.empty()) {
    out += ",\"requires\":";
    AppendStrings(needs, out);
  }
  out += ",\"base\":";
  AppendJson(vector.test.base, out);
  out += ",\"chain\":";
  AppendJson(vector.test.chain, out);
  out += ",\"expect\":";
  AppendJson(vector.expect, out);
  if (!vector.alternative.empty()) {
    out += ",\"or\":";
    AppendJson(vector.alternative, out);
  }
  out += '}';
}

}  // namespace viewproof
