#include "conformance/report/ran.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string_view>
#include <utility>

#include "conformance/case/describe.h"
#include "conformance/process/greeting.h"
#include "conformance/report/markup.h"

namespace viewproof {
namespace {

constexpr auto kRanFields = json::Describe<Ran>(
    json::Needed("started", &Ran::started),
    json::Needed("milliseconds", &Ran::milliseconds),
    json::Optional("processor", &Ran::processor),
    json::Optional("command", &Ran::command),
    json::Optional("interpreter", &Ran::interpreter),
    json::Optional("commit", &Ran::commit), json::Optional("ci", &Ran::ci));

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  std::array<char, 32> text = {};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::string Processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  utsname machine = {};
  return uname(&machine) == 0 ? machine.machine : "";
}

std::string UserName() {
  const passwd* user = getpwuid(getuid());
  const std::string name = user == nullptr ? "" : user->pw_name;
  return name == "root" ? "" : name;
}

// A folder from the root of the file system on is "...", wherever it stands in
// the word, and so is one that is called like the user.
std::string WithoutHome(const std::string& word, const std::string& user) {
  constexpr std::string_view kBefore = "=:, ";
  std::string shown;
  std::size_t at = 0;
  while (at < word.size()) {
    std::size_t end = std::min(word.find_first_of(kBefore, at), word.size());
    std::string part = word.substr(at, end - at);
    const std::size_t slash = part.rfind('/');
    const bool is_address = part.starts_with("//");  // After "https:".
    if (part.starts_with('/') && !is_address && slash != std::string::npos) {
      part.replace(0, slash, "...");
    }
    for (std::size_t from = 0; !user.empty() && from <= part.size();) {
      const std::size_t to = std::min(part.find('/', from), part.size());
      if (std::string_view(part).substr(from, to - from) == user) {
        part.replace(from, to - from, "...");
        from += 4;
      } else {
        from = to + 1;
      }
    }
    shown += part;
    if (end < word.size()) shown += word[end++];
    at = end;
  }
  return shown;
}

// The address of this job, as the services that run jobs tell it.
std::string JobAddress() {
  const std::string run = Variable("GITHUB_RUN_ID");
  if (!run.empty()) {
    return fmt::format("{}/{}/actions/runs/{}", Variable("GITHUB_SERVER_URL"),
                       Variable("GITHUB_REPOSITORY"), run);
  }
  const std::string build = Variable("BUILD_BUILDID");
  if (!build.empty()) {
    return fmt::format("{}{}/_build/results?buildId={}",
                       Variable("SYSTEM_COLLECTIONURI"),
                       Variable("SYSTEM_TEAMPROJECT"), build);
  }
  for (const char* name :
       {"CI_JOB_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL",
        "TRAVIS_BUILD_WEB_URL", "DRONE_BUILD_LINK", "BUILD_URL"}) {
    if (std::string address = Variable(name); !address.empty()) return address;
  }
  return "";
}

// Returns whether a program says its version when it is asked for.
bool IsInterpreter(std::string_view program) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  return name.starts_with("python") || name == "node" || name == "bun" ||
         name == "deno" || name == "julia" || name == "ruby";
}

}  // namespace

Ran RanNow(const std::vector<std::string>& words,
           const AdapterCommand* adapter) {
  constexpr double kSeconds = 5;
  Ran ran;
  ran.started = Now();
  ran.processor = Processor();
  ran.ci = JobAddress();
  const std::string user = UserName();
  std::vector<std::string> shown;
  for (const std::string& word : words) {
    shown.push_back(WithoutHome(word, user));
  }
  ran.command = ShellWords(shown);
  std::vector<AdapterCommand> asked(1);
  asked.front().command = {"git",     "describe",    "--always",
                           "--dirty", "--abbrev=12", "--exclude=*"};
  if (adapter != nullptr && IsInterpreter(adapter->command.front())) {
    asked.push_back(*adapter);
    asked.back().command = {adapter->command.front(), "--version"};
  }
  std::vector<Greeting> said =
      Greet(asked, ExpectedGreeting::kVersion, kSeconds);
  const auto take = [&said](std::size_t k, std::string& into) {
    if (k < said.size() && said[k].kind == Greeting::Kind::kGood) {
      into = std::move(said[k].text);
    }
  };
  take(0, ran.commit);
  take(1, ran.interpreter);
  return ran;
}

std::string Today() { return Now().substr(0, 10); }

Ran Together(const std::vector<Ran>& parts) {
  Ran ran;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Ran& part = parts[k];
    if (k == 0) {
      ran = part;
      continue;
    }
    ran.started = std::min(ran.started, part.started);
    ran.milliseconds += part.milliseconds;
    for (std::string Ran::*text : {&Ran::processor, &Ran::command,
                                   &Ran::interpreter, &Ran::commit, &Ran::ci}) {
      if (ran.*text != part.*text) (ran.*text).clear();
    }
  }
  return ran;
}

std::vector<std::string> TextsOf(const Ran& ran) {
  std::vector<std::string> texts;
  if (ran.started.empty()) return texts;
  std::string when = ran.started.substr(0, 16);
  std::ranges::replace(when, 'T', ' ');
  texts.push_back(when + " UTC");
  texts.push_back(
      fmt::format("{:.1f} s", static_cast<double>(ran.milliseconds) / 1000));
  for (const std::string& text :
       {ran.processor, ran.command, ran.interpreter}) {
    if (!text.empty()) texts.push_back(text);
  }
  if (!ran.commit.empty()) texts.push_back("commit " + ran.commit);
  return texts;
}

void RanCodec::Read(json::od::value value, std::string_view field,
                    Ran& into) const {
  kRanFields.Read(value, field, into);
}

void RanCodec::Append(const Ran& ran, std::string& out) const {
  kRanFields.Append(ran, out);
}

std::string RanCodec::Schema() const { return kRanFields.Schema(); }

}  // namespace viewproof
