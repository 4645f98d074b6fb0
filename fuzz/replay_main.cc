// In place of libFuzzer, for every compiler: runs the inputs that are files, or
// lie in the folders, which are named. Options of libFuzzer (-runs=0) are
// passed over. Fails if there was no input.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<std::string> InputsAt(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<std::string> inputs;
  for (const auto& entry : fs::directory_iterator(path)) {
    inputs.push_back(entry.path().string());
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

void Replay(const std::string& path) {
  const std::string bytes = viewproof::ReadFile(path);
  // libFuzzer does so, too: nothing after the last byte may be read.
  const std::vector<uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

int ReplayAll(int argc, char** argv) {
  int count = 0;
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]).starts_with("-")) continue;
    for (const std::string& input : InputsAt(argv[k])) {
      std::fprintf(stderr, "Running: %s\n", input.c_str());
      Replay(input);
      ++count;
    }
  }
  std::printf("%d inputs replayed\n", count);
  return count == 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return ReplayAll(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
