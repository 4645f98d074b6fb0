#include "tools/cli/help_verbs.h"

#include "conformance/case/hello.h"
#include "tools/cli/shell_text.h"

namespace viewproof {

Arguments AddCompletion(Arguments& program, HelpOptions& options) {
  Arguments verb =
      program.Verb("completion", "Print a shell's completion of these commands",
                   "Exit status: 0, or 2 misused.\n"
                   "Example: source <(viewproof completion bash)\n"
                   "Example: viewproof completion zsh > ~/.zfunc/_viewproof\n"
                   "Example: viewproof completion fish > "
                   "~/.config/fish/completions/viewproof.fish");
  verb.Add("SHELL", &options.shell, "Whose",
           {.required = true, .one_of = {"bash", "zsh", "fish"}});
  return verb;
}

Arguments AddManual(Arguments& program, HelpOptions& options) {
  Arguments verb =
      program.Verb("manual", "Print the manual page",
                   "Exit status: 0, or 2 misused.\n"
                   "Example: viewproof manual | man -l -\n"
                   "Example: viewproof manual --format markdown > COMMANDS.md");
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
  const std::string text = options.format == "man"
                               ? ManPage(program, kSuiteVersion, kSuiteDate)
                               : MarkdownReference(program);
  std::fputs(text.c_str(), out);
}

}  // namespace viewproof
