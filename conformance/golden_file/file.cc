#include "conformance/golden_file/file.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/hex.h"

namespace viewproof {
namespace {

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

// Aborts if OpenSSL fails: only a lack of memory can be the cause.
class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    Check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
  }

  void Add(std::string_view bytes) {
    Check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
  }

  std::string Finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned size = 0;
    Check(EVP_DigestFinal_ex(context_.get(), digest.data(), &size));
    std::string text = "sha256:";
    AppendHex(std::as_bytes(std::span(digest).first(size)), text);
    return text;
  }

 private:
  static void Check(int status) {
    if (status != 1) std::abort();
  }

  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

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

NewFile::NewFile(std::string path)
    : path_(std::move(path)), beside_(path_ + ".XXXXXX") {
  const int descriptor = mkstemp(beside_.data());
  if (descriptor < 0) Fail(path_, "write");
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
  file_ = fdopen(descriptor, "wb");
}

NewFile::~NewFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(beside_.c_str());
}

void NewFile::Write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    Fail(path_, "write");
  }
}

void NewFile::Commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0 ||
      std::rename(beside_.c_str(), path_.c_str()) != 0) {
    std::remove(beside_.c_str());
    Fail(path_, "write");
  }
}

}  // namespace viewproof
