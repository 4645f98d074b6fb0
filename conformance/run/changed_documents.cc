// Prints every document that a test of forms reads, and whether it was read,
// one JSON object a line: {"of", "path", "form", "lawful", "text"}.
#include <cstdio>
#include <functional>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace {

using Read = std::function<void(const std::string&)>;

struct Printed {
  std::string of;
  std::string path;
  std::string form;
  std::string text;
  bool lawful = true;
};

constexpr auto kPrinted = json::Describe<Printed>(
    json::Needed("of", &Printed::of), json::Needed("path", &Printed::path),
    json::Needed("form", &Printed::form), json::Needed("text", &Printed::text),
    json::Needed("lawful", &Printed::lawful));

void Print(const std::string& of, const Changed& changed, const Read& read) {
  Printed line = {of, changed.path, changed.form, changed.text};
  try {
    read(changed.text);
  } catch (const BadInput&) {
    line.lawful = false;
  }
  std::puts(json::ToJson(kPrinted, line).c_str());
}

void PrintAll() {
  for (const Document& document : Documents()) {
    const auto print = [&document](const Changed& changed) {
      Print(document.name, changed, document.read);
    };
    print({"", "", "whole", document.text});
    ForEachChange(document, print);
  }
  const auto print = [](const Changed& changed) {
    Print("Gate", changed, ReadGateText);
  };
  print({"", "", "whole", std::string(GateText())});
  ForEachChangeOfGate(print);
}

}  // namespace
}  // namespace viewproof

int main() { viewproof::PrintAll(); }
