#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_

#include <cstdint>
#include <cstdio>
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

// A process of an adapter, one line after the other.
class TrialProcess {
 public:
  struct Arrival {
    enum class Kind { kLine, kDeath, kSilence, kOverlong } kind;
    std::string text;  // The line; or what happened instead of one.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit TrialProcess(const AdapterCommand& command) : connection_(command) {}

  // To send to it, to signal, and to let it end.
  Connection& connection() { return connection_; }

  // The next line that begins with '{'; others are noise.
  Arrival Read(double seconds);

  // Reads so many lines. How often some came, each time as many as were there;
  // 0 if they did not come in time.
  int CountArrivals(int lines, double seconds);

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

// The JSON of a case whose base has this dtype, these sizes and the fields
// after them, such as its fill. `chain` is its steps without the brackets.
std::string CaseText(std::string_view id, std::string_view dtype,
                     std::string_view sizes, std::string_view chain);

// A case, as JSON and as what it means. What an adapter cannot know means a
// case with as many steps.
struct TrialCase {
  std::string text;
  Case test;

  explicit TrialCase(const Case& asked);
  TrialCase(std::string_view id, std::string_view dtype, std::string_view sizes,
            std::string_view chain);
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

  // Asks one case, alone. Faults are findings.
  Answer Ask(const TrialCase& asked);
  // The same; once more if the process ended.
  Answer AskTwice(const TrialCase& asked);

  // Asks the cases in batches, two at a time. An answer each, up to the first
  // of kEnd or kBroken.
  std::vector<Answer> AskInBatches(std::span<const Case> cases);

  // Finds that a rule is broken by the answer to a case.
  void Wrong(const rules::Rule& rule, const TrialCase& asked,
             const Answer& answer, std::string_view why = "") {
    findings_.Wrong(rule, asked.text, answer.text, why);
  }
  // The same, if both are replies that differ, but for texts and ids. `why`
  // says of the due one what it is.
  void WrongUnlessSame(const rules::Rule& rule, std::string_view sent,
                       const Answer& answer, const Answer& due,
                       const std::string& why);

  // Tells what the process has printed that is no reply.
  void NoteNoise();

  TrialProcess& process() { return *process_; }
  void Restart();

  // The rule that an answer with another id breaks.
  void set_id_rule(const rules::Rule& rule) { id_rule_ = &rule; }
  double seconds() const { return hello_->case_seconds; }
  Findings& findings() { return findings_; }

 private:
  // Reads the answer to a case.
  Answer Take(const TrialCase& asked, const TrialProcess::Arrival& came);
  // Whether a process that is late answers the next case: then it has left one
  // out.
  bool AnswersAnother(Case next);

  const AdapterCommand& command_;
  Findings& findings_;
  std::unique_ptr<TrialProcess> process_;
  std::optional<Hello> hello_;
  std::optional<ReplyCheck> check_;
  Decoder decoder_;
  const rules::Rule* id_rule_ = &rules::kOrder;
};

// Whether two replies say the same, but for texts and ids.
bool SaySame(Reply a, Reply b);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_TALK_H_
