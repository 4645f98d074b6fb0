#include "conformance/gate/gate_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/gate/testing.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace gate_text_test {

KnownFailure EntryOfT() {
  KnownFailure entry;
  entry.op = "t";
  entry.facets = {Facet::kValues, Facet::kAlias};
  entry.difference = "copied";
  entry.answer = "alias";
  entry.when = FeatureSet(3);
  entry.after = {FindOp("fill_")};
  entry.reason = "a \"copy\"\n\tsee \\ ü";
  entry.link = "https://example.org/1";
  return entry;
}

TEST(WithEntries, KeepsEveryByteAndReadsBack) {
  const std::string texts[] = {
      std::string(kText),
      "# a comment\r\n[adapter]\r\n  linked='x' # why\r\n\r\n# at the end",
      "adapter.linked = \"x\"\n\n\n\t\n",
      "[ \"adapter\" ]\nlinked = \"\"\"\nx\n[[known_failure]]\n\"\"\"",
      "adapter = {linked = \"x\"}\n[demand]\nprofiles = [\n  \"core\", # "
      "one\n]",
      With("[[known_failure]]\nop = \"t\"\nreason = '''\nlong\n'''"),
      With("[[without]]\nflag = \"OverlapRefusal\"\nreason = \"copies\"")};
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const Gate before = ReadGate(Written(text, ""));
    const std::string longer = WithEntries(text, {EntryOfT()});
    EXPECT_TRUE(longer.starts_with(text));
    const bool has_cr = text.find("\r\n") != std::string::npos;
    for (std::size_t at = text.size(); at < longer.size(); ++at) {
      if (longer[at] != '\n' || at == 0) continue;
      EXPECT_EQ(longer[at - 1] == '\r', has_cr) << at;
    }
    Gate after = ReadGate(Written(longer, ""));
    ASSERT_EQ(after.entries.size(), before.entries.size() + 1);
    after.entries.back().line = 0;
    EXPECT_EQ(after.entries.back(), EntryOfT());
    after.entries.pop_back();
    after.path = before.path;
    EXPECT_EQ(after, before);
  }
}

TEST(WithEntries, OfNoneIsTheText) {
  EXPECT_EQ(WithEntries("[adapter]", {}), "[adapter]");
}

}  // namespace gate_text_test
}  // namespace viewproof
