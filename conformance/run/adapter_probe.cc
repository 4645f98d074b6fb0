#include "conformance/run/adapter_probe.h"

#include <fmt/format.h>
#include <poll.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"
#include "conformance/report/screen.h"

namespace viewproof {
namespace {

using Arrival = AdapterProcess::Arrival;

constexpr int kLook = 20;              // Milliseconds.
constexpr std::size_t kExcerpt = 300;  // Bytes of what was sent, and what came.

std::string Shortened(std::string_view text) {
  return Escaped(text.substr(0, kExcerpt)) +
         (text.size() > kExcerpt ? ".." : "");
}

// The rule that a reply breaks if a reader says this.
std::string_view RuleOf(std::string_view why) {
  return why.find("\"steps\"") != why.npos ? "steps" : "fields";
}

// Returns whether a process cannot be asked more.
bool Ended(const ProbeAnswer& answer) {
  return answer.kind == ProbeAnswer::Kind::kEnd ||
         answer.kind == ProbeAnswer::Kind::kBroken;
}

}  // namespace

ProbeCase::ProbeCase(const Case& asked) : test(asked) {
  AppendJson(test, text);
}

ProbeCase::ProbeCase(std::string_view json) : text(json) {
  try {
    Decoder().Read(PaddedText(text).view(), test, UnknownKeys::kIgnored);
  } catch (const NotSupported&) {
    simdjson::dom::parser parser;
    const std::size_t steps = parser.parse(text)["chain"].get_array().size();
    test.chain.assign(steps, {.op = FindOp("read"), .args = {}, .on = {}});
  }
}

Arrival AdapterProcess::Read(double seconds) {
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
        return {Kind::kOverlong, fmt::format("a line of {}", kOverMaxLine)};
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

int AdapterProcess::CountArrivals(int lines, double seconds) {
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

void AdapterProcess::Wait(int milliseconds) {
  std::vector<pollfd> polled;
  connection_.AddTo(polled);
  if (poll(polled.data(), polled.size(), milliseconds) > 0) {
    connection_.Handle(std::span<const pollfd, Connection::kPolled>(polled));
  }
}

void AdapterProcess::KeepNoise() {
  noise_.insert(noise_.end(), last_noise_.begin(), last_noise_.end());
  last_noise_.clear();
}

RuleFindings::RuleFindings(const std::vector<ProtocolRule>& rules) {
  for (const ProtocolRule& rule : rules) rows_.push_back({&rule, false, 0, ""});
}

RuleFindings::Row& RuleFindings::RowOf(std::string_view rule) {
  const auto found = std::ranges::find_if(
      rows_, [&](const Row& row) { return row.rule->name == rule; });
  if (found == rows_.end()) {
    throw std::logic_error(fmt::format("no rule is called {}", rule));
  }
  found->is_tried = true;
  return *found;
}

void RuleFindings::Wrong(std::string_view rule, std::string_view sent,
                         std::string_view came, std::string_view why) {
  Row& row = RowOf(rule);
  if (row.faults++ != 0) return;
  row.first =
      fmt::format("sent {}; came {}{}{}; PROTOCOL.md section {} wants: {}",
                  sent.empty() ? "nothing" : Shortened(sent), Shortened(came),
                  why.empty() ? "" : ", where ", Shortened(why),
                  row.rule->section, row.rule->sentence);
}

void RuleFindings::Remark(const std::string& text) {
  if (std::ranges::find(remarks_, text) == remarks_.end()) {
    remarks_.push_back(text);
  }
}

bool RuleFindings::Print(std::FILE* out) const {
  const Screen screen(out);
  int64_t kept = 0;
  int64_t wrong = 0;
  for (const Row& row : rows_) {
    if (!row.is_tried) continue;
    const bool is_kept = row.faults == 0;
    ++(is_kept ? kept : wrong);
    screen.PrintRows(fmt::format(
        "{:<8}section {}: {}{}{}{}", is_kept ? "ok" : "wrong",
        row.rule->section, row.rule->title, is_kept ? "" : ": ", row.first,
        row.faults > 1 ? fmt::format(" ({} times in all)", row.faults) : ""));
  }
  for (const std::string& remark : remarks_) {
    screen.PrintRows("remark  " + Escaped(remark));
  }
  screen.PrintRows(fmt::format("{} ok, {} wrong, {}", kept, wrong,
                               Plural(std::ssize(remarks_), "remark")));
  return wrong == 0;
}

void AdapterProbe::NoteNoise() {
  if (process_ == nullptr) return;
  findings_.Keep("noise");
  for (const std::string& line : process_->noise()) {
    findings_.Wrong("noise", "", "\"" + line + "\"");
  }
}

bool AdapterProbe::Start(std::string& problem, std::string_view request) {
  NoteNoise();
  process_.reset();
  process_ = std::make_unique<AdapterProcess>(command_);
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
  findings_.Keep("hello");
  try {
    const Hello hello = ReadHello(came.text);
    if (!hello_) {
      hello_ = hello;
      check_.emplace(hello);
      for (const std::string& told : RetiredFields(came.text)) {
        findings_.Remark(told);
      }
      return true;
    }
    findings_.Keep("same_hello");
    if (*hello_ != hello) findings_.Wrong("same_hello", sent, came.text);
  } catch (const BadInput& error) {
    findings_.Wrong("hello", sent, came.text, error.what());
  }
  return true;
}

void AdapterProbe::Restart() {
  std::string problem;
  if (!Start(problem)) {
    throw Infrastructure("a new process does not start: " + problem);
  }
}

ProbeAnswer AdapterProbe::Take(const ProbeCase& asked, const Arrival& came,
                               std::string_view id_rule) {
  ProbeAnswer answer;
  answer.text = came.text;
  if (came.kind == Arrival::Kind::kDeath ||
      came.kind == Arrival::Kind::kSilence) {
    return answer;
  }
  answer.kind = ProbeAnswer::Kind::kBroken;
  if (came.kind == Arrival::Kind::kOverlong) {
    findings_.Wrong("line", asked.text, answer.text);
    return answer;
  }
  findings_.Keep("line");
  findings_.Keep("order");
  const PaddedText line(came.text);
  const auto id = IdOfLine(line.view());
  if (!id) {
    findings_.Wrong("line", asked.text, answer.text);
    return answer;
  }
  if (*id != asked.test.id) {
    findings_.Wrong(
        id_rule, asked.text, answer.text,
        fmt::format("the id is \"{}\", not \"{}\"", *id, asked.test.id));
    return answer;
  }
  answer.kind = ProbeAnswer::Kind::kFaulty;
  findings_.Keep("steps");
  findings_.Keep("fields");
  try {
    decoder_.Read(line.view(), asked.test, answer.reply);
    check_->Check(asked.test, answer.reply);
    answer.kind = ProbeAnswer::Kind::kReply;
  } catch (const BadInput& error) {
    findings_.Wrong(RuleOf(error.what()), asked.text, answer.text,
                    error.what());
  }
  return answer;
}

ProbeAnswer AdapterProbe::Ask(const ProbeCase& asked,
                              std::string_view id_rule) {
  process_->connection().Send("{\"run\":[" + asked.text + "]}");
  const Arrival came = process_->Read(seconds());
  ProbeAnswer answer = Take(asked, came, id_rule);
  if (came.kind == Arrival::Kind::kSilence && AnswersAnother(asked.test)) {
    findings_.Wrong("order", asked.text, "no line, and one for the next case");
    answer.kind = ProbeAnswer::Kind::kBroken;
  }
  if (!Ended(answer) && process_->connection().HasMore()) {
    findings_.Wrong("order", asked.text, process_->Read(seconds()).text,
                    "it is a line that nobody asked for");
    answer.kind = ProbeAnswer::Kind::kBroken;
  }
  if (Ended(answer)) Restart();
  return answer;
}

ProbeAnswer AdapterProbe::AskTwice(const ProbeCase& asked,
                                   std::string_view id_rule) {
  ProbeAnswer answer = Ask(asked, id_rule);
  return answer.kind == ProbeAnswer::Kind::kEnd ? Ask(asked, id_rule) : answer;
}

bool AdapterProbe::AnswersAnother(Case next) {
  next.id = "next";
  next.chain = {Step{.op = FindOp("read"), .args = {}, .on = {}}};
  process_->connection().Send("{\"run\":[" + ProbeCase(next).text + "]}");
  const Arrival came = process_->Read(seconds());
  return came.kind == Arrival::Kind::kLine &&
         IdOfLine(PaddedText(came.text).view()) == "next";
}

std::vector<ProbeAnswer> AdapterProbe::AskInBatches(
    std::span<const Case> cases) {
  std::vector<ProbeAnswer> answers;
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
    answers.push_back(Take(ProbeCase(test), process_->Read(limit), "order"));
    if (!Ended(answers.back())) continue;
    Restart();
    break;
  }
  return answers;
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
