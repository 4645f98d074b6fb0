#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/escape.h"
#include "conformance/case/kernel.h"
#include "conformance/case/padding.h"
#include "conformance/case/strings.h"
#include "conformance/case/suggest.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/exchange.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"
#include "conformance/report/markup.h"
#include "conformance/report/report.h"
#include "conformance/report/sides.h"
#include "conformance/report/spec.h"
#include "conformance/run/feed.h"
#include "tools/cli/asked.h"
#include "tools/cli/explain_rule.h"
#include "tools/cli/pasted.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

DType DTypeNamed(const std::string& name) {
  const std::optional<DType> dtype = FindDType(name);
  if (dtype && IsBaseDType(*dtype)) return *dtype;
  std::vector<std::string_view> names;
  for (const DType known : kBaseDTypes) names.push_back(Name(known));
  throw BadInput(fmt::format("--dtype: no dtype \"{}\"{}; there are {}", name,
                             DidYouMean(name, names), fmt::join(names, ", ")));
}

// Options that say nothing of what is explained.
void RefuseBut(const std::vector<std::string_view>& taken,
               const ExplainOptions& options, std::string_view kind) {
  for (const auto& [option, value] :
       {std::pair("--sizes", options.sizes),
        {"--strides", options.strides},
        {"--offset", options.offset},
        {"--view", options.view},
        {"--dtype", options.dtype},
        {"--let", fmt::format("{}", fmt::join(options.lets, " "))},
        {"--report", options.report},
        {"--svg", options.svg},
        {"--short", options.brief ? "--short" : ""}}) {
    if (value.empty() || std::ranges::count(taken, option) > 0) continue;
    throw BadInput(fmt::format("{}: says nothing of {}", option, kind));
  }
}

// Fails at an id that golden/ does not have.
[[noreturn]] void FailUnknown(const std::string& what, GoldenText& golden,
                              const std::string& spec) {
  constexpr std::size_t kMaxShown = 200;
  std::vector<std::string_view> names = golden.Ids();
  const auto rules = SentencesOf(spec);
  for (const auto& [rule, sentences] : rules) names.push_back(rule);
  throw BadInput(fmt::format(
      "explain: \"{}\" is no id, rule, op, case, word, Python or error text "
      "that is known{}\n"
      "  an id: viewproof list vectors\n"
      "  an op, or a rule of reference/SPEC.md: view, view.e5\n"
      "  a word of conformance/GLOSSARY.md: facet\n"
      "  a case: 'float32[2,3] | t() | view([6])'\n"
      "  Python: 'x = torch.zeros(2, 3).t(); x.view(6)'\n"
      "  an error text with its numbers: \"shape '[6]' is invalid for input of "
      "size 5\"",
      what.size() <= kMaxShown ? what : what.substr(0, kMaxShown) + "...",
      DidYouMean(what, names)));
}

// The vector as it is run in that dtype, if one is named.
Vector InDType(Vector vector, std::optional<DType> dtype) {
  if (!dtype) return vector;
  if (auto asked = Exchanged(vector, *dtype)) return *std::move(asked);
  throw BadInput(fmt::format("explain: {} is not run in {}", vector.test.id,
                             Name(*dtype)));
}

Picture OfVector(const Vector& vector) {
  Picture picture = DrawCase(vector.test);
  picture.about = {picture.title, Escaped(vector.why)};
  picture.title = vector.test.id;
  return picture;
}

// `vector`: null for a call of a kernel, whose record holds it.
Picture OfFailure(const ExplainOptions& options, const std::string& id,
                  const Vector* vector, std::optional<DType> dtype) {
  std::optional<Record> found;
  bool found_fails = false;
  const ReportOrigin origin =
      ReadReport(options.report, [&](const Record& record) {
        const bool fails = record.verdict != Verdict::kPass &&
                           record.verdict != Verdict::kSkip;
        if (record.id != id) return;
        if (dtype && record.dtype != *dtype) return;
        // It may have run in several dtypes.
        const bool is_own =
            vector == nullptr || record.dtype == vector->test.base.dtype;
        if (!found || (fails && (is_own || !found_fails))) {
          found = record;
          found_fails = fails;
        }
      });
  if (!found) {
    throw BadInput(
        fmt::format("{}: it has no record of {}", options.report, id));
  }
  const std::optional<Vector> call =
      vector == nullptr ? VectorOfCall(*found, origin.header.subject)
                        : std::nullopt;
  if (vector == nullptr && !call) {
    throw BadInput(fmt::format("{} says of {}: {}; of a call it holds no more",
                               options.report, id, Name(found->verdict)));
  }
  const Vector& asked = vector == nullptr ? *call : *vector;
  if (!found_fails) {
    Picture picture = OfVector(asked);
    picture.about.push_back(
        fmt::format("{} says of {}: {}.", Escaped(options.report),
                    Escaped(origin.header.subject.name), Name(found->verdict)));
    return picture;
  }
  Picture picture = DrawFailure(asked, *found,
                                fmt::format("{} {}", origin.header.subject.name,
                                            origin.header.subject.version),
                                FactsOf(asked, *found));
  picture.about = {picture.title, Escaped(asked.why)};
  const KnownReasons& known = origin.footer.known;
  if (const auto why = known.find(found->entry);
      found->known && why != known.end()) {
    picture.about.push_back("Known to the gate file: " +
                            Escaped(TextOf(why->second)));
  }
  if (found->dtype != asked.test.base.dtype) {
    picture.about.push_back(
        fmt::format("It failed in dtype {}.", Name(found->dtype)));
  }
  picture.title = id;
  return picture;
}

