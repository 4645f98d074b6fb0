#include "conformance/report/line_sorter.h"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <stdexcept>
#include <utility>

namespace viewproof {
namespace {

// A sorted file and its first line that has not been visited.
class Run {
 public:
  explicit Run(std::FILE* file) : file_(file) { std::rewind(file_); }

  bool Next(std::string& line) {
    char* text = nullptr;
    std::size_t room = 0;
    const ssize_t size = getline(&text, &room, file_);
    if (size > 0) line.assign(text, static_cast<std::size_t>(size) - 1);
    std::free(text);
    return size > 0;
  }

 private:
  std::FILE* file_;
};

}  // namespace

void LineSorter::Add(std::string_view line) {
  lines_.emplace_back(line);
  bytes_ += line.size() + sizeof(std::string);
  if (bytes_ > bytes_in_memory_) Spill();
}

void LineSorter::SortMemory() { std::sort(lines_.begin(), lines_.end()); }

void LineSorter::Spill() {
  SortMemory();
  File file(std::tmpfile(), &std::fclose);
  if (file == nullptr) throw std::runtime_error("no room for temporary files");
  for (const std::string& line : lines_) {
    std::fwrite(line.data(), 1, line.size(), file.get());
    std::fputc('\n', file.get());
  }
  if (std::fflush(file.get()) != 0) {
    throw std::runtime_error("no room for temporary files");
  }
  runs_.push_back(std::move(file));
  lines_.clear();
  bytes_ = 0;
}

void LineSorter::Finish(const std::function<void(std::string_view)>& visit) {
  if (runs_.empty()) {
    SortMemory();
    for (const std::string& line : lines_) visit(line);
    return;
  }
  Spill();
  using Head = std::pair<std::string, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  std::vector<Run> runs;
  std::string line;
  for (const File& file : runs_) {
    runs.emplace_back(file.get());
    if (runs.back().Next(line)) heads.emplace(line, runs.size() - 1);
  }
  while (!heads.empty()) {
    const auto [text, run] = heads.top();
    heads.pop();
    visit(text);
    if (runs[run].Next(line)) heads.emplace(line, run);
  }
}

}  // namespace viewproof
