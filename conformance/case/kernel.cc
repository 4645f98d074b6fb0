#include "conformance/case/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "conformance/case/json.h"
#include "conformance/case/named.h"
#include "conformance/case/strings.h"

namespace viewproof {
namespace {

using json::Refuse;

constexpr std::string_view kWanted =
    "expected NAME DTYPE[SIZES] ELEMENTS, as in \"x T[..., N] exact\"";

bool IsName(std::string_view text) {
  return !text.empty() &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, [](unsigned char c) {
           return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
         });
}

// Targets are called so: o, o1, o2.
bool IsTargetName(std::string_view name) {
  return name[0] == 'o' && std::ranges::all_of(name.substr(1), [](char c) {
           return c >= '0' && c <= '9';
         });
}

std::optional<KernelSize> FindTerm(std::string_view text) {
  if (text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z') {
    return KernelSize{text[0], 0};
  }
  KernelSize term;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), term.number);
  const bool is_number = error == std::errc() && !text.empty() &&
                         end == text.data() + text.size() && term.number >= 0;
  return is_number ? std::optional(term) : std::nullopt;
}

std::string Text(const KernelSize& term) {
  return term.letter != 0 ? std::string(1, term.letter)
                          : std::to_string(term.number);
}

// Returns whether a size of the kernel has the letter.
bool HasLetter(const DeclaredKernel& kernel, char letter) {
  return std::ranges::any_of(kernel.operands, [letter](const auto& operand) {
    return std::ranges::any_of(operand.sizes, [letter](const KernelSize& term) {
      return term.letter == letter;
    });
  });
}

bool IsOperand(const DeclaredKernel& kernel, std::string_view name) {
  return std::ranges::count(kernel.operands, name, &KernelOperand::name) > 0;
}

bool Has(const DeclaredKernel& kernel, CallForm form) {
  return std::ranges::count(kernel.forms, form) > 0;
}

// Returns the field that is wrong in a declaration, and why.
std::pair<std::string_view, std::string> FaultOf(const DeclaredKernel& kernel) {
  if (!IsName(kernel.name) || kernel.name.ends_with('_')) {
    return {"name", "expected small letters, digits and _, none at the end"};
  }
  if (kernel.forms.empty()) return {"forms", "is empty"};
  if (Has(kernel, CallForm::kOut) && !Has(kernel, CallForm::kNew)) {
    return {"forms", "\"out\" without \"new\", which says what it gives"};
  }
  if (kernel.operands.size() > kMaxKernelOperands) {
    return {"operands", fmt::format("over {}", kMaxKernelOperands)};
  }
  bool uses_dtypes = false;
  std::set<std::string_view> names;
  for (const KernelOperand& operand : kernel.operands) {
    uses_dtypes |= !operand.dtype;
    if (!names.insert(operand.name).second) {
      return {"operands", fmt::format("{} twice", operand.name)};
    }
    if (operand.below.letter != 0 && !HasLetter(kernel, operand.below.letter)) {
      return {"operands", fmt::format("{}: no operand has the size {}",
                                      operand.name, operand.below.letter)};
    }
  }
  if (kernel.dtypes.empty() == uses_dtypes) {
    return {"dtypes", uses_dtypes ? "is empty, and an operand is of T"
                                  : "given, and no operand is of T"};
  }
  for (const std::string& name : kernel.writes) {
    if (!IsOperand(kernel, name)) {
      return {"writes", fmt::format("\"{}\" is no operand", name)};
    }
  }
  return {};
}

}  // namespace

std::string_view Name(CallForm form) {
  switch (form) {
    case CallForm::kNew:
      return "new";
    case CallForm::kInPlace:
      return "in_place";
    case CallForm::kOut:
      return "out";
  }
  return {};
}

std::optional<CallForm> FindCallForm(std::string_view name) {
  return FindNamed(name, CallForm::kOut);
}

std::string_view Name(ElementKind kind) {
  switch (kind) {
    case ElementKind::kAny:
      return "any";
    case ElementKind::kExact:
      return "exact";
    case ElementKind::kFactors:
      return "factors";
    case ElementKind::kDistinct:
      return "distinct";
    case ElementKind::kPositive:
      return "positive";
    case ElementKind::kNonzero:
      return "nonzero";
    case ElementKind::kUnit:
      return "unit";
    case ElementKind::kProbability:
      return "probability";
    case ElementKind::kSorted:
      return "sorted";
    case ElementKind::kSpd:
      return "spd";
    case ElementKind::kBelow:
    case ElementKind::kRepeatedBelow:
      return "<";
  }
  return {};
}

