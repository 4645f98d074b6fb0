// Completion: three short scripts of shells, which ask `viewproof __complete`
// for the words that may follow, as cobra's programs do it.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/run/launch.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

constexpr std::string_view kBash =
    R"(# Completion of viewproof for bash: source it, or put it into
# /etc/bash_completion.d or ~/.local/share/bash-completion/completions.
_viewproof() {
  local cur=${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file) COMPREPLY+=($(compgen -f -- "$cur")) ;;
      :folder) COMPREPLY+=($(compgen -d -- "$cur")) ;;
      :gate) COMPREPLY+=($(compgen -f -X '!*.gate.toml' -- "$cur")) ;;
      :command) COMPREPLY+=($(compgen -c -f -- "$cur")) ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _viewproof viewproof
)";

constexpr std::string_view kZsh =
    R"(#compdef viewproof
# Completion of viewproof for zsh: as _viewproof in a folder of $fpath.
_viewproof() {
  local line
  local -a found
  for line in "${(@f)$(viewproof __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :file | :command) _files ;;
      :folder) _files -/ ;;
      :gate) _files -g '*.gate.toml' ;;
      ?*) found+=("${line/$'\t'/:}") ;;
    esac
  done
  _describe 'word' found
}
_viewproof "$@"
)";

constexpr std::string_view kFish =
    R"(# Completion of viewproof for fish: in ~/.config/fish/completions.
function __viewproof_words
  viewproof __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c viewproof -f
complete -c viewproof -a '(__viewproof_words | string match -v ":*")'
complete -c viewproof -n '__viewproof_words | string match -q ":*"' -F
)";

// The kinds of values: what help calls them, what `list` calls the words of
// them, and which names of its own the shell is asked for.
constexpr std::string_view kKinds[][3] = {
    {"DTYPE", "dtypes", ""},  {"FILE", "", ":file"},
    {"FLAG", "flags", ""},    {"FOLDER", "", ":folder"},
    {"OP", "ops", ""},        {"PROFILE", "profiles", ""},
    {"REPORT", "", ":file"},  {"SUBJECT", "subjects", ":gate"},
    {"VECTOR", "vectors", ""}};

// The words that may stand in the place of the one that is being typed.
class Offer {
 public:
  Offer(const std::string& typed, std::FILE* out) : typed_(typed), out_(out) {}

  // A word, and what it is for.
  void Word(std::string_view word, std::string_view about) const {
    if (!word.starts_with(typed_)) return;
    fmt::print(out_, "{}\t{}\n", word, about.substr(0, about.find('\n')));
  }

  void Options(const DescribedCommand& command) const {
    for (const DescribedArgument& argument : command.arguments) {
      if (argument.is_option()) Word(argument.name, argument.about);
    }
  }

  void ValuesOf(const DescribedArgument& argument) const {
    for (const std::string& word : argument.one_of) Word(word, argument.about);
    for (const auto& [kind, list, own] : kKinds) {
      // A word that needs no name may be called like its kind.
      if (kind != argument.takes && kind != argument.name) continue;
      if (!own.empty()) fmt::print(out_, "{}\n", own);
      if (!list.empty()) {
        List(FindRoot(), std::string(list),
             {.only = typed_ + "*", .format = "names"}, out_);
      }
      return;
    }
  }

 private:
  const std::string& typed_;
  std::FILE* out_;
};

const DescribedArgument* FindOption(const DescribedCommand& command,
                                    std::string_view name) {
  const auto found =
      std::ranges::find(command.arguments, name, &DescribedArgument::name);
  const bool takes_value =
      found != command.arguments.end() && !found->takes.empty();
  return takes_value ? &*found : nullptr;
}

void OfferWords(const std::vector<std::string>& words,
                const DescribedCommand& program, std::FILE* out) {
  const Offer offer(words.back(), out);
  const DescribedCommand* command = &program;
  const DescribedArgument* option = nullptr;  // Whose value comes next.
  std::size_t place = 0;                      // Among words without a name.
  for (std::size_t k = 0; k + 1 < words.size(); ++k) {
    const std::string& word = words[k];
    if (word == "--") return fmt::print(out, ":command\n");
    if (word.starts_with('-')) {
      option = FindOption(*command, word);
      if (option == nullptr) option = FindOption(program, word);
    } else if (option != nullptr) {
      if (!option->many) option = nullptr;
    } else if (command != &program) {
      ++place;
    } else {
      const auto verb =
          std::ranges::find(program.verbs, word, &DescribedCommand::name);
      if (verb == program.verbs.end()) return;
      command = &*verb;
    }
  }
  if (words.back().starts_with('-')) return offer.Options(*command);
  if (option != nullptr) return offer.ValuesOf(*option);
  for (const DescribedCommand& verb : command->verbs) {
    offer.Word(verb.name, verb.about);
  }
  for (const DescribedArgument& argument : command->arguments) {
    if (argument.is_option()) continue;
    if (place == 0 || argument.many) return offer.ValuesOf(argument);
    --place;
  }
}

}  // namespace

Arguments AddCompletion(Arguments& program, HelpOptions& options) {
  Arguments verb =
      program.Verb("completion", "Print a shell's completion of these commands",
                   R"(Exit status: 0, or 2 misused.
Example: source <(viewproof completion bash)
Example: viewproof completion zsh > ~/.zfunc/_viewproof
Example: viewproof completion fish > ~/.config/fish/completions/viewproof.fish)");
  verb.Add("SHELL", &options.shell, "Which shell",
           {.required = true, .one_of = {"bash", "zsh", "fish"}});
  return verb;
}

void PrintCompletion(const HelpOptions& options, std::FILE* out) {
  fmt::print(out, "{}",
             options.shell == "bash"  ? kBash
             : options.shell == "zsh" ? kZsh
                                      : kFish);
}

void Complete(const std::vector<std::string>& words,
              const DescribedCommand& program, std::FILE* out) {
  if (words.empty()) return;
  try {
    OfferWords(words, program, out);
  } catch (const BadInput&) {
    // There is no suite here, or nothing in its list begins so.
  }
}

}  // namespace viewproof
