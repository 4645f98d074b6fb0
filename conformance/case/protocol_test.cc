#include "conformance/case/protocol.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/case/testing.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace protocol_test {

Request ReadOne(std::string_view line) {
  return ReadRequest(PaddedText(line).view());
}

TEST(Request, SaysHelloAndBye) {
  const Request hello = ReadOne(HelloRequest());
  EXPECT_EQ(hello.kind, Request::Kind::kHello);
  EXPECT_EQ(hello.protocol, kProtocol);
  EXPECT_EQ(ReadOne(ByeRequest()).kind, Request::Kind::kBye);
  EXPECT_EQ(ReadOne(R"({"hello":{"protocol":2}})").protocol, 2);
}

TEST(Request, BringsTheCasesThatWereSent) {
  std::vector<Case> cases = {ParseText("float32[4,6] | t() | view([24])"),
                             ParseText("uint8[2] bytes | fill_(101)"),
                             ParseText("int8[]")};
  std::vector<const Case*> sent;
  for (Case& test : cases) {
    test.id = "case/" + std::to_string(sent.size());
    sent.push_back(&test);
  }
  std::string line;
  AppendRunRequest(sent, line);
  const Request request = ReadOne(line);
  EXPECT_EQ(request.kind, Request::Kind::kRun);
  ASSERT_EQ(request.items.size(), cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    EXPECT_EQ(request.items[k].test, cases[k]);
    EXPECT_EQ(request.items[k].unsupported, std::nullopt);
  }
}

TEST(Request, CanBringNoCase) {
  std::string line;
  AppendRunRequest({}, line);
  EXPECT_EQ(ReadOne(line).items.size(), 0u);
}

TEST(Request, IgnoresUnknownKeysBesideBaseAndChain) {
  const Request request =
      ReadOne(R"({"run":[{"new":{"x":[1]},"id":"a","base":{"dtype":"int8",)"
              R"("sizes":[2]},"chain":[{"op":"detach"}],"more":null}]})");
  ASSERT_EQ(request.items.size(), 1u);
  EXPECT_EQ(request.items[0].unsupported, std::nullopt);
  EXPECT_EQ(Text(request.items[0].test), "int8[2] | detach()");
}

TEST(Request, SaysWhatIsNotSupportedAndGoesOn) {
  const Request request =
      ReadOne(R"({"run":[{"base":{"dtype":"int8","sizes":[2],"names":"x"},)"
              R"("chain":[],"id":"a"},)"
              R"({"id":"b","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t"},{"op":"fold"}]},)"
              R"({"id":"c","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t","x":1}]},)"
              R"({"id":"d","base":{"dtype":"int8","sizes":[2]},)"
              R"("chain":[{"op":"t"}]}]})");
  ASSERT_EQ(request.items.size(), 4u);
  EXPECT_EQ(request.items[0].test.id, "a");
  EXPECT_EQ(request.items[0].unsupported, (Unsupported{0, "base", "names"}));
  EXPECT_EQ(request.items[1].test.id, "b");
  EXPECT_EQ(request.items[1].unsupported, (Unsupported{2, "op", "fold"}));
  EXPECT_EQ(request.items[2].test.id, "c");
  EXPECT_EQ(request.items[2].unsupported, (Unsupported{1, "argument", "x"}));
  EXPECT_EQ(request.items[3].unsupported, std::nullopt);
}

class NoRequests : public testing::TestWithParam<const char*> {};

TEST_P(NoRequests, AreRefused) {
  EXPECT_THROW(ReadOne(GetParam()), BadInput) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Request, NoRequests,
    testing::Values(
        "", "{}", "[]", "hello", R"({"sing":{}})", R"({"run":{}})",
        R"({"run":[7]})", R"({"run":[{"id":"a"}]})",
        R"({"run":[{"base":{"dtype":"int8","sizes":[]},"chain":[]}]})",
        R"({"bye":{}} {})", R"({"bye":{},"run":[]})",
        R"({"run":[{"id":"a","base":{"dtype":"int8")"));

}  // namespace protocol_test
}  // namespace viewproof
