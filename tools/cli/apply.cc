#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/message.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/process/executor.h"
#include "conformance/subjects/reference.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

// A line of the input.
struct Input {
  Case test;            // Its id alone, if the line is no case.
  std::string invalid;  // Says why it is none; empty: it is one.
};

// The cases of a file, one at a time.
class CaseReader {
 public:
  explicit CaseReader(const ApplyOptions& options)
      : lines_(options.file), text_(options.text) {}

  bool Next(Input& input) {
    std::string_view line;
    do {
      if (!lines_.Next(line)) return false;
      ++number_;
    } while (line.empty());
    input.invalid.clear();
    try {
      if (text_) {
        input.test = ParseText(line);
      } else {
        decoder_.Read(line, input.test);
      }
    } catch (const BadInput& error) {
      input.invalid = Escaped(error.what());
      input.test.id = text_ ? "" : IdOfLine(line).value_or("");
    }
    if (input.test.id.empty()) input.test.id = std::to_string(number_);
    return true;
  }

 private:
  LineReader lines_;
  Decoder decoder_;
  bool text_;
  int64_t number_ = 0;
};

const char* KeyOf(Execution::Kind kind) {
  switch (kind) {
    case Execution::Kind::kCrash:
      return "crash";
    case Execution::Kind::kTimeout:
      return "timeout";
    case Execution::Kind::kProtocolError:
    case Execution::Kind::kReply:
      return "protocol_error";
  }
  return "";
}

void AppendLine(const Case& test, const Execution& execution,
                std::string& out) {
  if (execution.kind == Execution::Kind::kReply) {
    AppendJson(execution.reply, out);
  } else {
    out += "{\"id\":";
    AppendQuoted(test.id, out);
    fmt::format_to(std::back_inserter(out),
                   ",\"{}\":{{\"step\":{},\"detail\":", KeyOf(execution.kind),
                   execution.step);
    AppendQuoted(execution.detail, out);
    out += "}}";
  }
  out += '\n';
}

std::string InvalidLine(const Input& input) {
  std::string line = "{\"id\":";
  AppendQuoted(input.test.id, line);
  line += ",\"invalid\":";
  AppendQuoted(input.invalid, line);
  return line + "}\n";
}

// Runs each case on the reference first, which finds steps beyond the bounds;
// sends the others to the subject. Prints the replies in the order of the
// cases.
class Applier {
 public:
  Applier(const ApplyOptions& options, std::FILE* out)
      : reader_(options), out_(out), reference_(MakeReference()) {}

  // False if a line was no case, or if nobody reads the answers.
  bool Run(Executor& executor) {
    try {
      executor.Run([this] { return Next(); },
                   [this](const Case& test, Execution execution) {
                     AddMessages(test, execution.reply);
                     AppendLine(test, execution, text_);
                     PopFront();
                   });
    } catch (...) {
      Flush();
      throw;
    }
    Flush();
    return all_valid_ && !deserted_;
  }

 private:
  struct Slot {
    Input input;
    std::string answer;  // It is printed if the case is not sent.
  };

  const Case* Next() {
    while (!deserted_) {
      auto slot = std::make_unique<Slot>();
      if (!reader_.Next(slot->input)) return nullptr;
      slots_.push_back(std::move(slot));
      Slot& last = *slots_.back();
      if (!last.input.invalid.empty()) {
        all_valid_ = false;
        last.answer = InvalidLine(last.input);
      } else {
        reference_->Run(last.input.test, reply_);
        if (!reply_.too_large) return &last.input.test;
        AppendJson(reply_, last.answer);
        last.answer += '\n';
      }
      if (slots_.size() == 1) PrintUnsent();
    }
    return nullptr;
  }

  void PopFront() {
    slots_.pop_front();
    PrintUnsent();
  }

  void PrintUnsent() {
    while (!slots_.empty() && !slots_.front()->answer.empty()) {
      text_ += slots_.front()->answer;
      slots_.pop_front();
    }
    constexpr std::size_t kEnough = 65536;
    if (slots_.empty() || text_.size() > kEnough) Flush();
  }

  void Flush() {
    std::string text;
    text.swap(text_);
    if (deserted_) return;
    if (std::fwrite(text.data(), 1, text.size(), out_) == text.size() &&
        std::fflush(out_) == 0) {
      return;
    }
    deserted_ = errno == EPIPE;
    if (!deserted_) {
      throw Infrastructure(
          fmt::format("cannot write the answers: {}", std::strerror(errno)));
    }
  }

  CaseReader reader_;
  std::FILE* out_;
  std::unique_ptr<Subject> reference_;
  Reply reply_;
  std::deque<std::unique_ptr<Slot>> slots_;
  std::string text_;
  bool all_valid_ = true;
  bool deserted_ = false;  // Nobody reads the answers.
};

}  // namespace

bool Apply(const ApplyOptions& options, std::FILE* out) {
  std::signal(SIGPIPE, SIG_IGN);
  SubjectName name = options.subject;
  if (name.name.empty() && name.command.empty()) name.name = "reference";
  const std::unique_ptr<Executor> executor =
      FindSubject(options.root, name).Start({});
  return Applier(options, out).Run(*executor);
}

}  // namespace viewproof