KernelOperand ReadOperand(std::string_view text, std::string_view field) {
  const auto refuse = [&](std::string_view why) {
    Refuse(field, fmt::format("\"{}\": {}", text, why));
  };
  const std::size_t blank = text.find(' ');
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']');
  if (blank == text.npos || open == text.npos || close == text.npos ||
      blank > open || open > close) {
    refuse(kWanted);
  }
  KernelOperand operand = {.name = std::string(text.substr(0, blank))};
  if (!IsName(operand.name) || IsTargetName(operand.name) ||
      operand.name == "op" || operand.name == "on") {
    refuse("its name: expected small letters; op, on, o, o1, ... are taken");
  }
  const std::string_view dtype = text.substr(blank + 1, open - blank - 1);
  if (dtype != "T") {
    operand.dtype = FindDType(dtype);
    if (!operand.dtype || !IsBaseDType(*operand.dtype)) {
      refuse(fmt::format("unknown dtype \"{}\"", dtype));
    }
  }
  const std::string_view sizes = text.substr(open + 1, close - open - 1);
  for (std::string_view part : Split(sizes, ",")) {
    part = Trimmed(part);
    if (part.empty() && Trimmed(sizes).empty()) break;
    if (part == "..." && operand.sizes.empty() && !operand.has_leading) {
      operand.has_leading = true;
      continue;
    }
    const std::optional<KernelSize> term = FindTerm(part);
    if (!term) {
      refuse(
          fmt::format("\"{}\" is no size: expected a letter A..Z, a number, "
                      "or \"...\" as the first",
                      part));
    }
    operand.sizes.push_back(*term);
  }
  const std::string_view elements = Trimmed(text.substr(close + 1));
  if (elements.starts_with('<')) {
    const std::vector<std::string_view> words = Split(elements.substr(1), " ");
    const std::optional<KernelSize> term = FindTerm(words.front());
    if (!term) refuse("its elements: expected < and a letter or a number");
    operand.below = *term;
    operand.elements = ElementKind::kBelow;
    const std::string_view how = elements.substr(1 + words.front().size());
    if (how == " repeated") {
      operand.elements = ElementKind::kRepeatedBelow;
    } else if (how.starts_with(" along ")) {
      const auto along = FindTerm(how.substr(7));
      if (!along || std::ranges::count(operand.sizes, *along) != 1 ||
          along->letter == 0) {
        refuse("its elements: expected a letter of its sizes after \"along\"");
      }
      operand.along = along->letter;
    } else if (!how.empty()) {
      refuse("its elements: expected <N, <N repeated or <N along a letter");
    }
    return operand;
  }
  const auto kind = FindNamed(elements, ElementKind::kSpd);
  if (!kind) {
    refuse(
        fmt::format("\"{}\" are no elements: expected any, exact, factors, "
                    "distinct, positive, nonzero, unit, probability, "
                    "sorted, spd, <N, <N repeated or <N along J",
                    elements));
  }
  operand.elements = *kind;
  return operand;
}

std::string Text(const KernelOperand& operand) {
  std::string out = operand.name + " ";
  out += operand.dtype ? Name(*operand.dtype) : "T";
  std::string between = operand.has_leading ? "[..." : "[";
  if (operand.sizes.empty()) out += between;
  for (const KernelSize& term : operand.sizes) {
    out += between == "[..." ? "[..., " : between;
    out += Text(term);
    between = ", ";
  }
  out.append("] ").append(Name(operand.elements));
  if (out.back() == '<') out += Text(operand.below);
  if (operand.elements == ElementKind::kRepeatedBelow) out += " repeated";
  if (operand.along != 0) out.append(" along ") += operand.along;
  return out;
}

void CheckKernel(const DeclaredKernel& kernel) {
  const auto [field, why] = FaultOf(kernel);
  if (!why.empty()) {
    Refuse(field, fmt::format("of the kernel \"{}\": {}", kernel.name, why));
  }
}

bool WritesOperand(const DeclaredKernel& kernel, CallForm form,
                   std::size_t operand) {
  return (operand == 0 && form == CallForm::kInPlace) ||
         std::ranges::count(kernel.writes, kernel.operands[operand].name) > 0;
}

std::string CallName(std::string_view kernel, CallForm form) {
  const std::string_view end = form == CallForm::kNew       ? ""
                               : form == CallForm::kInPlace ? "_"
                                                            : ".out";
  return fmt::format("{}{}{}", kCallPrefix, kernel, end);
}

