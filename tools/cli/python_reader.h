#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/pasted.h"
#include "tools/cli/python_chain.h"
#include "tools/cli/python_lexer.h"
#include "tools/cli/python_names.h"
#include "tools/cli/python_value.h"

namespace viewproof {

// Reads statements from left to right, and runs them on a PythonChain. Once a
// step is refused there is nothing to go on with: each function returns at
// once, and what it returns is worth nothing.
class PythonReader : private PythonLexer {
 public:
  PythonReader(std::string_view text, const Lets& lets)
      : PythonLexer(WithoutComments(text)), lets_(lets) {}

  Question Read();

 private:
  // What a name means that nobody said is asked for, all at once.
  void FailIfUnknown();
  void Statement();
  void Bind(const std::vector<std::string>& targets, const PythonValue& value);
  void BindOne(const std::string& name, const PythonValue& value);
  // "a", or "a, b" as a list.
  PythonValue ExpressionList();
  PythonValue Expression();
  PythonValue Term();
  int64_t Number(const PythonValue& value) const;
  Scalar Real(const PythonValue& value) const;
  PythonValue Unary();
  PythonValue Primary();
  // The worth of what --let says.
  PythonValue Meant(const std::string& name, const std::string& text);
  // Sizes become a tensor where something is asked of them.
  PythonValue AsTensor(const std::string& name, const PythonValue& value);
  // "bool[2,3]{1,0,1,1,0,1}"
  PythonValue Notation(std::size_t begin);
  PythonValue Literal();
  PythonValue Bracket();
  PythonValues ListOf(const PythonValue& value) const;
  PythonArguments Arguments();
  // What comes after "torch".
  PythonValue Torch(std::size_t begin);
  PythonValue Postfix(PythonValue value);
  PythonValue Attribute(const PythonValue& value);
  // x.shape, x.size(0) and others that are numbers.
  std::optional<PythonValue> Fact(OutputRef x, const std::string& name);
  PythonValue Subscript(const PythonValue& value);
  PythonValue SubscriptItem();
  PythonValue ItemOf(const PythonValue& value, int64_t k);

  Lets lets_;
  std::map<std::string, PythonValue> variables_;
  PythonChain chain_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_READER_H_
