#include "tools/golden/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/number.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/cast_numbers.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

bool InName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.';
}

// A TOML value as the case text writes it.
std::string TextOf(const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) {
    return fmt::format("{}", number->get());
  }
  const toml::array* list = value.as_array();
  if (list == nullptr) {
    throw BadInput("a value is a string, an integer or a list of these");
  }
  std::string out = "[";
  for (const toml::node& element : *list) {
    if (out.size() > 1) out += ",";
    out += TextOf(element);
  }
  return out + "]";
}

Placeholders ValuesOf(const toml::table& table) {
  Placeholders values;
  for (const auto& [name, value] : table) {
    values.emplace(name.str(), TextOf(value));
  }
  return values;
}

const toml::table& TableIn(const toml::node& node, std::string_view field) {
  if (const toml::table* table = node.as_table()) return *table;
  throw BadInput(fmt::format("field \"{}\": expected a table", field));
}

// The rows of a `for` that lists them.
std::vector<Placeholders> Rows(const toml::array& list) {
  std::vector<Placeholders> rows;
  for (const toml::node& row : list) {
    rows.push_back(ValuesOf(TableIn(row, "for")));
  }
  return rows;
}

std::vector<std::string> Axis(std::string_view name, const toml::node& node) {
  std::vector<std::string> axis;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& value : *list) axis.push_back(TextOf(value));
  } else if (node.value_or(std::string_view()) == "dtypes") {
    for (const DType dtype : kBaseDTypes) axis.emplace_back(Name(dtype));
  } else {
    throw BadInput(
        fmt::format("field \"for.{}\": expected a list or \"dtypes\"", name));
  }
  return axis;
}

// The cartesian product of a `for` that names axes.
std::vector<Placeholders> Grid(const toml::table& axes) {
  std::vector<Placeholders> grid(1);
  for (const auto& [name, node] : axes) {
    std::vector<Placeholders> finer;
    for (const Placeholders& cell : grid) {
      for (const std::string& value : Axis(name.str(), node)) {
        finer.push_back(cell);
        finer.back().emplace(name.str(), value);
      }
    }
    grid = std::move(finer);
  }
  return grid;
}

std::string ListOf(const std::vector<Scalar>& numbers) {
  std::string text;
  for (const Scalar& number : numbers) {
    if (!text.empty()) text += ',';
    AppendSpelt(number, text);
  }
  return text;
}

// In a family over two dtypes, {from} and {to}: adds {relation}, {ratio}, and
// elements for a source. {numbers} tell how they are converted. {woven} has
// each of these before another one. {negated} are complex numbers whose
// imaginary parts are those with the other sign. {bytes} fills a base whose
// outputs then show bytes; it is empty if one may be a NaN in another float
// dtype, whose bits are unspecified (dtype.u1).
void AddRelation(Placeholders& values) {
  const auto dtype_of = [&values](std::string_view name) {
    const auto value = values.find(name);
    return value == values.end() ? std::nullopt : FindDType(value->second);
  };
  const std::optional<DType> from = dtype_of("from");
  const std::optional<DType> to = dtype_of("to");
  if (!from || !to) return;
  const int64_t size = ItemSize(*from);
  const int64_t other = ItemSize(*to);
  values.emplace("relation", size > other    ? "narrower"
                             : size == other ? "same"
                                             : "wider");
  values.emplace("ratio",
                 fmt::format("{}", std::max(size / other, other / size)));
  const std::vector<Scalar> numbers = CastElements(*from, *to);
  std::vector<Scalar> woven;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    woven.push_back(numbers[k]);
    woven.push_back(numbers[(k + 3) % numbers.size()]);
  }
  std::vector<Scalar> negated;
  bool has_nan = false;
  for (const Scalar& number : numbers) {
    // An imaginary part of -0.0 has no notation, and the sign of a zero that
    // becomes complex is unspecified (tensor.u1).
    const bool is_none =
        number.re == 0 && (!std::signbit(number.re) || IsComplex(*to));
    negated.push_back({.re = 101, .im = is_none ? 109 : -number.re});
    has_nan |= std::isnan(number.re);
  }
  values.emplace("bytes", has_nan && *to != DType::kBool ? "" : "bytes");
  values.emplace("negated", ListOf(negated));
  values.emplace("numbers", ListOf(numbers));
  values.emplace("woven", ListOf(woven));
}

