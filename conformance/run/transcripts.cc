#include "conformance/run/transcripts.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <set>
#include <utility>

#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/case/words.h"
#include "conformance/run/adapter_test/files.h"
#include "conformance/run/judge.h"

namespace viewproof {
namespace {

using json::Needed;
using json::Optional;

constexpr json::List<json::AnyJson> kAnyList;

constexpr auto kRule =
    json::Describe<ProtocolRule>(Needed("name", &ProtocolRule::name),
                                 Needed("section", &ProtocolRule::section),
                                 Needed("title", &ProtocolRule::title),
                                 Needed("sentence", &ProtocolRule::sentence));

constexpr auto kDemand = json::Describe<ReplyDemand>(
    Optional("of", &ReplyDemand::of), Optional("at", &ReplyDemand::at),
    Optional("is", &ReplyDemand::is, kAnyList),
    Optional("is_not", &ReplyDemand::is_not, kAnyList),
    Optional("has", &ReplyDemand::has, kAnyList),
    Optional("same_as", &ReplyDemand::same_as),
    Optional("why", &ReplyDemand::why), Optional("rule", &ReplyDemand::rule),
    Optional("remark", &ReplyDemand::remark));

constexpr auto kTranscript = json::Describe<Transcript>(
    Needed("what", &Transcript::what), Optional("rule", &Transcript::rule),
    Optional("needs", &Transcript::needs, json::List{kDemand}),
    Optional("must_answer", &Transcript::must_answer),
    Optional("each", &Transcript::each, kAnyList),
    Needed("send", &Transcript::send, kAnyList),
    Optional("if", &Transcript::conditions, json::List{kDemand}),
    Needed("demands", &Transcript::demands, json::List{kDemand}));

constexpr auto kTranscripts = json::Describe<AdapterTest>(
    Needed("rules", &AdapterTest::rules, json::List{kRule}),
    Needed("steps", &AdapterTest::steps, json::Map{kAnyList}),
    Needed("transcripts", &AdapterTest::transcripts, json::List{kTranscript}));

// The value to which a pointer leads in a line, in one spelling; "null" if
// there is none.
std::string ValueAt(const std::string& line, const std::string& pointer) {
  simdjson::dom::parser parser;
  simdjson::dom::element value;
  if (parser.parse(line).at_pointer(pointer).get(value) != simdjson::SUCCESS) {
    return "null";
  }
  return simdjson::minify(value);
}

std::size_t Place(int64_t answer) { return static_cast<std::size_t>(answer); }

// Returns whether hello has the op of a step that is written as JSON.
bool Knows(const Hello& hello, const std::string& step) {
  const std::string quoted = ValueAt(step, "/op");
  return hello.Knows(quoted.substr(1, quoted.size() - 2));
}

// A transcript, with what its names mean.
class TranscriptTrial {
 public:
  TranscriptTrial(AdapterProbe& probe, const Transcript& transcript)
      : probe_(probe), transcript_(transcript) {
    Hello known = *probe.hello();
    known.ops.insert(known.ops.end(), known.borrowed.begin(),
                     known.borrowed.end());
    AppendJson(known, hello_.front().text);
    const DType dtype = FirstDType(known);
    Set("$dtype", fmt::format("\"{}\"", Name(dtype)));
    Set("$elements", dtype == DType::kBool ? "[true,false]" : "[3,1]");
    Set("$zero", fmt::format("\"{:0>{}}\"", "", 2 * ItemSize(dtype)));
    for (const auto& [name, steps] : TheAdapterTest().steps) {
      const auto known = std::ranges::find_if(
          steps, [&](const auto& step) { return Knows(*probe.hello(), step); });
      if (known != steps.end()) Set(name, *known);
    }
  }

  void Run() {
    if (!Hold(transcript_.needs, hello_)) return;
    if (transcript_.each.empty()) {
      Ask();
      return;
    }
    for (const std::string& step : transcript_.each) {
      if (!Knows(*probe_.hello(), step)) continue;
      Set("$each", step);
      if (Ask()) return;
    }
  }

 private:
  static bool Hold(const std::vector<ReplyDemand>& demands,
                   std::span<const ProbeAnswer> answers) {
    return std::ranges::all_of(demands, [answers](const ReplyDemand& demand) {
      return demand.HoldsFor(answers);
    });
  }

  void Set(std::string_view name, std::string meaning) {
    names_[fmt::format("\"{}\"", name)] = std::move(meaning);
  }

  void Wrong(const std::string& rule, std::size_t answer, std::string why) {
    probe_.findings().Wrong(rule, sent_[answer].text, answers_[answer].text,
                            why);
  }

