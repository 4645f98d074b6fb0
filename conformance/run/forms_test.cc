// Every field of what others write (hello, replies, known lines, reports), in
// every wrong form, is refused by its name.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace forms_test {

// Whether a refusal names the field, one around it, one in it, or the one that
// nobody knows; or says that no entry of the gate covers the line.
bool Names(const std::string& said, const Changed& changed) {
  if (said.find("no [[known_failure]]") != said.npos) return true;
  std::istringstream around(changed.path + ".flurb" + changed.inner);
  for (std::string name; std::getline(around, name, '.');) {
    if (said.find(name) != said.npos) return true;
  }
  return false;
}

class Readers : public testing::TestWithParam<Document> {
 protected:
  // Whether it is read; a refusal must name the field.
  bool IsLawful(const Changed& changed) {
    try {
      GetParam().read(changed.text);
      return true;
    } catch (const BadInput& error) {
      const std::string said = error.what();
      EXPECT_LT(said.size(), 1000u) << said.substr(0, 300);
      EXPECT_TRUE(Names(said, changed)) << said.substr(0, 300);
      return false;
    }
  }
};

TEST_P(Readers, RefuseEveryOtherFormOfAFieldByItsName) {
  const Document& document = GetParam();
  document.read(document.text);
  std::map<std::string, std::string> lawful;
  ForEachChange(document, [&](const Changed& changed) {
    SCOPED_TRACE(changed.path + " " + changed.form);
    std::string& forms = lawful[changed.path];
    if (!IsLawful(changed)) return;
    EXPECT_NE(changed.form, "unknown");
    forms.append(forms.empty() ? "" : " ").append(changed.form);
  });
  EXPECT_GT(lawful.size(), 3u);
  for (const auto& [path, forms] : lawful) {
    const auto expected = document.lawful.find(path);
    EXPECT_EQ(forms, expected == document.lawful.end() ? "" : expected->second)
        << path;
  }
  for (const auto& [path, forms] : document.lawful) {
    EXPECT_TRUE(lawful.contains(path)) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Readers, testing::ValuesIn(Documents()),
                         testing::PrintToStringParamName());

}  // namespace forms_test
}  // namespace viewproof
