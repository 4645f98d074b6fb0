#include "conformance/case/describe.h"
#include "conformance/case/ops.h"
#include "conformance/case/words.h"

namespace viewproof {
namespace {

constexpr auto kParameter = json::Describe<Parameter>(
    json::Needed("name", &Parameter::name, json::PlainText()),
    json::Needed("type", &Parameter::type),
    json::Optional("default", &Parameter::otherwise, json::AnyJson()));

constexpr auto kOp = json::Describe<Op>(
    json::Needed("name", &Op::name, json::PlainText()),
    json::Needed("profile", &Op::profile), json::Needed("kind", &Op::kind),
    json::NeededOf<Op>("many", json::Flag(), &Op::returns_list),
    json::NeededOf<Op>("aten", json::PlainText(), &Op::aten_name),
    json::Optional("alias", &Op::alias, &Alias::of, json::PlainText()),
    json::Needed("parameters", &Op::parameters, json::List{kParameter}));

}  // namespace

void AppendOpsJson(std::string& out) {
  out += "[\n";
  for (const Op& op : Ops()) {
    kOp.Append(op, out);
    out += &op == &Ops().back() ? "\n" : ",\n";
  }
  out += "]\n";
}

}  // namespace viewproof
