#include "conformance/gate/gate_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/encode.h"

namespace viewproof {
namespace {

constexpr std::size_t kNowhere = std::string::npos;
constexpr std::string_view kEntry = "[[known_failure]]";

std::string_view Trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == kNowhere ? std::string_view() : line.substr(begin);
}

std::string_view LineAt(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::size_t NextLine(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == kNowhere ? text.size() : end + 1;
}

// The begin of the comments right above the line at `begin`; or `begin`.
std::size_t BeforeComments(std::string_view text, std::size_t begin) {
  while (begin >= 2 && begin < text.size()) {
    const std::size_t end = text.rfind('\n', begin - 2);
    const std::size_t above = end == kNowhere ? 0 : end + 1;
    if (!Trimmed(LineAt(text, above)).starts_with('#')) break;
    begin = above;
  }
  return begin;
}

bool IsKey(std::string_view line, std::string_view key) {
  line = Trimmed(line);
  return line.starts_with(key) &&
         Trimmed(line.substr(key.size())).starts_with('=');
}

// The end of the one-line value that begins at `begin`.
std::size_t EndOfValue(std::string_view line, std::size_t begin) {
  if (begin < line.size() && line[begin] == '"') {
    return line.find('"', begin + 1) + 1;
  }
  const std::size_t end = line.find_first_of(" \t#", begin);
  return end == kNowhere ? line.size() : end;
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

std::vector<Facet> FacetsOf(Facets facets) {
  std::vector<Facet> list;
  for (const Facet facet : kFacets) {
    if (facet != Facet::kShape && facets.Contains(facet)) list.push_back(facet);
  }
  return list;
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
      QuotedList(hello.dtypes, name), QuotedList(FacetsOf(hello.facets), name),
      QuotedList(hello.copies, word));
  if (!hello.forms.empty()) {
    lines += fmt::format("forms = {}\n", QuotedList(hello.forms, name));
  }
  if (!hello.after_error) lines += "after_error = false\n";
  if (!hello.wide_int) lines += "wide_int = false\n";
  if (!hello.observes_every) lines += "observes = \"last\"\n";
  if (hello.max_rank != kMaxRank) {
    lines += fmt::format("max_rank = {}\n", hello.max_rank);
  }
  return lines;
}

}  // namespace

GateText::Span GateText::Find(std::string_view header,
                              std::size_t index) const {
  Span span{kNowhere, kNowhere};
  for (std::size_t at = 0; at < text_.size(); at = NextLine(text_, at)) {
    const std::string_view line = Trimmed(LineAt(text_, at));
    if (!line.starts_with('[')) continue;
    if (span.begin != kNowhere) {
      span.end = at;
      return span;
    }
    if (line.starts_with(header) && index-- == 0) span.begin = at;
  }
  if (span.begin != kNowhere) span.end = text_.size();
  return span;
}

void GateText::SetIn(Span table, std::string_view key, std::string_view value) {
  std::size_t at = NextLine(text_, table.begin);
  for (; at < table.end; at = NextLine(text_, at)) {
    const std::string_view line = LineAt(text_, at);
    if (!IsKey(line, key)) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find('=') + 1);
    const std::size_t from = begin == kNowhere ? line.size() : begin;
    text_.replace(at + from, EndOfValue(line, from) - from, value);
    return;
  }
  text_.insert(NextLine(text_, table.begin),
               fmt::format("{} = {}\n", key, value));
}

void GateText::Set(std::string_view table, std::string_view key,
                   std::string_view value) {
  const std::string header = fmt::format("[{}]", table);
  if (Find(header).begin == kNowhere) {
    text_ += fmt::format("\n{}\n", header);
  }
  SetIn(Find(header), key, value);
}

void GateText::SetSubject(const Hello& hello) {
  const std::string lines = SubjectLines(hello);
  if (const Span subject = Find("[subject]"); subject.begin != kNowhere) {
    text_.insert(NextLine(text_, subject.begin), lines);
    return;
  }
  const Span demand = Find("[demand]");
  const bool at_end = demand.begin == kNowhere;
  text_.insert(at_end ? text_.size() : demand.begin,
               (at_end ? "\n[subject]\n" : "[subject]\n") + lines +
                   (at_end ? "" : "\n"));
}

void GateText::SetCount(std::size_t index, int64_t count) {
  SetIn(Find(kEntry, index), "count", std::to_string(count));
}

void GateText::RemoveEntry(std::size_t index) {
  Span entry = Find(kEntry, index);
  entry.end = BeforeComments(text_, entry.end);
  if (entry.begin >= 2 && text_.compare(entry.begin - 2, 2, "\n\n") == 0 &&
      entry.end == text_.size()) {
    --entry.begin;
  }
  text_.erase(entry.begin, entry.end - entry.begin);
}

void GateText::AppendEntry(const KnownFailure& entry) {
  const auto name = [](Facet facet) { return std::string(Name(facet)); };
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  text_ += fmt::format("\n{}\nop = {}\n", kEntry, Quoted(entry.op));
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
