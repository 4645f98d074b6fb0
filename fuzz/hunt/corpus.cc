#include "fuzz/hunt/corpus.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/words.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".json";
constexpr std::size_t kHash = 16;  // Digits of a digest in a file's name.

constexpr auto kFailure =
    json::Describe<Failure>(json::Needed("op", &Failure::op),
                            json::Needed("difference", &Failure::difference),
                            json::Needed("verdict", &Failure::verdict));

// {"base":...,"chain":[...] without the last brace.
std::string TextOf(const Case& test) {
  std::string text = "{";
  AppendChain(test, text);
  return text;
}

}  // namespace

Corpus::Corpus(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) throw BadInput(folder_ + ": " + failed.message());
  held_ = std::make_unique<FileLock>(folder_);
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string path = entry.path().string();
    if (path.ends_with(kEnding)) paths.push_back(path);
  }
  std::ranges::sort(paths);
  Decoder decoder;
  for (const std::string& path : paths) {
    try {
      decoder.Read(PaddedText(ReadFile(path)).view(),
                   vectors.emplace_back().test, UnknownKeys::kIgnored);
      DemandSteps(vectors.back().test);
    } catch (const std::exception& error) {
      throw BadInput(path + ": " + error.what());
    }
    vectors.back().test.id =
        std::string(vectors.back().test.chain.back().op->name) + "/" +
        fs::path(path).stem().string();
  }
}

std::string Corpus::PathOf(const std::string& id) const {
  const std::string stem = id.substr(id.find('/') + 1);
  return (fs::path(folder_) / (stem + std::string(kEnding))).string();
}

void Corpus::Save(const Finding& finding) const {
  if (folder_.empty()) return;
  std::string text = TextOf(finding.vector.test);
  const std::string digest = Digest(text);
  const std::string hash = digest.substr(digest.find(':') + 1, kHash);
  const fs::path path = fs::path(folder_) / (hash + std::string(kEnding));
  if (fs::exists(path)) return;
  std::string from;
  json::Enclosed<Failure>("from", kFailure).Append(finding.failure, from);
  from.front() = ',';
  WriteFile(path.string(), text + from + "\n");
}

}  // namespace viewproof
