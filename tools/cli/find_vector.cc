#include "tools/cli/find_vector.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

// What every line of a vector begins with.
constexpr std::string_view kBegin = "{\"id\":\"";

std::string_view LineAt(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string_view IdOf(std::string_view line) {
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  return line.substr(0, line.find('"'));
}

Vector VectorOfLine(std::string_view line) {
  Vector vector;
  Decoder().Read(Padded(line).view(), vector);
  return vector;
}

// Where `what` stands in the text, from `from` on; npos if nowhere. As find,
// but twice as fast where the first letter of `what` is a frequent one.
std::size_t Search(std::string_view text, std::string_view what,
                   std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found =
      memmem(text.data() + from, text.size() - from, what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  text.data());
}

// The bytes of a file, to be given back by munmap.
std::string_view Mapped(const std::string& path) {
  const auto fail = [&path] {
    throw BadInput(
        fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  };
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail();
  struct stat status {};
  const bool is_there = fstat(file, &status) == 0;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = nullptr;
  if (is_there && size > 0) {
    bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  }
  const int why = errno;
  close(file);
  errno = why;
  if (!is_there || bytes == MAP_FAILED) fail();
  return {static_cast<const char*>(bytes), bytes == nullptr ? 0 : size};
}

}  // namespace

GoldenText::GoldenText(const std::string& root) {
  const std::string manifest = ReadFile(root + "/golden/MANIFEST");
  std::string_view rest = manifest;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string path(line.substr(0, line.find(' ')));
    if (path.ends_with(".jsonl")) {
      paths_.push_back(root + "/golden/" + path);
    }
  }
}

GoldenText::~GoldenText() {
  for (const std::string_view text : texts_) {
    if (!text.empty()) munmap(const_cast<char*>(text.data()), text.size());
  }
}

std::string_view GoldenText::Text(std::size_t file) {
  while (texts_.size() <= file) {
    texts_.push_back(Mapped(paths_[texts_.size()]));
  }
  return texts_[file];
}

std::optional<Vector> GoldenText::Find(std::string_view id) {
  const std::string begin = fmt::format("{}{}\"", kBegin, id);
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    const std::string_view text = Text(file);
    for (std::size_t at = Search(text, begin, 0); at != std::string_view::npos;
         at = Search(text, begin, at + 1)) {
      if (at == 0 || text[at - 1] == '\n') {
        return VectorOfLine(LineAt(text, at));
      }
    }
  }
  return std::nullopt;
}

std::vector<Vector> GoldenText::OfRule(std::string_view rule,
                                       std::size_t most) {
  const std::string quoted = fmt::format("\"{}\"", rule);
  std::map<std::string_view, std::string_view> shortest;  // By op.
  std::vector<std::string_view> lines;
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    const std::string_view text = Text(file);
    for (std::size_t at = Search(text, quoted, 0); at != std::string_view::npos;
         at = Search(text, quoted, at + quoted.size())) {
      const std::string_view line = LineAt(text, at);
      // Its rules stand before its base.
      const bool is_rule =
          line.data() + line.find("\"base\":") > text.data() + at;
      if (IdOf(line).empty() || !is_rule) continue;
      lines.push_back(line);
      const std::string_view id = IdOf(line);
      const std::string_view op = id.substr(0, id.find('/'));
      const auto [found, is_new] = shortest.emplace(op, line);
      if (!is_new && line.size() < found->second.size()) found->second = line;
    }
  }
  std::sort(lines.begin(), lines.end(), [&](auto a, auto b) {
    const auto rank = [&](std::string_view line) {
      const std::string_view id = IdOf(line);
      const auto found = shortest.find(id.substr(0, id.find('/')));
      return std::tuple(found->second != line, line.size(), id);
    };
    return rank(a) < rank(b);
  });
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  if (lines.size() > most) lines.resize(most);
  std::vector<Vector> vectors;
  for (const std::string_view line : lines) {
    vectors.push_back(VectorOfLine(line));
  }
  return vectors;
}

std::vector<std::string_view> GoldenText::Ids() {
  std::vector<std::string_view> ids;
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    std::string_view rest = Text(file);
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      if (!IdOf(line).empty()) ids.push_back(IdOf(line));
    }
  }
  return ids;
}

}  // namespace viewproof
