#include "conformance/run/trial.h"

#include <fmt/format.h>

#include <csignal>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"
#include "conformance/run/stop.h"
#include "conformance/run/trial_probes.h"
#include "conformance/run/trial_talk.h"

namespace viewproof {
namespace {

using Kind = Talk::Answer::Kind;

constexpr int kGood = 2;        // Vectors of an op that succeed,
constexpr int kBad = 1;         // and that end in an error.
constexpr int kMostDeaths = 8;  // Of cases that die twice.

// Whether a person takes it in at a glance.
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
std::vector<Talk::Answer> AskAlone(Talk& talk,
                                   const std::vector<PlannedVector>& vectors) {
  std::vector<Talk::Answer> answers;
  int deaths = 0;
  for (const PlannedVector& asked : vectors) {
    const Case& test = asked.vector.test;
    answers.push_back(talk.Ask(TrialCase(test)));
    if (answers.back().kind != Kind::kEnd) continue;
    const Talk::Answer again = talk.Ask(TrialCase(test));
    if (again.kind != Kind::kEnd) {
      talk.findings().Wrong(rules::kState, test.id, answers.back().text,
                            "asked again it is answered: " + again.text);
      continue;
    }
    talk.findings().Remark(
        fmt::format("{}: twice {}: the library, or how the adapter calls it",
                    Text(test), again.text));
    if (++deaths == kMostDeaths) {
      talk.findings().Remark("it dies too often: the rest was not asked");
      break;
    }
  }
  return answers;
}

// Asks those that were answered again, in another order, in batches.
void AskTogether(Talk& talk, const std::vector<PlannedVector>& vectors,
                 const std::vector<Talk::Answer>& answers) {
  std::vector<Case> again;
  std::vector<const Talk::Answer*> due;
  for (std::size_t k = answers.size(); k-- > 0;) {
    if (answers[k].kind != Kind::kReply) continue;
    again.push_back(vectors[k].vector.test);
    due.push_back(&answers[k]);
  }
  talk.findings().Keep(rules::kState);
  const std::vector<Talk::Answer> came = talk.AskInBatches(again);
  for (std::size_t k = 0; k < came.size(); ++k) {
    talk.WrongUnlessSame(rules::kState, Text(again[k]), came[k], *due[k],
                         "alone it was ");
  }
  if (!came.empty() && came.back().kind == Kind::kEnd) {
    talk.findings().Wrong(
        rules::kState, "cases in batches", came.back().text,
        fmt::format("{} was answered alone", Text(again[came.size() - 1])));
  }
}

// Tells how the library differs, which is no fault of the adapter.
void RemarkDifferences(Talk& talk, const std::vector<PlannedVector>& vectors,
                       const std::vector<Talk::Answer>& answers) {
  Comparator comparator(*talk.hello(), Facets::All());
  bool is_told = false;  // That one is unsupported.
  int differing = 0;
  std::string first;
  Judgement judgement;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (answers[k].kind != Kind::kReply) continue;
    const Vector& vector = vectors[k].vector;
    if (const auto& unsupported = answers[k].reply.unsupported) {
      if (std::exchange(is_told, true)) continue;
      talk.findings().Remark(fmt::format(
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
  talk.findings().Remark(fmt::format(
      "the library differs from PyTorch in {} of {} plain cases, which "
      "`viewproof check` judges: {}",
      differing, answers.size(), first));
}

// Whether it answers at all what every adapter can answer.
bool ReadsItsBase(Talk& talk) {
  const TrialCase asked("read", FirstDType(*talk.hello()), "[2,3]", kReadStep);
  const Talk::Answer answer = talk.AskTwice(asked);
  if (answer.kind != Kind::kEnd) return answer.kind != Kind::kBroken;
  const bool is_late = answer.text.starts_with("nothing");
  talk.Wrong(is_late ? rules::kTime : rules::kOrder, asked, answer);
  return false;
}

// A hello with a field that may come later, and one of another version.
void ProbeHello(Talk& talk, const AdapterCommand& command) {
  std::string problem;
  if (!talk.Start(problem,
                  R"({"hello":{"protocol":1,"suite":"9.9","flurb":[1]}})")) {
    talk.findings().Wrong(rules::kHello, "a hello with a field more", problem);
    talk.Restart();
  }
  TrialProcess other(command);
  other.connection().Send(R"({"hello":{"protocol":2}})");
  const std::string came = other.Read(command.start_seconds).text;
  if (came.find("exit 2") == came.npos) {
    talk.findings().Remark("to protocol 2 came " + came.substr(0, 80) +
                           ", not exit 2");
  }
}

}  // namespace

int RunTrial(const std::string& root, const AdapterCommand& command,
             std::FILE* out) {
  std::signal(SIGPIPE, SIG_IGN);
  Findings findings;
  Talk talk(command, findings);
  std::string problem;
  if (!talk.Start(problem)) {
    throw Infrastructure("the adapter ends: " + problem);
  }
  if (talk.hello()) {
    const std::vector<PlannedVector> vectors =
        PlainVectors(root, *talk.hello());
    fmt::print(out, "{} {}, protocol {}, {} cases\n",
               Escaped(talk.hello()->name), Escaped(talk.hello()->version),
               kProtocol, vectors.size());
    ProbeHello(talk, command);
    if (ReadsItsBase(talk)) {
      const std::vector<Talk::Answer> answers = AskAlone(talk, vectors);
      AskTogether(talk, vectors, answers);
      RemarkDifferences(talk, vectors, answers);
      ProbeRules(talk);
    }
    ProbeEnds(talk);
  }
  talk.NoteNoise();
  return findings.Print(out) ? kGreen : kRed;
}

}  // namespace viewproof
