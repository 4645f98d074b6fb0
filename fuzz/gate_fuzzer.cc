// Hostile bytes as a gate file and, after a line "%known", its known failures.
// What is read survives every edit that a run makes.
#include <string>
#include <string_view>

#include "conformance/case/encode.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_edit.h"
#include "conformance/gate/known_lines.h"
#include "conformance/judge/testing.h"
#include "fuzz/hostile.h"

namespace viewproof {
namespace {

constexpr std::string_view kSeparator = "\n%known\n";
constexpr char kPath[] = "fuzz.gate.toml";

// Edits the text as SaveGate does; what is then no gate file is refused.
void Edit(const Gate& gate, const std::string& text) {
  const std::string known = KnownText(gate.lines);
  const Gate again = MustRead([&] { return ParseGate(kPath, text, known); });
  if (again.lines != gate.lines) Fail("the known failures changed");
  const auto edited = [&](auto edit) {
    Accepts([&] {
      GateText changed(text);
      edit(changed);
      ParseGate(kPath, changed.text(), known);
    });
  };
  edited([](GateText& t) { t.Set("suite", "golden", "\"sha256:0\""); });
  edited([](GateText& t) { t.Set("demand", "executed", "7"); });
  edited([](GateText& t) { t.SetFacets(Facets::All()); });
  edited([](GateText& t) { t.SetSubject(FullHello()); });
  for (std::size_t k = 0; k < gate.entries.size() && k < 2; ++k) {
    edited([k](GateText& t) { t.SetCount(k, 3); });
    edited([k](GateText& t) { t.RemoveEntry(k); });
    edited([&, k](GateText& t) { t.AppendEntry(gate.entries[k]); });
  }
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  const std::string_view bytes = Bytes(data, size);
  const std::size_t at = bytes.find(kSeparator);
  const std::string text(bytes.substr(0, at));
  const std::string_view known = at == std::string_view::npos
                                     ? std::string_view()
                                     : bytes.substr(at + kSeparator.size());
  Accepts([&] { Edit(ParseGate(kPath, text, known), text); });
  return 0;
}
