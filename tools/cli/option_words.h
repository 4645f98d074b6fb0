#ifndef VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
#define VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/run/feed.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"
#include "fuzz/hunt/fuzz.h"
#include "tools/cli/arguments/arguments.h"

// Each function says what words of check's options mean. Each throws BadInput,
// naming the option.
namespace viewproof {

std::vector<DType> ToDTypes(const std::vector<std::string>& names);
std::vector<Profile> ToProfiles(const std::vector<std::string>& names);
Shard ToShard(const std::string& text);     // "2/4"
double ToMinutes(const std::string& text);  // "0.5"

// The words of fuzz's options; empty: the option is not given.
struct FuzzWords {
  std::string time = {};   // "90s", "10m", "1h"
  std::string ranks = {};  // "2", "0-3"
  std::string shrink_seconds = {};
  std::vector<std::string> profiles = {};
};
void SetWords(const FuzzWords& words, FuzzOptions& options);

// Refuses options of `check` that the others make void.
void RefuseUnused(const Arguments& check);

// The options of the subject that a command line names, if it takes any: in
// `check torch --device meta` those of torch.subject.toml.
class SubjectOptions {
 public:
  // Throws BadInput if the subject's file is wrong.
  explicit SubjectOptions(const std::vector<std::string>& words);

  // Makes them options of a command. Throws BadInput if it has one of them.
  void AddTo(Arguments& verb);

  // Fills in those that were given. Throws BadInput if they are of another
  // subject, or have no value.
  void Fill(SubjectName& subject) const;

 private:
  struct OptionValue {
    bool flag = false;
    std::string value;
  };

  std::vector<std::string> words_;
  std::optional<SubjectFile> file_;
  std::vector<OptionValue> given_;  // One for each option of the file.
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_OPTION_WORDS_H_
