#include "tools/book/op_page.h"

#include <fmt/format.h>

#include <filesystem>

#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/record.h"
#include "conformance/picture/case_picture.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "conformance/run/subject_file.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostText = 160;

std::string HowOf(const KnownFailure& entry) {
  std::string how;
  for (const Facet facet : entry.facets) {
    if (!how.empty()) how += "+";
    how += Name(facet);
  }
  const std::string_view what =
      entry.difference.empty() ? Name(entry.verdict) : entry.difference;
  return how.empty() ? std::string(what) : fmt::format("{}: {}", how, what);
}

}  // namespace

std::map<std::string, std::vector<Differs>> ReadDiffers(
    const std::string& root) {
  std::map<std::string, std::vector<Differs>> differs;
  for (const std::string& name : SubjectNames(root)) {
    const std::string path = FileOfSubject(root, name, kGateFile);
    if (!std::filesystem::exists(path)) continue;  // It takes options.
    for (const KnownFailure& entry : ReadGate(path).entries) {
      differs[entry.op].push_back(
          {name, HowOf(entry), entry.count, entry.reason});
    }
  }
  return differs;
}

std::map<std::string, std::vector<BookVector>> ReadVectors(
    const std::string& root) {
  std::map<std::string, std::vector<BookVector>> vectors;
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    const std::string& id = vector.test.id;
    vectors[std::string(OpOfId(id))].push_back(
        {id, Clipped(Text(vector.test), kMostText), vector.why});
  });
  return vectors;
}

std::vector<std::string> ExamplesOf(std::string_view section) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string_view line : LinesIn(section)) {
    if (line.starts_with("```")) {
      inside = !inside && line.starts_with("```text");
    } else if (inside && !line.starts_with("->") &&
               line.find(" | ") != line.npos) {
      examples.emplace_back(line);
    }
  }
  return examples;
}

std::string PicturesHtml(const std::vector<std::string>& examples) {
  std::string html;
  for (const std::string& example : examples) {
    html += fmt::format(
        "<figure><figcaption><code>{}</code></figcaption>\n{}</figure>\n",
        XmlText(example), Svg(DrawCase(ParseText(example))));
  }
  return html.empty() ? "" : "<h2>In pictures</h2>\n" + html;
}

std::string DiffersHtml(const std::vector<Differs>& differs) {
  if (differs.empty()) {
    return "<h2>Which libraries differ</h2>\n<p>None of those that were "
           "measured, as far as they have it.</p>\n";
  }
  std::string html =
      "<h2>Which libraries differ</h2>\n<p>By the gate files of this suite; "
      "<a href=\"libraries.html\">what was found in each library</a> has "
      "reproductions.</p>\n<div class=\"scroll\" "
      "tabindex=\"0\"><table><thead><tr><th>subject</th><th>what "
      "differs</th><th>cases</th><th>how</th></tr></thead><tbody>\n";
  for (const Differs& one : differs) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
        XmlText(one.library), XmlText(one.how), Grouped(one.cases),
        XmlText(one.reason));
  }
  return html + "</tbody></table></div>\n";
}

std::string VectorsHtml(const std::vector<BookVector>& vectors) {
  if (vectors.empty()) return "";
  std::string html = fmt::format(
      "<h2>Vectors</h2>\n<details><summary>{} vectors of golden/ end with it"
      "</summary>\n<p><code>viewproof explain ID</code> draws one.</p>\n"
      "<div class=\"scroll\" "
      "tabindex=\"0\"><table><thead><tr><th>id</th><th>case</th><th>a failure "
      "means"
      "</th></tr></thead><tbody>\n",
      Grouped(static_cast<int64_t>(vectors.size())));
  for (const BookVector& one : vectors) {
    html += fmt::format(
        "<tr id=\"{0}\"><td>{0}</td><td><code>{1}</code></td><td>{2}</td>"
        "</tr>\n",
        XmlText(one.id), XmlText(one.chain), XmlText(one.why));
  }
  return html + "</tbody></table></div></details>\n";
}

}  // namespace viewproof
