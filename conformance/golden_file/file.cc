#include "conformance/golden_file/file.h"

#include <fcntl.h>
#include <fmt/format.h>
// The static program would hold all of libcrypto for EVP_*, the functions that
// are not deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <list>
#include <span>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/hex.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const std::string& path, const char* verb) {
  throw BadInput(
      fmt::format("{}: cannot {}: {}", path, verb, std::strerror(errno)));
}

template <typename Visit>
void ForEachPiece(const std::string& path, Visit visit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) Fail(path, "open");
  std::array<char, 65536> piece;
  while (const std::size_t size =
             std::fread(piece.data(), 1, piece.size(), file.get())) {
    visit(std::string_view(piece.data(), size));
  }
  if (std::ferror(file.get()) != 0) Fail(path, "read");
}

// Returns what a chain of links leads to. What lies in /proc is no name of a
// file: it is what a process has open.
std::string WithoutLinks(const std::string& path) {
  constexpr int kMaxLinks = 40;
  fs::path at = path;
  std::error_code ignored;
  for (int k = 0; !at.string().starts_with("/proc/"); ++k) {
    if (!fs::is_symlink(at, ignored)) break;
    if (k == kMaxLinks) {
      errno = ELOOP;
      Fail(path, "write");
    }
    at = at.parent_path() / fs::read_symlink(at, ignored);
  }
  return at.string();
}

// Says where to write what is meant for a path.
struct Target {
  std::string path;  // The path has no links.
  bool in_place = false;
  unsigned mode = 0;  // The mode of the file that is there; 0: there is none.
};

Target TargetOf(const std::string& path) {
  Target target{.path = WithoutLinks(path)};
  struct stat status {};
  if (stat(target.path.c_str(), &status) != 0) return target;
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    Fail(path, "write");
  }
  if (S_ISBLK(status.st_mode)) {
    throw BadInput(path + ": cannot write: it is a block device");
  }
  target.in_place =
      !S_ISREG(status.st_mode) || target.path.starts_with("/proc/");
  target.mode = status.st_mode & 0777;
  return target;
}

bool IsSame(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool IsAt(int descriptor, const std::string& path) {
  struct stat held {};
  struct stat there {};
  return fstat(descriptor, &held) == 0 && stat(path.c_str(), &there) == 0 &&
         IsSame(held, there);
}

// Those that are held. Only one thread makes them.
std::vector<FileLock*>& Locks() {
  static std::vector<FileLock*> locks;
  return locks;
}

// Waits for nobody. False if another holds it; a file system without locks has
// nobody to wait for.
bool TryLock(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

std::string ReadFile(const std::string& path) {
  std::string text;
  ForEachPiece(path, [&text](std::string_view piece) { text += piece; });
  return text;
}

void WriteFile(const std::string& path, std::string_view text) {
  NewFile file(path);
  file.Write(text);
  file.Commit();
}

void WriteTogether(
    const std::vector<std::pair<std::string, std::string>>& files) {
  std::list<NewFile> written;
  for (const auto& [path, text] : files) written.emplace_back(path).Write(text);
  for (NewFile& file : written) file.Prepare();
  for (NewFile& file : written) file.Commit();
}

struct Sha256::Context {
  SHA256_CTX made;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  SHA256_Init(&context_->made);
}

Sha256::~Sha256() = default;

void Sha256::Add(std::string_view bytes) {
  SHA256_Update(&context_->made, bytes.data(), bytes.size());
}

std::string Sha256::Finish() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256_Final(digest.data(), &context_->made);
  std::string text = "sha256:";
  AppendHex(std::as_bytes(std::span(digest)), text);
  return text;
}

std::string Digest(std::string_view bytes) {
  Sha256 digest;
  digest.Add(bytes);
  return digest.Finish();
}

std::string DigestOfFile(const std::string& path) {
  Sha256 digest;
  ForEachPiece(path, [&digest](std::string_view piece) { digest.Add(piece); });
  return digest.Finish();
}

bool IsWrittenInPlace(const std::string& path) {
  return TargetOf(path).in_place;
}

FileLock::FileLock(const std::string& path) {
  path_ = WithoutLinks(path);
  std::error_code ignored;
  if (!fs::is_directory(path_, ignored) && TargetOf(path).in_place) return;
  do {  // Until that is held which is there, and not replaced meanwhile.
    if (descriptor_ >= 0) close(descriptor_);
    made_ = false;
    descriptor_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0 && errno == ENOENT) {
      descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
      made_ = descriptor_ >= 0;
    } else if (descriptor_ < 0) {
      descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    }
    if (descriptor_ < 0) Fail(path, "write");
    if (!TryLock(descriptor_)) {
      close(descriptor_);
      throw BadInput("another viewproof is writing " + path);
    }
  } while (!IsAt(descriptor_, path_));
  Locks().push_back(this);
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  std::erase(Locks(), this);
  struct stat status {};
  if (made_ && IsAt(descriptor_, path_) && fstat(descriptor_, &status) == 0 &&
      status.st_size == 0) {
    std::remove(path_.c_str());
  }
  close(descriptor_);
}

