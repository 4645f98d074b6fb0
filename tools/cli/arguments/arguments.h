#ifndef VIEWPROOF_TOOLS_CLI_ARGUMENTS_ARGUMENTS_H_
#define VIEWPROOF_TOOLS_CLI_ARGUMENTS_ARGUMENTS_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/golden_file/outputs.h"

namespace CLI {
class App;
}

namespace viewproof {

// Says what is demanded of an argument.
struct Demands {
  bool required = false;
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
  std::string takes = {};                  // Help calls its value so.
  std::vector<std::string> one_of = {};    // Empty: any word.
  std::vector<std::string> excludes = {};  // Names of arguments added before.
  char delimiter = '\0';                   // Between the words of a vector.
  std::optional<FileKind> writes = {};     // A path, to what is written there.
};

// An argument, as its program was told of it.
struct DescribedArgument {
  std::string name;   // "--seed", or "FILE" for a word that needs no name.
  std::string takes;  // What its value is called; empty: a flag.
  std::string about;
  std::string usual;  // The value that it has otherwise; empty: none.
  std::vector<std::string> one_of = {};
  bool required = false;
  bool many = false;  // Takes one or more words.

  bool is_option() const { return name.starts_with("--"); }
};

// A program or one of its commands.
struct DescribedCommand {
  std::string name;
  std::string about;
  std::string footer;  // Help ends with it.
  std::vector<DescribedArgument> arguments = {};
  std::vector<DescribedCommand> verbs = {};
};

// The command line of a program: the variables that it sets, and its --help.
// This hides CLI11, which takes longer to compile than most of our files.
class Arguments {
 public:
  // A bool is a flag. A vector takes one or more words.
  using Variable =
      std::variant<bool*, std::string*, int64_t*, uint64_t*,
                   std::optional<int64_t>*, std::vector<std::string>*,
                   std::vector<int64_t>*>;

  Arguments(std::string program, std::string about);

  // A command of the program, with arguments of its own. A program that has
  // commands demands one.
  Arguments Verb(const std::string& name, std::string about,
                 std::string footer);

  // `name` is "--seed", or "FILE" for a word that needs no name. Help shows the
  // value that the variable has now. An option takes no empty word.
  void Add(std::string name, Variable variable, std::string about,
           const Demands& demands = {});

  // Returns whether there is such an option, as in "--seed".
  bool Has(const std::string& option) const;

  // The command line that was told, commands in the order of their names.
  DescribedCommand Describe() const;

  // The files that the command line names to be written.
  std::vector<OutputFile> outputs() const;

  // Returns whether the command line names this verb, and an option of it.
  bool given() const;
  bool IsGiven(const std::string& option) const;

  // Sets the variables. If the program has to end (help was asked for and
  // printed, or a word is wrong and that was said): its exit status, 0 or 2.
  std::optional<int> Parse(int argc, const char* const* argv);
  std::optional<int> Parse(std::vector<std::string> words);

 private:
  explicit Arguments(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

  struct Path {
    std::string option;
    const std::string* path;
    FileKind kind;
  };

  std::shared_ptr<CLI::App> app_;
  std::vector<Path> written_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_ARGUMENTS_ARGUMENTS_H_