const DeclaredKernel* FindKernel(const std::vector<DeclaredKernel>& kernels,
                                 std::string_view op) {
  if (!op.starts_with(kCallPrefix)) return nullptr;
  const std::string_view called = op.substr(kCallPrefix.size());
  const auto calls = [&](const DeclaredKernel& kernel) {
    return called.starts_with(kernel.name) &&
           std::ranges::any_of(kernel.forms, [&](CallForm form) {
             return CallName(kernel.name, form) == op;
           });
  };
  const auto found = std::ranges::find_if(kernels, calls);
  return found == kernels.end() ? nullptr : &*found;
}

std::vector<std::string> TargetNames(std::size_t count) {
  if (count == 1) return {"o"};
  std::vector<std::string> names;
  for (std::size_t k = 1; k <= count; ++k) {
    names.push_back("o" + std::to_string(k));
  }
  return names;
}

namespace {

// An op with the texts that it names.
struct CallRow {
  std::string name;
  std::vector<std::string> parameters;
  CallFacts facts;
  Op op;
};

// Its parameters but the first `asked` are literals.
void FillOp(OpKind kind, std::size_t asked, CallRow& row) {
  row.op = {.name = row.name,
            .profile = Profile::kOperands,
            .kind = kind,
            .call = &row.facts};
  for (std::size_t k = 0; k < row.parameters.size(); ++k) {
    row.op.parameters.push_back(
        {row.parameters[k], k < asked ? ArgType::kTensor : ArgType::kLiteral,
         Domain::kAny});
  }
}

std::unique_ptr<CallRow> MakeRow(const DeclaredKernel& kernel, CallForm form,
                                 const PlainFacts& plain) {
  auto row = std::make_unique<CallRow>();
  row->name = CallName(kernel.name, form);
  CallFacts& facts = row->facts;
  facts.is_refused = plain.is_refused;
  facts.may_alias = !kernel.may_alias.empty();
  for (std::size_t k = 0; k < kernel.operands.size(); ++k) {
    if (k > 0) row->parameters.push_back(kernel.operands[k].name);
    if (WritesOperand(kernel, form, k)) facts.written.push_back(k);
  }
  if (form == CallForm::kOut) {
    for (std::string& name : TargetNames(plain.outputs)) {
      row->parameters.push_back(std::move(name));
      facts.written.push_back(row->parameters.size());
    }
  } else {
    facts.outputs = plain.outputs;
  }
  if (plain.is_refused) {
    facts.written.clear();
    facts.outputs = 0;
  }
  const std::size_t asked = row->parameters.size();
  for (std::size_t k = 0; k < facts.given(); ++k) {
    row->parameters.push_back("gives" + std::to_string(k));
  }
  FillOp(form == CallForm::kNew && kernel.writes.empty() ? OpKind::kCopy
                                                         : OpKind::kWrite,
         asked, *row);
  return row;
}

}  // namespace

const Op& CallOp(const DeclaredKernel& kernel, CallForm form,
                 const PlainFacts& plain) {
  using Key = std::tuple<std::string, std::size_t, bool>;
  static std::map<Key, std::unique_ptr<CallRow>> rows;
  std::string key = CallName(kernel.name, form);
  for (const KernelOperand& operand : kernel.operands) {
    key.append(" ").append(operand.name);
    if (std::ranges::count(kernel.writes, operand.name) > 0) key += '!';
  }
  if (!kernel.may_alias.empty()) key += '?';
  std::unique_ptr<CallRow>& row =
      rows[{std::move(key), plain.outputs, plain.is_refused}];
  if (row == nullptr) row = MakeRow(kernel, form, plain);
  return row->op;
}

const Op& ShownCallOp(std::string_view name,
                      const std::vector<std::string>& arguments) {
  using Key = std::pair<std::string, std::vector<std::string>>;
  static std::map<Key, std::unique_ptr<CallRow>> rows;
  std::unique_ptr<CallRow>& row = rows[{std::string(name), arguments}];
  if (row == nullptr) {
    row = std::make_unique<CallRow>();
    row->name = name;
    row->parameters = arguments;
    const bool writes = name.ends_with('_') || name.ends_with(".out");
    FillOp(writes ? OpKind::kWrite : OpKind::kCopy, arguments.size(), *row);
  }
  return row->op;
}

}  // namespace viewproof
