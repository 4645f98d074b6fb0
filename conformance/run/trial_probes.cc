#include "conformance/run/trial_probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/plan.h"
#include "conformance/run/trial_talk.h"

namespace viewproof {

namespace {

constexpr int kGood = 2;  // Vectors of an op that succeed,
constexpr int kBad = 1;   // and that end in an error.

// Whether a person takes it in at a glance.
bool IsPlain(const Case& test) {
  constexpr std::size_t kSteps = 3;
  constexpr std::size_t kRank = 4;
  return test.chain.size() <= kSteps && test.base.fill == FillKind::kIota &&
         test.base.sizes.size() <= kRank;
}

}  // namespace

std::vector<TrialCase> TrialCases(const std::string& root, const Hello& hello) {
  Planner planner(hello);
  std::map<std::pair<std::string, bool>, int> taken;
  std::vector<TrialCase> cases;
  ForEachVector(OpenGolden(root + "/golden"), [&](Vector& vector) {
    if (!IsPlain(vector.test)) return;
    const bool fails = std::holds_alternative<ErrorReply>(vector.expect.back());
    const std::string& id = vector.test.id;
    const auto key = std::pair(id.substr(0, id.find('/')), fails);
    if (taken[key] == (fails ? kBad : kGood)) return;
    TrialCase asked;
    asked.vector = vector;
    if (planner.Plan(asked.vector, asked.worlds)) return;
    ++taken[key];
    cases.push_back(std::move(asked));
  });
  return cases;
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

namespace {

using Kind = Talk::Answer::Kind;

// What cannot be known, and how it is refused.
struct Unknown {
  const char* base;   // More fields of the base.
  const char* dtype;  // Or null: one that is declared.
  const char* chain;
  Unsupported due;
};

const Unknown kUnknown[] = {
    {"", nullptr, R"({"op":"read"},{"op":"flurb","dim":0})", {2, "op", ""}},
    {"", nullptr, R"({"op":"read","flurb":1})", {1, "argument", ""}},
    {R"(,"flurb":1)", nullptr, R"({"op":"read"})", {0, "base", ""}},
    {"", "flurb8", R"({"op":"read"})", {0, "dtype", ""}},
};

void ProbeUnknown(Talk& talk, const std::string& dtype) {
  for (const Unknown& unknown : kUnknown) {
    const std::string text = fmt::format(
        R"({{"id":"unknown","base":{{"dtype":"{}","sizes":[2]{}}},)"
        R"("chain":[{}]}})",
        unknown.dtype ? unknown.dtype : dtype, unknown.base, unknown.chain);
    const std::string reads = unknown.due.step == 2
                                  ? R"({"op":"read"},{"op":"read"})"
                                  : R"({"op":"read"})";
    talk.findings().Keep(rules::kUnknown);
    const auto answer =
        talk.AskTwice(text, Asked("unknown", dtype, "[2]", reads).test);
    if (answer.kind == Kind::kFaulty || answer.kind == Kind::kBroken) continue;
    if (answer.kind == Kind::kReply && IsLeftOut(answer.reply)) continue;
    const auto& said = answer.reply.unsupported;
    std::string why;
    if (answer.kind == Kind::kEnd || !said) {
      why = "it is not unsupported";
    } else if (said->what != unknown.due.what) {
      why = fmt::format("\"what\" is not {}", unknown.due.what);
    } else if (said->step != 0 && said->step != unknown.due.step) {
      why = fmt::format("\"step\" is not {}", unknown.due.step);
    }
    if (why.empty()) continue;
    talk.findings().Wrong(rules::kUnknown, text, answer.text, why);
  }
}

void ProbeIgnored(Talk& talk, const std::string& dtype) {
  const AskedCase plain = Asked("more", dtype, "[2]", R"({"op":"read"})");
  const auto due = talk.Ask(plain.text, plain.test);
  std::string text = plain.text;
  text.insert(1, R"("flurb":{"id":"x","chain":[1]},)");
  talk.findings().Keep(rules::kIgnore);
  const auto came = talk.Ask(text, plain.test);
  if (due.kind != Kind::kReply || came.kind == Kind::kFaulty) return;
  if (came.kind != Kind::kReply || !SaySame(due.reply, came.reply)) {
    talk.findings().Wrong(rules::kIgnore, text, came.text);
  }
}

void ProbeIds(Talk& talk, const std::string& dtype) {
  talk.findings().Keep(rules::kId);
  talk.set_id_rule(rules::kId);
  for (const std::string id :
       {"7", "9007199254740993", "a b", "\u00e4/\u6771", "[1]", "null"}) {
    const AskedCase asked = Asked(id, dtype, "[2]", R"({"op":"read"})");
    const auto answer = talk.AskTwice(asked.text, asked.test);
    if (answer.kind == Kind::kEnd) {
      talk.findings().Wrong(rules::kId, asked.text, answer.text);
    }
  }
  talk.set_id_rule(rules::kOrder);
  const AskedCase small = Asked("same", dtype, "[2]", R"({"op":"read"})");
  const AskedCase large = Asked("same", dtype, "[3]", R"({"op":"read"})");
  const AskedCase other = Asked("other", dtype, "[3]", R"({"op":"read"})");
  const auto due = talk.Ask(other.text, other.test);
  talk.Ask(small.text, small.test);
  const auto came = talk.Ask(large.text, large.test);
  if (due.kind == Kind::kReply && came.kind == Kind::kReply &&
      !SaySame(due.reply, came.reply)) {
    talk.findings().Wrong(rules::kId, large.text, came.text,
                          "under another id it says " + due.text);
  }
}

// Steps that a library refuses, whatever it is.
constexpr const char* kRefused[] = {
    R"({"op":"select","dim":9,"index":0})",
    R"({"op":"unsqueeze","dim":9})",
    R"({"op":"permute","dims":[0]})",
    R"({"op":"view","size":[7]})",
    R"({"op":"reshape","shape":[7]})",
    R"({"op":"transpose","dim0":9,"dim1":0})",
    R"({"op":"expand","size":[7]})",
    R"({"op":"unfold","dimension":9,"size":1,"step":1})"};

void ProbeErrors(Talk& talk, const std::string& dtype) {
  const Hello& hello = *talk.hello();
  if (!hello.after_error || !hello.observes_every) return;
  const AskedCase plain = Asked("error", dtype, "[2,3]", R"({"op":"read"})");
  const auto read = talk.Ask(plain.text, plain.test);
  if (read.kind != Kind::kReply || read.reply.steps.empty() ||
      !std::holds_alternative<std::vector<Output>>(read.reply.steps[0])) {
    return;
  }
  for (const char* refused : kRefused) {
    if (!Declares(hello, refused)) continue;
    const AskedCase asked =
        Asked("error", dtype, "[2,3]",
              fmt::format(R"({},{{"op":"read"}},{{"op":"read","on":[1,0]}})",
                          refused));
    const auto answer = talk.Ask(asked.text, asked.test);
    if (answer.kind != Kind::kReply || answer.reply.unsupported) continue;
    const std::vector<Outcome>& steps = answer.reply.steps;
    if (!std::holds_alternative<ErrorReply>(steps[0])) continue;
    talk.findings().Keep(rules::kError);
    talk.findings().Keep(rules::kMissing);
    if (!std::holds_alternative<std::vector<Output>>(steps[1])) {
      talk.findings().Wrong(rules::kError, asked.text, answer.text,
                            "step 2 reads the base");
    }
    if (!std::holds_alternative<UnobservedStep>(steps[2])) {
      talk.findings().Wrong(rules::kMissing, asked.text, answer.text,
                            "step 3 names an output of the step that failed");
    }
    return;
  }
}

}  // namespace

void ProbeWords(Talk& talk) {
  const std::string dtype(Name(FirstDType(*talk.hello())));
  ProbeUnknown(talk, dtype);
  ProbeIgnored(talk, dtype);
  ProbeIds(talk, dtype);
  ProbeErrors(talk, dtype);
}

namespace {

// Whether a request that comes in two parts is answered once it is whole.
bool TakesParts(Talk& talk, const AskedCase& asked, std::string& text) {
  using Came = TrialProcess::Came;
  constexpr double kPause = 0.05;
  const std::string line = "{\"run\":[" + asked.text + "]}\n";
  const std::size_t half = line.size() / 2;
  talk.process().SendPart(std::string_view(line).substr(0, half));
  Came came = talk.process().Read(kPause);
  const bool waits = came.kind == Came::Kind::kSilence;
  if (waits) {
    talk.process().SendPart(std::string_view(line).substr(half));
    came = talk.process().Read(talk.seconds());
  }
  text = came.text;
  if (waits && came.kind == Came::Kind::kLine) return true;
  talk.Restart();
  return false;
}

// Replies that are written one by one take as many calls of write, or come one
// by one at least once: its writes may be those of another process.
void ProbeWriting(Talk& talk, const std::string& text) {
  constexpr int kTries = 100;
  constexpr int64_t kMany = 32;
  const Hello& hello = *talk.hello();
  const int count = static_cast<int>(std::min(hello.batch, kMany));
  if (hello.answers_batch || count < 2) return;
  std::string request = "{\"run\":[" + text;
  for (int k = 1; k < count; ++k) request += "," + text;
  request += "]}";
  for (int k = 0; k < kTries; ++k) {
    const int64_t before = talk.process().Writes();
    talk.process().Send(request);
    const int arrivals =
        talk.process().CountArrivals(count, talk.seconds() * count);
    if (arrivals == 0) return talk.Restart();
    talk.findings().Keep(rules::kAtOnce);
    if (arrivals > 1 || talk.process().Writes() - before >= count) return;
  }
  talk.findings().Wrong(
      rules::kAtOnce, fmt::format("{} cases in one request", count),
      "all replies at the same time",
      "the hello of one that has to do so says \"answers\":\"batch\"");
}

}  // namespace

void ProbePipes(Talk& talk) {
  const Hello& hello = *talk.hello();
  const std::string dtype(Name(FirstDType(hello)));
  const AskedCase asked = Asked("pipe", dtype, "[2]", R"({"op":"read"})");
  talk.process().Send(R"({"run":[]})");
  talk.Ask(asked.text, asked.test);

  talk.findings().Keep(rules::kWhole);
  std::string came;
  if (!TakesParts(talk, asked, came) && !TakesParts(talk, asked, came)) {
    talk.findings().Wrong(rules::kWhole, "a request in two parts", came);
  }

  ProbeWriting(talk, asked.text);
}

void ProbeEnds(Talk& talk) {
  using Came = TrialProcess::Came;
  constexpr double kPatience = 5;  // Seconds; the runner has one.
  Findings& findings = talk.findings();
  findings.Keep(rules::kTerm);
  findings.Keep(rules::kEnd);
  talk.process().Signal(SIGTERM);
  if (const Came came = talk.process().Read(kPatience);
      came.kind != Came::Kind::kDeath) {
    findings.Wrong(rules::kTerm, "SIGTERM", came.text);
  }
  for (const std::string_view bye : {R"({"bye":{}})", ""}) {
    talk.Restart();
    if (!bye.empty()) talk.process().Send(bye);
    const std::optional<Death> death = talk.process().LetEnd(kPatience);
    const std::string sent =
        std::string(bye) + (bye.empty() ? "" : ", then ") + "the end of input";
    if (!death) {
      findings.Wrong(rules::kEnd, sent,
                     fmt::format("nothing for {} s", kPatience));
    } else if (death->signal != 0 || death->status != 0) {
      findings.Remark(
          fmt::format("after {} came {}, not exit 0", sent, Text(*death)));
    }
  }
}

}  // namespace viewproof
