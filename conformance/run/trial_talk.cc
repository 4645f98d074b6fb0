#include "conformance/run/trial_talk.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <span>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/judge/plan.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"

namespace viewproof {

AskedCase Asked(std::string_view id, std::string_view dtype,
                std::string_view sizes, std::string_view chain) {
  AskedCase asked;
  asked.text = "{\"id\":";
  AppendQuoted(id, asked.text);
  asked.text +=
      fmt::format(R"(,"base":{{"dtype":"{}","sizes":{}}},"chain":[{}]}})",
                  dtype, sizes, chain);
  Decoder().Read(PaddedText(asked.text).view(), asked.test);
  return asked;
}

bool Declares(const Hello& hello, std::string_view step) {
  constexpr std::string_view kBefore = R"({"op":")";
  std::string_view op = step.substr(kBefore.size());
  op = op.substr(0, op.find('"'));
  return std::ranges::find(hello.ops, op) != hello.ops.end() ||
         std::ranges::find(hello.borrowed, op) != hello.borrowed.end();
}

bool IsLeftOut(const Reply& reply) {
  return reply.unsupported &&
         reply.unsupported->what == Name(SkipReason::kLeftOut);
}

bool Has(const Hello& hello, DType dtype) {
  return std::ranges::find(hello.dtypes, dtype) != hello.dtypes.end();
}

bool Has(const Hello& hello, CaseForm form) {
  return std::ranges::find(hello.forms, form) != hello.forms.end();
}

DType FirstDType(const Hello& hello) {
  for (const DType dtype : {DType::kFloat32, DType::kInt64}) {
    if (Has(hello, dtype)) return dtype;
  }
  const auto found = std::ranges::find_if(hello.dtypes, IsBaseDType);
  return found == hello.dtypes.end() ? DType::kFloat32 : *found;
}

namespace {

constexpr int kLook = 20;  // Milliseconds.

}  // namespace

TrialProcess::Came TrialProcess::Read(double seconds) {
  using Event = Connection::Event;
  using Kind = Came::Kind;
  Deadline deadline;
  deadline.Set(seconds);
  while (true) {
    if (const auto event = connection_.Next()) {
      if (*event == Event::kDeath) {
        last_noise_.clear();
        return {Kind::kDeath, "its end: " + Text(*connection_.death())};
      }
      if (*event == Event::kOverlong) {
        return {Kind::kOverlong, "a line of over 1 MiB"};
      }
      std::string line(connection_.line());
      if (!line.starts_with('{')) {
        last_noise_.push_back(std::move(line));
        continue;
      }
      KeepNoise();
      return {Kind::kLine, std::move(line)};
    }
    if (deadline.HasPassed(connection_)) {
      KeepNoise();
      return {Kind::kSilence, fmt::format("nothing for {} s", seconds)};
    }
    Wait(kLook);
  }
}

int TrialProcess::CountArrivals(int lines, double seconds) {
  Deadline deadline;
  deadline.Set(seconds);
  int arrivals = 0;
  while (lines > 0) {
    int come = 0;
    while (const auto event = connection_.Next()) {
      if (*event != Connection::Event::kLine) return 0;
      come += connection_.line().starts_with('{') ? 1 : 0;
    }
    arrivals += come > 0 ? 1 : 0;
    lines -= come;
    if (come == 0 && deadline.HasPassed(connection_)) return 0;
    if (lines > 0) Wait(0);
  }
  return arrivals;
}

void TrialProcess::Wait(int milliseconds) {
  std::vector<pollfd> polled;
  connection_.AddTo(polled);
  if (poll(polled.data(), polled.size(), milliseconds) > 0) {
    connection_.Handle(std::span<const pollfd, Connection::kPolled>(polled));
  }
}

void TrialProcess::KeepNoise() {
  noise_.insert(noise_.end(), last_noise_.begin(), last_noise_.end());
  last_noise_.clear();
}

