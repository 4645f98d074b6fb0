#include "tools/cli/asked.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/strings.h"
#include "conformance/picture/case_picture.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

// The statements on one line, but for imports.
std::string AsOneLine(std::string_view python) {
  std::string line;
  const std::string text = WithoutComments(python);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view all = rest.substr(0, rest.find_first_of("\n;"));
    rest.remove_prefix(std::min(rest.size(), all.size() + 1));
    const std::string_view statement = Trimmed(all);
    if (statement.empty() || statement.starts_with("import ") ||
        statement.starts_with("from ")) {
      continue;
    }
    line += (line.empty() ? "" : "; ") + std::string(statement);
  }
  return Escaped(line);
}

}  // namespace

KnownGeometry KnownOf(const AskedFields& fields, const std::string& mark) {
  KnownGeometry known;
  if (!fields.view.empty()) known.view = ListOf(fields.view, mark + "view");
  if (fields.sizes.empty()) {
    if (!fields.strides.empty() || !fields.offset.empty()) {
      throw BadInput(
          fmt::format("{0}strides and {0}offset need {0}sizes", mark));
    }
    return known;
  }
  Geometry geometry;
  geometry.sizes = ListOf(fields.sizes, mark + "sizes");
  if (fields.strides.empty()) {
    for (const int64_t size : geometry.sizes) {
      if (size >= 0) continue;
      throw BadInput(fmt::format("{}sizes: {} is below 0", mark, size));
    }
    const auto strides = ContiguousStrides(geometry.sizes);
    if (!strides || !Numel(geometry.sizes)) {
      throw BadInput(mark + "sizes: their product exceeds int64");
    }
    geometry.strides = *strides;
  } else {
    geometry.strides = ListOf(fields.strides, mark + "strides");
  }
  if (!fields.offset.empty()) {
    const Ints offset = ListOf(fields.offset, mark + "offset");
    if (offset.size() != 1) {
      throw BadInput(mark + "offset: expected one integer");
    }
    geometry.offset = offset.front();
  }
  known.tensor = geometry;
  return known;
}

Picture DrawKnown(const KnownGeometry& known, DType dtype) {
  std::string steps;
  if (known.view) {
    steps = fmt::format(" | view([{}])", fmt::join(*known.view, ","));
  }
  return DrawCase(CaseOf(dtype, *known.tensor, steps));
}

Picture DrawPython(std::string_view python, const Lets& lets) {
  const Question question = PythonQuestion(python, lets);
  Picture picture = DrawCase(question.test, question.names);
  picture.title = AsOneLine(python);
  return picture;
}

Picture DrawRefused(const RefusedPython& refused) {
  Picture picture = DrawPython(refused.python);
  if (!refused.remark.empty()) picture.about.push_back(refused.remark);
  return picture;
}

bool IsCaseText(std::string_view what) {
  return FindDType(what.substr(0, what.find('['))).has_value();
}

std::optional<RefusedPython> FindErrorText(std::string_view what,
                                           const KnownGeometry& known) {
  return ErrorText(IsPython(what) ? WithoutComments(what) : std::string(what),
                   known);
}

}  // namespace viewproof
