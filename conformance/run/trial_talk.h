#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/decode.h"
#include "conformance/case/hello.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/reply_check.h"
#include "conformance/run/trial_rules.h"

namespace viewproof {

// A case, as JSON and as what it means.
struct AskedCase {
  std::string text;
  Case test;
};

// A case whose base has this dtype, these sizes and the fields after them, such
// as its fill. `chain` is its steps without the brackets.
AskedCase Asked(std::string_view id, std::string_view dtype,
                std::string_view sizes, std::string_view chain);

// Whether hello declares, or borrows, the op of a step that is written as JSON.
bool Declares(const Hello& hello, std::string_view step);

// Whether the adapter does not ask its library this: of a plain case that is no
// fault, since a library may have no tensors of this rank.
bool IsLeftOut(const Reply& reply);

bool Has(const Hello& hello, DType dtype);
bool Has(const Hello& hello, CaseForm form);

// A dtype of bases that hello declares, a plain one if there is one.
DType FirstDType(const Hello& hello);

// A process of an adapter, one line after the other.
class TrialProcess {
 public:
  struct Came {
    enum class Kind { kLine, kDeath, kSilence, kOverlong } kind;
    std::string text;  // The line; or what happened instead of one.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit TrialProcess(const AdapterCommand& command) : connection_(command) {}

  void Send(std::string_view line) { connection_.Send(line); }
  void SendPart(std::string_view text) { connection_.SendPart(text); }

  // The next line that begins with '{'; others are noise.
  Came Read(double seconds);

  // Reads so many lines. How often some came, each time as many as were there;
  // 0 if they did not come in time.
  int CountArrivals(int lines, double seconds);

  // Whether a line has come that nobody asked for.
  bool HasMore() { return connection_.HasMore(); }

  int64_t Writes() const { return connection_.Writes(); }
  void Signal(int signal) { connection_.Signal(signal); }
  // Closes its input and waits.
  std::optional<Death> LetEnd(double seconds) {
    return viewproof::LetEnd(connection_, seconds);
  }
  std::string stderr_tail() const { return connection_.stderr_tail(); }

  // Lines that are no replies; but what it prints while it dies is none.
  const std::vector<std::string>& noise() const { return noise_; }

 private:
  void Wait(int milliseconds);
  void KeepNoise();

  Connection connection_;
  std::vector<std::string> noise_;
  std::vector<std::string> last_noise_;  // Since the last reply.
};

// What a trial has found: the first fault of each rule, and remarks.
class Findings {
 public:
  void Keep(const rules::Rule& rule);  // The rule was tried.
  void Wrong(const rules::Rule& rule, std::string_view sent,
             std::string_view came, std::string_view why = "");
  void Remark(const std::string& text);

  // Prints a line for each, and a line that counts them; whether all is well.
  bool Print(std::FILE* out) const;

 private:
  struct Row {
    const rules::Rule* rule;
    int64_t faults = 0;
    std::string first;
  };
  Row& RowOf(const rules::Rule& rule);

  std::vector<Row> rows_;
  std::vector<std::string> remarks_;
};

// Talks to an adapter that has answered hello.
class Talk {
 public:
  // An answer to one case.
  struct Answer {
    enum class Kind {
      kReply,   // As the protocol asks for it.
      kFaulty,  // A line, but a rule is broken, and told.
      kBroken,  // The same, and another process has been started.
      kEnd,     // The process died or was late. Another one has been started.
    } kind = Kind::kEnd;
    Reply reply;       // Of kReply.
    std::string text;  // The line, or what happened.
  };

  Talk(const AdapterCommand& command, Findings& findings)
      : command_(command), findings_(findings) {}

  // Starts a process and takes its hello. False, and `problem` says why, if no
  // hello came; what is wrong with one is a finding, and then hello() is empty.
  bool Start(std::string& problem, std::string_view request = "");
  const std::optional<Hello>& hello() const { return hello_; }

  // Asks one case, alone. Its text is as it is sent; `test` is what it means,
  // or has as many steps at least. Faults are findings.
  Answer Ask(std::string_view text, const Case& test);
  Answer Ask(const Case& test);
  // The same; once more if the process ended.
  Answer AskTwice(std::string_view text, const Case& test);

  // Asks the cases in batches, two at a time. An answer each, up to the first
  // of kEnd or kBroken.
  std::vector<Answer> AskInBatches(std::span<const Case> cases);

  // Reads the answer to `test` from a line.
  Answer Take(std::string_view sent, const TrialProcess::Came& came,
              const Case& test);

  // Tells what the process has printed that is no reply.
  void NoteNoise();

  TrialProcess& process() { return *process_; }
  void Restart();

  // The rule that an answer with another id breaks.
  void set_id_rule(const rules::Rule& rule) { id_rule_ = &rule; }
  double seconds() const { return hello_->case_seconds; }
  Findings& findings() { return findings_; }

 private:
  // Whether a process that is late answers the next case: then it has left one
  // out.
  bool AnswersAnother(const Case& test);

  const AdapterCommand& command_;
  Findings& findings_;
  std::unique_ptr<TrialProcess> process_;
  std::optional<Hello> hello_;
  std::optional<ReplyCheck> check_;
  Decoder decoder_;
  const rules::Rule* id_rule_ = &rules::kOrder;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_