std::string AskFor(const std::string& name, const std::string& example) {
  fmt::print(stderr,
             "{} means (sizes, a number, bool[2,3] for a mask, or Python; "
             "as {}): ",
             name, example);
  std::fflush(stderr);
  std::string answer;
  if (!std::getline(std::cin, answer) || answer.empty()) {
    throw BadInput(
        fmt::format("explain: say what {} means, as with "
                    "--let {}={}",
                    name, name, example));
  }
  return answer;
}

Lets LetsOf(const ExplainOptions& options) {
  Lets lets;
  for (const std::string& let : options.lets) {
    const std::size_t equals = let.find('=');
    if (equals == std::string::npos || equals == 0 ||
        equals + 1 == let.size()) {
      throw BadInput(
          fmt::format("--let: expected NAME=VALUE, as x=3,4; not \"{}\"", let));
    }
    lets.values[let.substr(0, equals)] = let.substr(equals + 1);
  }
  if (isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0) {
    lets.ask = &AskFor;
  }
  return lets;
}

// A word of the glossary as people write it: "left out", of "left_out".
std::string WithBlanks(std::string word) {
  std::ranges::replace(word, '_', ' ');
  return word;
}

}  // namespace

void Explain(const ExplainOptions& options, std::FILE* out) {
  const std::string what = fmt::format("{}", fmt::join(options.what, " "));
  const KnownGeometry known = KnownOf(
      {options.sizes, options.strides, options.offset, options.view}, "--");
  if (options.brief && (options.more || !options.report.empty())) {
    throw BadInput("explain: --short leaves out what --more and --report show");
  }
  const auto show = [&](const Picture& picture) {
    if (!options.svg.empty()) WriteFile(options.svg, Svg(picture));
    fmt::print(out, "{}", Drawing(options, picture, out));
  };
  if (what.empty()) {
    if (!known.tensor) {
      throw BadInput(
          "explain: name an id, a case, a rule, a line of torch or an error "
          "text, or give --sizes\nSee viewproof explain --help");
    }
    if (!options.report.empty()) {
      throw BadInput("--report: name the id of a vector that it tells of");
    }
    if (!options.lets.empty()) {
      throw BadInput("--let: says nothing of sizes");
    }
    return show(DrawKnown(known, options.dtype.empty()
                                     ? DType::kFloat32
                                     : DTypeNamed(options.dtype)));
  }
  const bool is_json = what.front() == '{';
  if (is_json || IsCaseText(what)) {
    RefuseBut({"--svg", "--short"}, options, "a case, which says all of it");
    if (!is_json) return show(DrawCase(ParseText(what)));
    Case test;
    Decoder().Read(PaddedText(what).view(), test);
    return show(DrawCase(test));
  }
  // An error text may look like a call; in Python it stands in a comment.
  if (const auto refused = FindErrorText(what, known)) {
    RefuseBut(
        {"--sizes", "--strides", "--offset", "--view", "--svg", "--short"},
        options, "an error text");
    return show(DrawRefused(*refused));
  }
  if (IsPython(what)) {
    RefuseBut({"--svg", "--let", "--short"}, options,
              "Python, which says all of it");
    return show(DrawPython(what, LetsOf(options)));
  }
  GoldenText golden(options.root);
  const bool is_rule = what.find('/') == std::string::npos;  // Or nothing.
  const NamedCase named = SplitName(what);
  const auto vector = is_rule ? std::nullopt : golden.Find(named.id);
  if (vector) {
    RefuseBut({"--report", "--svg", "--short"}, options,
              "an id, whose vector says it");
    return show(options.report.empty()
                    ? OfVector(InDType(*vector, named.dtype))
                    : OfFailure(options, named.id, &*vector, named.dtype));
  }
  const std::string spec = ReadFile(options.root + "/reference/SPEC.md");
  if (!is_rule && what.starts_with(kCallPrefix) && !options.report.empty()) {
    RefuseBut({"--report", "--svg"}, options, "an id, whose case says it");
    return show(OfFailure(options, named.id, nullptr, named.dtype));
  }
  if (const auto rule = FindRule(spec, what)) {
    RefuseBut({}, options, "a rule");
    return PrintRule(options, what, *rule, golden, out);
  }
  if (what.starts_with(kCallPrefix)) {
    RefuseBut({}, options, "a call");
    return PrintCall(named.id, spec, out);
  }
  const std::map<std::string, std::string> words = WordsOf(options.root);
  const auto entry = std::ranges::find(
      words, WithBlanks(what),
      [](const auto& word) { return WithBlanks(word.first); });
  if (const auto section = FindSection(spec, what)) {
    RefuseBut({}, options, "an op");
    PrintSection(options, what, *section, out);
    // The op comes first; the word of viewproof's own is the last line.
    if (entry != words.end()) {
      PrintWord("The word " + entry->first, entry->second, out);
    }
    return;
  }
  if (entry != words.end()) {
    RefuseBut({}, options, "a word");
    return PrintWord(entry->first, entry->second, out);
  }
  FailUnknown(what, golden, spec);
}

}  // namespace viewproof
