#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/case/hello.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/process/greeting.h"
#include "conformance/report/screen.h"
#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

// Says where what was found begins on a line, in columns.
constexpr int kIndent = 25;

enum class Health { kGood, kMissing, kBroken };

std::string_view Name(Health state) {
  switch (state) {
    case Health::kGood:
      return "ok";
    case Health::kMissing:
      return "missing";
    case Health::kBroken:
      return "broken";
  }
  return "";
}

// One thing that was looked at. Its texts may be shown as they are.
struct Symptom {
  std::string what;
  Health state = Health::kGood;
  std::string found;
  std::string mend;  // Holds what to do; empty if all is well.
};

// A text of another program, each gap of it one blank, for a line or two.
std::string OneLine(std::string_view text) {
  constexpr std::size_t kMost = 300;
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) line += c;
    if (blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  return Escaped(Beginning(line, kMost));
}

std::vector<Symptom> LookAtSuite(const std::string& root) {
  if (root.empty()) {
    return {{"suite", Health::kBroken, "no folder holds golden/",
             "run it in a clone, or set VIEWPROOF_ROOT"}};
  }
  const Symptom suite = {"suite", Health::kGood, Escaped(root), ""};
  try {
    const Golden golden = OpenGolden(root + "/golden");
    return {suite,
            {"vectors", Health::kGood,
             fmt::format("{} of suite {}, {}", Grouped(golden.count),
                         kSuiteVersion, golden.digest),
             ""}};
  } catch (const std::exception& error) {
    return {suite,
            {"vectors", Health::kBroken, OneLine(error.what()),
             "unpack the release again, or `git checkout golden`"}};
  }
}

// A program that adapters are started with, or that builds them.
struct Tool {
  std::string what;
  std::string program;
  std::string mend;
};

std::vector<Tool> Tools() {
  std::vector<Tool> tools = {
      {"Python", "python3",
       "apt-get install python3, or name another one in VIEWPROOF_PYTHON: "
       "Python adapters need it"},
      {"Node", "node", "apt-get install nodejs: JavaScript adapters need it"},
      {"C++ compiler", "g++", "apt-get install g++: C++ adapters need it"}};
  if (InstalledRoot().empty()) {
    tools.push_back({"Bazel", "bazel",
                     "apt-get install bazel-bootstrap: building viewproof "
                     "needs it"});
  }
  return tools;
}

std::vector<Symptom> StartTools(const std::vector<Tool>& tools,
                                double seconds) {
  const char* python = std::getenv("VIEWPROOF_PYTHON");
  std::vector<AdapterCommand> commands;
  for (const Tool& tool : tools) {
    const bool named = python != nullptr && tool.what == "Python";
    commands.emplace_back().command = {named ? python : tool.program,
                                       "--version"};
  }
  const auto greetings = Greet(commands, ExpectedGreeting::kVersion, seconds);
  std::vector<Symptom> findings;
  for (std::size_t k = 0; k < tools.size(); ++k) {
    const auto& [kind, text] = greetings[k];
    const Health state = kind == Greeting::Kind::kGood     ? Health::kGood
                         : kind == Greeting::Kind::kAbsent ? Health::kMissing
                                                           : Health::kBroken;
    findings.push_back({tools[k].what, state, OneLine(text),
                        state == Health::kGood ? "" : tools[k].mend});
  }
  return findings;
}

bool Requires(const SubjectFile& file) {
  return std::ranges::any_of(file.options, [](const SubjectOption& option) {
    return option.required;
  });
}

// Returns whether a subject is another one's adapter with options: torch-meta.
// Those of a subject that does not start without are libraries:
// array-api-numpy.
bool IsMode(const std::string& root, const Launch& launch) {
  if (!launch.gate || launch.gate->options.empty()) return false;
  const auto file = FindSubjectFile(root, launch.gate->option_taker);
  return file && !Requires(*file);
}

// Returns how a subject is got that did not start. A clone installs what the
// library's environment.txt lists, and builds the rest.
std::string MendOf(const std::string& root, const std::string& name,
                   const Greeting& greeting) {
  if (InstalledRoot().empty()) {
    const std::string gate = FileOfSubject(root, name, kGateFile);
    if (std::getenv("VIEWPROOF_PYTHON") == nullptr && fs::exists(gate) &&
        fs::exists(EnvironmentOf(ReadGate(gate)))) {
      return fmt::format("{} check {} installs it", ProgramName(), name);
    }
    if (greeting.kind == Greeting::Kind::kAbsent) {
      return fmt::format("{} check {} builds it", ProgramName(), name);
    }
  }
  return OneLine(greeting.text);
}

Symptom Met(const std::string& root, const std::string& name,
            const Greeting& greeting) {
  switch (greeting.kind) {
    case Greeting::Kind::kGood:
      return {name, Health::kGood, OneLine(greeting.text), ""};
    case Greeting::Kind::kAbsent:
    case Greeting::Kind::kRefused:
      return {name, Health::kMissing, "", MendOf(root, name, greeting)};
    case Greeting::Kind::kBroken:
      break;
  }
  return {name, Health::kBroken, OneLine(greeting.text),
          fmt::format("{} check {} says more", ProgramName(), name)};
}

