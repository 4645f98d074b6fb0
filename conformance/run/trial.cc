#include "conformance/run/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/judge/compare.h"
#include "conformance/process/executor.h"
#include "conformance/run/exit_status.h"
#include "conformance/run/trial_probes.h"
#include "conformance/run/trial_talk.h"

namespace viewproof {
namespace {

using Kind = Talk::Answer::Kind;

constexpr int kMostDeaths = 8;  // Of cases that die twice.

// Asks a case again, in a new process, after one that it ended.
void AskAgain(Talk& talk, const Case& test, const std::string& how,
              int& deaths) {
  const Talk::Answer again = talk.Ask(test);
  if (again.kind != Kind::kEnd) {
    talk.findings().Wrong(rules::kState, test.id, how,
                          "asked again it is answered: " + again.text);
    return;
  }
  ++deaths;
  talk.findings().Remark(
      fmt::format("{}: twice {}: the library, or how the adapter calls it",
                  Text(test), again.text));
}

// Asks every case alone. The answers, and no answer where there is none.
std::vector<Talk::Answer> AskAlone(Talk& talk,
                                   const std::vector<TrialCase>& cases) {
  std::vector<Talk::Answer> answers;
  int deaths = 0;
  for (const TrialCase& asked : cases) {
    const Case& test = asked.vector.test;
    answers.push_back(talk.Ask(test));
    if (answers.back().kind != Kind::kEnd) continue;
    AskAgain(talk, test, answers.back().text, deaths);
    if (deaths == kMostDeaths) {
      talk.findings().Remark("it dies too often: the rest was not asked");
      break;
    }
  }
  return answers;
}

// Asks those that were answered again, in another order, in batches.
void AskTogether(Talk& talk, const std::vector<TrialCase>& cases,
                 const std::vector<Talk::Answer>& answers) {
  std::vector<Case> again;
  std::vector<const Talk::Answer*> due;
  for (std::size_t k = answers.size(); k-- > 0;) {
    if (answers[k].kind != Kind::kReply) continue;
    again.push_back(cases[k].vector.test);
    due.push_back(&answers[k]);
  }
  talk.findings().Keep(rules::kState);
  const std::vector<Talk::Answer> came = talk.AskInBatches(again);
  for (std::size_t k = 0; k < came.size(); ++k) {
    if (came[k].kind != Kind::kReply || SaySame(came[k].reply, due[k]->reply)) {
      continue;
    }
    talk.findings().Wrong(rules::kState, Text(again[k]), came[k].text,
                          "alone it was " + due[k]->text);
  }
  if (!came.empty() && came.back().kind == Kind::kEnd) {
    talk.findings().Wrong(
        rules::kState, "cases in batches", came.back().text,
        fmt::format("{} was answered alone", Text(again[came.size() - 1])));
  }
}

// Tells how the library differs, which is no fault of the adapter.
void RemarkDifferences(Talk& talk, const std::vector<TrialCase>& cases,
                       const std::vector<Talk::Answer>& answers) {
  const Hello& hello = *talk.hello();
  Comparator comparator(hello, Facets::All());
  int differing = 0;
  int unsupported = 0;
  std::string first;
  Judgement judgement;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (answers[k].kind != Kind::kReply) continue;
    const Vector& vector = cases[k].vector;
    if (answers[k].reply.unsupported) {
      if (unsupported++ == 0) {
        talk.findings().Remark(fmt::format(
            "{} is answered by unsupported ({}), and hello declares it",
            Text(vector.test), answers[k].reply.unsupported->what));
      }
      continue;
    }
    comparator.Compare(vector, answers[k].reply, judgement, {},
                       cases[k].worlds);
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
  const AskedCase asked = Asked("read", Name(FirstDType(*talk.hello())),
                                "[2,3]", R"({"op":"read"})");
  Talk::Answer answer = talk.Ask(asked.text, asked.test);
  if (answer.kind == Kind::kEnd) answer = talk.Ask(asked.text, asked.test);
  if (answer.kind != Kind::kEnd) return answer.kind != Kind::kBroken;
  const bool is_late = answer.text.starts_with("nothing");
  talk.findings().Wrong(is_late ? rules::kTime : rules::kOrder, asked.text,
                        answer.text);
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
  other.Send(R"({"hello":{"protocol":2}})");
  const auto came = other.Read(command.start_seconds);
  if (came.text.find("exit 2") == came.text.npos) {
    talk.findings().Remark("to protocol 2 came " + came.text.substr(0, 80) +
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
  if (!talk.Start(problem))
    throw Infrastructure("the adapter ends: " + problem);
  if (talk.hello()) {
    const std::vector<TrialCase> cases = TrialCases(root, *talk.hello());
    fmt::print(out, "{} {}, protocol {}, {} cases\n",
               Escaped(talk.hello()->name), Escaped(talk.hello()->version),
               kProtocol, cases.size());
    ProbeHello(talk, command);
    if (ReadsItsBase(talk)) {
      const std::vector<Talk::Answer> answers = AskAlone(talk, cases);
      AskTogether(talk, cases, answers);
      RemarkDifferences(talk, cases, answers);
      ProbeWords(talk);
      ProbeValues(talk);
      ProbePipes(talk);
    }
    ProbeEnds(talk);
  }
  talk.NoteNoise();
  return findings.Print(out) ? kGreen : kRed;
}

}  // namespace viewproof
