#include "tools/cli/arguments/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#include "conformance/case/number.h"
#include "conformance/case/strings.h"
#include "conformance/case/suggest.h"
#include "conformance/report/lines.h"
#include "conformance/report/screen.h"

namespace viewproof {
namespace {

constexpr int kMisused = 2;

CLI::Validator Between(int64_t least, int64_t most) {
  const auto check = [least, most](const std::string& word) -> std::string {
    const auto number = FindNumber<int64_t>(word);
    if (!number) return word + " is no number of 64 bits";
    if (*number < least) return fmt::format("{} is less than {}", word, least);
    if (*number > most) return fmt::format("{} is more than {}", word, most);
    return {};
  };
  return CLI::Validator(check, "");
}

// It would read as an option that was not given.
std::string FaultOfEmpty(const std::string& word) {
  return word.empty() ? "is empty" : "";
}

std::string FaultOfUnsigned(const std::string& word) {
  // CLI11 would take -1, and what is too large, as the largest number.
  return FindNumber<uint64_t>(word) ? "" : word + " is no number of 64 bits";
}

template <typename T>
CLI::Option* AddTo(CLI::App& app, const std::string& name, T& variable,
                   const std::string& about) {
  if constexpr (std::is_same_v<T, bool>) {
    return app.add_flag(name, variable, about);
  } else {
    CLI::Option* option = app.add_option(name, variable, about);
    if constexpr (std::is_same_v<T, uint64_t>) {
      option->check(CLI::Validator(&FaultOfUnsigned, ""));
    }
    return variable == T() ? option : option->capture_default_str();
  }
}

}  // namespace

Arguments::Arguments(std::string program, std::string about)
    : app_(std::make_shared<CLI::App>(std::move(about), std::move(program))) {}

Arguments Arguments::Verb(const std::string& name, std::string about,
                          std::string footer) {
  app_->require_subcommand(1);
  app_->add_subcommand(name, std::move(about))
      ->footer(std::move(footer))
      ->fallthrough();  // The program's own options may follow.
  return Arguments(app_->get_subcommand_ptr(name));
}

void Arguments::Add(std::string name, Variable variable, std::string about,
                    const Demands& demands) {
  CLI::Option* option = std::visit(
      [&](auto* target) { return AddTo(*app_, name, *target, about); },
      variable);
  const bool is_flag = std::holds_alternative<bool*>(variable);
  if (name.starts_with("--") && !is_flag) {
    option->check(CLI::Validator(&FaultOfEmpty, ""));
  }
  const Demands none;
  option->required(demands.required);
  if (demands.least != none.least || demands.most != none.most) {
    option->check(Between(demands.least, demands.most));
  }
  if (!demands.takes.empty()) option->type_name(demands.takes);
  if (!demands.one_of.empty()) option->check(CLI::IsMember(demands.one_of));
  for (const std::string& other : demands.excludes) {
    option->excludes(app_->get_option(other));
  }
  if (demands.delimiter != '\0') option->delimiter(demands.delimiter);
  if (demands.writes) {
    written_.push_back(
        {name, std::get<std::string*>(variable), *demands.writes});
  }
}

bool Arguments::Has(const std::string& option) const {
  return option.starts_with("--") &&
         app_->get_option_no_throw(option) != nullptr;
}

std::vector<OutputFile> Arguments::outputs() const {
  std::vector<OutputFile> files;
  for (const auto& [option, path, kind] : written_) {
    if (!path->empty()) files.push_back({option, *path, kind});
  }
  return files;
}

bool Arguments::given() const { return app_->parsed(); }

bool Arguments::IsGiven(const std::string& option) const {
  return app_->get_option(option)->count() > 0;
}

namespace {

DescribedArgument Described(const CLI::Option& option) {
  DescribedArgument argument;
  argument.name = option.get_name();
  argument.about = option.get_description();
  // A check adds its words: "TEXT:{all,none}".
  argument.takes = option.get_type_name();
  const std::size_t checks = argument.takes.find(':');
  if (checks != std::string::npos) {
    const std::string words = argument.takes.substr(checks + 1);
    argument.takes.resize(checks);
    if (words.starts_with('{')) {
      argument.one_of =
          CLI::detail::split(words.substr(1, words.find('}') - 1), ',');
    }
  }
  if (option.get_expected_max() == 0) argument.takes.clear();
  argument.usual = option.get_default_str();
  argument.required = option.get_required();
  argument.many = option.get_expected_max() > 1;
  return argument;
}

DescribedCommand Described(const CLI::App& app) {
  DescribedCommand command{app.get_name(), app.get_description(),
                           app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    command.arguments.push_back(Described(*option));
  }
  for (const CLI::App* verb : app.get_subcommands({})) {
    command.verbs.push_back(Described(*verb));
  }
  std::sort(command.verbs.begin(), command.verbs.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return command;
}

// The options that the first word may mean that no argument takes.
std::string NearestTo(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  if (left.empty() || !left.front().starts_with("--")) return "";
  std::vector<std::string> names;
  const auto add = [&names](const CLI::App& one) {
    for (const CLI::Option* option : one.get_options()) {
      names.push_back(option->get_name());
    }
  };
  add(app);
  for (const CLI::App* verb : app.get_subcommands()) add(*verb);
  return DidYouMean(left.front().substr(0, left.front().find('=')),
                    {names.begin(), names.end()});
}

// Prints help in lines that fit the terminal.
void PrintHelp(std::string_view help) {
  constexpr std::string_view kExample = "Example: ";
  const std::size_t columns = Screen(stdout).columns();
  for (const std::string_view line : LinesIn(help)) {
    if (!line.starts_with(kExample)) {
      fmt::print("{}", RowsInColumns(line.empty() ? "\n" : line, columns));
      continue;
    }
    const std::vector<std::string> command =
        LinesOfCommand(line.substr(kExample.size()), columns - kExample.size());
    const std::string below = "\n" + std::string(kExample.size(), ' ');
    fmt::print("{}{}\n", kExample, fmt::join(command, below));
  }
}

}  // namespace

DescribedCommand Arguments::Describe() const { return Described(*app_); }

std::optional<int> Arguments::Parse(int argc, const char* const* argv) {
  return Parse(std::vector<std::string>(argv + 1, argv + argc));
}

std::optional<int> Arguments::Parse(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // As CLI11 takes them.
  try {
    app_->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      PrintHelp(app_->help());
      return 0;
    }
    Screen(stderr).PrintMessage(
        fmt::format("{}: {}{}\nRun with --help for more information.",
                    app_->get_name(), error.what(), NearestTo(*app_)));
    return kMisused;
  }
  return std::nullopt;
}

}  // namespace viewproof
