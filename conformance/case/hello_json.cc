#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/hello.h"
#include "conformance/case/hello_fields.h"
#include "conformance/case/padding.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Refuse;

// The laws between fields, as JSON Schema.
constexpr std::string_view kLaws =
    R"("allOf": [{"properties": {"ops": {"contains": {"const": "read"}}, )"
    R"("borrowed": {"not": {"contains": {"const": "read"}}}}}, )"
    R"({"if": {"properties": {"facets": {"contains": {"const": "exact"}}}}, )"
    R"("then": {"properties": {"facets": {"allOf": [)"
    R"({"contains": {"const": "strides"}}, )"
    R"({"contains": {"const": "alias"}}]}}}}, )"
    R"({"if": {"properties": {"observes": {"const": "last"}}, )"
    R"("required": ["observes"]}, "then": {"properties": {"facets": )"
    R"({"not": {"contains": {"const": "identity"}}}}}}, )"
    R"({"if": {"properties": {"views": {"const": false}}, )"
    R"("required": ["views"]}, )"
    R"("then": {"properties": {"copies": {"maxItems": 0}}}}])";

// Returns whether hello may say of the op that it copies.
bool MayCopy(const Op& op) {
  return op.kind == OpKind::kView || op.kind == OpKind::kByIndex ||
         op.kind == OpKind::kEither || op.kind == OpKind::kSelfOrCopy;
}

void CheckCopies(const Hello& hello) {
  for (const std::string& op : hello.copies) {
    if (!hello.Knows(op)) {
      Refuse("copies", fmt::format("\"{}\" is not among \"ops\"", op));
    }
    if (!MayCopy(*FindOp(op))) {
      Refuse("copies", fmt::format("\"{}\" gives no view in PyTorch", op));
    }
  }
  if (!hello.copies.empty() && !hello.views) {
    Refuse("copies", "given beside \"views\":false, which says it of all");
  }
}

void CheckBorrowed(const Hello& hello) {
  for (const std::string& op : hello.borrowed) {
    if (Contains(hello.ops, op)) {
      Refuse("borrowed", fmt::format("\"{}\" is among \"ops\" too", op));
    }
    if (Observes(*FindOp(op))) {
      Refuse("borrowed", "\"read\" is the library's own");
    }
  }
}

void CheckFacets(const Hello& hello) {
  for (const Facet needed : {Facet::kStrides, Facet::kAlias}) {
    if (hello.facets.Contains(Facet::kExact) &&
        !hello.facets.Contains(needed)) {
      Refuse("facets", fmt::format("\"exact\" without \"{}\"", Name(needed)));
    }
  }
  if (!hello.observes_every && hello.facets.Contains(Facet::kIdentity)) {
    Refuse("facets", "\"identity\", but only the last step is observed");
  }
}

void CheckCalls(const Hello& hello) {
  std::set<std::string_view> names;
  for (const DeclaredKernel& kernel : hello.calls) {
    if (!names.insert(kernel.name).second) {
      Refuse("calls", fmt::format("\"{}\" twice", kernel.name));
    }
  }
}

void CheckLaws(const Hello& hello) {
  if (!Contains(hello.ops, "read")) Refuse("ops", "lacks \"read\"");
  CheckCopies(hello);
  CheckBorrowed(hello);
  CheckFacets(hello);
  CheckCalls(hello);
}

constexpr auto kHello = hello_fields::kFields.With(&CheckLaws);

}  // namespace

void HelloCodec::Read(od::value value, std::string_view field,
                      Hello& into) const {
  kHello.Read(value, field, into);
}

void HelloCodec::Append(const Hello& hello, std::string& out) const {
  kHello.Append(hello, out);
}

std::string HelloCodec::Schema() const { return kHello.Schema(kLaws); }

std::string HelloLineSchema() {
  return json::Enclosed<Hello>("hello", HelloCodec()).Schema();
}

void AppendJson(const Hello& hello, std::string& out) {
  json::Enclosed<Hello>("hello", kHello).Append(hello, out);
}

std::vector<std::string> RetiredFields(std::string_view line) {
  constexpr std::pair<std::string_view, std::string_view> kRetired[] = {
      {"snippets", "it asks for nothing"},
      {"wide_int", "\"ints\":53 says what false said"}};
  simdjson::dom::parser parser;
  const auto hello = parser.parse(line.data(), line.size())["hello"];
  std::vector<std::string> told;
  for (const auto& [field, why] : kRetired) {
    if (hello[field].error() != simdjson::SUCCESS) continue;
    told.push_back(fmt::format("hello has \"{}\", which is taken until 0.3: {}",
                               field, why));
  }
  return told;
}

Hello ReadHello(std::string_view line) {
  const PaddedText padded(line);
  Hello hello;
  json::Enclosed<Hello>("hello", kHello).ReadLine(padded.view(), hello);
  return hello;
}

}  // namespace viewproof
