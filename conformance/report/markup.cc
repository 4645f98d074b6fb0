#include "conformance/report/markup.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>

#include "conformance/case/escape.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

void ReplaceAll(std::string_view from, std::string_view to, std::string& text) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos;
       at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string Clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return fmt::format("{}... ({} bytes)", Beginning(text, most),
                     Grouped(static_cast<int64_t>(text.size())));
}

std::string Ending(std::string_view text, std::size_t most) {
  if (text.size() <= most) return Escaped(text, Newlines::kKept);
  text.remove_prefix(text.size() - most);
  text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return "...\n" + Escaped(text, Newlines::kKept);
}

std::string XmlText(std::string_view text) {
  std::string out = Escaped(text, Newlines::kKept);
  ReplaceAll("&", "&amp;", out);
  ReplaceAll("<", "&lt;", out);
  ReplaceAll(">", "&gt;", out);
  ReplaceAll("\"", "&quot;", out);
  ReplaceAll("\xef\xbf\xbe", "\\ufffe", out);  // XML has no such characters.
  ReplaceAll("\xef\xbf\xbf", "\\uffff", out);
  return out;
}

std::string CodeCell(std::string_view text) {
  std::string out = Escaped(text);
  std::ranges::replace(out, '`', '\'');
  ReplaceAll("|", "\\|", out);
  return out.empty() ? out : "`" + out + "`";
}

std::string LinkCell(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-._~:/?#@!$&'()*+,;=%";
  const bool is_link =
      text.starts_with("https://") || text.starts_with("http://");
  return is_link && text.find_first_not_of(kPlain) == std::string::npos
             ? "<" + text + ">"
             : ProseCell(text);
}

std::string ProseCell(std::string_view text) {
  std::string out = Escaped(text);
  ReplaceAll("\\", "\\\\", out);
  ReplaceAll("&", "&amp;", out);
  ReplaceAll("<", "&lt;", out);
  for (const std::string_view mark : {"`", "*", "_", "[", "]", "|", "#", "~"}) {
    ReplaceAll(mark, "\\" + std::string(mark), out);
  }
  return out;
}

std::string ShellWord(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) {
    return std::string(text);
  }
  std::string out(text);
  if (Escaped(text) == text) {
    ReplaceAll("'", "'\\''", out);
    return "'" + out + "'";
  }
  out.clear();
  for (const unsigned char letter : text) {
    const bool is_plain = letter >= ' ' && letter < 0x7f;
    if (letter == '\'' || letter == '\\') out += '\\';
    out += is_plain ? std::string(1, static_cast<char>(letter))
                    : fmt::format("\\{:03o}", letter);
  }
  return "$'" + out + "'";
}

std::string ShellWords(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += (line.empty() ? "" : " ") + ShellWord(word);
  }
  return line;
}

std::string Base64(std::string_view bytes) {
  constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 |
             (k + j < bytes.size() ? static_cast<unsigned char>(bytes[k + j])
                                   : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += k + j > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * j) & 63];
    }
  }
  return out;
}

std::string Packed(std::string_view bytes) {
  z_stream stream = {};
  constexpr int kGzip = 15 + 16;
  constexpr int kLevel = 4;  // Half the time of 6, for an eighth more bytes.
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    std::abort();  // There is no memory.
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(
      const_cast<char*>(bytes.data()));  // Not changed.
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return Base64(out);
}

}  // namespace viewproof
