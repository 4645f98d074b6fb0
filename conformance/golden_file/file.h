#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace viewproof {

// The bytes of a file. Throws BadInput naming it.
std::string ReadFile(const std::string& path);

// Writes the text as NewFile does. Throws BadInput naming the file.
void WriteFile(const std::string& path, std::string_view text);

// The same for several files, each {path, text}: all of them, or none if one
// cannot be written. They appear in this order; one path may be there twice.
void WriteTogether(
    const std::vector<std::pair<std::string, std::string>>& files);

// Computes "sha256:" and 64 hexadecimal digits.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void Add(std::string_view bytes);
  std::string Finish();  // Call it once.

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Returns the digest of these bytes.
std::string Digest(std::string_view bytes);

// The same of a file, read piece by piece. Throws BadInput naming it.
std::string DigestOfFile(const std::string& path);

// Returns whether NewFile writes to this path in place: it leads to a pipe or a
// character device, or to what a process has open. Throws BadInput for what
// NewFile refuses.
bool IsWrittenInPlace(const std::string& path);

// A file, or a folder, that no other program of ours writes until this ends,
// which a killed program does too. What a NewFile puts in its place is held in
// turn. A file that is not there is made, empty, and removed at the end unless
// something was written. What is written in place is not held.
class FileLock {
 public:
  // Throws BadInput if another holds it, or if it cannot be opened.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  // Renames a file that nobody else knows yet. Is `to` held, it stays so.
  // False with errno if it fails.
  static bool Rename(const std::string& from, const std::string& to);

 private:
  std::string path_;  // The path has no links.
  bool made_ = false;
  int descriptor_ = -1;
};

// Returns whether two paths lead to one file or one pipe; every program of ours
// may write to a character device as often as it likes.
bool IsSameFile(const std::string& one, const std::string& other);

// Output, written piece by piece.
//   A regular file, new or not, appears at `path` as a whole when Commit is
//   called. Until then it has no name: a program that is killed leaves nothing.
//   A link stays, and leads to the new file.
//   A pipe or a character device gets the bytes as they are written.
//   A folder and a block device are refused.
// Every function throws BadInput that names the path.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(std::string_view text);

  // Does all of Commit that a full disk can prevent.
  void Prepare();
  void Commit();

 private:
  void OpenInPlace();
  void OpenAside(unsigned mode);
  void NameIt();

  std::string path_;    // It is as the user named it.
  std::string target_;  // The path without links.
  std::string beside_;  // The name before Commit; empty: none yet.
  bool in_place_ = false;
  std::FILE* file_ = nullptr;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FILE_H_
