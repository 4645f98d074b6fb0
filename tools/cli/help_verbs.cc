#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/case/strings.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

// Values that are paths; those of other names are asked of the program.
bool IsPath(std::string_view takes) {
  return takes == "FILE" || takes == "FOLDER" || takes == "REPORT";
}

// What `list` calls the words of such values; empty: it has no list of them.
std::string_view ListOf(std::string_view takes) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6>
      kLists = {{{"DTYPE", "dtypes"},
                 {"FLAG", "flags"},
                 {"OP", "ops"},
                 {"PROFILE", "profiles"},
                 {"SUBJECT", "subjects"},
                 {"VECTOR", "vectors"}}};
  for (const auto& [name, list] : kLists) {
    if (takes == name) return list;
  }
  return "";
}

bool IsListed(std::string_view takes) { return !ListOf(takes).empty(); }

// Its first line.
std::string FirstLine(const std::string& about) {
  return ReplaceAll(about.substr(0, about.find("\n")), "\"", "'");
}

// The kind of a word: of an option its value, of a positional its name.
std::string KindOf(const DescribedArgument& argument) {
  return argument.is_option() || IsListed(argument.takes) ||
                 IsPath(argument.takes)
             ? argument.takes
             : argument.name;
}

std::vector<std::string> OptionsOf(const DescribedCommand& command) {
  std::vector<std::string> options;
  for (const DescribedArgument& argument : command.arguments) {
    if (argument.is_option()) options.push_back(argument.name);
  }
  return options;
}

std::string Join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> VerbsOf(const DescribedCommand& program) {
  std::vector<std::string> verbs;
  for (const DescribedCommand& verb : program.verbs) verbs.push_back(verb.name);
  return verbs;
}

// How bash gets the words of an argument; empty: any.
std::string BashWords(const DescribedArgument& argument) {
  if (!argument.one_of.empty()) {
    return fmt::format("compgen -W '{}' -- \"$cur\"", Join(argument.one_of));
  }
  const std::string kind = KindOf(argument);
  if (IsPath(kind)) {
    return fmt::format("compgen -{} -- \"$cur\"", kind == "FOLDER" ? 'd' : 'f');
  }
  if (!IsListed(kind)) return "";
  std::string words = fmt::format(
      "compgen -W \"$(\"${{COMP_WORDS[0]}}\" list {} --format names "
      "2>/dev/null)\" -- \"$cur\"",
      ListOf(kind));
  // A subject may be a gate file.
  if (kind == "SUBJECT") words += "; compgen -f -X '!*.gate.toml' -- \"$cur\"";
  return words;
}

// Within single quotes of a shell.
std::string Quoted(const std::string& text) {
  return "'" + ReplaceAll(text, "'", "'\\''") + "'";
}

// Of _arguments of zsh, within brackets.
std::string ZshBrief(const std::string& about) {
  std::string text = FirstLine(about);
  for (const char* c : {"[", "]", ":"}) {
    text = ReplaceAll(text, c, std::string("\\") + c);
  }
  return text;
}

std::string ZshAction(const DescribedArgument& argument) {
  if (!argument.one_of.empty()) {
    return fmt::format("({})", Join(argument.one_of));
  }
  const std::string kind = KindOf(argument);
  if (kind == "FOLDER") return "_files -/";
  if (IsPath(kind)) return "_files";
  return IsListed(kind) ? fmt::format("_viewproof_words {}", ListOf(kind))
                        : " ";
}

std::string ZshArgument(const DescribedArgument& argument) {
  if (!argument.is_option()) {
    return fmt::format("{}:{}:{}", argument.many ? "*" : "", argument.name,
                       ZshAction(argument));
  }
  std::string text = fmt::format("{}{}[{}]", argument.many ? "*" : "",
                                 argument.name, ZshBrief(argument.about));
  if (!argument.takes.empty()) {
    text += fmt::format(":{}:{}", argument.takes, ZshAction(argument));
  }
  return text;
}

// A line of text in man(7), in which a dot or quote at the start is a macro.
std::string ManLine(const std::string& line) {
  std::string text = ReplaceAll(line, "\\", "\\e");
  text = ReplaceAll(text, "-", "\\-");
  if (text.starts_with('.') || text.starts_with('\'')) text = "\\&" + text;
  return text + "\n";
}

std::string ManText(const std::string& text) {
  std::string lines;
  for (const std::string_view line : Split(text, "\n")) {
    lines += line.empty() ? ".PP\n" : ManLine(std::string(line));
  }
  return lines;
}

// The same in lines that are no longer than man(7) likes.
std::string ManWrapped(const std::string& text) {
  return ManText(fmt::format("{}", fmt::join(BreakLines(text, 72), "\n")));
}

// What help ends with: its lines stay lines. One that begins with a blank does
// so by itself.
std::string ManLines(const std::string& text) {
  return ReplaceAll(ReplaceAll(ManText(text), "\n", "\n.br\n"), "\n.br\n ",
                    "\n ");
}

