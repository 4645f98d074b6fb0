#include "conformance/subjects/libtorch_errors.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "conformance/case/error_kind.h"
#include "conformance/case/ops.h"

namespace viewproof {
namespace {

constexpr std::string_view kTable =
#include "conformance/subjects/libtorch_errors.inc"
    ;

// After the name of the op: another error's text follows.
constexpr std::string_view kReports = " got an unexpected error:\n";

constexpr std::string_view kAnyOp = "*";

// In a row's text: the name of the op, without its overload.
constexpr std::string_view kOpName = "{op}";

// The text up to `separator`, which is cut off `rest` with it.
std::string_view Cut(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return head;
}

LibtorchError ParseRow(std::string_view line) {
  std::string_view rest = line;
  const std::string_view op = Cut(rest, '\t');
  const std::string_view text = Cut(rest, '\t');
  const std::optional<ErrorKind> kind = FindErrorKind(Cut(rest, '\t'));
  if (!kind) {
    std::fprintf(stderr, "libtorch_errors.tsv: bad row \"%.*s\"\n",
                 static_cast<int>(line.size()), line.data());
    std::abort();
  }
  return {.op = op,
          .text = text,
          .kind = *kind,
          .wrong = rest.find("wrong") != std::string_view::npos};
}

std::string_view SkipInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.substr(
      std::min(text.size(), text.find_first_not_of("0123456789")));
}

// Cuts off "FILE:LINE: " if the text begins with it.
std::string_view SkipPlace(std::string_view text) {
  const std::size_t colon = text.substr(0, text.find(' ')).find(':');
  if (colon == text.npos) return text;
  const std::string_view line = text.substr(colon + 1);
  const std::string_view rest = SkipInteger(line);
  return rest.size() < line.size() && rest.starts_with(": ") ? rest.substr(2)
                                                             : text;
}

// Returns whether the text of the op of this name begins as the row says.
bool Begins(std::string_view text, std::string_view row,
            std::string_view name) {
  while (!row.empty()) {
    if (row.front() == '#') {
      const std::string_view rest = SkipInteger(text);
      if (rest.size() == text.size()) return false;
      text = rest;
      row.remove_prefix(1);
    } else if (row.starts_with(kOpName)) {
      if (!text.starts_with(name)) return false;
      text.remove_prefix(name.size());
      row.remove_prefix(kOpName.size());
    } else {
      if (!text.starts_with(row.front())) return false;
      text.remove_prefix(1);
      row.remove_prefix(1);
    }
  }
  return true;
}

// op, or kAnyOp: the numbers of its rows.
using RowsOfOps = std::map<std::string_view, std::vector<std::size_t>>;

RowsOfOps GroupRows() {
  RowsOfOps groups;
  const std::vector<LibtorchError>& rows = LibtorchErrors();
  for (std::size_t k = 0; k < rows.size(); ++k) groups[rows[k].op].push_back(k);
  return groups;
}

// The rows for `op` that fit a text of the op of this name.
std::vector<std::size_t> RowsFor(std::string_view op, std::string_view name,
                                 std::string_view text) {
  static const RowsOfOps groups = GroupRows();
  std::vector<std::size_t> found;
  const auto group = groups.find(op);
  if (group == groups.end()) return found;
  for (const std::size_t k : group->second) {
    if (Begins(text, LibtorchErrors()[k].text, name)) found.push_back(k);
  }
  return found;
}

}  // namespace

const std::vector<LibtorchError>& LibtorchErrors() {
  static const std::vector<LibtorchError> rows = [] {
    std::vector<LibtorchError> parsed;
    for (std::string_view rest = kTable; !rest.empty();) {
      const std::string_view line = Cut(rest, '\n');
      if (line.empty() || line.front() == '#') continue;
      parsed.push_back(ParseRow(line));
    }
    return parsed;
  }();
  return rows;
}

std::vector<std::size_t> MatchLibtorchError(std::string_view op,
                                            std::string_view text) {
  if (text.find(kReports.back()) != text.npos) {  // quickly: few texts have it
    const std::size_t at = text.find(kReports);
    if (at != text.npos) text.remove_prefix(at + kReports.size());
  }
  text = SkipPlace(text);
  const Op* row = FindOp(op);
  const bool alias = row != nullptr && row->is_alias();
  const std::string_view name = op.substr(0, op.find('.'));
  for (const std::string_view of : {op, alias ? row->alias.of : op, kAnyOp}) {
    std::vector<std::size_t> found = RowsFor(of, name, text);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace viewproof
