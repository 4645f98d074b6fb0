#include "conformance/subjects/serve.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/protocol.h"

namespace viewproof {
namespace {

constexpr int kWrongUse = 2;

// The next line of standard input; nothing after the last.
std::optional<std::string_view> ReadLine(LineBuffer& input) {
  while (true) {
    if (const auto line = input.Next()) return line;
    const std::span<char> space = input.Space();
    const ssize_t count = read(STDIN_FILENO, space.data(), space.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    input.Filled(count);
  }
}

// A library may say anything, in any encoding.
void MakeSendable(std::string& message) {
  if (!IsUtf8(message)) {
    std::ranges::replace_if(
        message, [](char c) { return (c & 0x80) != 0; }, '?');
  }
  if (message.size() <= kMaxMessage) return;
  std::size_t end = kMaxMessage;
  while (end > 0 && (message[end] & 0xC0) == 0x80) --end;
  message.resize(end);
}

// Answers every case of a batch, each at once: a death loses no answer. False:
// nobody reads on.
bool AnswerBatch(Subject& subject, std::vector<Request::Item>& items,
                 const ReplyWriter& write_reply, int output) {
  std::string out;
  Reply reply;
  for (Request::Item& item : items) {
    out.clear();
    reply.too_large.reset();
    reply.unsupported.reset();
    if (item.unsupported) {
      reply.id = item.test.id;
      reply.unsupported = std::move(item.unsupported);
    } else {
      subject.Run(item.test, reply);
    }
    write_reply(item.test, reply, out);
    if (!WriteAll(output, out)) return false;
  }
  return true;
}

bool AnswerHello(const Hello& hello, int output) {
  std::string out;
  AppendJson(hello, out);
  out += '\n';
  return WriteAll(output, out);
}

int AnswerAll(Subject& subject, const ReplyWriter& write_reply, int output) {
  LineBuffer input;
  while (const auto line = ReadLine(input)) {
    Request request = ReadRequest(*line);
    switch (request.kind) {
      case Request::Kind::kBye:
        return 0;
      case Request::Kind::kHello:
        if (request.protocol != kProtocol) return kWrongUse;
        if (!AnswerHello(subject.hello(), output)) return 0;
        break;
      case Request::Kind::kRun:
        if (!AnswerBatch(subject, request.items, write_reply, output)) {
          return 0;
        }
    }
  }
  return 0;
}

}  // namespace

int TakeStandardOutput() {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return output;
}

bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(written);
  }
  return true;
}

void AppendReply(const Case&, Reply& reply, std::string& out) {
  if (reply.too_large) {
    reply.unsupported = {*std::exchange(reply.too_large, std::nullopt),
                         "argument", "too large"};
  }
  if (reply.unsupported) MakeSendable(reply.unsupported->detail);
  for (Outcome& outcome : reply.steps) {
    if (auto* error = std::get_if<ErrorReply>(&outcome)) {
      MakeSendable(error->message);
    }
  }
  AppendJson(reply, out);
  out += '\n';
}

int Serve(Subject& subject, const ReplyWriter& write_reply, int output) {
  try {
    return AnswerAll(subject, write_reply, output);
  } catch (const BadInput& e) {
    std::fprintf(stderr, "request: %s\n", e.what());
    return kWrongUse;
  }
}

}  // namespace viewproof
