#include "conformance/run/trial_probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <initializer_list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/run/judge.h"

namespace viewproof {
namespace {

using Answer = Talk::Answer;
using Arrival = TrialProcess::Arrival;

constexpr std::string_view kSix = "[2,3]";

// The outputs that a step of a reply shows; null: it shows none.
const std::vector<Output>* OutputsOf(const Answer& answer, std::size_t step) {
  if (answer.kind != Answer::Kind::kReply) return nullptr;
  const std::vector<Outcome>& steps = answer.reply.steps;
  return step < steps.size() ? std::get_if<std::vector<Output>>(&steps[step])
                             : nullptr;
}

// The only one of them; null: there are none or several.
const Output* OutputOf(const Answer& answer, std::size_t step) {
  const std::vector<Output>* outputs = OutputsOf(answer, step);
  return outputs != nullptr && outputs->size() == 1 ? &outputs->front()
                                                    : nullptr;
}

// Whether hello has the op of a step that is written as JSON.
bool Knows(const Hello& hello, std::string_view step) {
  constexpr std::string_view kBefore = R"({"op":")";
  step.remove_prefix(kBefore.size());
  return hello.Knows(step.substr(0, step.find('"')));
}

// The first of these steps that hello knows; or empty.
std::string_view FirstKnown(const Hello& hello,
                            std::initializer_list<std::string_view> steps) {
  const auto found = std::ranges::find_if(
      steps, [&hello](std::string_view step) { return Knows(hello, step); });
  return found == steps.end() ? std::string_view() : *found;
}

// A case that has what cannot be known, and how it is refused.
struct UnknownWord {
  std::string_view sizes;  // With more fields of the base.
  std::string_view dtype;  // Or empty: one that is declared.
  std::string_view chain;
  int64_t step;
  std::string_view what;
};

constexpr UnknownWord kUnknownWords[] = {
    {"[2]", "", R"({"op":"read"},{"op":"flurb","dim":0})", 2, "op"},
    {"[2]", "", R"({"op":"read","flurb":1})", 1, "argument"},
    {R"([2],"flurb":1)", "", kReadStep, 0, "base"},
    {"[2]", "flurb8", kReadStep, 0, "dtype"},
};

// Why a reply does not refuse it so; or empty.
std::string FaultOf(const Reply& reply, const UnknownWord& due) {
  const auto& said = reply.unsupported;
  if (!said) return "it is not unsupported";
  if (said->what != due.what) {
    return fmt::format("\"what\" is not {}", due.what);
  }
  if (said->step == 0 || said->step == due.step) return "";
  return fmt::format("\"step\" is not {}", due.step);
}

void ProbeUnknown(Talk& talk, std::string_view dtype) {
  for (const UnknownWord& unknown : kUnknownWords) {
    TrialCase asked(
        "unknown", dtype, "[2]",
        unknown.step == 2 ? R"({"op":"read"},{"op":"read"})" : kReadStep);
    asked.text =
        CaseText("unknown", unknown.dtype.empty() ? dtype : unknown.dtype,
                 unknown.sizes, unknown.chain);
    talk.findings().Keep(rules::kUnknown);
    const Answer answer = talk.AskTwice(asked);
    const bool is_told = answer.kind == Answer::Kind::kFaulty ||
                         answer.kind == Answer::Kind::kBroken;
    if (is_told || IsLeftOut(answer.reply)) continue;
    const std::string why = FaultOf(answer.reply, unknown);
    if (!why.empty()) talk.Wrong(rules::kUnknown, asked, answer, why);
  }
}

void ProbeIgnored(Talk& talk, std::string_view dtype) {
  TrialCase asked("more", dtype, "[2]", kReadStep);
  const Answer due = talk.Ask(asked);
  asked.text.insert(1, R"("flurb":{"id":"x","chain":[1]},)");
  talk.findings().Keep(rules::kIgnore);
  const Answer came = talk.Ask(asked);
  if (due.kind != Answer::Kind::kReply || came.kind == Answer::Kind::kFaulty) {
    return;
  }
  if (came.kind != Answer::Kind::kReply || !SaySame(due.reply, came.reply)) {
    talk.Wrong(rules::kIgnore, asked, came);
  }
}

void ProbeIds(Talk& talk, std::string_view dtype) {
  talk.findings().Keep(rules::kId);
  talk.set_id_rule(rules::kId);
  for (const std::string_view id :
       {"7", "9007199254740993", "a b", "\u00e4/\u6771", "[1]", "null"}) {
    const TrialCase asked(id, dtype, "[2]", kReadStep);
    const Answer answer = talk.AskTwice(asked);
    if (answer.kind == Answer::Kind::kEnd) {
      talk.Wrong(rules::kId, asked, answer);
    }
  }
  talk.set_id_rule(rules::kOrder);
  const TrialCase large("same", dtype, "[3]", kReadStep);
  const Answer due = talk.Ask(TrialCase("other", dtype, "[3]", kReadStep));
  talk.Ask(TrialCase("same", dtype, "[2]", kReadStep));
  talk.WrongUnlessSame(rules::kId, large.text, talk.Ask(large), due,
                       "under another id it says ");
}

// Steps that a library refuses, whatever it is.
constexpr std::string_view kRefused[] = {
    R"({"op":"select","dim":9,"index":0})",
    R"({"op":"unsqueeze","dim":9})",
    R"({"op":"permute","dims":[0]})",
    R"({"op":"view","size":[7]})",
    R"({"op":"reshape","shape":[7]})",
    R"({"op":"transpose","dim0":9,"dim1":0})",
    R"({"op":"expand","size":[7]})",
    R"({"op":"unfold","dimension":9,"size":1,"step":1})"};

void ProbeErrors(Talk& talk, std::string_view dtype) {
  const Hello& hello = *talk.hello();
  if (!hello.after_error || !hello.observes_every) return;
  const TrialCase plain("error", dtype, kSix, kReadStep);
  if (OutputsOf(talk.Ask(plain), 0) == nullptr) return;
  for (const std::string_view refused : kRefused) {
    if (!Knows(hello, refused)) continue;
    const TrialCase asked(
        "error", dtype, kSix,
        fmt::format(R"({},{{"op":"read"}},{{"op":"read","on":[1,0]}})",
                    refused));
    const Answer answer = talk.Ask(asked);
    const std::vector<Outcome>& steps = answer.reply.steps;
    if (answer.kind != Answer::Kind::kReply || steps.empty() ||
        !std::holds_alternative<ErrorReply>(steps[0])) {
      continue;
    }
    talk.findings().Keep(rules::kError);
    talk.findings().Keep(rules::kMissing);
    if (OutputsOf(answer, 1) == nullptr) {
      talk.Wrong(rules::kError, asked, answer, "step 2 reads the base");
    }
    if (!std::holds_alternative<UnobservedStep>(steps[2])) {
      talk.Wrong(rules::kMissing, asked, answer,
                 "step 3 names an output of the step that failed");
    }
    return;
  }
}

// A write after an output must not be seen in it, nor in a later case.
void ProbeWrites(Talk& talk, std::string_view dtype) {
  const Hello& hello = *talk.hello();
  const std::string_view view = FirstKnown(
      hello, {R"({"op":"detach"})", R"({"op":"t"})",
              R"({"op":"view","size":[6]})", R"({"op":"permute","dims":[1,0]})",
              R"({"op":"transpose","dim0":0,"dim1":1})",
              R"({"op":"select","dim":0,"index":0})"});
  const std::string_view write =
      FirstKnown(hello, {R"({"op":"fill_","on":[0,0],"value":101})",
                         R"({"op":"zero_","on":[0,0]})"});
  if (write.empty() || !hello.facets.Contains(Facet::kValues)) return;
  const TrialCase plain("write", dtype, kSix, kReadStep);
  const Answer before = talk.Ask(plain);
  if (!view.empty() && hello.observes_every) {
    const TrialCase both("write", dtype, kSix,
                         fmt::format("{},{}", view, write));
    const Answer due = talk.Ask(TrialCase("write", dtype, kSix, view));
    const Answer came = talk.Ask(both);
    const Output* shown = OutputOf(due, 0);
    const Output* later = OutputOf(came, 0);
    if (shown != nullptr && later != nullptr) {
      talk.findings().Keep(rules::kWhen);
      if (shown->values != later->values) {
        talk.Wrong(rules::kWhen, both, came,
                   "step 1 shows what step 2 has written");
      }
    }
  } else {
    talk.Ask(TrialCase("write", dtype, kSix, write));
  }
  talk.WrongUnlessSame(rules::kState, plain.text, talk.Ask(plain), before,
                       "before another case wrote, it was ");
}

void ProbeWideStride(Talk& talk, std::string_view dtype) {
  const Hello& hello = *talk.hello();
  if (!hello.Knows("as_strided") || !hello.facets.Contains(Facet::kStrides)) {
    return;
  }
  const TrialCase asked(
      "wide", dtype, "[0]",
      R"({"op":"as_strided","size":[0],"stride":["9007199254740993"],)"
      R"("storage_offset":null})");
  const Answer answer = talk.Ask(asked);
  talk.findings().Keep(rules::kWide);
  const Output* shown = OutputOf(answer, 0);
  if (shown == nullptr) return;
  for (const int64_t rounded : {9007199254740992, 9007199254740994}) {
    if (shown->strides == Ints{rounded}) {
      talk.Wrong(rules::kWide, asked, answer, "the stride is rounded");
    }
  }
}

void ProbeWideValues(Talk& talk) {
  const Hello& hello = *talk.hello();
  if (!hello.Has(DType::kInt64) || !hello.Has(CaseForm::kData) ||
      !hello.Has(CaseForm::kNumbers) ||
      !hello.facets.Contains(Facet::kValues)) {
    return;
  }
  const TrialCase asked(
      "wide", "int64",
      R"([2],"values":["9007199254740993","-9223372036854775807"])", kReadStep);
  const Answer answer = talk.Ask(asked);
  talk.findings().Keep(rules::kWide);
  const Output* shown = OutputOf(answer, 0);
  if (shown == nullptr || !shown->values) return;
  const std::vector<Scalar>& due = asked.test.base.values.list;
  const std::vector<Scalar>& came = shown->values->list;
  for (std::size_t k = 0; k < std::min(due.size(), came.size()); ++k) {
    // Another number is the library's; one that is as near as a double gets is
    // rounded.
    if (came[k] == due[k] || came[k].re != due[k].re) continue;
    talk.Wrong(rules::kWide, asked, answer, "an element is rounded");
  }
}

// A case that needs a form, and is not unsupported then.
void ProbeForm(Talk& talk, CaseForm form, const TrialCase& asked) {
  if (!talk.hello()->Has(form)) return;
  talk.findings().Keep(rules::kForms);
  const Answer answer = talk.Ask(asked);
  if (answer.kind != Answer::Kind::kReply || IsLeftOut(answer.reply)) return;
  const std::string why = fmt::format("hello's forms have \"{}\"", Name(form));
  const Output* shown = OutputOf(answer, 0);
  if (answer.reply.unsupported) {
    talk.Wrong(rules::kForms, asked, answer, why);
  } else if (form == CaseForm::kDigest && shown != nullptr && !shown->crc32 &&
             talk.hello()->facets.Contains(Facet::kValues)) {
    talk.Wrong(rules::kForms, asked, answer, why + ", and no crc32 is shown");
  }
}

void ProbeForms(Talk& talk, std::string_view dtype) {
  const Hello& hello = *talk.hello();
  const auto read = [&](std::string_view sizes) {
    return TrialCase("form", dtype, sizes, kReadStep);
  };
  const std::string zeros(
      static_cast<std::size_t>(2 * ItemSize(*FindDType(dtype))), '0');
  ProbeForm(talk, CaseForm::kData, read(R"([5],"fill":"cycle")"));
  ProbeForm(talk, CaseForm::kData,
            read(dtype == "bool" ? R"([2],"values":[true,false])"
                                 : R"([2],"values":[3,1])"));
  ProbeForm(talk, CaseForm::kData,
            read(fmt::format(R"([1],"hex":"{}")", zeros)));
  if (hello.Has(CaseForm::kData)) {
    ProbeForm(talk, CaseForm::kDigest, read(R"([300],"fill":"cycle")"));
  }
  if (hello.Has(DType::kFloat32) && hello.Has(CaseForm::kData)) {
    ProbeForm(talk, CaseForm::kNumbers,
              TrialCase("form", "float32", R"([3],"values":[0.5,"nan","-inf"])",
                        kReadStep));
  }
  if (hello.Knows("new") && hello.Knows("getitem") &&
      hello.Has(DType::kInt64)) {
    ProbeForm(
        talk, CaseForm::kIndexTensors,
        TrialCase(
            "form", dtype, "[2]",
            R"({"op":"new","tensor":{"dtype":"int64","sizes":[1],"values":[0]}},)"
            R"({"op":"getitem","on":[0,0],"index":[[1,0]]})"));
  }
  const Answer answer = talk.Ask(read(R"([1],"fill":"bytes")"));
  if (answer.kind == Answer::Kind::kReply && answer.reply.unsupported &&
      !IsLeftOut(answer.reply)) {
    talk.findings().Remark(
        "a base with \"fill\":\"bytes\" is unsupported: profile dtype needs "
        "it");
  }
}

// Whether a request that comes in two parts is answered once it is whole.
bool TakesParts(Talk& talk, const TrialCase& asked, std::string& text) {
  constexpr double kPause = 0.05;
  const std::string line = "{\"run\":[" + asked.text + "]}\n";
  const std::size_t half = line.size() / 2;
  TrialProcess& process = talk.process();
  process.connection().SendPart(std::string_view(line).substr(0, half));
  Arrival came = process.Read(kPause);
  const bool waits = came.kind == Arrival::Kind::kSilence;
  if (waits) {
    process.connection().SendPart(std::string_view(line).substr(half));
    came = process.Read(talk.seconds());
  }
  text = came.text;
  if (waits && came.kind == Arrival::Kind::kLine) return true;
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
    const int64_t before = talk.process().connection().Writes();
    talk.process().connection().Send(request);
    const int arrivals =
        talk.process().CountArrivals(count, talk.seconds() * count);
    if (arrivals == 0) return talk.Restart();
    talk.findings().Keep(rules::kAtOnce);
    const int64_t writes = talk.process().connection().Writes() - before;
    if (arrivals > 1 || writes >= count) return;
  }
  talk.findings().Wrong(
      rules::kAtOnce, fmt::format("{} cases in one request", count),
      "all replies at the same time",
      "the hello of one that has to do so says \"answers\":\"batch\"");
}

