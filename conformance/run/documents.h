#ifndef VIEWPROOF_CONFORMANCE_RUN_DOCUMENTS_H_
#define VIEWPROOF_CONFORMANCE_RUN_DOCUMENTS_H_

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

// Whole documents that others write, and each of their fields in every other
// form: for tests of what refuses them.
namespace viewproof {

// What reads it. The forms that its fields may have are those that the schemas
// of conformance/schema/ allow: //tools/protocol:schema_test.
struct Document {
  const char* name;
  std::string text;
  std::function<void(const std::string&)> read;
};

inline std::ostream& operator<<(std::ostream& os, const Document& document) {
  return os << document.name;
}

// Hello, replies, known lines, and the lines of reports.
const std::vector<Document>& Documents();

// A gate file with every key, and what reads it.
std::string_view GateText();
void ReadGateText(const std::string& text);

// A document in which one field has another form.
struct Changed {
  std::string path;   // Of the field, as a.b; of a key, as "[a] b".
  std::string inner;  // ".first": the first field in it; or empty.
  std::string form;   // Of WrongForms(), or absent, twice, unknown: beside it
                      // stands one that nobody knows.
  std::string text;
};
using Visit = std::function<void(const Changed&)>;

// Visits each field in its place, in each form.
void ForEachChange(const Document& document, const Visit& visit);
void ForEachChangeOfGate(const Visit& visit);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_DOCUMENTS_H_
