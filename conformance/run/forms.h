#ifndef VIEWPROOF_CONFORMANCE_RUN_FORMS_H_
#define VIEWPROOF_CONFORMANCE_RUN_FORMS_H_

#include <string>
#include <vector>

// Values of every kind, for tests of what refuses them.
namespace viewproof {

// What stands in a field's place. "absent" and "twice" are of the whole field.
struct WrongForm {
  const char* name;
  std::string text;
};

inline const std::vector<WrongForm>& WrongForms() {
  static const std::vector<WrongForm> forms = {
      {"null", "null"},
      {"true", "true"},
      {"seven", "7"},
      {"minus", "-7"},
      {"fraction", "1.5"},
      {"huge", "99999999999999999999"},
      {"digits", "\"7\""},
      {"word", "\"flurb\""},
      {"blank", "\"\""},
      {"none", "[]"},
      {"list", "[7]"},
      {"words", "[\"flurb\"]"},
      {"object", "{\"flurb\":7}"},
      {"long", "\"" + std::string(1 << 20, 'x') + "\""}};
  return forms;
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_FORMS_H_