namespace {

using Came = TrialProcess::Came;

constexpr std::size_t kShown = 300;  // Bytes of what was sent, and what came.

std::string Shortened(std::string_view text) {
  return Escaped(text.substr(0, kShown)) + (text.size() > kShown ? ".." : "");
}

// The rule that a reply breaks if a reader says this.
const rules::Rule& RuleOf(std::string_view why) {
  return why.find("\"steps\"") != why.npos ? rules::kSteps : rules::kFields;
}

// Whether a process cannot be asked more.
bool Ended(const Talk::Answer& answer) {
  return answer.kind == Talk::Answer::Kind::kEnd ||
         answer.kind == Talk::Answer::Kind::kBroken;
}

std::string RunOf(std::string_view cases) {
  return fmt::format("{{\"run\":[{}]}}", cases);
}

}  // namespace

Findings::Row& Findings::RowOf(const rules::Rule& rule) {
  for (Row& row : rows_) {
    if (row.rule->name == rule.name) return row;
  }
  rows_.push_back({&rule, 0, ""});
  return rows_.back();
}

void Findings::Keep(const rules::Rule& rule) { RowOf(rule); }

void Findings::Wrong(const rules::Rule& rule, std::string_view sent,
                     std::string_view came, std::string_view why) {
  Row& row = RowOf(rule);
  if (row.faults++ != 0) return;
  row.first = fmt::format(
      "sent {}; came {}{}{}; PROTOCOL.md section {} wants: {}",
      sent.empty() ? "nothing" : Shortened(sent), Shortened(came),
      why.empty() ? "" : ", where ", Shortened(why), rule.section, rule.text);
}

void Findings::Remark(const std::string& text) {
  if (std::ranges::find(remarks_, text) == remarks_.end()) {
    remarks_.push_back(text);
  }
}

bool Findings::Print(std::FILE* out) const {
  std::vector<Row> rows = rows_;
  std::ranges::stable_sort(rows, {},
                           [](const Row& row) { return row.rule->section; });
  int64_t wrong = 0;
  for (const Row& row : rows) {
    if (row.faults == 0) {
      fmt::print(out, "ok      section {}: {}\n", row.rule->section,
                 row.rule->name);
      continue;
    }
    ++wrong;
    fmt::print(
        out, "wrong   section {}: {}: {}{}\n", row.rule->section,
        row.rule->name, row.first,
        row.faults > 1 ? fmt::format(" ({} times in all)", row.faults) : "");
  }
  for (const std::string& remark : remarks_) {
    fmt::print(out, "remark  {}\n", Escaped(remark));
  }
  fmt::print(out, "{} ok, {} wrong, {} remark{}\n", std::ssize(rows) - wrong,
             wrong, remarks_.size(), remarks_.size() == 1 ? "" : "s");
  return wrong == 0;
}

void Talk::NoteNoise() {
  if (process_ == nullptr) return;
  findings_.Keep(rules::kNoise);
  for (const std::string& line : process_->noise()) {
    findings_.Wrong(rules::kNoise, "", "\"" + line + "\"");
  }
}

bool Talk::Start(std::string& problem, std::string_view request) {
  NoteNoise();
  process_.reset();
  process_ = std::make_unique<TrialProcess>(command_);
  const std::string sent =
      request.empty() ? HelloRequest() : std::string(request);
  process_->Send(sent);
  const auto came = process_->Read(command_.start_seconds);
  if (came.kind == Came::Kind::kDeath || came.kind == Came::Kind::kSilence) {
    problem = came.text + " before its hello\n" + process_->stderr_tail();
    return false;
  }
  findings_.Keep(rules::kHello);
  try {
    const Hello hello = ReadHello(came.text);
    if (!hello_) {
      hello_ = hello;
      check_.emplace(hello);
      return true;
    }
    findings_.Keep(rules::kSameHello);
    if (*hello_ != hello) findings_.Wrong(rules::kSameHello, sent, came.text);
  } catch (const BadInput& error) {
    findings_.Wrong(rules::kHello, sent, came.text, error.what());
  }
  return true;
}

void Talk::Restart() {
  std::string problem;
  if (!Start(problem)) {
    throw Infrastructure("a new process does not start: " + problem);
  }
}

