#ifndef VIEWPROOF_TOOLS_CLI_EXPLAIN_H_
#define VIEWPROOF_TOOLS_CLI_EXPLAIN_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace viewproof {

// The options of `viewproof explain`.
struct ExplainOptions {
  std::string root;  // FindRoot().
  // An id, a case, a rule, an op, Python, PyTorch's error text, or nothing.
  std::vector<std::string> what;
  std::string sizes;    // "3,2"; of the tensor, if `what` does not say.
  std::string strides;  // Empty: row-major.
  std::string offset;
  std::string view;    // The sizes that are asked for.
  std::string dtype;   // Empty: float32.
  std::string report;  // An id is explained as this report says it failed.
  std::string svg;     // Write the picture here.
  std::vector<std::string> lets;  // "x=3,4": what a name in Python means.
  bool more = false;              // All of the picture; else at most 24 lines.
  bool plain = false;             // Sentences, for a screen reader.
  std::string color = "auto";
};

// Prints the picture, or the rule. Throws BadInput, with the nearest names, if
// there is no such thing.
void Explain(const ExplainOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_EXPLAIN_H_