std::vector<Placeholders> ValuesOfFor(const toml::table& entry) {
  const toml::node* node = entry.get("for");
  if (node == nullptr) return {{}};
  if (const toml::array* rows = node->as_array()) return Rows(*rows);
  return Grid(TableIn(*node, "for"));
}

// One way to break a rule: the arguments that differ from the good ones.
struct Fault {
  std::string id;
  const Rule* rule = nullptr;
  Placeholders overrides;
};

Fault FaultOf(const toml::node& node, const Placeholders& good,
              const Spec& spec) {
  Fault fault{{}, nullptr, ValuesOf(TableIn(node, "faults"))};
  if (auto rule = fault.overrides.extract("rule")) fault.id = rule.mapped();
  const auto found = spec.find(fault.id);
  if (found == spec.end() || found->second.letter != 'e') {
    throw BadInput(fmt::format(
        "field \"faults\": rule \"{}\" is no error of SPEC.md", fault.id));
  }
  fault.rule = &found->second;
  for (const auto& [name, value] : fault.overrides) {
    if (good.contains(name)) continue;
    throw BadInput(fmt::format(
        "field \"faults\": \"{}\" of {} is not among the good arguments", name,
        fault.id));
  }
  return fault;
}

void Name(char which, const Fault& fault, Placeholders& values) {
  const std::string name(1, which);
  values[name] = fault.id.substr(fault.id.find('.') + 1);
  values[name + ".phrase"] = fault.rule->phrase;
}

bool CanCoexist(const Fault& a, const Fault& b) {
  for (const auto& [name, value] : a.overrides) {
    if (b.overrides.contains(name)) return false;
  }
  return true;
}

Member MemberOf(const Fault& fault, const Placeholders& good) {
  Member member{fault.overrides, fault.id, {}};
  member.values.insert(good.begin(), good.end());
  return member;
}

// Every pair of faults that a case can have at once; the first is reported.
std::vector<Member> Pairs(const toml::table& entry, const Spec& spec) {
  const toml::array* list = entry.get_as<toml::array>("faults");
  if (list == nullptr) return {{}};
  const toml::table* good_table = entry.get_as<toml::table>("good");
  const Placeholders good =
      good_table == nullptr ? Placeholders() : ValuesOf(*good_table);
  std::vector<Fault> faults;
  for (const toml::node& fault : *list) {
    faults.push_back(FaultOf(fault, good, spec));
  }
  std::vector<Member> pairs;
  for (std::size_t a = 0; a < faults.size(); ++a) {
    for (std::size_t b = a + 1; b < faults.size(); ++b) {
      if (!CanCoexist(faults[a], faults[b])) continue;
      const Member alone = MemberOf(faults[a], good);
      Member member = MemberOf(faults[b], good);
      member.alone = {alone, member};
      member.error_rule = faults[a].id;
      for (const auto& [name, value] : faults[a].overrides) {
        member.values[name] = value;
      }
      Name('a', faults[a], member.values);
      Name('b', faults[b], member.values);
      pairs.push_back(std::move(member));
    }
  }
  return pairs;
}

// Adds the values of a row, and replaces its placeholders in the member's own.
void Complete(const Placeholders& row, Member& member) {
  member.values.insert(row.begin(), row.end());
  for (auto& [name, value] : member.values) {
    if (!name.ends_with(".phrase")) value = Substitute(value, row);
  }
  member.values.emplace("outcome", "ok");
  AddRelation(member.values);
  for (Member& alone : member.alone) Complete(row, alone);
}

}  // namespace

std::string Substitute(std::string_view text, const Placeholders& values) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at + 1;
    while (end < text.size() && InName(text[end])) ++end;
    const bool placeholder =
        text[at] == '{' && end < text.size() && text[end] == '}' &&
        std::isalpha(static_cast<unsigned char>(text[at + 1])) != 0;
    if (!placeholder) {
      out += text[at];
      continue;
    }
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const auto value = values.find(name);
    if (value == values.end()) {
      throw BadInput(fmt::format("{{{}}} has no value", name));
    }
    out += value->second;
    at = end;
  }
  return out;
}

std::vector<Member> MembersOf(const toml::table& entry, const Spec& spec) {
  std::vector<Member> members;
  for (const Placeholders& values : ValuesOfFor(entry)) {
    for (Member& member : Pairs(entry, spec)) {
      Complete(values, member);
      members.push_back(std::move(member));
    }
  }
  if (members.empty()) {
    throw BadInput("field \"for\" or \"faults\": a family without members");
  }
  return members;
}

}  // namespace viewproof