Talk::Answer Talk::Take(std::string_view sent, const TrialProcess::Came& came,
                        const Case& test) {
  Answer answer;
  answer.text = came.text;
  switch (came.kind) {
    case Came::Kind::kOverlong:
      findings_.Wrong(rules::kLine, sent, came.text);
      answer.kind = Answer::Kind::kBroken;
      return answer;
    case Came::Kind::kDeath:
    case Came::Kind::kSilence:
      return answer;
    case Came::Kind::kLine:
      break;
  }
  findings_.Keep(rules::kLine);
  findings_.Keep(rules::kOrder);
  answer.kind = Answer::Kind::kFaulty;
  const PaddedText padded(came.text);
  const auto id = IdOfLine(padded.view());
  if (!id) {
    findings_.Wrong(rules::kLine, sent, came.text);
    answer.kind = Answer::Kind::kBroken;
    return answer;
  }
  if (*id != test.id) {
    findings_.Wrong(*id_rule_, sent, came.text,
                    fmt::format("the id is \"{}\", not \"{}\"", *id, test.id));
    answer.kind = Answer::Kind::kBroken;
    return answer;
  }
  findings_.Keep(rules::kSteps);
  findings_.Keep(rules::kFields);
  try {
    decoder_.Read(padded.view(), test, answer.reply);
    check_->Check(test, answer.reply);
    answer.kind = Answer::Kind::kReply;
  } catch (const BadInput& error) {
    findings_.Wrong(RuleOf(error.what()), sent, came.text, error.what());
  }
  return answer;
}

Talk::Answer Talk::Ask(std::string_view text, const Case& test) {
  process_->Send(RunOf(text));
  const auto came = process_->Read(seconds());
  Answer answer = Take(text, came, test);
  if (came.kind == Came::Kind::kSilence && AnswersAnother(test)) {
    findings_.Wrong(rules::kOrder, text, "no line, and one for the next case");
    answer.kind = Answer::Kind::kBroken;
  }
  if (!Ended(answer) && process_->HasMore()) {
    const auto more = process_->Read(seconds());
    findings_.Wrong(rules::kOrder, text, more.text,
                    "it is a line that nobody asked for");
    answer.kind = Answer::Kind::kBroken;
  }
  if (Ended(answer)) Restart();
  return answer;
}

Talk::Answer Talk::AskTwice(std::string_view text, const Case& test) {
  Answer answer = Ask(text, test);
  return answer.kind == Answer::Kind::kEnd ? Ask(text, test) : answer;
}

bool Talk::AnswersAnother(const Case& test) {
  Case next = test;
  next.id = "next";
  next.chain = {Step{.op = FindOp("read"), .args = {}, .on = {}}};
  std::string text;
  AppendJson(next, text);
  process_->Send(RunOf(text));
  const auto came = process_->Read(seconds());
  return came.kind == Came::Kind::kLine &&
         IdOfLine(PaddedText(came.text).view()) == "next";
}

Talk::Answer Talk::Ask(const Case& test) {
  std::string text;
  AppendJson(test, text);
  return Ask(text, test);
}

std::vector<Talk::Answer> Talk::AskInBatches(std::span<const Case> cases) {
  std::vector<Answer> answers;
  const auto batch = static_cast<std::size_t>(hello_->batch);
  std::size_t sent = 0;
  const auto send = [&] {
    const std::size_t count = std::min(batch, cases.size() - sent);
    if (count == 0) return;
    std::vector<const Case*> some;
    for (std::size_t k = 0; k < count; ++k) some.push_back(&cases[sent + k]);
    std::string request;
    AppendRunRequest(some, request);
    process_->Send(request);
    sent += count;
  };
  send();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (sent - k <= batch) send();
    std::string text;
    AppendJson(cases[k], text);
    const double limit =
        seconds() * (hello_->answers_batch ? static_cast<double>(batch) : 1);
    Answer answer = Take(text, process_->Read(limit), cases[k]);
    answers.push_back(std::move(answer));
    if (!Ended(answers.back())) continue;
    Restart();
    break;
  }
  return answers;
}

}  // namespace viewproof
