#include "conformance/gate/gate_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/case/strings.h"
#include "conformance/gate/gate_fields.h"

namespace viewproof {
namespace {

// A list of JSON as lines of a TOML file. Any other value is both alike.
std::string Laid(std::string_view json) {
  if (!json.starts_with('[')) return std::string(json);
  std::string text;
  std::size_t column = 0;
  for (std::size_t at = 0, end = 0; at < json.size(); at = end) {
    end = std::min(json.find(",\"", at), json.size() - 1) + 1;
    if (at > 0) text += column + end - at > 78 ? "\n    " : " ";
    if (text.ends_with("\n    ")) column = 4;
    column += end - at + 1;
    text += json.substr(at, end - at);
  }
  return text;
}

// The lines "key = value" of a table.
template <typename Codec, typename S>
std::string LinesOf(const Codec& codec, const S& value) {
  std::string lines;
  codec.ForEach([&](const auto& field) {
    if (!codec.IsWritten(field, value)) return;
    lines += fmt::format("{} = {}\n", field.name, Laid(field.Json(value)));
  });
  return lines;
}

}  // namespace

std::string NewGateText(const Gate& gate) {
  return fmt::format(
      "[adapter]\nsubject = {}\noptions = {}\n\n[demand]\nprofiles = {}\n",
      Quoted(gate.option_taker),
      Laid(json::ToJson(json::List<json::Text>(), gate.options)),
      Laid(json::ToJson(json::List<json::Word<Profile>>(), gate.profiles)));
}

std::string WithEntries(std::string_view text,
                        const std::vector<KnownFailure>& entries) {
  std::string added;
  for (const KnownFailure& entry : entries) {
    added += "\n[[known_failure]]\n" + LinesOf(gate_fields::kEntry, entry);
  }
  if (added.empty()) return std::string(text);
  if (!text.empty() && text.back() != '\n') added.insert(0, "\n");
  if (text.find("\r\n") != text.npos) added = ReplaceAll(added, "\n", "\r\n");
  return std::string(text) + added;
}

}  // namespace viewproof
