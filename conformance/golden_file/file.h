#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace viewproof {

// The bytes of a file. Throws BadInput naming it.
std::string ReadFile(const std::string& path);

// Writes the text to a new file and renames it to `path`, so that nobody ever
// sees half of it. Throws BadInput naming it.
void WriteFile(const std::string& path, std::string_view text);

// "sha256:" and 64 hexadecimal digits.
std::string Digest(std::string_view bytes);

// The same of a file, read piece by piece. Throws BadInput naming it.
std::string DigestOfFile(const std::string& path);

// A file written piece by piece; it appears at `path` when Commit is called.
class NewFile {
 public:
  explicit NewFile(std::string path);  // Throws BadInput naming it.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(std::string_view text);
  void Commit();

 private:
  std::string path_;
  std::string beside_;
  std::FILE* file_ = nullptr;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_
