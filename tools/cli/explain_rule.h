#ifndef VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_
#define VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_

#include <cstddef>
#include <cstdio>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/picture/picture.h"
#include "conformance/report/spec.h"
#include "tools/cli/verbs.h"

// `viewproof explain` prints this of the specification.
namespace viewproof {

// The lines of golden/, to find a few vectors in without reading them all.
class GoldenText {
 public:
  // Every function throws BadInput naming a file that cannot be read.
  explicit GoldenText(const std::string& root);

  // The vector of that id; nothing if there is none.
  std::optional<Vector> Find(std::string_view id);

  // The first vectors that name a rule: of as many ops as there are, the
  // shortest of each.
  std::vector<Vector> OfRule(std::string_view rule, std::size_t most);

  // Every id.
  std::vector<std::string_view> Ids();

 private:
  std::string_view Text(std::size_t file);

  std::vector<std::string> paths_;
  // The texts of the first files; others are unread.
  std::deque<std::string> texts_;
};

// The picture as the options and the terminal want it.
std::string Drawing(const ExplainOptions& options, const Picture& picture,
                    std::FILE* out);

// A rule whole, with an example and vectors of it.
void PrintRule(const ExplainOptions& options, const std::string& id,
               const SpecRule& rule, GoldenText& golden, std::FILE* out);

// An op in brief: the first sentence of each of its rules, and an example.
void PrintSection(const ExplainOptions& options, const std::string& op,
                  const SpecSection& section, std::FILE* out);

// The call of a kernel by its id, or an op that calls one: what it asks, and
// the rules that hold of it.
void PrintCall(const std::string& id, const std::string& spec, std::FILE* out);

// A word of conformance/GLOSSARY.md, and what it says of it.
void PrintWord(const std::string& word, const std::string& entry,
               std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_
