#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/argument_json.h"
#include "conformance/case/encode.h"
#include "conformance/case/strings.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/sdk/cpp/sdk_subject.h"

namespace viewproof {
namespace {

// Returns whether these letters of a text are a word of C++.
bool IsWordAt(std::string_view text, std::size_t at, std::size_t size) {
  const auto is_letter = [&](std::size_t k) {
    return k < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[k])) ||
            text[k] == '_');
  };
  return (at == 0 || !is_letter(at - 1)) && !is_letter(at + size);
}

// a.TYPE("KEY") in an expression.
struct ExpressionArgument {
  std::string_view type;
  std::string_view key;
  std::size_t end;
};

std::optional<ExpressionArgument> ArgumentAt(std::string_view text,
                                             std::size_t at) {
  if (text.substr(at, 2) != "a." || !IsWordAt(text, at, 1)) return {};
  const std::size_t key = text.find("(\"", at);
  if (key == text.npos) return {};
  const std::string_view type = text.substr(at + 2, key - at - 2);
  const std::size_t end = text.find("\")", key);
  if (end == text.npos || !IsWordAt(text, at + 2, type.size()) ||
      !std::ranges::all_of(
          type, [](unsigned char c) { return std::islower(c) != 0; })) {
    return {};
  }
  return ExpressionArgument{type, text.substr(key + 2, end - key - 2), end + 2};
}

// JSON as C++: {"sizes":[2,1]} is {.sizes = {2, 1}}.
std::string CodeOfJson(std::string_view json) {
  std::string code;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      std::size_t end = at + 1;
      while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
      const std::string_view text = json.substr(at + 1, end - at - 1);
      const bool is_key = end + 1 < json.size() && json[end + 1] == ':';
      code += is_key ? "." + std::string(text) + " = "
                     : '"' + std::string(text) + '"';
      at = end + (is_key ? 1 : 0);
    } else if (json.substr(at, 4) == "null") {
      code += "std::nullopt";
      at += 3;
    } else if (c == ',') {
      code += ", ";
    } else {
      code += c == '[' ? '{' : c == ']' ? '}' : c;
    }
  }
  return code;
}

std::string NameOf(const Case& test, OutputRef ref) {
  const std::string name = "t" + std::to_string(ref.step);
  const bool is_list =
      ref.step > 0 && test.chain[ref.step - 1].op->returns_list();
  return is_list ? name + "[" + std::to_string(ref.output) + "]" : name;
}

std::string CodeOfArgument(const Case& test, const Step& step,
                           std::string_view key) {
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const Parameter& parameter = step.op->parameters[k];
    if (parameter.name != key) continue;
    const auto* tensor = std::get_if<TensorArg>(&step.args[k]);
    const auto* ref =
        tensor == nullptr ? nullptr : std::get_if<OutputRef>(tensor);
    if (ref != nullptr) return NameOf(test, *ref);
    std::string json;
    json::Argument{parameter}.Append(step.args[k], json);
    return CodeOfJson(json);
  }
  return std::string(key);
}

// The expression of a step with its arguments written out.
std::string ExpressionOf(const Case& test, const Step& step,
                         std::string_view text, const std::string& operand) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto found = ArgumentAt(text, at)) {
      line += CodeOfArgument(test, step, found->key);
      at = found->end;
    } else if (text[at] == 'x' && IsWordAt(text, at, 1)) {
      line += operand;
      ++at;
    } else {
      line += text[at++];
    }
  }
  return line;
}

std::string LineOf(sdk::Subject& adapter, const Case& test, std::size_t k,
                   OutputRef current) {
  const Step& step = test.chain[k];
  const std::string op(step.op->name);
  const std::string operand = NameOf(test, step.on.value_or(current));
  if (step.op->kind == OpKind::kForget) return operand + " = {}";
  const std::string line = ExpressionOf(test, step, adapter.Text(op), operand);
  switch (step.op->kind) {
    case OpKind::kWrite:
      return adapter.hello.rebinds ? operand + " = " + line : line;
    case OpKind::kQuery:
    case OpKind::kObserve:
      return line;
    default:
      return "auto t" + std::to_string(k + 1) + " = " + line;
  }
}

}  // namespace

namespace sdk {

Names KeysIn(std::string_view text) {
  Names keys;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto found = ArgumentAt(text, at);
    if (found && std::ranges::find(keys, found->key) == keys.end()) {
      keys.emplace_back(found->key);
    }
  }
  return keys;
}

}  // namespace sdk

std::string ProgramOf(sdk::Subject& adapter, const Case& test,
                      const Reply& reply) {
  std::string base;
  AppendJson(test.base, base);
  std::string program = "auto t0 = make(" + CodeOfJson(base) + ");";
  OutputRef current;
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    program += "\n" + LineOf(adapter, test, k, current) + ";";
    if (const auto* error = std::get_if<ErrorReply>(&reply.steps[k])) {
      program += "  // throws " + Quoted(error->message);
    }
    const auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
    if (outputs != nullptr && !outputs->empty() &&
        !Observes(*test.chain[k].op)) {
      current = {static_cast<int64_t>(k) + 1, 0};
    }
  }
  return program;
}

}  // namespace viewproof
