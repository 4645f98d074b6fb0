#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"

namespace viewproof {

// The text of a gate file. An edit changes only the place it names.
class GateText {
 public:
  explicit GateText(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

  // Sets `key` of [table] to a one-line TOML value; adds a missing table or
  // key.
  void Set(std::string_view table, std::string_view key,
           std::string_view value);

  // Writes a [subject] table that is missing or empty.
  void SetSubject(const Hello& hello);

  // The `index`-th [[known_failure]], counted from 0.
  void SetCount(std::size_t index, int64_t count);
  void RemoveEntry(std::size_t index);  // Comments above the next table stay.
  void AppendEntry(const KnownFailure& entry);

 private:
  struct Span {
    std::size_t begin = 0;  // Of the table's header line.
    std::size_t end = 0;    // Of the next header line, or of the text.
  };
  // The `index`-th table with this header line; {npos, npos} if there is none.
  Span Find(std::string_view header, std::size_t index = 0) const;
  void SetIn(Span table, std::string_view key, std::string_view value);

  std::string text_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_
