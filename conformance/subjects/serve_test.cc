#include "conformance/subjects/serve.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "conformance/case/protocol.h"

namespace viewproof {
namespace serve_test {

struct Session {
  std::string replies;
  int status = 0;
};

// Returns what an adapter says to these request lines.
Session Serve(const char* adapter, const std::string& requests) {
  const std::string file = testing::TempDir() + "/requests";
  std::ofstream(file) << requests;
  const std::string command = std::string("conformance/subjects/") + adapter +
                              " < " + file + " 2> /dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  Session session;
  std::array<char, 4096> piece;
  while (const std::size_t count = fread(piece.data(), 1, piece.size(), pipe)) {
    session.replies.append(piece.data(), count);
  }
  session.status = WEXITSTATUS(pclose(pipe));
  return session;
}

Session ServeOdd(const std::string& id) {
  return Serve("odd_adapter", R"({"run":[{"id":")" + id +
                                  R"(","base":{"dtype":"float32","sizes":[2]},)"
                                  R"("chain":[{"op":"read"}]}]})"
                                  "\n");
}

TEST(Serve, AnswersCasesWithOutcomesThatTheProtocolAllows) {
  const Session session =
      Serve("reference_adapter",
            R"({"run":[{"id":"a","base":{"dtype":"int8","sizes":[2,2]},)"
            R"("chain":[{"op":"t"},{"op":"view","size":[3]}]},)"
            R"({"id":"b","base":{"dtype":"int8","sizes":[2]},"chain":[)"
            R"({"op":"fold"}]}]})"
            "\n");
  EXPECT_EQ(session.status, 0);
  EXPECT_EQ(session.replies.substr(0, session.replies.find("\"message\"")),
            R"({"id":"a","steps":[{"outputs":[{"dtype":"int8","sizes":[2,2],)"
            R"("strides":[1,2],"offset":0,"contiguous":false,"storage":0,)"
            R"("values":[1,3,2,4]}]},{"error":{"kind":"size",)");
  EXPECT_EQ(session.replies.find("\"rule\""), std::string::npos);
  EXPECT_NE(
      session.replies.find(R"({"id":"b","unsupported":{"step":1,"what":"op",)"
                           R"("detail":"fold"}})"
                           "\n"),
      std::string::npos);
}

TEST(Serve, AnswersHelloAndLeavesAtBye) {
  const Session session =
      Serve("reference_adapter",
            HelloRequest() + "\n" + ByeRequest() + "\nno request\n");
  EXPECT_EQ(session.status, 0);
  EXPECT_EQ(ReadHello(session.replies).name, "reference");
}

TEST(Serve, RefusesAnotherProtocol) {
  const Session session =
      Serve("reference_adapter", "{\"hello\":{\"protocol\":2}}\n");
  EXPECT_EQ(session.status, 2);
  EXPECT_EQ(session.replies, "");
}

TEST(Serve, RefusesWhatIsNoRequest) {
  EXPECT_EQ(Serve("reference_adapter", "garbage\n").status, 2);
  EXPECT_EQ(Serve("reference_adapter", "{\"run\":[{}]}\n").status, 2);
}

TEST(Serve, KeepsWhatTheLibraryPrintsOutOfTheProtocol) {
  EXPECT_EQ(ServeOdd("plain").replies, R"({"id":"plain","steps":[]})"
                                       "\n");
}

TEST(Serve, SaysTooLargeInTheWordsOfTheProtocol) {
  EXPECT_EQ(ServeOdd("large").replies,
            R"({"id":"large","unsupported":{"step":1,"what":"argument",)"
            R"("detail":"too large"}})"
            "\n");
}

TEST(Serve, MakesMessagesUtf8) {
  EXPECT_EQ(ServeOdd("latin").replies,
            R"({"id":"latin","steps":[{"error":{"kind":"size",)"
            R"("message":"caf?"}}]})"
            "\n");
}

TEST(Serve, CutsMessagesBetweenCharacters) {
  const std::string replies = ServeOdd("long").replies;
  const std::size_t begin = replies.find(":\"x") + 2;
  EXPECT_EQ(replies.rfind("\"}}]}\n") - begin, 4095u);
}

}  // namespace serve_test
}  // namespace viewproof