// `tools` were found to be so.
std::vector<Symptom> StartSubjects(const DoctorOptions& options,
                                   const std::vector<Tool>& tools,
                                   const std::vector<Symptom>& found) {
  std::vector<Symptom> findings;
  if (options.root.empty()) return findings;
  std::vector<std::string> names;
  std::vector<AdapterCommand> commands;
  for (const std::string& name : SubjectNames(options.root)) {
    try {
      const auto file = FindSubjectFile(options.root, name);
      if (file && Requires(*file)) continue;
      const Launch launch = FindSubject(options.root, {name, {}});
      if (IsMode(options.root, launch)) continue;
      if (!launch.adapter) {
        const std::string version = launch.Start({})->hello().version;
        findings.push_back({name, Health::kGood, OneLine(version), ""});
        continue;
      }
      const auto tool = std::ranges::find(
          tools, launch.adapter->command.front(), &Tool::program);
      if (tool != tools.end() &&
          found[tool - tools.begin()].state != Health::kGood) {
        findings.push_back({name, Health::kMissing, "", "needs " + tool->what});
        continue;
      }
      names.push_back(name);
      commands.push_back(*launch.adapter);
    } catch (const std::exception& error) {
      findings.push_back({name, Health::kBroken, OneLine(error.what()), ""});
    }
  }
  const auto greetings =
      Greet(commands, ExpectedGreeting::kHello, options.seconds);
  for (std::size_t k = 0; k < names.size(); ++k) {
    findings.push_back(Met(options.root, names[k], greetings[k]));
  }
  std::ranges::sort(findings, {}, &Symptom::what);
  return findings;
}

// "numpy 2.4.6, torch 2.13.0": those that are well, in lines of the screen.
std::string Well(const std::vector<Symptom>& subjects) {
  constexpr std::size_t kWidth = 54;
  std::string text;
  std::size_t line = 0;
  for (const Symptom& subject : subjects) {
    if (subject.state != Health::kGood) continue;
    const std::string word = fmt::format("{} {}", subject.what, subject.found);
    const bool fits = line + word.size() < kWidth;
    if (!text.empty()) {
      text += fits ? ", " : fmt::format(",\n{:{}}", "", kIndent);
    }
    text += word;
    line = (fits ? line : 0) + word.size() + 2;
  }
  return text;
}

// The others; those of which the same is to be said are one.
std::vector<Symptom> Ill(const std::vector<Symptom>& subjects) {
  std::vector<Symptom> ill;
  for (const Symptom& subject : subjects) {
    if (subject.state == Health::kGood) continue;
    const auto same = std::ranges::find_if(ill, [&](const Symptom& one) {
      return one.state == subject.state && one.found == subject.found &&
             one.mend == subject.mend;
    });
    if (same == ill.end()) {
      ill.push_back(subject);
    } else {
      same->what += ", " + subject.what;
    }
  }
  return ill;
}

void Print(const Symptom& finding, std::FILE* out) {
  const Colour colour = finding.state == Health::kGood      ? Colour::kGreen
                        : finding.state == Health::kMissing ? Colour::kYellow
                                                            : Colour::kRed;
  const Screen screen(out);
  std::string text = fmt::format(
      "{} {:<15} {}\n",
      screen.Paint(fmt::format("{:<8}", Name(finding.state)), colour),
      finding.what, finding.found.empty() ? finding.mend : finding.found);
  if (!finding.found.empty() && !finding.mend.empty()) {
    text += fmt::format("{:{}}{}\n", "", kIndent, finding.mend);
  }
  screen.PrintRows(text);
}

void PrintJson(const std::vector<Symptom>& findings, std::FILE* out) {
  std::string text;
  for (const Symptom& finding : findings) {
    text += text.empty() ? "[{" : ",\n {";
    const auto add = [&](std::string_view key, std::string_view value) {
      if (text.back() != '{') text += ',';
      AppendQuoted(key, text);
      text += ':';
      AppendQuoted(value, text);
    };
    add("what", finding.what);
    add("state", Name(finding.state));
    add("found", finding.found);
    if (!finding.mend.empty()) add("mend", finding.mend);
    text += '}';
  }
  fmt::print(out, "{}]\n", text);
}

}  // namespace

Arguments AddDoctor(Arguments& program, DoctorOptions& options) {
  Arguments verb = program.Verb(
      "doctor", "Say what is installed, what is missing, and how to mend it",
      R"(Every subject is started up to its hello; modes of one adapter are one.
What is not there is missing. What is there and does not start is broken.
Exit status: 0 nothing is broken, 1 something is, 2 misused.
Example: viewproof doctor
Example: viewproof doctor --format json)");
  verb.Add("--format", &options.format, "text or json",
           {.one_of = {"text", "json"}});
  return verb;
}

bool Examine(const DoctorOptions& options, std::FILE* out) {
  const std::vector<Tool> tools = Tools();
  std::vector<Symptom> findings = LookAtSuite(options.root);
  const std::vector<Symptom> found = StartTools(tools, options.seconds);
  findings.insert(findings.end(), found.begin(), found.end());
  const std::vector<Symptom> subjects = StartSubjects(options, tools, found);
  const auto runs = [](const Symptom& finding) {
    return finding.state != Health::kBroken;
  };
  const bool all_run = std::ranges::all_of(findings, runs) &&
                       std::ranges::all_of(subjects, runs);
  if (options.format == "json") {
    findings.insert(findings.end(), subjects.begin(), subjects.end());
    PrintJson(findings, out);
    return all_run;
  }
  if (const std::string well = Well(subjects); !well.empty()) {
    findings.push_back({"subjects", Health::kGood, well, ""});
  }
  const std::vector<Symptom> ill = Ill(subjects);
  findings.insert(findings.end(), ill.begin(), ill.end());
  for (const Symptom& finding : findings) Print(finding, out);
  return all_run;
}

}  // namespace viewproof