// "[SUBJECT] [OPTIONS]"
std::string UsageOf(const DescribedCommand& verb) {
  std::string usage = verb.name;
  for (const DescribedArgument& argument : verb.arguments) {
    if (argument.is_option()) continue;
    const std::string name = argument.name + (argument.many ? "..." : "");
    usage += argument.required ? " " + name : " [" + name + "]";
  }
  return usage + " [OPTIONS]";
}

// What is said of an argument beside its name.
std::string AboutOf(const DescribedArgument& argument) {
  std::string about = argument.about;
  if (!argument.one_of.empty()) {
    about += fmt::format(" ({})", fmt::join(argument.one_of, ", "));
  }
  if (!argument.usual.empty()) about += fmt::format("; {}", argument.usual);
  return about;
}

// Completion, to be sourced. The words of a value that is called PROFILE, OP,
// ... are asked of the program while the user types: `viewproof list profiles
// --format names`.
std::string BashCompletion(const DescribedCommand& program) {
  std::string text = fmt::format(
      "# Completion of {0} for bash: source it, or put it into\n"
      "# /etc/bash_completion.d or "
      "~/.local/share/bash-completion/completions.\n"
      "_{0}() {{\n"
      "  local cur=${{COMP_WORDS[COMP_CWORD]}} "
      "prev=${{COMP_WORDS[COMP_CWORD-1]}} verb= word\n"
      "  COMPREPLY=()\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case $word in\n"
      "      --) COMPREPLY=($(compgen -c -f -- \"$cur\")); return ;;\n"
      "      -*) ;;\n"
      "      *) [ -n \"$verb\" ] || verb=$word ;;\n"
      "    esac\n"
      "  done\n"
      "  case $verb,$prev in\n",
      program.name);
  for (const DescribedCommand& verb : program.verbs) {
    for (const DescribedArgument& argument : verb.arguments) {
      const std::string words = BashWords(argument);
      if (!argument.is_option() || argument.takes.empty()) continue;
      text += fmt::format(
          "    {},{}) {}return ;;\n", verb.name, argument.name,
          words.empty() ? "" : fmt::format("COMPREPLY=($({})); ", words));
    }
  }
  text += "  esac\n  case $verb,$cur in\n";
  text +=
      "    ,-*) COMPREPLY=($(compgen -W '--help --version' -- \"$cur\")) ;;\n";
  text += fmt::format("    ,*) COMPREPLY=($(compgen -W '{}' -- \"$cur\")) ;;\n",
                      Join(VerbsOf(program)));
  for (const DescribedCommand& verb : program.verbs) {
    text += fmt::format(
        "    {},-*) COMPREPLY=($(compgen -W '{}' -- \"$cur\")) ;;\n", verb.name,
        Join(OptionsOf(verb)));
    for (const DescribedArgument& argument : verb.arguments) {
      const std::string words = BashWords(argument);
      if (argument.is_option() || words.empty()) continue;
      text += fmt::format("    {},*) COMPREPLY=($({})) ;;\n", verb.name, words);
      break;
    }
  }
  return text + fmt::format("  esac\n}}\ncomplete -F _{0} {0}\n", program.name);
}

std::string ZshCompletion(const DescribedCommand& program) {
  std::string text = fmt::format(
      "#compdef {0}\n"
      "# Completion of {0} for zsh: as _{0} in a folder of $fpath.\n"
      "_{0}_words() {{\n"
      "  local -a words\n"
      "  words=(${{(f)\"$({0} list $1 --format names 2>/dev/null)\"}})\n"
      "  compadd -a words\n"
      "  [[ $1 != subjects ]] || _files -g '*.gate.toml'\n"
      "}}\n"
      "_{0}() {{\n"
      "  local line state\n"
      "  _arguments -C '--help[Print help]' '1:command:->command' "
      "'*::argument:->argument'\n"
      "  case $state in\n"
      "    command)\n"
      "      local -a commands=(\n",
      program.name);
  for (const DescribedCommand& verb : program.verbs) {
    text += fmt::format("        {}\n",
                        Quoted(verb.name + ":" + ZshBrief(verb.about)));
  }
  text +=
      "      )\n"
      "      _describe command commands ;;\n"
      "    argument)\n"
      "      case $line[1] in\n";
  for (const DescribedCommand& verb : program.verbs) {
    text += fmt::format("        {}) _arguments", verb.name);
    for (const DescribedArgument& argument : verb.arguments) {
      text += " \\\n          " + Quoted(ZshArgument(argument));
    }
    text += " ;;\n";
  }
  return text +
         fmt::format("      esac ;;\n  esac\n}}\n_{0} \"$@\"\n", program.name);
}

