#include "tools/book/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/hello.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/report/markup.h"
#include "conformance/report/page/files.h"
#include "conformance/report/spec.h"
#include "tools/book/markdown.h"
#include "tools/book/op_page.h"
#include "tools/book/page/files.h"
#include "tools/book/wasm.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibraries = "conformance/libraries/";
// What a table of tools/matrix stands between.
constexpr std::string_view kMatrix = "<!-- matrix: tools/matrix writes it -->";
constexpr std::string_view kMatrixEnd = "<!-- end of matrix -->";

std::string FileOfOp(std::string_view op) {
  return fmt::format("op-{}.html", op);
}

constexpr std::string_view kBugs = "/bugs/";

// "mlx/bugs/mask.md" -> "bug-mlx-mask.html"
std::string FileOfBug(std::string path) {
  path = ReplaceAll(std::move(path), kBugs, "-");
  return "bug-" + fs::path(path).replace_extension(".html").string();
}

// Tables that are wider than the page, which the keyboard can scroll.
std::string ThatScroll(std::string html) {
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{
            "<table>", "<div class=\"scroll\" tabindex=\"0\"><table>"},
        {"</table>", "</table></div>"}}) {
    for (std::size_t at = html.find(from); at != html.npos;
         at = html.find(from, at + to.size())) {
      html.replace(at, from.size(), to);
    }
  }
  return html;
}

// Of "view(size: sizes_infer) -> view": view.
std::string OpOf(const std::string& title) {
  return title.substr(0, title.find('('));
}

struct Chapter {
  std::string family;  // Its title; empty: before the first one.
  std::string text;
  std::vector<Section> ops;
};

// SPEC.md as chapters: a part has a title and chapters.
struct Part {
  std::string title;
  std::string text;
  std::vector<Chapter> chapters;
};

std::vector<Part> PartsOf(std::string_view spec) {
  std::vector<Part> parts;
  for (Section& section : SectionsOf(spec)) {
    if (section.level == 1) {
      parts.push_back({section.title, section.text, {}});
    } else if (section.level == 2 && !parts.empty()) {
      parts.back().chapters.push_back({section.title, section.text, {}});
    } else if (section.level == 3 && !parts.empty()) {
      if (parts.back().chapters.empty()) parts.back().chapters.emplace_back();
      parts.back().chapters.back().ops.push_back(std::move(section));
    }
  }
  return parts;
}

class Book {
 public:
  Book(const BookOptions& options, std::FILE* out)
      : root_(options.root + "/"), folder_(options.out), out_(out) {}

