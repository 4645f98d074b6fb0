#include "conformance/run/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"
#include "conformance/run/adapter_probe.h"
#include "conformance/run/stop.h"
#include "conformance/run/transcripts.h"

namespace viewproof {
namespace {

using Kind = ProbeAnswer::Kind;
using Arrival = AdapterProcess::Arrival;

constexpr int kGood = 2;        // Vectors of an op that succeed,
constexpr int kBad = 1;         // and that end in an error.
constexpr int kMostDeaths = 8;  // So many cases may die twice.

// Returns whether a person takes it in at a glance.
bool IsPlain(const Case& test) {
  constexpr std::size_t kSteps = 3;
  constexpr std::size_t kRank = 4;
  return test.chain.size() <= kSteps && test.base.fill == FillKind::kIota &&
         test.base.sizes.size() <= kRank;
}

// A few vectors of golden/ below `root` for each op that hello declares: the
// first that succeed, and the first that ends in an error.
std::vector<PlannedVector> PlainVectors(const std::string& root,
                                        const Hello& hello) {
  Planner planner(hello);
  std::map<std::pair<std::string, bool>, int> taken;
  std::vector<PlannedVector> vectors;
  ForEachVector(OpenGolden(root + "/golden"), [&](Vector& vector) {
    if (!IsPlain(vector.test)) return;
    const bool fails = std::holds_alternative<ErrorReply>(vector.expect.back());
    int& count = taken[{std::string(OpOfId(vector.test.id)), fails}];
    if (count == (fails ? kBad : kGood)) return;
    PlannedVector asked{vector, {}};
    if (planner.Plan(asked.vector, asked.worlds)) return;
    ++count;
    vectors.push_back(std::move(asked));
  });
  return vectors;
}

// Asks every case alone, and once more in a new process after one that it
// ended. The answers, and no answer where there is none.
std::vector<ProbeAnswer> AskAlone(AdapterProbe& probe,
                                  const std::vector<PlannedVector>& vectors) {
  std::vector<ProbeAnswer> answers;
  int deaths = 0;
  for (const PlannedVector& asked : vectors) {
    const Case& test = asked.vector.test;
    answers.push_back(probe.Ask(ProbeCase(test)));
    if (answers.back().kind != Kind::kEnd) continue;
    const ProbeAnswer again = probe.Ask(ProbeCase(test));
    if (again.kind != Kind::kEnd) {
      probe.findings().Wrong("state", test.id, answers.back().text,
                             "asked again it is answered: " + again.text);
      continue;
    }
    probe.findings().Remark(
        fmt::format("{}: twice {}: the library, or how the adapter calls it",
                    Text(test), again.text));
    if (++deaths == kMostDeaths) {
      probe.findings().Remark("it dies too often: the rest was not asked");
      break;
    }
  }
  return answers;
}

// Asks those that were answered again, in another order, in batches.
void AskTogether(AdapterProbe& probe, const std::vector<PlannedVector>& vectors,
                 const std::vector<ProbeAnswer>& answers) {
  std::vector<Case> again;
  std::vector<const ProbeAnswer*> due;
  for (std::size_t k = answers.size(); k-- > 0;) {
    if (answers[k].kind != Kind::kReply) continue;
    again.push_back(vectors[k].vector.test);
    due.push_back(&answers[k]);
  }
  probe.findings().Keep("state");
  const std::vector<ProbeAnswer> came = probe.AskInBatches(again);
  for (std::size_t k = 0; k < came.size(); ++k) {
    if (came[k].kind != Kind::kReply || SaySame(came[k].reply, due[k]->reply)) {
      continue;
    }
    probe.findings().Wrong("state", Text(again[k]), came[k].text,
                           "alone it was " + due[k]->text);
  }
  if (!came.empty() && came.back().kind == Kind::kEnd) {
    probe.findings().Wrong(
        "state", "cases in batches", came.back().text,
        fmt::format("{} was answered alone", Text(again[came.size() - 1])));
  }
}

// Tells how the library differs, which is no fault of the adapter.
void RemarkDifferences(AdapterProbe& probe,
                       const std::vector<PlannedVector>& vectors,
                       const std::vector<ProbeAnswer>& answers) {
  Comparator comparator(*probe.hello(), Facets::All());
  bool is_told = false;  // True if one was told that is unsupported.
  int differing = 0;
  std::string first;
  Judgement judgement;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (answers[k].kind != Kind::kReply) continue;
    const Vector& vector = vectors[k].vector;
    if (const auto& unsupported = answers[k].reply.unsupported) {
      if (std::exchange(is_told, true)) continue;
      probe.findings().Remark(fmt::format(
          "{} is answered by unsupported ({}), and hello declares it",
          Text(vector.test), unsupported->what));
      continue;
    }
    comparator.Compare(vector, answers[k].reply, judgement, {},
                       vectors[k].worlds);
    if (judgement.differences.empty() || differing++ > 0) continue;
    const Difference& d = judgement.differences.front();
    first = fmt::format("{} differs in {}: expected {}, came {}",
                        Text(vector.test), Name(d.facet), d.expected, d.actual);
  }
  if (differing == 0) return;
  probe.findings().Remark(fmt::format(
      "the library differs from PyTorch in {} of {} plain cases, which "
      "`viewproof check` judges: {}",
      differing, answers.size(), first));
}

// A case that every adapter can be asked.
ProbeCase PlainCase(const AdapterProbe& probe, std::string_view id,
                    std::string_view sizes) {
  return ProbeCase(fmt::format(
      R"({{"id":"{}","base":{{"dtype":"{}","sizes":{}}},"chain":[{{"op":"read"}}]}})",
      id, Name(FirstDType(*probe.hello())), sizes));
}

// Returns whether it answers a plain case at all.
bool ReadsItsBase(AdapterProbe& probe) {
  const ProbeCase asked = PlainCase(probe, "read", "[2,3]");
  const ProbeAnswer answer = probe.AskTwice(asked);
  if (answer.kind != Kind::kEnd) return answer.kind != Kind::kBroken;
  const bool is_late = answer.text.starts_with("nothing");
  probe.findings().Wrong(is_late ? "time" : "order", asked.text, answer.text);
  return false;
}

// A hello with a field that may come later, and one of another version.
void ProbeHello(AdapterProbe& probe, const AdapterCommand& command) {
  std::string problem;
  if (!probe.Start(problem,
                   R"({"hello":{"protocol":1,"suite":"9.9","flurb":[1]}})")) {
    probe.findings().Wrong("hello", "a hello with a field more", problem);
    probe.Restart();
  }
  AdapterProcess other(command);
  other.connection().Send(R"({"hello":{"protocol":2}})");
  const std::string came = other.Read(command.start_seconds).text;
  if (came.find("exit 2") == came.npos) {
    probe.findings().Remark("to protocol 2 came " + came.substr(0, 80) +
                            ", not exit 2");
  }
}

// Returns whether a request that comes in two parts is answered once it is
// whole.
bool TakesParts(AdapterProbe& probe, const ProbeCase& asked,
                std::string& text) {
  constexpr double kPause = 0.05;
  const std::string line = "{\"run\":[" + asked.text + "]}\n";
  const std::size_t half = line.size() / 2;
  AdapterProcess& process = probe.process();
  process.connection().SendPart(std::string_view(line).substr(0, half));
  Arrival came = process.Read(kPause);
  const bool waits = came.kind == Arrival::Kind::kSilence;
  if (waits) {
    process.connection().SendPart(std::string_view(line).substr(half));
    came = process.Read(probe.seconds());
  }
  text = came.text;
  if (waits && came.kind == Arrival::Kind::kLine) return true;
  probe.Restart();
  return false;
}

// Replies that are written one by one take as many calls of write, or come one
// by one at least once: its writes may be those of another process.
void ProbeWriting(AdapterProbe& probe, const std::string& text) {
  constexpr int kTries = 100;
  constexpr int64_t kMany = 32;
  const Hello& hello = *probe.hello();
  const int count = static_cast<int>(std::min(hello.batch, kMany));
  if (hello.answers_batch || count < 2) return;
  std::string request = "{\"run\":[" + text;
  for (int k = 1; k < count; ++k) request += "," + text;
  request += "]}";
  for (int k = 0; k < kTries; ++k) {
    const int64_t before = probe.process().connection().Writes();
    probe.process().connection().Send(request);
    const int arrivals =
        probe.process().CountArrivals(count, probe.seconds() * count);
    if (arrivals == 0) return probe.Restart();
    probe.findings().Keep("at_once");
    const int64_t writes = probe.process().connection().Writes() - before;
    if (arrivals > 1 || writes >= count) return;
  }
  probe.findings().Wrong(
      "at_once", fmt::format("{} cases in one request", count),
      "all replies at the same time",
      "the hello of one that has to do so says \"answers\":\"batch\"");
}

void ProbePipes(AdapterProbe& probe) {
  const ProbeCase asked = PlainCase(probe, "pipe", "[2]");
  probe.process().connection().Send(R"({"run":[]})");
  probe.Ask(asked);
  probe.findings().Keep("whole");
  std::string came;
  if (!TakesParts(probe, asked, came) && !TakesParts(probe, asked, came)) {
    probe.findings().Wrong("whole", "a request in two parts", came);
  }
  ProbeWriting(probe, asked.text);
}

// Tries how it ends. Leaves no process.
void ProbeEnds(AdapterProbe& probe) {
  constexpr double kPatience = 5;  // Seconds; the runner has one.
  RuleFindings& findings = probe.findings();
  findings.Keep("sigterm");
  findings.Keep("end");
  probe.process().connection().Signal(SIGTERM);
  if (const Arrival came = probe.process().Read(kPatience);
      came.kind != Arrival::Kind::kDeath) {
    findings.Wrong("sigterm", "SIGTERM", came.text);
  }
  for (const std::string_view bye : {R"({"bye":{}})", ""}) {
    probe.Restart();
    Connection& connection = probe.process().connection();
    if (!bye.empty()) connection.Send(bye);
    const std::optional<Death> death = LetEnd(connection, kPatience);
    const std::string sent =
        std::string(bye) + (bye.empty() ? "" : ", then ") + "the end of input";
    if (!death) {
      findings.Wrong("end", sent,
                     connection.IsFull()
                         ? std::string(kOverMaxLine)
                         : fmt::format("nothing for {} s", kPatience));
    } else if (death->signal != 0 || death->status != 0) {
      findings.Remark(
          fmt::format("after {} came {}, not exit 0", sent, Text(*death)));
    }
  }
}

}  // namespace

int RunTrial(const std::string& root, const AdapterCommand& command,
             std::FILE* out) {
  std::signal(SIGPIPE, SIG_IGN);
  RuleFindings findings(TheAdapterTest().rules);
  AdapterProbe probe(command, findings);
  std::string problem;
  if (!probe.Start(problem)) {
    throw Infrastructure("the adapter ends: " + problem);
  }
  if (probe.hello()) {
    const std::vector<PlannedVector> vectors =
        PlainVectors(root, *probe.hello());
    fmt::print(out, "{} {}, protocol {}, {} cases\n",
               Escaped(probe.hello()->name), Escaped(probe.hello()->version),
               kProtocol, vectors.size());
    ProbeHello(probe, command);
    if (ReadsItsBase(probe)) {
      const std::vector<ProbeAnswer> answers = AskAlone(probe, vectors);
      AskTogether(probe, vectors, answers);
      RemarkDifferences(probe, vectors, answers);
      TryTranscripts(probe);
      ProbePipes(probe);
    }
    ProbeEnds(probe);
  }
  probe.NoteNoise();
  return findings.Print(out) ? kGreen : kRed;
}

}  // namespace viewproof
