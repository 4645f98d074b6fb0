#include "conformance/golden_file/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>

#include "conformance/case/bad_input.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

struct Kind {
  std::string_view mark;   // Holds what it begins with.
  std::string_view first;  // Stands in its first line, too.
  std::string_view name;
  std::string_view earlier = {};  // A mark that older programs wrote.
};

constexpr std::array<Kind, 11> kKinds = {{
    {"{\"header\":{\"format\":", "", "report of viewproof check"},
    {"{\"id\":\"", ",\"detail\":\"", "list of what adapters said"},
    {"{\"header\":{\"range\":", "", "report of viewproof fuzz", "{\"fuzz\":{"},
    {"# Why new failures are accepted.", "", "groups file of viewproof"},
    {"<!DOCTYPE html><!-- Written by viewproof -->", "", "page of viewproof"},
    {"<!-- Written by viewproof -->", "", "Markdown of viewproof"},
    {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
     "<testsuites name=\"viewproof ",
     "", "JUnit XML of viewproof"},
    {"{\"format\":1,\"headline\":{", "", "JSON of viewproof report"},
    {"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"vp\" ", "",
     "picture of viewproof"},
    {"{\n \"gate\": \"", "", "row of the matrix"},
    {"{\"summary\":{", "", "JSON of viewproof check or fuzz"},
}};

// "acme.gate.toml" ends so, and "gate.toml" after a slash; and the files of
// 0.1.
constexpr std::string_view kGateEndings[] = {
    "/gate.toml",   "/gate.lock",      ".gate.toml", ".gate.lock",
    ".known.jsonl", ".findings.jsonl", ".0.1"};

bool IsOfGate(const std::string& path) {
  return std::ranges::any_of(kGateEndings, [path = "/" + path](auto ending) {
    return path.ends_with(ending);
  });
}

const Kind& KindOf(FileKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

std::string BeginOf(const std::string& path) {
  constexpr std::size_t kEnough = 4096;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadInput(path + ": cannot be read");
  std::string begin(kEnough, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  return begin;
}

bool IsOf(const Kind& kind, std::string_view begin) {
  if (!kind.earlier.empty() && begin.starts_with(kind.earlier)) return true;
  return begin.starts_with(kind.mark) &&
         begin.substr(0, begin.find('\n')).find(kind.first) != begin.npos;
}

void RefuseOtherKind(const OutputFile& file) {
  std::error_code ignored;
  const std::string leads_to = fs::weakly_canonical(file.path, ignored);
  if (IsOfGate(file.path) || IsOfGate(leads_to)) {
    throw BadInput(fmt::format(
        "{}: is the name of a gate file, or of what stands beside one; {} "
        "writes another",
        file.path, file.option));
  }
  if (!fs::exists(file.path, ignored) || IsWrittenInPlace(file.path)) return;
  const Kind& kind = KindOf(file.kind);
  const std::string begin = BeginOf(file.path);
  if (begin.empty() || IsOf(kind, begin)) return;
  throw BadInput(fmt::format(
      "{} is no {}; {} replaces only one: move it away, or name another file",
      file.path, kind.name, file.option));
}

}  // namespace

std::string_view MarkOf(FileKind kind) { return KindOf(kind).mark; }

bool IsOfKind(const std::string& path, FileKind kind) {
  std::error_code unknown;
  return fs::exists(path, unknown) && IsOf(KindOf(kind), BeginOf(path));
}

HeldOutputs::HeldOutputs(const std::vector<OutputFile>& files) {
  constexpr const char* kStandardOutput = "/dev/stdout";
  for (std::size_t k = 0; k < files.size(); ++k) {
    const OutputFile& file = files[k];
    const auto same = std::find_if(
        files.begin(), files.begin() + static_cast<std::ptrdiff_t>(k),
        [&file](const OutputFile& other) {
          return IsSameFile(file.path, other.path);
        });
    if (same - files.begin() != static_cast<std::ptrdiff_t>(k)) {
      throw BadInput(fmt::format("{}: {} and {} are one file; name two",
                                 file.path, same->option, file.option));
    }
    RefuseOtherKind(file);
    if (IsWrittenInPlace(file.path)) continue;
    if (IsSameFile(file.path, kStandardOutput)) {
      throw BadInput(fmt::format(
          "{}: standard output goes there; name another file for {}, or "
          "{} /dev/stdout",
          file.path, file.option, file.option));
    }
    // A file that is not always written is not made.
    if (file.kind != FileKind::kErrors) locks_.emplace_back(file.path);
  }
}

}  // namespace viewproof
