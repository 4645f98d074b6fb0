#include "conformance/laws/draws.h"

namespace viewproof {

GenOptions Plain() {
  GenOptions options;
  options.max_steps = 5;
  options.edits = false;
  return options;
}

std::vector<const Op*> OpsOf(std::initializer_list<OpKind> kinds) {
  std::vector<const Op*> ops;
  for (const Op& op : Ops()) {
    for (const OpKind kind : kinds) {
      const bool may_view = op.kind == OpKind::kByIndex;
      if (op.kind == kind || (may_view && kind == OpKind::kView)) {
        ops.push_back(&op);
      }
    }
  }
  return ops;
}

std::string NameOf(const testing::TestParamInfo<const Op*>& info) {
  std::string name(info.param->name);
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

State AnyPlainState(Chooser& choose) {
  return AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})),
                           Plain());
}

}  // namespace viewproof