  // Puts the names' meanings in place. False if hello declares none for one.
  bool Write() {
    sent_.clear();
    for (std::string text : transcript_.send) {
      for (const auto& [name, value] : names_) {
        text = ReplaceAll(std::move(text), name, value);
      }
      if (text.find("\"$") != text.npos) return false;
      sent_.emplace_back(text);
    }
    return true;
  }

  // False if a condition does not hold, so that no rule was tried.
  bool Ask() {
    if (!Write()) return false;
    answers_.clear();
    const bool is_tried = transcript_.conditions.empty();
    if (is_tried) Keep();
    for (const ProbeCase& asked : sent_) {
      if (!Ask(asked)) return is_tried;
    }
    if (!Hold(transcript_.conditions, answers_)) return false;
    Keep();
    Judge();
    return true;
  }

  // False if the answer ends the transcript.
  bool Ask(const ProbeCase& asked) {
    const bool is_of_ids = transcript_.demands.front().at == "/id";
    answers_.push_back(
        probe_.AskTwice(asked, is_of_ids ? transcript_.rule : "order"));
    const ProbeAnswer& answer = answers_.back();
    if (answer.kind == ProbeAnswer::Kind::kEnd && transcript_.must_answer &&
        answers_.size() == sent_.size()) {
      Wrong(transcript_.rule, answers_.size() - 1,
            transcript_.demands.front().why);
    }
    return answer.kind == ProbeAnswer::Kind::kReply && !IsLeftOut(answer.reply);
  }

  // Notes which rules are tried.
  void Keep() {
    if (!transcript_.rule.empty()) probe_.findings().Keep(transcript_.rule);
    for (const ReplyDemand& demand : transcript_.demands) {
      if (!demand.rule.empty()) probe_.findings().Keep(demand.rule);
    }
  }

  // Tells the first demand of each rule that does not hold.
  void Judge() {
    std::set<std::string> told;
    for (const ReplyDemand& demand : transcript_.demands) {
      const std::string& rule =
          demand.rule.empty() ? transcript_.rule : demand.rule;
      if (demand.HoldsFor(answers_) || !told.insert(rule).second) continue;
      if (!demand.remark.empty()) {
        probe_.findings().Remark(demand.remark);
        continue;
      }
      const bool shows_both =
          demand.same_as && demand.at.empty() && !demand.why.empty();
      Wrong(rule, Place(demand.of),
            demand.why +
                (shows_both ? answers_[Place(*demand.same_as)].text : ""));
    }
  }

  AdapterProbe& probe_;
  const Transcript& transcript_;
  std::map<std::string, std::string> names_;
  std::vector<ProbeAnswer> hello_{1};  // Its text is hello with all its ops.
  std::vector<ProbeCase> sent_;
  std::vector<ProbeAnswer> answers_;
};

}  // namespace

bool ReplyDemand::HoldsFor(std::span<const ProbeAnswer> answers) const {
  const ProbeAnswer& answer = answers[Place(of)];
  const ProbeAnswer* due = same_as ? &answers[Place(*same_as)] : nullptr;
  if (due != nullptr && at.empty()) return SaySame(answer.reply, due->reply);
  const std::string value = ValueAt(answer.text, at);
  if (due != nullptr) {
    const std::string other = ValueAt(due->text, at);
    return value == "null" || other == "null" || value == other;
  }
  if (!has.empty()) {
    return std::ranges::all_of(has, [&value](const std::string& element) {
      return value.find(element) != value.npos;
    });
  }
  if (!is_not.empty()) return std::ranges::count(is_not, value) == 0;
  if (!is.empty()) return std::ranges::count(is, value) != 0;
  return value != "null";
}

const AdapterTest& TheAdapterTest() {
  static const AdapterTest all = [] {
    AdapterTest read;
    kTranscripts.ReadLine(PaddedText(kTranscriptsJson).view(), read);
    return read;
  }();
  return all;
}

DType FirstDType(const Hello& hello) {
  for (const DType dtype : {DType::kFloat32, DType::kInt64}) {
    if (hello.Has(dtype)) return dtype;
  }
  const auto found = std::ranges::find_if(hello.dtypes, IsBaseDType);
  return found == hello.dtypes.end() ? DType::kFloat32 : *found;
}

void TryTranscripts(AdapterProbe& probe) {
  for (const Transcript& transcript : TheAdapterTest().transcripts) {
    TranscriptTrial(probe, transcript).Run();
  }
}

}  // namespace viewproof