  void Write() {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed) throw BadInput("--out: " + folder_ + ": " + failed.message());
    const std::string spec = ReadFile(root_ + "reference/SPEC.md");
    parts_ = PartsOf(spec);
    vectors_ = ReadVectors(root_);
    for (const auto& [op, vectors] : vectors_)
      for (const BookVector& one : vectors) ids_.insert(one.id);
    FindPlaces();
    Keep(FileKind::kStyle, "book.css",
         fmt::format("{}\n{}{}", MarkOf(FileKind::kStyle), kPageCss, kBookCss));
    WriteIndex();
    WriteOps();
    WriteParts();
    WriteMatrix();
    WriteLibraries();
    WriteWhy();
    WriteTogether(files_);
    fmt::print(out_, "book: {} pages; begin with {}\n", files_.size() - 1,
               Path("index.html"));
  }

 private:
  std::string Path(const std::string& file) const {
    return (fs::path(folder_) / file).string();
  }

  void Keep(FileKind kind, const std::string& file, std::string text) {
    RefuseOtherKind({"--out", Path(file), kind});
    files_.emplace_back(Path(file), std::move(text));
  }

  // Where each rule stands, and each heading of SPEC.md.
  void FindPlaces() {
    for (const Part& part : parts_) {
      const std::string own = &part == &parts_.front()
                                  ? "index.html"
                                  : AnchorOf(part.title) + ".html";
      headings_[AnchorOf(part.title)] = own;
      Place(part.text, own);
      for (const Chapter& chapter : part.chapters) {
        const std::string anchor = AnchorOf(chapter.family);
        if (!anchor.empty()) headings_[anchor] = own + "#" + anchor;
        Place(chapter.text, own);
        for (const Section& op : chapter.ops) {
          const std::string file = FileOfOp(OpOf(op.title));
          headings_[AnchorOf(op.title)] = file;
          Place(op.text, file);
        }
      }
    }
  }

  void Place(const std::string& text, const std::string& file) {
    for (const auto& rule : SentencesOf(text)) rules_.emplace(rule.first, file);
  }

  // Markdown of a page `file`, which stands in `folder` of the repository.
  std::string Html(std::string_view markdown, const std::string& file,
                   const std::string& folder) const {
    const std::string html = WithRules(
        WithAnchors(HtmlOfMarkdown(markdown)), [&](std::string_view word) {
          const auto found = rules_.find(std::string(word));
          if (found == rules_.end()) return std::string();
          return fmt::format("{}#{}",
                             found->second == file ? "" : found->second, word);
        });
    return WithLinks(WithVectors(ThatScroll(html)), [&](const std::string& to) {
      return AddressOf(to, folder);
    });
  }

  // Ids of vectors as links to them.
  std::string WithVectors(std::string_view html) const {
    constexpr std::string_view kBegin = "<code>";
    std::string linked;
    for (std::size_t at = html.find(kBegin); at != html.npos;
         at = html.find(kBegin)) {
      const std::size_t begin = at + kBegin.size();
      const std::string_view text =
          html.substr(begin, html.find('<', begin) - begin);
      linked += html.substr(0, begin);
      if (ids_.contains(text)) {
        linked +=
            fmt::format("<a href=\"{}#{}\">{}</a>",
                        FileOfOp(text.substr(0, text.find('/'))), text, text);
      } else {
        linked += text;
      }
      html.remove_prefix(begin + text.size());
    }
    return linked.append(html);
  }

  // Where a link of a file in `folder` leads in this book; empty: out of it.
  std::string AddressOf(const std::string& to,
                        const std::string& folder) const {
    std::string path = to.substr(0, to.find('#'));
    if (to.find("://") != to.npos || path.ends_with(".html")) return to;
    const std::string anchor = to.substr(path.size());
    if (path.empty()) {
      if (folder != "reference/") return to;
      const auto found = headings_.find(
          anchor.substr(std::min<std::size_t>(anchor.size(), 1)));
      if (found != headings_.end()) return found->second;
      return rules_.contains(anchor.substr(1))
                 ? rules_.at(anchor.substr(1)) + anchor
                 : "";
    }
    path = fs::path(folder + path).lexically_normal().string();
    if (path == "reference/SPEC.md") {
      if (anchor.empty()) return "index.html";
      const auto found = headings_.find(anchor.substr(1));
      return found == headings_.end() ? "" : found->second;
    }
    if (path == std::string(kLibraries) + "RESULTS.md") {
      return "libraries.html" + anchor;
    }
    if (path.starts_with(kLibraries) && path.find(kBugs) != path.npos &&
        fs::exists(root_ + path)) {
      return FileOfBug(path.substr(kLibraries.size()));
    }
    return "";
  }

  void WritePage(const std::string& file, const std::string& title,
                 const std::string& body) {
    constexpr std::string_view kLinks[][2] = {
        {"index.html", "The ops"},
        {"concepts.html", "Concepts"},
        {"indexing.html", "Indexing"},
        {"why.html", "Why is my view refused?"},
        {"matrix.html", "What libraries do"},
        {"libraries.html", "Bugs found"}};
    std::string nav;
    for (const auto& [to, name] : kLinks) {
      nav += fmt::format("<a href=\"{}\"{}>{}</a>\n", to,
                         to == file ? " aria-current=\"page\"" : "", name);
    }
    Keep(FileKind::kPage, file,
         fmt::format("{}\n<html lang=\"en\">\n<head>\n"
                     "<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<title>{} - viewproof</title>\n"
                     "<link rel=\"stylesheet\" href=\"book.css\">\n"
                     "</head>\n<body>\n<nav aria-label=\"book\">\n"
                     "<b>viewproof {}</b>\n{}</nav>\n<main>\n{}</main>\n"
                     "</body>\n</html>\n",
                     MarkOf(FileKind::kPage), XmlText(title), kSuiteVersion,
                     nav, body));
  }

  void WriteIndex() {
    std::string body =
        "<h1>How views behave</h1>\n<p>The specification of viewproof: what "
        "every view op of PyTorch does to sizes, strides, offset and storage, "
        "when it refuses, and what real libraries do instead. "
        "<a href=\"concepts.html\">Concepts</a> comes first; "
        "<a href=\"why.html\">why is my view refused</a> draws your own "
        "tensor.</p>\n";
    for (const Part& part : parts_) {
      for (const Chapter& chapter : part.chapters) {
        if (chapter.ops.empty()) continue;
        body += fmt::format(
            "<h2>{}</h2>\n<ul class=\"ops\">\n",
            XmlText(chapter.family.empty() ? part.title : chapter.family));
        for (const Section& op : chapter.ops) {
          const std::string name = OpOf(op.title);
          body += fmt::format("<li><a href=\"{}\">{}</a></li>\n",
                              FileOfOp(name), XmlText(name));
        }
        body += "</ul>\n";
      }
    }
    body += "<h2>How to read it</h2>\n" +
            Html(parts_.front().text, "index.html", "reference/");
    WritePage("index.html", "How views behave", body);
  }

  void WriteOps() {
    const auto differs = ReadDiffers(root_);
    const auto of = [](const auto& all, const std::string& op) {
      const auto found = all.find(op);
      return found == all.end() ? decltype(found->second)() : found->second;
    };
    for (const Part& part : parts_) {
      for (const Chapter& chapter : part.chapters) {
        for (const Section& section : chapter.ops) {
          const std::string op = OpOf(section.title);
          const std::string file = FileOfOp(op);
          std::string body =
              fmt::format("<h1><code>{}</code></h1>\n", XmlText(section.title));
          body += Html(section.text, file, "reference/");
          if (!chapter.family.empty()) {
            body += fmt::format(
                "<p>Rules of the whole family: <a href=\"{}.html#{}\">{}</a>."
                "</p>\n",
                AnchorOf(part.title), AnchorOf(chapter.family),
                XmlText(chapter.family));
          }
          body += PicturesHtml(ExamplesOf(section.text));
          body += DiffersHtml(of(differs, op));
          body += VectorsHtml(of(vectors_, op));
          WritePage(file, op, body);
        }
      }
    }
  }

  // What a part says besides its ops, which it lists. The first one opens the
  // index.
  void WriteParts() {
    for (const Part& part : parts_) {
      if (&part == &parts_.front()) continue;
      const std::string file = AnchorOf(part.title) + ".html";
      std::string body = fmt::format("<h1>{}</h1>\n", XmlText(part.title));
      body += Html(part.text, file, "reference/");
      for (const Chapter& chapter : part.chapters) {
        if (!chapter.family.empty()) {
          body +=
              fmt::format("<h2 id=\"{}\">{}</h2>\n", AnchorOf(chapter.family),
                          XmlText(chapter.family));
        }
        body += Html(chapter.text, file, "reference/");
        for (const Section& op : chapter.ops) {
          body += fmt::format("<p><a href=\"{}\"><code>{}</code></a></p>\n",
                              FileOfOp(OpOf(op.title)), XmlText(op.title));
        }
      }
      WritePage(file, part.title, body);
    }
  }

  void WriteMatrix() {
    const std::string readme = ReadFile(root_ + "README.md");
    const std::size_t begin = readme.find(kMatrix);
    const std::size_t end = readme.find(kMatrixEnd);
    if (begin == readme.npos || end == readme.npos) {
      throw BadInput(root_ + "README.md: has no matrix");
    }
    const std::size_t from = begin + kMatrix.size();
    WritePage("matrix.html", "What libraries do",
              "<h1>What libraries do</h1>\n" +
                  Html(std::string_view(readme).substr(from, end - from),
                       "matrix.html", ""));
  }

  void WriteLibraries() {
    const std::string folder(kLibraries);
    WritePage("libraries.html", "What was found in libraries",
              Html(ReadFile(root_ + folder + "RESULTS.md"), "libraries.html",
                   folder));
    std::vector<fs::path> bugs;
    for (const auto& entry : fs::recursive_directory_iterator(root_ + folder)) {
      const fs::path& path = entry.path();
      if (path.extension() == ".md" && path.parent_path().filename() == "bugs")
        bugs.push_back(path);
    }
    std::ranges::sort(bugs);
    for (const fs::path& path : bugs) {
      const std::string text = ReadFile(path.string());
      const fs::path own = path.lexically_relative(root_ + folder);
      const std::string file = FileOfBug(own.string());
      const std::string title = text.substr(2, text.find('\n') - 2);
      WritePage(file, title,
                Html(text, file, folder + own.parent_path().string() + "/"));
    }
  }

  void WriteWhy() {
    const Wasm wasm = FindWasm(root_.substr(0, root_.size() - 1));
    fmt::print(out_, "book: the reference in WebAssembly: {}\n", wasm.from);
    WritePage("why.html", "Why is my view refused?",
              fmt::format("{}<script type=\"application/octet-stream\" "
                          "id=\"wasm\">{}</script>\n<script>\n{}{}</script>\n",
                          kWhyHtml, Base64(wasm.bytes), kPictureJs, kWhyJs));
  }

  const std::string root_;
  const std::string folder_;
  std::FILE* const out_;
  std::vector<Part> parts_;
  std::map<std::string, std::vector<BookVector>> vectors_;  // By op.
  std::set<std::string, std::less<>> ids_;                  // Of vectors.
  std::map<std::string, std::string> rules_;                // Id -> file.
  std::map<std::string, std::string> headings_;  // Anchor of SPEC.md -> place.
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace

void WriteBook(const BookOptions& options, std::FILE* out) {
  Book(options, out).Write();
}

}  // namespace viewproof