bool FileLock::Rename(const std::string& from, const std::string& to) {
  const auto held = std::ranges::find_if(
      Locks(), [&to](FileLock* lock) { return IsAt(lock->descriptor_, to); });
  if (held == Locks().end()) return std::rename(from.c_str(), to.c_str()) == 0;
  int next = open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (next < 0 || !TryLock(next)) return false;
  const bool renamed = std::rename(from.c_str(), to.c_str()) == 0;
  // The old one was held until now; who waits for it sees that it is gone.
  if (renamed) std::swap((*held)->descriptor_, next);
  close(next);
  return renamed;
}

bool IsSameFile(const std::string& one, const std::string& other) {
  struct stat first {};
  struct stat second {};
  return stat(one.c_str(), &first) == 0 && stat(other.c_str(), &second) == 0 &&
         !S_ISCHR(first.st_mode) && IsSame(first, second);
}

NewFile::NewFile(const std::string& path) : path_(path) {
  const Target target = TargetOf(path);
  target_ = target.path;
  in_place_ = target.in_place;
  if (in_place_) {
    OpenInPlace();
  } else {
    OpenAside(target.mode);
  }
}

NewFile::~NewFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!beside_.empty()) std::remove(beside_.c_str());
}

void NewFile::OpenInPlace() {
  const int descriptor = open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) Fail(path_, "write");
  file_ = fdopen(descriptor, "ab");
}

// `mode`: of the file that is there; 0: there is none.
void NewFile::OpenAside(unsigned mode) {
  const std::string folder = fs::path(target_).parent_path().string();
  int descriptor = open(folder.empty() ? "." : folder.c_str(),
                        O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) {  // Some file systems have no files without a name.
    const mode_t mask = umask(0);
    umask(mask);
    if (mode == 0) mode = 0666 & ~mask;
    beside_ = target_ + ".XXXXXX";
    descriptor = mkstemp(beside_.data());
    if (descriptor < 0) {
      beside_.clear();
      Fail(path_, "write");
    }
  }
  if (mode != 0) fchmod(descriptor, mode);
  file_ = fdopen(descriptor, "wb");
}

void NewFile::Write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    Fail(path_, "write");
  }
}

// Gives the file that has no name one that nobody else uses.
void NewFile::NameIt() {
  const std::string open = fmt::format("/proc/self/fd/{}", fileno(file_));
  for (int k = 0; beside_.empty(); ++k) {
    const std::string name = fmt::format("{}.{}.{}", target_, getpid(), k);
    // The second way needs no /proc, but a right that root has.
    if (linkat(AT_FDCWD, open.c_str(), AT_FDCWD, name.c_str(),
               AT_SYMLINK_FOLLOW) == 0 ||
        (errno == ENOENT && linkat(fileno(file_), "", AT_FDCWD, name.c_str(),
                                   AT_EMPTY_PATH) == 0)) {
      beside_ = name;
    } else if (errno != EEXIST) {
      Fail(path_, "write");
    }
  }
}

void NewFile::Prepare() {
  if (file_ == nullptr) return;
  if (std::fflush(file_) != 0) Fail(path_, "write");
  if (!in_place_) NameIt();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) Fail(path_, "write");
}

void NewFile::Commit() {
  Prepare();
  if (in_place_) return;
  if (!FileLock::Rename(beside_, target_)) Fail(path_, "write");
  beside_.clear();
}

}  // namespace viewproof
