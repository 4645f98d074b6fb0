#ifndef VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_
#define VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "conformance/case/protocol.h"
#include "conformance/gate/gate.h"

namespace viewproof {

// The text of a new gate file of a subject that takes options: the subject, its
// options, the profiles.
std::string NewGateText(const Gate& gate);

// The text of a gate file. An edit changes only the place it names: comments
// and layout stay, in whatever lawful spelling. What it cannot place, such as a
// new key of an inline table, makes a text that says something else: read it
// again (SaveGate does). Every function throws BadInput if the text is no TOML.
class GateText {
 public:
  explicit GateText(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

  // Sets `key` of [table] to a one-line TOML value; adds a missing table or
  // key.
  void Set(const std::string& table, const std::string& key,
           std::string_view value);

  // Writes a [subject] table that is missing or empty.
  void SetSubject(const Hello& hello);

  // Sets `facets` of [demand].
  void SetFacets(Facets facets);

  // The `index`-th [[known_failure]], counted from 0.
  void SetCount(std::size_t index, int64_t count);
  void RemoveEntry(std::size_t index);  // Without the comments around it.
  void AppendEntry(const KnownFailure& entry);

 private:
  std::string text_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GATE_GATE_EDIT_H_
