#include "conformance/gate/gate_edit.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate_fields.h"

namespace viewproof {
namespace {

constexpr std::string_view kEntries = "known_failure";

std::size_t NextLine(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// The begin of the line before the one at `begin`.
std::size_t LineBefore(std::string_view text, std::size_t begin) {
  const std::size_t end =
      begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
  return end == std::string_view::npos ? 0 : end + 1;
}

std::string_view LineAt(std::string_view text, std::size_t begin) {
  return text.substr(begin, NextLine(text, begin) - begin);
}

bool IsBlankLine(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool IsComment(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin != std::string_view::npos && line[begin] == '#';
}

toml::table Parse(std::string_view text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("line {}: {}", error.source().begin.line,
                               error.description()));
  }
}

// The byte at a place that TOML counts in lines and characters, from 1.
std::size_t Find(std::string_view text, toml::source_position place) {
  std::size_t at = 0;
  for (uint32_t line = 1; line < place.line; ++line) at = NextLine(text, at);
  for (uint32_t column = 1; column < place.column; ++column) {
    do ++at;
    while (at < text.size() && (text[at] & 0xc0) == 0x80);
  }
  return std::min(at, text.size());
}

// Whether the table has a line of its own, "[table]".
bool HasHeader(std::string_view text, const toml::table& table) {
  const std::size_t at = Find(text, table.source().begin);
  return !table.is_inline() && at < text.size() && text[at] == '[';
}

void SetIn(const toml::table& table, std::string_view key,
           std::string_view value, std::string& text) {
  if (const toml::node* node = table.get(key)) {
    const std::size_t begin = Find(text, node->source().begin);
    const std::size_t end = Find(text, node->source().end);
    text.replace(begin, end - begin, value);
    return;
  }
  const std::size_t header = Find(text, table.source().begin);
  text.insert(NextLine(text, header), fmt::format("{} = {}\n", key, value));
}

const toml::table& EntryAt(const toml::table& root, std::size_t index) {
  return *root.get(kEntries)->as_array()->get(index)->as_table();
}

// The begin of the line after the last value of a table that has a header.
std::size_t EndOf(std::string_view text, const toml::table& table) {
  std::size_t end = Find(text, table.source().begin);
  for (const auto& [key, value] : table) {
    end = std::max(end, Find(text, value.source().end));
  }
  return NextLine(text, end == 0 ? 0 : end - 1);
}

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

// The lines of [subject], without its header: "all" for all ops that there are.
std::string SubjectLines(const Hello& hello) {
  std::string lines = LinesOf(gate_fields::kPinned, hello);
  if (hello.ops.size() == Ops().size()) {
    const std::string ops =
        Laid(json::ToJson(json::List<json::Text>(), hello.ops));
    lines.replace(lines.find(ops), ops.size(), Quoted("all"));
  }
  return lines;
}

}  // namespace

std::string NewGateText(const Gate& gate) {
  return fmt::format(
      "[adapter]\nsubject = {}\noptions = {}\n\n[suite]\nversion = "
      "\"\"\ngolden = \"\"\n\n[subject]\n\n[demand]\nprofiles = {}\n",
      Quoted(gate.option_taker),
      Laid(json::ToJson(json::List<json::Text>(), gate.options)),
      Laid(json::ToJson(json::List<json::Word<Profile>>(), gate.profiles)));
}

void GateText::Set(const std::string& table, const std::string& key,
                   std::string_view value) {
  toml::table root = Parse(text_);
  if (!root.contains(table)) {
    text_ += fmt::format("\n[{}]\n", table);
    root = Parse(text_);
  }
  const toml::table* found = root.get(table)->as_table();
  if (found != nullptr) SetIn(*found, key, value, text_);
}

void GateText::SetSubject(const Hello& hello) {
  const toml::table root = Parse(text_);
  const std::string lines = SubjectLines(hello);
  if (const toml::node* node = root.get("subject")) {
    const toml::table* subject = node->as_table();
    if (subject == nullptr || !HasHeader(text_, *subject)) return;
    const std::size_t header = Find(text_, subject->source().begin);
    text_.insert(NextLine(text_, header), lines);
    return;
  }
  const toml::table* demand = root["demand"].as_table();
  if (demand == nullptr || !HasHeader(text_, *demand)) {
    text_ += "\n[subject]\n" + lines;
    return;
  }
  std::size_t at = Find(text_, demand->source().begin);
  while (at > 0 && IsComment(LineAt(text_, LineBefore(text_, at)))) {
    at = LineBefore(text_, at);
  }
  text_.insert(at, "[subject]\n" + lines + "\n");
}

void GateText::SetFacets(Facets facets) {
  Set("demand", "facets", Laid(json::ToJson(json::FacetSet(), facets)));
}

void GateText::SetCount(std::size_t index, int64_t count) {
  const toml::table root = Parse(text_);
  SetIn(EntryAt(root, index), "count", std::to_string(count), text_);
}

void GateText::RemoveEntry(std::size_t index) {
  const toml::table root = Parse(text_);
  const toml::table& entry = EntryAt(root, index);
  const std::size_t begin = Find(text_, entry.source().begin);
  std::size_t end = EndOf(text_, entry);
  if (end < text_.size() && IsBlankLine(LineAt(text_, end))) {
    end = NextLine(text_, end);
  }
  text_.erase(begin, end - begin);
  while (begin == text_.size() && text_.ends_with("\n\n")) text_.pop_back();
}

void GateText::AppendEntry(const KnownFailure& entry) {
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  text_ +=
      fmt::format("\n[[{}]]\n", kEntries) + LinesOf(gate_fields::kEntry, entry);
}

}  // namespace viewproof
