#include "conformance/golden_file/golden.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/case/strings.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

constexpr std::string_view kHeader = "{\"header\":";

constexpr auto kFileHeader = json::Enclosed<FileHeader>(
    "header", json::Describe<FileHeader>(
                  json::Needed("format", &FileHeader::format,
                               json::Integer{kGoldenFormat, kGoldenFormat}),
                  json::Optional("suite", &FileHeader::suite),
                  json::Optional("oracle", &FileHeader::oracle),
                  json::Optional("generator", &FileHeader::generator),
                  json::Needed("count", &FileHeader::count),
                  json::Optional("sha256", &FileHeader::sha256)));

int64_t CountOfHeader(std::string_view line) {
  FileHeader header;
  kFileHeader.ReadLine(line, header);
  return header.count;
}

Golden::File CheckedFile(const std::string& folder, const std::string& line) {
  std::istringstream words(line);
  std::string name;
  std::string digest;
  Golden::File file;
  if (!(words >> name >> file.count >> digest)) {
    throw BadInput(folder + "/MANIFEST: expected \"PATH COUNT SHA256\" at \"" +
                   line + "\"");
  }
  file.path = folder + "/" + name;
  if (!digest.starts_with("sha256:")) digest = "sha256:" + digest;
  if (DigestOfFile(file.path) != digest) {
    throw BadInput(file.path +
                   ": is not the file that MANIFEST lists; golden/ is written "
                   "by tools/golden, never by hand");
  }
  return file;
}

void RefuseUnlisted(const std::string& folder,
                    const std::vector<Golden::File>& files) {
  std::set<std::string> listed;
  for (const Golden::File& file : files) listed.insert(file.path);
  for (const auto& profile : std::filesystem::directory_iterator(folder)) {
    if (!profile.is_directory()) continue;
    for (const auto& entry : std::filesystem::directory_iterator(profile)) {
      const std::string path = entry.path().string();
      if (path.ends_with(".jsonl") && !listed.contains(path)) {
        throw BadInput(path + ": is not in MANIFEST");
      }
    }
  }
}

}  // namespace

std::string LineOf(const FileHeader& header) {
  return json::ToJson(kFileHeader, header);
}

LineReader::LineReader(const std::string& path)
    : path_(path == "-" ? "standard input" : path),
      descriptor_(path == "-" ? STDIN_FILENO
                              : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw BadInput(
        fmt::format("{}: cannot open: {}", path_, std::strerror(errno)));
  }
}

LineReader::~LineReader() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

std::string LineReader::Place() const {
  return fmt::format("{}:{}", path_, number_);
}

void LineReader::Fill() {
  const std::span<char> space = lines_.Space();
  ssize_t size = 0;
  do size = read(descriptor_, space.data(), space.size());
  while (size < 0 && errno == EINTR);
  if (size < 0) {
    throw BadInput(
        fmt::format("{}: cannot read: {}", path_, std::strerror(errno)));
  }
  at_end_ = size == 0;
  if (at_end_ && lines_.pending() > 0) {  // A last line without '\n'.
    space[0] = '\n';
    size = 1;
  }
  lines_.Filled(static_cast<std::size_t>(size));
}

bool LineReader::Next(std::string_view& line) {
  while (true) {
    const std::optional<std::string_view> next = lines_.Next();
    if (next || lines_.pending() > kMaxLine) ++number_;
    if ((next ? next->size() : lines_.pending()) > kMaxLine) {
      throw BadInput(
          fmt::format("{}: a line over {} bytes", Place(), kMaxLine));
    }
    if (next) {
      line = *next;
      return true;
    }
    if (at_end_) return false;
    Fill();
  }
}

bool IdSet::Insert(std::string_view id) {
  if (2 * used_ >= slots_.size()) Grow();
  const uint64_t hash =
      std::max<uint64_t>(1, XXH3_64bits(id.data(), id.size()));
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at] != 0) {
    if (slots_[at] == hash) return false;
    at = (at + 1) & (slots_.size() - 1);
  }
  slots_[at] = hash;
  ++used_;
  return true;
}

void IdSet::Grow() {
  std::vector<uint64_t> old(slots_.size() * 2);
  old.swap(slots_);
  for (const uint64_t hash : old) {
    if (hash == 0) continue;
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = hash;
  }
}

VectorReader::VectorReader(std::string path, IdSet& ids, IsWanted is_wanted)
    : path_(std::move(path)),
      lines_(path_),
      ids_(ids),
      is_wanted_(std::move(is_wanted)) {}

bool VectorReader::Next(Vector& vector) {
  std::string_view line;
  while (lines_.Next(line)) {
    try {
      if (count_ == 0 && !announced_ && ReadHeader(line)) continue;
      decoder_.ReadAbridged(line, vector);
      if (!ids_.Insert(vector.test.id)) {
        json::Refuse("id", "\"" + vector.test.id + "\" is used twice");
      }
      ++count_;
      if (is_wanted_ && !is_wanted_(vector)) continue;
      if (announced_) RefuseUnabridged(vector);
      decoder_.Complete(vector);
    } catch (const BadInput& error) {
      throw BadInput(lines_.Place() + ": " + error.what());
    }
    return true;
  }
  CheckCount();
  return false;
}

bool VectorReader::ReadHeader(std::string_view line) {
  if (!line.starts_with(kHeader)) return false;
  announced_ = CountOfHeader(line);
  return true;
}

void VectorReader::CheckCount() const {
  if (announced_ && *announced_ != count_) {
    throw BadInput(fmt::format(
        "{}: field \"count\": the header says {} vectors, the file holds {}",
        lines_.Place(), *announced_, count_));
  }
}

Golden OpenGolden(const std::string& folder) {
  const std::string manifest = ReadFile(folder + "/MANIFEST");
  Golden golden;
  golden.digest = Digest(manifest);
  for (const std::string_view line : LinesIn(manifest)) {
    golden.files.push_back(CheckedFile(folder, std::string(line)));
    golden.count += golden.files.back().count;
  }
  RefuseUnlisted(folder, golden.files);
  return golden;
}

void ForEachVector(const Golden& golden,
                   const std::function<void(Vector&)>& visit) {
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : golden.files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) visit(vector);
  }
}

}  // namespace viewproof
