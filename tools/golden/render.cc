#include "tools/golden/render.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "conformance/case/encode.h"
#include "conformance/case/protocol.h"
#include "conformance/golden_file/digests.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

constexpr std::string_view kGenerator = "//tools:golden";

// The hexadecimal digits alone.
std::string HexDigest(std::string_view bytes) {
  const std::string digest = Digest(bytes);
  return digest.substr(digest.find(':') + 1);
}

std::string FileText(const VectorFile& file, const std::string& oracle) {
  std::string lines;
  for (const Vector& vector : file.vectors)
    lines += CanonicalLine(vector) + "\n";
  const FileHeader header = {.suite = std::string(kSuiteVersion),
                             .oracle = oracle,
                             .generator = std::string(kGenerator),
                             .count = std::ssize(file.vectors),
                             .sha256 = HexDigest(lines)};
  return LineOf(header) + "\n" + lines;
}

}  // namespace

std::string CanonicalLine(Vector vector) {
  std::string line;
  Abridge(vector);
  AppendJson(vector, line);
  return line;
}

Files Render(const std::vector<VectorFile>& files, const std::string& oracle,
             const Lock& lock) {
  Files rendered;
  std::string manifest;
  for (const VectorFile& file : files) {
    const std::string path = file.name + ".jsonl";
    const std::string text = FileText(file, oracle);
    fmt::format_to(std::back_inserter(manifest), "{} {} {}\n", path,
                   file.vectors.size(), HexDigest(text));
    rendered.emplace(path, text);
  }
  rendered.emplace("MANIFEST", manifest);
  rendered.emplace("ids.lock", lock.Text());
  return rendered;
}

bool IsVectorFile(const std::string& path) {
  return path.ends_with(".jsonl") && path.find('/') != std::string::npos;
}

bool IsWritten(const std::string& path) {
  return path == "MANIFEST" || path == "ids.lock" || IsVectorFile(path);
}

}  // namespace viewproof