std::string FishCompletion(const DescribedCommand& program) {
  std::string text = fmt::format(
      "# Completion of {0} for fish: in ~/.config/fish/completions.\n"
      "complete -c {0} -f\n",
      program.name);
  const auto line = [&](const std::string& condition, const std::string& rest,
                        const std::string& about) {
    text += fmt::format("complete -c {} -n {} {} -d {}\n", program.name,
                        Quoted(condition), rest, Quoted(FirstLine(about)));
  };
  for (const DescribedCommand& verb : program.verbs) {
    line("__fish_use_subcommand", "-a " + verb.name, verb.about);
  }
  for (const DescribedCommand& verb : program.verbs) {
    const std::string here = "__fish_seen_subcommand_from " + verb.name;
    for (const DescribedArgument& argument : verb.arguments) {
      const std::string kind = KindOf(argument);
      std::string rest = argument.is_option() ? "-l " + argument.name.substr(2)
                                              : std::string();
      if (argument.is_option() && !argument.takes.empty()) rest += " -r";
      if (!argument.one_of.empty()) {
        rest += " -a " + Quoted(Join(argument.one_of));
      } else if (IsPath(kind)) {
        rest += " -F";
      } else if (IsListed(kind)) {
        rest += fmt::format(" -a '({} list {} --format names)'", program.name,
                            ListOf(kind));
        if (kind == "SUBJECT") rest += " -F";
      } else if (!argument.is_option()) {
        continue;
      }
      line(here, rest, argument.about);
    }
  }
  return text;
}

// A manual page of section 1, in the macros of man(7).
std::string ManPage(const DescribedCommand& program) {
  std::string text = fmt::format(
      ".TH {0} 1 \"{3}\" \"{1} {2}\"\n.SH NAME\n{1} \\- check that a tensor "
      "library's views behave as PyTorch's do\n.SH SYNOPSIS\n.B {1}\n.I "
      "COMMAND\n"
      "[ARGUMENTS] [OPTIONS]\n.SH DESCRIPTION\n",
      "VIEWPROOF", program.name, kSuiteVersion, kSuiteDate);
  text += ManText(program.about) + ".SH COMMANDS\n";
  for (const DescribedCommand& verb : program.verbs) {
    text += fmt::format(".SS \"{}\"\n", ReplaceAll(UsageOf(verb), "-", "\\-"));
    text += ManWrapped(verb.about);
    for (const DescribedArgument& argument : verb.arguments) {
      text +=
          fmt::format(".TP\n.B {}\n", ReplaceAll(argument.name, "-", "\\-"));
      text += ManWrapped(AboutOf(argument));
    }
    if (!verb.footer.empty()) {
      text += ".PP\n" + ManLines(verb.footer);
    }
  }
  return text;
}

// Every command with its arguments, for reading.
std::string MarkdownReference(const DescribedCommand& program) {
  std::string text = fmt::format(
      "# The commands of {0}\n\n`{0} manual --format markdown` writes this "
      "page.\n",
      program.name);
  for (const DescribedCommand& verb : program.verbs) {
    text += fmt::format("\n## {}\n\n    {} {}\n\n{}\n", verb.name, program.name,
                        UsageOf(verb), verb.about);
    text += "\n| argument | takes | |\n|---|---|---|\n";
    for (const DescribedArgument& argument : verb.arguments) {
      const std::string about =
          ReplaceAll(ReplaceAll(AboutOf(argument), "\n", " "), "|", "\\|");
      text += fmt::format("| `{}` | {} | {} |\n", argument.name,
                          argument.takes.empty()
                              ? ""
                              : argument.takes + (argument.many ? " ..." : ""),
                          about);
    }
    if (!verb.footer.empty()) {
      text += fmt::format("\n```text\n{}\n```\n", verb.footer);
    }
  }
  return text;
}

}  // namespace

Arguments AddCompletion(Arguments& program, HelpOptions& options) {
  Arguments verb =
      program.Verb("completion", "Print a shell's completion of these commands",
                   R"(Exit status: 0, or 2 misused.
Example: source <(viewproof completion bash)
Example: viewproof completion zsh > ~/.zfunc/_viewproof
Example: viewproof completion fish > ~/.config/fish/completions/viewproof.fish)");
  verb.Add("SHELL", &options.shell, "Whose",
           {.required = true, .one_of = {"bash", "zsh", "fish"}});
  return verb;
}

Arguments AddManual(Arguments& program, HelpOptions& options) {
  Arguments verb = program.Verb("manual", "Print the manual page",
                                R"(Exit status: 0, or 2 misused.
Example: viewproof manual | man -l -
Example: viewproof manual --format markdown > COMMANDS.md)");
  verb.Add("--format", &options.format, "Of a manual page, or Markdown",
           {.one_of = {"man", "markdown"}});
  return verb;
}

void PrintCompletion(const HelpOptions& options,
                     const DescribedCommand& program, std::FILE* out) {
  const std::string text = options.shell == "bash"  ? BashCompletion(program)
                           : options.shell == "zsh" ? ZshCompletion(program)
                                                    : FishCompletion(program);
  std::fputs(text.c_str(), out);
}

void PrintManual(const HelpOptions& options, const DescribedCommand& program,
                 std::FILE* out) {
  const std::string text =
      options.format == "man" ? ManPage(program) : MarkdownReference(program);
  std::fputs(text.c_str(), out);
}

}  // namespace viewproof
