// Prints every document that a test of forms reads, and whether it was read,
// one JSON object a line: {"of", "path", "form", "lawful", "text"}.
#include <cstdio>
#include <functional>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace {

using Read = std::function<void(const std::string&)>;

void Print(const std::string& of, const Changed& changed, const Read& read) {
  bool lawful = true;
  try {
    read(changed.text);
  } catch (const BadInput&) {
    lawful = false;
  }
  std::string line;
  const auto member = [&line](const char* name, const std::string& text) {
    line.append(line.empty() ? "{\"" : ",\"").append(name).append("\":");
    AppendQuoted(text, line);
  };
  member("of", of);
  member("path", changed.path);
  member("form", changed.form);
  member("text", changed.text);
  line += lawful ? ",\"lawful\":true}" : ",\"lawful\":false}";
  std::puts(line.c_str());
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
