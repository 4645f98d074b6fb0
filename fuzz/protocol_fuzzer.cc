// Hostile bytes as a conversation: a line may be a hello, a request, or the
// reply to a case of the last request. Pieces of any size make the same lines.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/hello.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"
#include "conformance/process/reply_check.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hostile.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostAsked = 4;  // Cases of a request that are kept.

// Holds what the lines so far have asked.
class Conversation {
 public:
  void Hear(std::string_view line) {
    const PaddedText padded(line);
    Accepts([&] { HearHello(padded.view()); });
    Accepts([&] { HearRequest(padded.view()); });
    for (const Vector& vector : asked_) {
      Accepts([&] { HearReply(padded.view(), vector); });
    }
    IdOfLine(padded.view());
  }

 private:
  void HearHello(std::string_view line) {
    const Hello hello = ReadHello(line);
    std::string text;
    AppendJson(hello, text);
    const Hello again =
        MustRead([&] { return ReadHello(PaddedText(text).view()); });
    if (again != hello) Fail("a hello changed");
  }

  void HearRequest(std::string_view line) {
    const Request request = ReadRequest(line);
    if (request.kind != Request::Kind::kRun) return;
    asked_.clear();
    for (const Request::Item& item : request.items) {
      if (asked_.size() == kMostAsked) break;
      if (!item.unsupported) Ask(item.test);
    }
  }

  // The reference answers what it is asked, lawful or not.
  void Ask(const Case& test) {
    std::string line;
    AppendRunRequest({&test}, line);
    const Request again =
        MustRead([&] { return ReadRequest(PaddedText(line).view()); });
    if (again.items.size() != 1 || again.items[0].unsupported) {
      Fail("a case that was read is not read again");
    }
    if (!CaseOfInput(InputOf(test))) return;
    static const auto reference = MakeReference();
    Reply reply;
    reference->Run(test, reply);
    if (reply.unsupported || reply.too_large) return;
    asked_.emplace_back().test = test;
    asked_.back().expect = reply.steps;
  }

  void HearReply(std::string_view line, const Vector& vector) {
    Reply reply;
    Decoder().Read(line, vector.test, reply);
    ReplyCheck(hello_).Check(vector.test, reply);
    if (reply.unsupported) return;
    Judgement judgement;
    comparator_.Compare(vector, reply, judgement);
  }

  const Hello hello_ = FullHello();
  Comparator comparator_{hello_, Facets::All()};
  std::vector<Vector> asked_;
};

// The lines of the text, given to a buffer in pieces of this size.
std::vector<std::string> Cut(std::string_view text, std::size_t piece) {
  LineBuffer buffer;
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::span<char> space = buffer.Space();
    const std::size_t size = std::min({piece, space.size(), text.size()});
    std::memcpy(space.data(), text.data(), size);
    buffer.Filled(size);
    text.remove_prefix(size);
    while (const auto line = buffer.Next()) lines.emplace_back(*line);
  }
  return lines;
}

}  // namespace
}  // namespace viewproof

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace viewproof;
  const std::string text = std::string(Bytes(data, size)) + "\n";
  const std::vector<std::string> lines = Cut(text, text.size());
  if (Cut(text, 1 + text.size() % 7) != lines) Fail("lines were cut wrongly");
  Conversation conversation;
  for (const std::string& line : lines) conversation.Hear(line);
  return 0;
}
