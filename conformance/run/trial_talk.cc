#include "conformance/run/trial_talk.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/process/executor.h"

namespace viewproof {
namespace {

using Arrival = TrialProcess::Arrival;

constexpr int kLook = 20;              // Milliseconds.
constexpr std::size_t kExcerpt = 300;  // Bytes of what was sent, and what came.

std::string Shortened(std::string_view text) {
  return Escaped(text.substr(0, kExcerpt)) +
         (text.size() > kExcerpt ? ".." : "");
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

}  // namespace

std::string CaseText(std::string_view id, std::string_view dtype,
                     std::string_view sizes, std::string_view chain) {
  std::string text = "{\"id\":";
  AppendQuoted(id, text);
  return text +
         fmt::format(R"(,"base":{{"dtype":"{}","sizes":{}}},"chain":[{}]}})",
                     dtype, sizes, chain);
}

TrialCase::TrialCase(const Case& asked) : test(asked) {
  AppendJson(test, text);
}

TrialCase::TrialCase(std::string_view id, std::string_view dtype,
                     std::string_view sizes, std::string_view chain)
    : text(CaseText(id, dtype, sizes, chain)) {
  Decoder().Read(PaddedText(text).view(), test);
}

Arrival TrialProcess::Read(double seconds) {
  using Kind = Arrival::Kind;
  Deadline deadline;
  deadline.Set(seconds);
  while (true) {
    const auto event = connection_.Next();
    if (!event) {
      if (deadline.HasPassed(connection_)) {
        KeepNoise();
        return {Kind::kSilence, fmt::format("nothing for {} s", seconds)};
      }
      Wait(kLook);
      continue;
    }
    switch (*event) {
      case Connection::Event::kDeath:
        last_noise_.clear();
        return {Kind::kDeath, "its end: " + Text(*connection_.death())};
      case Connection::Event::kOverlong:
        return {Kind::kOverlong, "a line of over 1 MiB"};
      case Connection::Event::kLine:
        break;
    }
    std::string line(connection_.line());
    if (line.starts_with('{')) {
      KeepNoise();
      return {Kind::kLine, std::move(line)};
    }
    last_noise_.push_back(std::move(line));
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

Findings::Row& Findings::RowOf(const rules::Rule& rule) {
  const auto found = std::ranges::find(rows_, &rule, &Row::rule);
  return found == rows_.end() ? rows_.emplace_back(Row{&rule, 0, ""}) : *found;
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
    const bool is_kept = row.faults == 0;
    wrong += is_kept ? 0 : 1;
    fmt::print(
        out, "{:<8}section {}: {}{}{}{}\n", is_kept ? "ok" : "wrong",
        row.rule->section, row.rule->name, is_kept ? "" : ": ", row.first,
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
  Connection& connection = process_->connection();
  const std::string sent =
      request.empty() ? HelloRequest() : std::string(request);
  connection.Send(sent);
  const Arrival came = process_->Read(command_.start_seconds);
  using Kind = Arrival::Kind;
  if (came.kind == Kind::kDeath || came.kind == Kind::kSilence) {
    problem = came.text + " before its hello\n" + connection.stderr_tail();
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

Talk::Answer Talk::Take(const TrialCase& asked, const Arrival& came) {
  Answer answer;
  answer.text = came.text;
  if (came.kind == Arrival::Kind::kDeath ||
      came.kind == Arrival::Kind::kSilence) {
    return answer;
  }
  answer.kind = Answer::Kind::kBroken;
  if (came.kind == Arrival::Kind::kOverlong) {
    Wrong(rules::kLine, asked, answer);
    return answer;
  }
  findings_.Keep(rules::kLine);
  findings_.Keep(rules::kOrder);
  const PaddedText line(came.text);
  const auto id = IdOfLine(line.view());
  if (!id) {
    Wrong(rules::kLine, asked, answer);
    return answer;
  }
  if (*id != asked.test.id) {
    Wrong(*id_rule_, asked, answer,
          fmt::format("the id is \"{}\", not \"{}\"", *id, asked.test.id));
    return answer;
  }
  answer.kind = Answer::Kind::kFaulty;
  findings_.Keep(rules::kSteps);
  findings_.Keep(rules::kFields);
  try {
    decoder_.Read(line.view(), asked.test, answer.reply);
    check_->Check(asked.test, answer.reply);
    answer.kind = Answer::Kind::kReply;
  } catch (const BadInput& error) {
    Wrong(RuleOf(error.what()), asked, answer, error.what());
  }
  return answer;
}

Talk::Answer Talk::Ask(const TrialCase& asked) {
  process_->connection().Send("{\"run\":[" + asked.text + "]}");
  const Arrival came = process_->Read(seconds());
  Answer answer = Take(asked, came);
  if (came.kind == Arrival::Kind::kSilence && AnswersAnother(asked.test)) {
    findings_.Wrong(rules::kOrder, asked.text,
                    "no line, and one for the next case");
    answer.kind = Answer::Kind::kBroken;
  }
  if (!Ended(answer) && process_->connection().HasMore()) {
    findings_.Wrong(rules::kOrder, asked.text, process_->Read(seconds()).text,
                    "it is a line that nobody asked for");
    answer.kind = Answer::Kind::kBroken;
  }
  if (Ended(answer)) Restart();
  return answer;
}

Talk::Answer Talk::AskTwice(const TrialCase& asked) {
  Answer answer = Ask(asked);
  return answer.kind == Answer::Kind::kEnd ? Ask(asked) : answer;
}

bool Talk::AnswersAnother(Case next) {
  next.id = "next";
  next.chain = {Step{.op = FindOp("read"), .args = {}, .on = {}}};
  process_->connection().Send("{\"run\":[" + TrialCase(next).text + "]}");
  const Arrival came = process_->Read(seconds());
  return came.kind == Arrival::Kind::kLine &&
         IdOfLine(PaddedText(came.text).view()) == "next";
}

std::vector<Talk::Answer> Talk::AskInBatches(std::span<const Case> cases) {
  std::vector<Answer> answers;
  const auto batch = static_cast<std::size_t>(hello_->batch);
  const double limit =
      seconds() * (hello_->answers_batch ? static_cast<double>(batch) : 1);
  std::span<const Case> unsent = cases;
  const auto send = [&] {
    if (unsent.empty()) return;
    std::vector<const Case*> some;
    for (const Case& test : unsent.first(std::min(batch, unsent.size()))) {
      some.push_back(&test);
    }
    unsent = unsent.subspan(some.size());
    std::string request;
    AppendRunRequest(some, request);
    process_->connection().Send(request);
  };
  send();
  for (const Case& test : cases) {
    const std::size_t out = cases.size() - unsent.size() - answers.size();
    if (out <= batch) send();
    answers.push_back(Take(TrialCase(test), process_->Read(limit)));
    if (!Ended(answers.back())) continue;
    Restart();
    break;
  }
  return answers;
}

void Talk::WrongUnlessSame(const rules::Rule& rule, std::string_view sent,
                           const Answer& answer, const Answer& due,
                           const std::string& why) {
  const bool are_replies =
      answer.kind == Answer::Kind::kReply && due.kind == Answer::Kind::kReply;
  if (!are_replies || SaySame(answer.reply, due.reply)) return;
  findings_.Wrong(rule, sent, answer.text, why + due.text);
}

bool SaySame(Reply a, Reply b) {
  for (Reply* reply : {&a, &b}) {
    reply->id.clear();
    if (reply->unsupported) reply->unsupported->detail.clear();
    for (Outcome& outcome : reply->steps) {
      auto* error = std::get_if<ErrorReply>(&outcome);
      if (error != nullptr)
        *error = {.kind = error->kind, .rule = "", .message = ""};
    }
  }
  return a == b;
}

}  // namespace viewproof
