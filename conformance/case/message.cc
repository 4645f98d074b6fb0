#include "conformance/case/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>

#include "conformance/case/number.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "reference/core/error_rule.h"

namespace viewproof {
namespace {

std::string ElementDisplay(int64_t number) { return fmt::format("{}", number); }

std::string ElementDisplay(const Ints& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

std::string ElementDisplay(DType dtype) { return std::string(Name(dtype)); }

// Holds what the placeholders of one error say.
class Facts {
 public:
  Facts(const Case& test, const Reply& reply, std::size_t k)
      : test_(test),
        reply_(reply),
        step_(test.chain[k]),
        error_(*std::get_if<ErrorReply>(&reply.steps[k])),
        operand_(ShownAt(test_, reply_.steps,
                         OperandsOf(test.chain, reply.steps)[k])) {}

  // The value called `name`: an argument before a fact of the operand.
  std::optional<std::string> Find(std::string_view name) const {
    const auto& parameters = step_.op->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p].name != name) continue;
      return std::visit([this](const auto& arg) { return Argument(arg); },
                        step_.args[p]);
    }
    if (name == "number" && error_.number)
      return ElementDisplay(*error_.number);
    return OfOperand(name);
  }

 private:
  std::optional<std::string> OfOperand(std::string_view name) const {
    const auto rank = std::ssize(operand_.sizes);
    if (name == "rank") return ElementDisplay(rank);
    if (name == "rank_or_1") return ElementDisplay(std::max<int64_t>(rank, 1));
    if (name == "sizes") return ElementDisplay(operand_.sizes);
    if (name == "numel") return ElementDisplay(Numel(operand_.sizes).value());
    if (name == "strides") return ElementDisplay(operand_.strides.value());
    if (name == "offset") return ElementDisplay(operand_.offset.value());
    if (name == "dtype") return ElementDisplay(operand_.dtype.value());
    return std::nullopt;
  }

  std::string Argument(int64_t number) const { return ElementDisplay(number); }
  std::string Argument(const Ints& list) const { return ElementDisplay(list); }
  std::string Argument(DType dtype) const { return ElementDisplay(dtype); }
  std::string Argument(MemoryFormat format) const {
    return std::string(Name(format));
  }
  std::string Argument(const std::optional<int64_t>& number) const {
    return number ? ElementDisplay(*number) : "null";
  }
  std::string Argument(const Scalar& number) const {
    std::string text;
    AppendSpelt(number, text);
    return text;
  }
  std::string Argument(const TensorArg& tensor) const {
    const auto* ref = std::get_if<OutputRef>(&tensor);
    return ElementDisplay(ref != nullptr
                              ? ShownAt(test_, reply_.steps, *ref).sizes
                              : std::get_if<Literal>(&tensor)->sizes);
  }
  std::string Argument(const Index<TensorArg>& index) const {
    std::string text;
    AppendText(index, text);
    return text;
  }

  const Case& test_;
  const Reply& reply_;
  const Step& step_;
  const ErrorReply& error_;
  const Output operand_;
};

}  // namespace

std::string MessageOf(const Case& test, const Reply& reply, std::size_t k) {
  const std::string& rule = std::get_if<ErrorReply>(&reply.steps[k])->rule;
  const Facts facts(test, reply, k);
  std::string_view rest = ErrorRule::Find(rule).value().message();
  std::string out = rule + ": ";
  while (true) {
    const std::size_t open = rest.find('{');
    out += rest.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = rest.find('}', open);
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    out += facts.Find(name).value_or(fmt::format("{{{}}}", name));
    rest.remove_prefix(close + 1);
  }
}

void AddMessages(const Case& test, Reply& reply) {
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    auto* error = std::get_if<ErrorReply>(&reply.steps[k]);
    if (error == nullptr || error->rule.empty()) continue;
    if (error->message.empty()) error->message = MessageOf(test, reply, k);
  }
}

}  // namespace viewproof
