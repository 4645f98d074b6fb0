// Every field of what others write (hello, replies, known lines, reports), in
// every wrong form, is refused by its name.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/run/documents.h"

namespace viewproof {
namespace forms_test {

// Whether a refusal names the field, one around it, one in it, or the one that
// nobody knows.
bool Names(const std::string& said, const Changed& changed) {
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
  std::set<std::string> paths;
  ForEachChange(document, [&](const Changed& changed) {
    SCOPED_TRACE(changed.path + " " + changed.form);
    paths.insert(changed.path);
    if (!IsLawful(changed)) return;
    EXPECT_NE(changed.form, "unknown");
    EXPECT_NE(changed.form, "twice");
  });
  EXPECT_GT(paths.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Of, Readers, testing::ValuesIn(Documents()),
                         testing::PrintToStringParamName());

}  // namespace forms_test
}  // namespace viewproof
