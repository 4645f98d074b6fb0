// The documents of viewproof: its manual, and where its book is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/run/launch.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

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

// Returns what is said of an argument beside its name.
std::string AboutOf(const DescribedArgument& argument) {
  std::string about = argument.about;
  if (!argument.one_of.empty()) {
    about += fmt::format(" ({})", fmt::join(argument.one_of, ", "));
  }
  if (!argument.usual.empty()) about += fmt::format("; {}", argument.usual);
  return about;
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

// The path of a document that tools/docs makes: of a release below share/, of a
// clone below .release/share.
std::string DocumentPath(const std::string& place) {
  const std::string root = FindRoot();
  for (const std::string& share : {root + "/.release/share/", root + "/../"}) {
    const auto path = std::filesystem::path(share + place).lexically_normal();
    if (std::filesystem::exists(path)) return path.string();
  }
  throw BadInput(
      fmt::format("there is no {} here: tools/docs/build makes it", place));
}

}  // namespace

Arguments AddBook(Arguments& program) {
  return program.Verb(
      "book",
      "Say where the book is: the specification, and what "
      "libraries do, as linked pages",
      R"(A page for each op with its rules, examples as pictures, vectors and the
libraries that differ; the matrix; what was found in each library; and "why is
my view refused", which the reference answers in the page.
Exit status: 0, or 2 it is not there: a release has it, and in a clone
tools/docs/build makes it.
Example: xdg-open $(viewproof book))");
}

Arguments AddManual(Arguments& program, HelpOptions& options) {
  Arguments verb = program.Verb(
      "manual", "Print the manual page",
      R"(A release has the page, and in a clone tools/docs/build makes it; as Markdown it
is always there.
Exit status: 0, or 2 misused, or the page is not there.
Example: viewproof manual | man -l -
Example: viewproof manual --format markdown > COMMANDS.md)");
  verb.Add("--format", &options.format, "Of a manual page, or Markdown",
           {.one_of = {"man", "markdown"}});
  return verb;
}

void PrintBook(std::FILE* out) {
  fmt::print(out, "{}\n", DocumentPath("viewproof/book/index.html"));
}

void PrintManual(const HelpOptions& options, const DescribedCommand& program,
                 std::FILE* out) {
  fmt::print(out, "{}",
             options.format == "man"
                 ? ReadFile(DocumentPath("man/man1/viewproof.1"))
                 : MarkdownReference(program));
}

}  // namespace viewproof
