#ifndef VIEWPROOF_CONFORMANCE_RUN_ADAPTER_PROBE_H_
#define VIEWPROOF_CONFORMANCE_RUN_ADAPTER_PROBE_H_

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
#include "conformance/process/reply_check.h"

namespace viewproof {

// A rule of PROTOCOL.md that an adapter is held to.
struct ProtocolRule {
  std::string name;
  int64_t section = 0;
  std::string title;     // A short name for people.
  std::string sentence;  // The document says it in these words.
};

// Collects the first fault of each rule, and remarks.
class RuleFindings {
 public:
  explicit RuleFindings(const std::vector<ProtocolRule>& rules);

  // Notes that the rule of this name was tried.
  void Keep(std::string_view rule) { RowOf(rule); }
  void Wrong(std::string_view rule, std::string_view sent,
             std::string_view came, std::string_view why = "");
  void Remark(const std::string& text);

  // Prints a line for each rule that was tried and for each remark, and a line
  // that counts them. Returns whether no rule is broken.
  bool Print(std::FILE* out) const;

 private:
  struct Row {
    const ProtocolRule* rule;
    bool is_tried = false;
    int64_t faults = 0;
    std::string first;
  };
  Row& RowOf(std::string_view rule);

  std::vector<Row> rows_;
  std::vector<std::string> remarks_;
};

// A process of an adapter, which is read line by line.
class AdapterProcess {
 public:
  struct Arrival {
    enum class Kind { kLine, kDeath, kSilence, kOverlong } kind;
    std::string text;  // The line; or what happened instead of one.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit AdapterProcess(const AdapterCommand& command)
      : connection_(command) {}

  // It serves to send, to signal, and to let the process end.
  Connection& connection() { return connection_; }

  // The next line that begins with '{'; others are noise.
  Arrival Read(double seconds);

  // Reads so many lines. Returns how often some came, each time as many as were
  // there; 0 if they did not come in time.
  int CountArrivals(int lines, double seconds);

  // Lines that are no replies. What it prints while it dies is not among them.
  const std::vector<std::string>& noise() const { return noise_; }

 private:
  void Wait(int milliseconds);
  void KeepNoise();

  Connection connection_;
  std::vector<std::string> noise_;
  std::vector<std::string> last_noise_;  // It came since the last reply.
};

// A case as JSON, and what it means. One that no adapter can know means as many
// reads.
struct ProbeCase {
  std::string text;
  Case test;

  explicit ProbeCase(const Case& asked);
  explicit ProbeCase(std::string_view json);
};

// The answer to one case.
struct ProbeAnswer {
  enum class Kind {
    kReply,   // It is as the protocol asks for it.
    kFaulty,  // A line, but a rule is broken, and told.
    kBroken,  // The same, and another process has been started.
    kEnd,     // The process died or was late. Another one has been started.
  } kind = Kind::kEnd;
  Reply reply;       // kReply has it.
  std::string text;  // The line, or what happened.
};

// Asks an adapter that has answered hello.
class AdapterProbe {
 public:
  AdapterProbe(const AdapterCommand& command, RuleFindings& findings)
      : command_(command), findings_(findings) {}

  // Starts a process and takes its hello. False, and `problem` says why, if no
  // hello came; what is wrong with one is a finding, and then hello() is empty.
  bool Start(std::string& problem, std::string_view request = "");
  void Restart();
  const std::optional<Hello>& hello() const { return hello_; }

  // Asks one case, alone. Faults are findings; another id breaks `id_rule`.
  ProbeAnswer Ask(const ProbeCase& asked, std::string_view id_rule = "order");
  // The same; once more if the process ended.
  ProbeAnswer AskTwice(const ProbeCase& asked,
                       std::string_view id_rule = "order");

  // Asks the cases in batches, two at a time. Returns an answer each, up to the
  // first of kEnd or kBroken.
  std::vector<ProbeAnswer> AskInBatches(std::span<const Case> cases);

  // Tells what the process has printed that is no reply.
  void NoteNoise();

  AdapterProcess& process() { return *process_; }
  double seconds() const { return hello_->case_seconds; }
  RuleFindings& findings() { return findings_; }

 private:
  // Reads the answer to a case.
  ProbeAnswer Take(const ProbeCase& asked, const AdapterProcess::Arrival& came,
                   std::string_view id_rule);
  // Returns whether a process that is late answers the next case: then it has
  // left one out.
  bool AnswersAnother(Case next);

  const AdapterCommand& command_;
  RuleFindings& findings_;
  std::unique_ptr<AdapterProcess> process_;
  std::optional<Hello> hello_;
  std::optional<ReplyCheck> check_;
  Decoder decoder_;
};

// Returns whether two replies say the same, but for texts and ids.
bool SaySame(Reply a, Reply b);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_ADAPTER_PROBE_H_
