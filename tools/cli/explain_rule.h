#ifndef VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_
#define VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_

#include <cstdio>
#include <string>

#include "conformance/picture/picture.h"
#include "tools/book/spec_rule.h"
#include "tools/cli/explain.h"
#include "tools/cli/find_vector.h"

// What `viewproof explain` prints of the specification.
namespace viewproof {

// The picture as the options and the terminal want it.
std::string Drawing(const ExplainOptions& options, const Picture& picture,
                    std::FILE* out);

// A rule whole, with an example and vectors of it.
void PrintRule(const ExplainOptions& options, const std::string& id,
               const SpecRule& rule, GoldenText& golden, std::FILE* out);

// An op in brief: the first sentence of each of its rules, and an example.
void PrintSection(const ExplainOptions& options, const std::string& op,
                  const SpecSection& section, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_EXPLAIN_RULE_H_
