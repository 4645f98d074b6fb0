#include "conformance/gate/gate_edit.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/encode.h"

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

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendQuoted(text, quoted);
  return quoted;
}

template <typename List, typename ToName>
std::string QuotedList(const List& list, ToName name) {
  std::string text = "[";
  std::size_t column = 0;
  for (const auto& item : list) {
    const std::string word = Quoted(name(item));
    if (text != "[") text += ",";
    if (column + word.size() > 76) {
      text += "\n    ";
      column = 4;
    } else if (text != "[") {
      text += " ";
    }
    column += word.size() + 2;
    text += word;
  }
  return text + "]";
}

// "all" if these are all ops that there are, else the list of them.
std::string OpsText(const std::vector<std::string>& ops) {
  const auto is_listed = [&ops](const Op& op) {
    return std::find(ops.begin(), ops.end(), op.name) != ops.end();
  };
  const auto word = [](const std::string& text) { return text; };
  const bool all = ops.size() == Ops().size() &&
                   std::all_of(Ops().begin(), Ops().end(), is_listed);
  return all ? Quoted("all") : QuotedList(ops, word);
}

// The lines of [subject], without its header.
std::string SubjectLines(const Hello& hello) {
  const auto name = [](auto item) { return std::string(Name(item)); };
  const auto word = [](const std::string& text) { return text; };
  std::string lines = fmt::format(
      "name = {}\ndevice = {}\nviews = {}\nops = {}\ndtypes = {}\n"
      "facets = {}\ncopies = {}\n",
      Quoted(hello.name), Quoted(hello.device), hello.views, OpsText(hello.ops),
      QuotedList(hello.dtypes, name), QuotedList(hello.facets.List(), name),
      QuotedList(hello.copies, word));
  if (!hello.forms.empty()) {
    lines += fmt::format("forms = {}\n", QuotedList(hello.forms, name));
  }
  if (!hello.after_error) lines += "after_error = false\n";
  if (!hello.index_range) lines += "index_range = false\n";
  if (!hello.borrowed.empty()) {
    lines += fmt::format("borrowed = {}\n", QuotedList(hello.borrowed, word));
  }
  if (hello.rebinds) lines += "writes = \"rebind\"\n";
  if (hello.ints != 64) lines += fmt::format("ints = {}\n", hello.ints);
  if (!hello.observes_every) lines += "observes = \"last\"\n";
  if (hello.max_rank != kMaxRank) {
    lines += fmt::format("max_rank = {}\n", hello.max_rank);
  }
  return lines;
}

}  // namespace

std::string NewGateText(const Gate& gate) {
  const auto word = [](const std::string& text) { return text; };
  const auto name = [](Profile profile) { return Name(profile); };
  return fmt::format(
      "[adapter]\nsubject = {}\noptions = {}\n\n[suite]\nversion = "
      "\"\"\ngolden = \"\"\n\n[subject]\n\n[demand]\nprofiles = {}\n",
      Quoted(gate.option_taker), QuotedList(gate.options, word),
      QuotedList(gate.profiles, name));
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
  const auto name = [](Facet facet) { return std::string(Name(facet)); };
  Set("demand", "facets", QuotedList(facets.List(), name));
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
  const auto name = [](Facet facet) { return std::string(Name(facet)); };
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  text_ += fmt::format("\n[[{}]]\nop = {}\n", kEntries, Quoted(entry.op));
  if (!entry.facets.empty()) {
    text_ += fmt::format("facets = {}\n", QuotedList(entry.facets, name));
  }
  if (!entry.difference.empty()) {
    text_ += fmt::format("difference = {}\n", Quoted(entry.difference));
  }
  text_ += fmt::format("verdict = {}\ncount = {}\nreason = {}\n",
                       Quoted(Name(entry.verdict)), entry.count,
                       Quoted(entry.reason));
  if (!entry.link.empty()) {
    text_ += fmt::format("link = {}\n", Quoted(entry.link));
  }
}

}  // namespace viewproof
