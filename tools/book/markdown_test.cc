#include "tools/book/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace viewproof {
namespace markdown_test {

using testing::HasSubstr;

TEST(Markdown, HasTablesAndEscapesWhatIsText) {
  const std::string html =
      HtmlOfMarkdown("| a | b |\n|---|---|\n| `x<y` | 1 & 2 |\n");
  EXPECT_THAT(html, HasSubstr("<td><code>x&lt;y</code></td>"));
  EXPECT_THAT(html, HasSubstr("<td>1 &amp; 2</td>"));
  EXPECT_EQ(HtmlOfMarkdown("<!-- a -->\nb\n"), "<p>b</p>\n");
  EXPECT_EQ(HtmlOfMarkdown("<a id=\"m-1\"></a>one <script>x</script>"),
            "<p><a id=\"m-1\"></a>one <!-- raw HTML omitted -->x"
            "<!-- raw HTML omitted --></p>\n");
}

TEST(Sections, AreWhatHeadingsBegin) {
  const auto sections = SectionsOf("a\n# One\nb\n```\n# no\n```\n### Two  \nc");
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].text, "a\n");
  EXPECT_EQ(sections[1].title, "One");
  EXPECT_EQ(sections[1].text, "b\n```\n# no\n```\n");
  EXPECT_EQ(sections[2].level, 3);
  EXPECT_EQ(sections[2].title, "Two");
  EXPECT_EQ(sections[2].text, "c");
}

TEST(Anchors, AreThoseOfGitHub) {
  EXPECT_EQ(AnchorOf("3. a range with step 0 kills"),
            "3-a-range-with-step-0-kills");
  EXPECT_EQ(WithAnchors("<h2>A <code>b</code></h2>\n<hr>\n<h2>A b</h2>"),
            "<h2 id=\"a-b\">A <code>b</code></h2>\n<hr>\n"
            "<h2 id=\"a-b-1\">A b</h2>");
}

TEST(Links, LeadWhereTheyAreToldOrStayText) {
  const auto to = [](const std::string& from) {
    return from == "x.md" ? "x.html" : "";
  };
  EXPECT_EQ(
      WithLinks("<p><a href=\"x.md\">one</a> <a href=\"y\">two</a></p>", to),
      "<p><a href=\"x.html\">one</a> two</p>");
}

TEST(Rules, HaveOnePlaceAndLinksToIt) {
  const auto to = [](std::string_view word) {
    return word == "view.e5" ? std::string("#view.e5") : "";
  };
  EXPECT_EQ(WithRules("<li>view.e5 as view.e5. <i>x.view.e5</i></li>", to),
            "<li><b class=\"rule\" id=\"view.e5\">view.e5</b> as "
            "<a href=\"#view.e5\">view.e5</a>. <i>x.view.e5</i></li>");
  EXPECT_EQ(WithRules("<td>view.e6 is none</td>", to),
            "<td>view.e6 is none</td>");
}

}  // namespace markdown_test
}  // namespace viewproof
