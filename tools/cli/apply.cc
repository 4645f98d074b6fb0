#include "tools/cli/apply.h"

#include <fmt/format.h>

#include <deque>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/message.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/process/executor.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

// The cases of a file, one at a time.
class CaseReader {
 public:
  explicit CaseReader(const ApplyOptions& options)
      : lines_(options.file), text_(options.text) {}

  bool Next(Case& test) {
    std::string_view line;
    do {
      if (!lines_.Next(line)) return false;
      ++number_;
    } while (line.empty());
    try {
      if (text_) {
        test = ParseText(line);
      } else {
        decoder_.Read(line, test);
      }
    } catch (const BadInput& error) {
      throw BadInput(lines_.Place() + ": " + error.what());
    }
    if (test.id.empty()) test.id = std::to_string(number_);
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

// Runs each case on the reference first, which finds steps beyond the bounds;
// sends the others to the subject. Prints the replies in the order of the
// cases.
class Applier {
 public:
  Applier(const ApplyOptions& options, std::FILE* out)
      : reader_(options), out_(out), reference_(MakeReference()) {}

  void Run(Executor& executor) {
    executor.Run([this] { return Next(); },
                 [this](const Case& test, Execution execution) {
                   AddMessages(test, execution.reply);
                   AppendLine(test, execution, text_);
                   PopFront();
                 });
    Flush();
  }

 private:
  struct Slot {
    Case test;
    std::string answer;  // To print, if the case is not sent.
  };

  const Case* Next() {
    while (true) {
      auto slot = std::make_unique<Slot>();
      if (!reader_.Next(slot->test)) return nullptr;
      reference_->Run(slot->test, reply_);
      slots_.push_back(std::move(slot));
      if (!reply_.too_large) return &slots_.back()->test;
      AppendJson(reply_, slots_.back()->answer);
      slots_.back()->answer += '\n';
      if (slots_.size() == 1) PrintUnsent();
    }
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
    std::fwrite(text_.data(), 1, text_.size(), out_);
    std::fflush(out_);
    text_.clear();
  }

  CaseReader reader_;
  std::FILE* out_;
  std::unique_ptr<Subject> reference_;
  Reply reply_;
  std::deque<std::unique_ptr<Slot>> slots_;
  std::string text_;
};

}  // namespace

void Apply(const ApplyOptions& options, std::FILE* out) {
  SubjectName name = options.subject;
  if (name.name.empty() && name.command.empty()) name.name = "reference";
  const std::unique_ptr<Executor> executor =
      FindSubject(options.root, name).start({});
  Applier(options, out).Run(*executor);
}

}  // namespace viewproof