void ProbePipes(Talk& talk, std::string_view dtype) {
  const TrialCase asked("pipe", dtype, "[2]", kReadStep);
  talk.process().connection().Send(R"({"run":[]})");
  talk.Ask(asked);
  talk.findings().Keep(rules::kWhole);
  std::string came;
  if (!TakesParts(talk, asked, came) && !TakesParts(talk, asked, came)) {
    talk.findings().Wrong(rules::kWhole, "a request in two parts", came);
  }
  ProbeWriting(talk, asked.text);
}

}  // namespace

std::string_view FirstDType(const Hello& hello) {
  for (const DType dtype : {DType::kFloat32, DType::kInt64}) {
    if (hello.Has(dtype)) return Name(dtype);
  }
  const auto found = std::ranges::find_if(hello.dtypes, IsBaseDType);
  return Name(found == hello.dtypes.end() ? DType::kFloat32 : *found);
}

void ProbeRules(Talk& talk) {
  const std::string_view dtype = FirstDType(*talk.hello());
  ProbeUnknown(talk, dtype);
  ProbeIgnored(talk, dtype);
  ProbeIds(talk, dtype);
  ProbeErrors(talk, dtype);
  ProbeWrites(talk, dtype);
  constexpr int64_t kWidest = 64;
  if (talk.hello()->ints == kWidest) {
    ProbeWideStride(talk, dtype);
    ProbeWideValues(talk);
  }
  ProbeForms(talk, dtype);
  ProbePipes(talk, dtype);
}

void ProbeEnds(Talk& talk) {
  constexpr double kPatience = 5;  // Seconds; the runner has one.
  Findings& findings = talk.findings();
  findings.Keep(rules::kTerm);
  findings.Keep(rules::kEnd);
  talk.process().connection().Signal(SIGTERM);
  if (const Arrival came = talk.process().Read(kPatience);
      came.kind != Arrival::Kind::kDeath) {
    findings.Wrong(rules::kTerm, "SIGTERM", came.text);
  }
  for (const std::string_view bye : {R"({"bye":{}})", ""}) {
    talk.Restart();
    Connection& connection = talk.process().connection();
    if (!bye.empty()) connection.Send(bye);
    const std::optional<Death> death = LetEnd(connection, kPatience);
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
