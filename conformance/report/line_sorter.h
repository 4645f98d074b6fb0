#ifndef VIEWPROOF_CONFORMANCE_REPORT_LINE_SORTER_H_
#define VIEWPROOF_CONFORMANCE_REPORT_LINE_SORTER_H_

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Sorts any number of lines in bounded memory, with unnamed temporary files for
// the rest.
class LineSorter {
 public:
  explicit LineSorter(std::size_t bytes_in_memory = std::size_t{8} << 20)
      : bytes_in_memory_(bytes_in_memory) {}

  // `line` holds no '\n'.
  void Add(std::string_view line);

  // Visits every line in the order of its bytes. To be called once.
  void Finish(const std::function<void(std::string_view)>& visit);

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  void SortMemory();
  void Spill();

  std::size_t bytes_in_memory_;
  std::size_t bytes_ = 0;
  std::vector<std::string> lines_;
  std::vector<File> runs_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_LINE_SORTER_H_
