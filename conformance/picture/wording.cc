#include "conformance/picture/wording.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>
#include <variant>

#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace {

// Returns whether a word of the text is this one.
bool Mentions(std::string_view text, std::string_view word) {
  const auto is_in_word = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
            text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_in_word(at - 1);
    if (begins && !is_in_word(at + word.size())) return true;
  }
  return false;
}

}  // namespace

Wording::Wording(const Case& test, const std::vector<Outcome>& outcomes,
                 const std::optional<PythonNames>& names)
    : test_(test),
      outcomes_(outcomes),
      names_(names),
      operands_(OperandsOf(test.chain, outcomes)) {}

std::string Wording::VariableOf(OutputRef ref) const {
  std::string variable;
  if (!names_) return variable;
  for (const auto& [name, named] : names_->variables) {
    if (named == ref) variable = name;
  }
  return variable;
}

std::string Wording::MakerOf(std::size_t step) const {
  return step < names_->makers.size() ? names_->makers[step] : std::string();
}

std::string Wording::NameOf(OutputRef ref) const {
  const std::string variable = VariableOf(ref);
  if (!variable.empty()) return variable;
  if (ref.step == 0) return "base";
  const std::vector<Output>* outputs = nullptr;
  if (ref.step <= std::ssize(outcomes_)) {
    outputs = std::get_if<std::vector<Output>>(&outcomes_[ref.step - 1]);
  }
  if (outputs == nullptr || outputs->size() == 1) {
    return fmt::format("step {}", ref.step);
  }
  return fmt::format("step {}, output {}", ref.step, ref.output);
}

std::string Wording::WhoIs(OutputRef ref) const {
  const bool is_unnamed = names_ && VariableOf(ref).empty();
  return is_unnamed ? "the tensor" : NameOf(ref);
}

std::string Wording::BaseCall() const {
  if (names_) return names_->makers.front();
  return Text({.id = {}, .base = test_.base, .chain = {}});
}

std::string Wording::Spelt(std::size_t k, const std::string& operand,
                           const TensorNames& name) const {
  const Step& step = test_.chain[k];
  const auto found = names_->spellings.find(static_cast<int64_t>(k) + 1);
  if (found == names_->spellings.end()) return TorchCall(step, operand, name);
  if (!found->second.ends_with('=')) return operand + "." + found->second;
  const std::string call = TorchCall(step, "", name);  // ".add_(1)"
  const std::size_t open = call.find('(') + 1;
  return fmt::format("{} {} {}", operand, found->second,
                     call.substr(open, call.size() - open - 1));
}

std::string Wording::CallOf(std::size_t k) const {
  const Step& step = test_.chain[k];
  if (!names_) {
    std::string text;
    AppendText(step, text);
    return text;
  }
  if (!step.on || !MakerOf(k + 1).empty()) return BareCallOf(k);
  return Spelt(k, ExpressionOf(*step.on),
               [this](OutputRef ref) { return ExpressionOf(ref); });
}

std::string Wording::BareCallOf(std::size_t k) const {
  const Step& step = test_.chain[k];
  if (!names_) {
    Step plain = step;
    plain.on.reset();
    std::string text;
    AppendText(plain, text);
    return text;
  }
  if (!MakerOf(k + 1).empty()) return MakerOf(k + 1);
  const auto found = names_->spellings.find(static_cast<int64_t>(k) + 1);
  const bool assigns =
      found != names_->spellings.end() && found->second.ends_with('=');
  const bool is_index = IndexOf(step) != nullptr;
  const std::string call =
      Spelt(k, is_index || assigns ? VariableOf(operands_[k]) : "",
            [this](OutputRef ref) { return ExpressionOf(ref); });
  return call.starts_with('.') ? call.substr(1) : call;
}

std::string Wording::ExpressionOf(OutputRef ref,
                                  std::optional<OutputRef> as_x) const {
  if (ref == as_x) return "x";
  const std::string variable = VariableOf(ref);
  if (!variable.empty()) return variable;
  const std::string maker = MakerOf(static_cast<std::size_t>(ref.step));
  if (!maker.empty()) return maker;
  const auto k = static_cast<std::size_t>(ref.step - 1);
  const Step& step = test_.chain[k];
  const std::string call =
      Spelt(k, ExpressionOf(operands_[k], as_x),
            [&](OutputRef other) { return ExpressionOf(other, as_x); });
  return step.op->returns_list() ? fmt::format("{}[{}]", call, ref.output)
                                 : call;
}

bool Wording::HasRoot(OutputRef ref) const {
  while (VariableOf(ref).empty()) {
    if (!MakerOf(static_cast<std::size_t>(ref.step)).empty()) return false;
    ref = operands_[static_cast<std::size_t>(ref.step - 1)];
  }
  return true;
}

std::string Wording::DefinitionOf(OutputRef ref) const {
  return HasRoot(ref) ? "" : "x = " + ExpressionOf(ref);
}

std::string Wording::LineFrom(std::size_t first, OutputRef on) const {
  if (!names_) {
    std::string line;
    for (std::size_t k = first; k < test_.chain.size(); ++k) {
      if (k > first) line += " | ";
      line += k == first && operands_[k] == on ? BareCallOf(k) : CallOf(k);
    }
    return line;
  }
  const std::size_t last = test_.chain.size() - 1;
  std::optional<OutputRef> as_x;
  if (!HasRoot(on)) as_x = on;
  const auto name = [&](OutputRef ref) { return ExpressionOf(ref, as_x); };
  const Step& step = test_.chain[last];
  const OutputRef target = operands_[last];
  if (step.op->kind != OpKind::kWrite) {
    return name({static_cast<int64_t>(last) + 1, 0});
  }
  const bool is_new = target.step > static_cast<int64_t>(first);
  if (!is_new) return Spelt(last, name(target), name);
  // A write to a tensor without a name is lost.
  const std::string variable = VariableOf(on);
  std::string x = variable.empty() ? "x" : variable;
  // The other tensors that the step reads are not to become the copy.
  if (Mentions(Spelt(last, "", name), x)) x += "_copy";
  return fmt::format("{} = {}; {}", x, name(target), Spelt(last, x, name));
}

}  // namespace viewproof
