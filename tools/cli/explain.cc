#include "tools/cli/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/escape.h"
#include "conformance/case/padding.h"
#include "conformance/case/suggest.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/installed.h"
#include "conformance/judge/exchange.h"
#include "conformance/picture/blocks.h"
#include "conformance/picture/failure.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/svg.h"
#include "conformance/picture/text.h"
#include "conformance/report/markup.h"
#include "conformance/report/report.h"
#include "conformance/run/feed.h"
#include "tools/book/spec_rule.h"
#include "tools/cli/find_vector.h"
#include "tools/cli/pasted.h"

namespace viewproof {
namespace {

constexpr std::size_t kVectorsOfRule = 3;
constexpr std::size_t kMinColumns = 40;
constexpr std::size_t kMaxColumns = 200;

std::size_t ColumnsOf(std::FILE* out) {
  const char* columns = std::getenv("COLUMNS");
  std::size_t count = 0;
  if (columns != nullptr) {
    const std::string_view text = columns;
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  winsize size = {};
  if (count == 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0) {
    count = size.ws_col;
  }
  return count == 0 ? 80 : std::clamp(count, kMinColumns, kMaxColumns);
}

bool HasColour(const ExplainOptions& options, std::FILE* out) {
  if (options.color != "auto") return options.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const bool wants_none = no_color != nullptr && *no_color != '\0';
  return isatty(fileno(out)) != 0 && !wants_none;
}

std::string Drawing(const ExplainOptions& options, const Picture& picture,
                    std::FILE* out) {
  if (options.plain) return DrawPlain(picture);
  return DrawText(
      picture, {.columns = ColumnsOf(out), .colour = HasColour(options, out)});
}

Given GivenOf(const ExplainOptions& options) {
  Given known;
  if (!options.view.empty()) known.view = ListOf(options.view, "--view");
  if (options.sizes.empty()) {
    if (!options.strides.empty() || !options.offset.empty()) {
      throw BadInput("explain: --strides and --offset need --sizes");
    }
    return known;
  }
  Geometry geometry;
  geometry.sizes = ListOf(options.sizes, "--sizes");
  if (options.strides.empty()) {
    for (const int64_t size : geometry.sizes) {
      if (size < 0) throw BadInput("--sizes: a size is at least 0");
    }
    const auto strides = ContiguousStrides(geometry.sizes);
    if (!strides) throw BadInput("--sizes: their product exceeds int64");
    geometry.strides = *strides;
  } else {
    geometry.strides = ListOf(options.strides, "--strides");
  }
  if (!options.offset.empty()) {
    const Ints offset = ListOf(options.offset, "--offset");
    if (offset.size() != 1) throw BadInput("--offset: expected one integer");
    geometry.offset = offset.front();
  }
  known.tensor = geometry;
  return known;
}

DType DTypeNamed(const std::string& name) {
  const std::optional<DType> dtype = FindDType(name);
  if (dtype && IsBaseDType(*dtype)) return *dtype;
  std::vector<std::string_view> names;
  for (const DType known : kBaseDTypes) names.push_back(Name(known));
  throw BadInput(fmt::format("--dtype: no dtype \"{}\"{}; there are {}", name,
                             DidYouMean(name, names), fmt::join(names, ", ")));
}

Picture OfOptions(const ExplainOptions& options, const Given& known) {
  std::string steps;
  if (known.view)
    steps = fmt::format(" | view([{}])", fmt::join(*known.view, ","));
  const DType dtype =
      options.dtype.empty() ? DType::kFloat32 : DTypeNamed(options.dtype);
  return DrawCase(CaseOf(dtype, *known.tensor, steps));
}

// Options that say nothing of what is explained.
void RefuseBut(const std::vector<std::string_view>& taken,
               const ExplainOptions& options, std::string_view kind) {
  for (const auto& [option, value] : {std::pair("--sizes", options.sizes),
                                      {"--strides", options.strides},
                                      {"--offset", options.offset},
                                      {"--view", options.view},
                                      {"--dtype", options.dtype},
                                      {"--report", options.report},
                                      {"--svg", options.svg}}) {
    if (value.empty() || std::ranges::count(taken, option) > 0) continue;
    throw BadInput(fmt::format("{}: says nothing of {}", option, kind));
  }
}

bool IsCase(std::string_view what) {
  return FindDType(what.substr(0, what.find('['))).has_value();
}

// Of an id that golden/ does not have.
[[noreturn]] void FailUnknown(const std::string& what, GoldenText& golden,
                              const std::vector<std::string>& rules) {
  constexpr std::size_t kMaxShown = 200;
  std::vector<std::string_view> names = golden.Ids();
  names.insert(names.end(), rules.begin(), rules.end());
  throw BadInput(fmt::format(
      "explain: \"{}\" is no id, rule, case, line of torch or error text that "
      "is known{}\n"
      "  an id: viewproof list vectors\n"
      "  a rule of reference/SPEC.md: view.e5\n"
      "  a case: 'float32[2,3] | t() | view([6])'\n"
      "  a line: 'torch.empty_strided((3, 2), (1, 3)).view(6)'\n"
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

Picture OfFailure(const ExplainOptions& options, const Vector& vector,
                  std::optional<DType> dtype) {
  std::optional<Record> found;
  bool found_fails = false;
  const ReportOrigin origin =
      ReadReport(options.report, [&](const Record& record) {
        const bool fails = record.verdict != Verdict::kPass &&
                           record.verdict != Verdict::kSkip;
        if (record.id != vector.test.id) return;
        if (dtype && record.dtype != *dtype) return;
        // It may have run in several dtypes.
        const bool is_own = record.dtype == vector.test.base.dtype;
        if (!found || (fails && (is_own || !found_fails))) {
          found = record;
          found_fails = fails;
        }
      });
  if (!found) {
    throw BadInput(fmt::format("{}: it has no record of {}", options.report,
                               vector.test.id));
  }
  if (!found_fails) {
    Picture picture = OfVector(vector);
    picture.notes.push_back(
        fmt::format("{} says of {}: {}.", Escaped(options.report),
                    Escaped(origin.name), Name(found->verdict)));
    return picture;
  }
  Picture picture = DrawFailure(
      vector, *found, fmt::format("{} {}", origin.name, origin.version));
  picture.about = {picture.title, Escaped(vector.why)};
  const KnownReasons& known = origin.footer.known;
  if (const auto why = known.find(found->entry);
      found->known && why != known.end()) {
    picture.about.push_back("Known to the gate file: " +
                            Escaped(TextOf(why->second)));
  }
  if (found->dtype != vector.test.base.dtype) {
    picture.about.push_back(
        fmt::format("It failed in dtype {}.", Name(found->dtype)));
  }
  picture.title = vector.test.id;
  return picture;
}

// The chain of a case as a table alone.
std::string TableOf(const ExplainOptions& options, const Case& test,
                    std::FILE* out) {
  Picture picture = DrawCase(test);
  picture.strips.clear();
  picture.tensors.clear();
  picture.sharing.clear();
  picture.reason.reset();
  picture.notes.clear();
  return Drawing(options, picture, out);
}

void PrintRule(const ExplainOptions& options, const std::string& id,
               const SpecRule& rule, GoldenText& golden, std::FILE* out) {
  fmt::print(out, "{}, of {}\n\n", id, rule.heading);
  const std::string paragraph = fmt::format("{}", fmt::join(rule.lines, " "));
  for (const std::string& line : Broken(paragraph, ColumnsOf(out) - 2)) {
    fmt::print(out, "  {}\n", line);
  }
  const std::vector<Vector> vectors = golden.OfRule(id, kVectorsOfRule);
  std::optional<Case> example;
  const bool is_error = id.find(".e") != std::string::npos;
  if (!rule.examples.empty() && (rule.names || !is_error || vectors.empty())) {
    example = ParseText(rule.examples.front());
  } else if (!vectors.empty()) {
    example = vectors.front().test;
  }
  if (example) {
    fmt::print(out, "\nAn example, run by the reference: {}",
               TableOf(options, *example, out));
  }
  if (vectors.empty()) return;
  fmt::print(out, "\nVectors of it\n");
  for (const Vector& vector : vectors) {
    fmt::print(out, "  {}\n", vector.test.id);
    for (const std::string& text : {vector.why, Text(vector.test)}) {
      for (const std::string& line :
           Broken(Escaped(text), ColumnsOf(out) - 4)) {
        fmt::print(out, "    {}\n", line);
      }
    }
  }
  fmt::print(out, "{} explain {} draws one.\n", ProgramName(),
             ShellWord(vectors.front().test.id));
}

}  // namespace

void Explain(const ExplainOptions& options, std::FILE* out) {
  const std::string what = fmt::format("{}", fmt::join(options.what, " "));
  const Given known = GivenOf(options);
  const auto show = [&](const Picture& picture) {
    if (!options.svg.empty()) WriteFile(options.svg, Svg(picture));
    fmt::print(out, "{}", Drawing(options, picture, out));
  };
  if (what.empty()) {
    if (!known.tensor) {
      throw BadInput(
          "explain: name an id, a case, a rule, a line of torch or an error "
          "text, or give --sizes; see viewproof explain --help");
    }
    if (!options.report.empty()) {
      throw BadInput("--report: name the id of a vector that it tells of");
    }
    return show(OfOptions(options, known));
  }
  const bool is_json = what.front() == '{';
  if (is_json || IsTorchLine(what) || IsCase(what)) {
    RefuseBut({"--svg"}, options, "a case, which says all of it");
    if (IsTorchLine(what)) return show(DrawCase(TorchLine(what)));
    if (!is_json) return show(DrawCase(ParseText(what)));
    Case test;
    Decoder().Read(Padded(what).view(), test);
    return show(DrawCase(test));
  }
  if (const auto refused = ErrorText(what, known)) {
    RefuseBut({"--sizes", "--strides", "--offset", "--view", "--svg"}, options,
              "an error text");
    Picture picture = DrawCase(refused->test);
    if (!refused->remark.empty()) picture.about.push_back(refused->remark);
    return show(picture);
  }
  GoldenText golden(options.root);
  const bool is_rule = what.find('/') == std::string::npos;  // Or nothing.
  const NamedCase named = SplitName(what);
  const auto vector = is_rule ? std::nullopt : golden.Find(named.id);
  if (vector) {
    RefuseBut({"--report", "--svg"}, options, "an id, whose vector says it");
    return show(options.report.empty()
                    ? OfVector(InDType(*vector, named.dtype))
                    : OfFailure(options, *vector, named.dtype));
  }
  const std::string spec = ReadFile(options.root + "/reference/SPEC.md");
  if (const auto rule = FindRule(spec, what)) {
    RefuseBut({}, options, "a rule");
    return PrintRule(options, what, *rule, golden, out);
  }
  FailUnknown(what, golden, RulesOf(spec));
}

}  // namespace viewproof
