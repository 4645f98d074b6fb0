#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "conformance/case/strings.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/report/markup.h"
#include "conformance/report/page/files.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

void Fill(std::string_view mark, std::string_view text, std::string& page) {
  page.replace(page.find(mark), mark.size(), text);
}

std::string CountsHtml(const Survey& survey) {
  std::string out = "<ul class=\"counts\" aria-label=\"cases\">";
  const auto count = [&](const char* kind, const char* mark, int64_t number,
                         const char* words) {
    const auto meant = survey.words.find(words);
    const std::string word = meant == survey.words.end()
                                 ? std::string(words)
                                 : fmt::format("<abbr title=\"{}\">{}</abbr>",
                                               XmlText(meant->second), words);
    out += fmt::format("<li class=\"{}\">{} <b>{}</b> {}</li>", kind, mark,
                       Grouped(number), word);
  };
  const Cell& all = survey.all;
  count("is-passed", "\u2713", all.passed, "passed");
  count("is-new", "\u2717", all.fresh, "new");
  count("is-known", "\u2248", all.known, "known");
  count("quiet", "\u25cb", all.others, "not demanded");
  count("quiet", "\u2013", all.skipped, "not asked");
  if (survey.deaths > 0) {
    count("is-new", "\u2020", survey.deaths,
          survey.deaths == 1 ? "death" : "deaths");
  }
  return out + "</ul>";
}

// How it was run, and what went wrong in no case of it.
std::string RanHtml(const ReportOrigin& origin) {
  std::string out;
  const Ran& ran = origin.footer.ran;
  for (const std::string& text : TextsOf(ran)) {
    out += fmt::format("<span>{}</span>", XmlText(text));
  }
  if (ran.ci.starts_with("https://") || ran.ci.starts_with("http://")) {
    out +=
        fmt::format("<a href=\"{}\">the job that ran it</a>", XmlText(ran.ci));
  }
  if (!out.empty()) out = "<p class=\"quiet ran\">" + out + "</p>\n";
  const Trouble& trouble = origin.footer.trouble;
  const std::string flakes = StrayDeathsText(trouble.stray_deaths);
  if (!flakes.empty()) {
    out += fmt::format("<p><span class=\"badge\">flaky</span> {}</p>\n",
                       XmlText(flakes));
  }
  for (const std::string& text :
       {NoiseText(trouble), LateDeathsText(trouble)}) {
    if (!text.empty()) out += "<p>" + XmlText(text) + "</p>\n";
  }
  return out;
}

}  // namespace

Verdicts VerdictOf(const GateSaid& said) {
  if (!said.green) return Verdicts::kBad;
  return said.gated ? Verdicts::kGood : Verdicts::kOpen;
}

std::string DocumentOf(const std::string& title, const std::string& body,
                       const std::string& data, const std::string& rest) {
  std::string page = std::string(MarkOf(FileKind::kPage)).append(kPageHtml);
  // The last first: what is filled in is not searched.
  Fill("{{script}}",
       data.empty() ? std::string(kTableJs)
                    : std::string(kPictureJs) + std::string(kPageJs),
       page);
  Fill("{{rest}}", rest.empty() ? "" : Packed(rest), page);
  Fill("{{data}}", data.empty() ? "" : Packed(data), page);
  Fill("{{body}}", body, page);
  Fill("{{style}}", kPageCss, page);
  Fill("{{title}}", XmlText(title), page);
  return page;
}

std::string VerdictHtml(Verdicts verdict, const std::string& title,
                        const std::string& headline, const std::string& about,
                        const std::string& more) {
  const auto k = static_cast<std::size_t>(verdict);
  constexpr std::array kClasses = {"green", "open", "red"};
  constexpr std::array kMarks = {"\u2713", "?", "\u2717"};
  return fmt::format(
      "<header><div class=\"verdict {}\"><h1>{} {}</h1><p>{}</p></div>\n"
      "<p class=\"quiet\">{}</p>{}</header>\n",
      kClasses[k], kMarks[k], XmlText(title), XmlText(Clipped(headline, 1000)),
      XmlText(about), more);
}

std::string PageOf(const Survey& survey, const std::string& accept) {
  const ReportHeader& header = survey.origin.header;
  const GateSaid said = HeadlineOf(survey.origin);
  const std::string name =
      Clipped(header.subject.name + " " + header.subject.version, 200);
  const std::string about = fmt::format(
      "{} on {} \u00b7 {} \u00b7 suite {}, golden/ {}{}", name,
      header.subject.device,
      header.gate.empty() ? "no gate file" : "gate file " + header.gate,
      header.suite,
      header.golden.empty() ? "none" : header.golden.substr(0, 19),
      survey.has_vectors
          ? ""
          : " \u00b7 golden/ here is another one: cases are shown by their "
            "ids alone");
  const auto [data, rest] = DataPartsOf(survey, accept);
  return DocumentOf(
      fmt::format("{}: {}", name, said.green ? "green" : "red"),
      "<a class=\"skip\" href=\"#failures\">to the failures</a>\n" +
          VerdictHtml(VerdictOf(said), std::string(TitleOf(said)),
                      said.headline, about,
                      CountsHtml(survey) + RanHtml(survey.origin)) +
          std::string(kBodyHtml),
      data, rest);
}

}  // namespace viewproof
