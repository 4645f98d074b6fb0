#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/hello.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "tools/cli/help_verbs.h"

namespace viewproof {
namespace {

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

// One thing that was looked at.
struct Symptom {
  std::string what;
  Health state = Health::kGood;
  std::string found;
  std::string mend;  // What to do; empty if all is well.
};

// The first line of what a command prints, empty if it fails.
std::string FirstPrinted(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  std::array<char, 256> text{};
  if (pipe == nullptr ||
      std::fgets(text.data(), text.size(), pipe.get()) == nullptr) {
    return "";
  }
  std::string line = text.data();
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

Symptom Suite(const std::string& root) {
  try {
    const Golden golden = OpenGolden(root + "/golden");
    return {"vectors", Health::kGood,
            fmt::format("{} of suite {}, {}", Grouped(golden.count),
                        kSuiteVersion, golden.digest),
            ""};
  } catch (const std::exception& error) {
    return {"vectors", Health::kBroken, error.what(),
            "unpack the release again, or `git checkout golden`"};
  }
}

Symptom Program(std::string what, const std::string& command,
                std::string mend) {
  std::string found = FirstPrinted(command);
  const Health state = found.empty() ? Health::kMissing : Health::kGood;
  return {std::move(what), state, std::move(found),
          state == Health::kGood ? "" : std::move(mend)};
}

Symptom Module(const std::string& name, const std::string& python) {
  return Program("Python's " + name,
                 fmt::format("{} -c 'import {}; print({}.__version__)'", python,
                             name, name),
                 fmt::format("pip install {}, or name another Python with "
                             "VIEWPROOF_PYTHON",
                             name));
}

std::vector<Symptom> LookAround(const std::string& root) {
  std::vector<Symptom> findings;
  if (root.empty()) {
    findings.push_back({"suite", Health::kBroken, "no folder holds golden/",
                        "run it in a clone, or set VIEWPROOF_ROOT"});
  } else {
    findings.push_back({"suite", Health::kGood, root, ""});
    findings.push_back(Suite(root));
    findings.push_back({"subjects", Health::kGood,
                        fmt::format("{} gated (viewproof list subjects)",
                                    SubjectNames(root).size()),
                        ""});
  }
  const char* named = std::getenv("VIEWPROOF_PYTHON");
  const std::string python = named == nullptr ? "python3" : named;
  findings.push_back(Program("Python", python + " --version",
                             "apt-get install python3: Python adapters need "
                             "it"));
  findings.push_back(Module("numpy", python));
  findings.push_back(Module("torch", python));
  findings.push_back(Program("Node", "node --version",
                             "apt-get install nodejs: JavaScript adapters "
                             "need it"));
  findings.push_back(Program("C++ compiler", "g++ --version",
                             "apt-get install g++: C++ adapters need it"));
  if (InstalledRoot().empty()) {
    findings.push_back(Program("Bazel", "bazel --version",
                               "apt-get install bazel-bootstrap: building "
                               "viewproof needs it"));
  }
  return findings;
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

bool Examine(const HelpOptions& options, std::FILE* out) {
  const std::vector<Symptom> findings = LookAround(options.root);
  bool runs = true;
  for (const Symptom& finding : findings) {
    runs = runs && finding.state != Health::kBroken;
  }
  if (options.doctor_format == "json") {
    PrintJson(findings, out);
    return runs;
  }
  const Screen screen(out);
  for (const Symptom& finding : findings) {
    const Colour colour = finding.state == Health::kGood      ? Colour::kGreen
                          : finding.state == Health::kMissing ? Colour::kYellow
                                                              : Colour::kRed;
    screen.Print(fmt::format(
        "{} {:<16}{}\n",
        screen.Paint(fmt::format("{:<8}", Name(finding.state)), colour),
        finding.what, Escaped(finding.found)));
    if (!finding.mend.empty()) {
      screen.Print(fmt::format("{:25}{}\n", "", finding.mend));
    }
  }
  return runs;
}

}  // namespace viewproof
