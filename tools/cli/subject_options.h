#ifndef VIEWPROOF_TOOLS_CLI_SUBJECT_OPTIONS_H_
#define VIEWPROOF_TOOLS_CLI_SUBJECT_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "conformance/report/arguments.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"

namespace viewproof {

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
  struct Given {
    bool flag = false;
    std::string value;
  };

  std::vector<std::string> words_;
  std::optional<SubjectFile> file_;
  std::vector<Given> given_;  // One for each option of the file.
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_SUBJECT_OPTIONS_H_
