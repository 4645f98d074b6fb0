#include "viewproof_adapter.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace viewproof_sdk {

struct MadeTensors {
  std::vector<std::vector<Tensor>> steps;  // The outputs of each; 0: the base.
  std::vector<bool> are_lists = {};        // Whether the op gives a list.
};

namespace {

constexpr int64_t kSafe = (int64_t{1} << 53) - 1;  // Beyond: decimal strings.
constexpr int64_t kShown = 256;         // Elements of an output that are sent.
constexpr int64_t kDigested = 1 << 18;  // Of more, up to this, a CRC-32.
constexpr std::size_t kMessage = 600;   // Bytes of an error's text.

// The step names a tensor that does not exist in this subject.
struct MissingTensor : std::exception {};

bool Contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// --- JSON

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json All() {
    Json value;
    ReadValue(value);
    Blanks();
    if (at_ != text_.size()) Fail("the end");
    return value;
  }

 private:
  [[noreturn]] void Fail(const char* expected) const {
    throw std::invalid_argument("JSON: expected " + std::string(expected) +
                                " at character " + std::to_string(at_));
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void Blanks() {
    while (Peek() == ' ' || Peek() == '\t' || Peek() == '\r' || Peek() == '\n')
      ++at_;
  }

  bool Take(char c) {
    Blanks();
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  void ReadWord(std::string_view word, Json::Kind kind, Json& value) {
    if (text_.substr(at_, word.size()) != word) Fail("a value");
    at_ += word.size();
    value.kind = kind;
    value.whole = word == "true";
  }

  void ReadValue(Json& value) {
    Blanks();
    switch (Peek()) {
      case '{':
        ++at_;
        value.kind = Json::Kind::kObject;
        if (Take('}')) return;
        value.keys.reserve(4);
        value.list.reserve(4);
        do {
          Blanks();
          ReadText(value.keys.emplace_back());
          if (!Take(':')) Fail("a colon");
          ReadValue(value.list.emplace_back());
        } while (Take(','));
        if (!Take('}')) Fail("} or a comma");
        return;
      case '[':
        ++at_;
        value.kind = Json::Kind::kList;
        if (Take(']')) return;
        value.list.reserve(4);
        do {
          ReadValue(value.list.emplace_back());
        } while (Take(','));
        if (!Take(']')) Fail("] or a comma");
        return;
      case '"':
        ReadText(value.text);
        value.kind = Json::Kind::kText;
        if (value.text.size() > 15) ReadWide(value);
        return;
      case 't':
        return ReadWord("true", Json::Kind::kBool, value);
      case 'f':
        return ReadWord("false", Json::Kind::kBool, value);
      case 'n':
        return ReadWord("null", Json::Kind::kNull, value);
      default:
        ReadNumber(value);
    }
  }

  // A decimal string is an integer, and still a text.
  static void ReadWide(Json& value) {
    const char* end = value.text.data() + value.text.size();
    const auto [stop, error] =
        std::from_chars(value.text.data(), end, value.whole);
    if (stop == end && error == std::errc()) value.kind = Json::Kind::kInt;
  }

  void ReadNumber(Json& value) {
    const std::size_t begin = at_;
    while (Peek() != '\0' && std::strchr("0123456789+-.eE", Peek())) ++at_;
    value.text.assign(text_, begin, at_ - begin);
    if (value.text.empty()) Fail("a value");
    const char* end = value.text.data() + value.text.size();
    const auto [stop, error] =
        std::from_chars(value.text.data(), end, value.whole);
    value.kind = Json::Kind::kInt;
    if (stop == end && error == std::errc() && value.text != "-0") return;
    char* after = nullptr;
    value.real = std::strtod(value.text.c_str(), &after);
    value.kind = Json::Kind::kReal;
    if (after != end) Fail("a number");
  }

  void ReadText(std::string& out) {
    if (!Take('"')) Fail("a string");
    while (true) {
      const std::size_t end = text_.find_first_of("\"\\", at_);
      if (end == text_.npos) Fail("the end of a string");
      out.append(text_, at_, end - at_);
      at_ = end + 1;
      if (text_[end] == '"') return;
      static constexpr std::string_view kFrom = "bfnrt\"\\/";
      static constexpr std::string_view kTo = "\b\f\n\r\t\"\\/";
      if (const auto k = kFrom.find(Peek()); Peek() && k != kFrom.npos) {
        out += kTo[k];
      } else if (Peek() == 'u') {
        AppendCodePoint(out);
      } else {
        Fail("an escape");
      }
      ++at_;
    }
  }

  unsigned Hex4() {
    unsigned code = 0;
    const char* from = text_.data() + at_ + 1;
    if (at_ + 5 > text_.size() ||
        std::from_chars(from, from + 4, code, 16).ptr != from + 4) {
      Fail("four hex digits");
    }
    at_ += 4;
    return code;
  }

  void AppendCodePoint(std::string& out) {
    unsigned code = Hex4();
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_ + 1, 2) == "\\u") {
      at_ += 2;
      code = 0x10000 + ((code - 0xD800) << 10) + (Hex4() - 0xDC00);
    }
    if (code < 0x80) {
      out += static_cast<char>(code);
      return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr int kLead[] = {0, 0xC0, 0xE0, 0xF0};
    out += static_cast<char>(kLead[more] | (code >> 6 * more));
    for (int k = more; k-- > 0;) {
      out += static_cast<char>(0x80 | ((code >> 6 * k) & 0x3F));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool IsUtf8(std::string_view text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (c < 0x80) continue;
    const int more = c >= 0xC2 && c < 0xE0   ? 1
                     : c >= 0xE0 && c < 0xF0 ? 2
                     : c >= 0xF0 && c < 0xF5 ? 3
                                             : 0;
    if (more == 0) return false;
    for (int m = 0; m < more; ++m) {
      if (++k >= text.size() || (text[k] & 0xC0) != 0x80) return false;
    }
  }
  return true;
}

// A library may say anything, in any encoding.
void AppendQuoted(std::string_view text, std::string& out) {
  const bool is_utf8 = IsUtf8(text);
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out += !is_utf8 && (c & 0x80) ? '?' : c;
    }
  }
  out += '"';
}

// Of a long text the beginning, without half a character at its end.
std::string_view Shortened(std::string_view text) {
  if (text.size() <= kMessage) return text;
  std::size_t end = kMessage;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

template <typename Int>
void AppendInt(Int number, std::string& out) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  bool is_wide = number > Int{kSafe};
  if constexpr (std::is_signed_v<Int>) is_wide |= number < -kSafe;
  if (is_wide) out += '"';
  out.append(digits, end);
  if (is_wide) out += '"';
}

void AppendReal(double number, std::string& out) {
  if (std::isnan(number)) {
    out += "\"nan\"";
  } else if (std::isinf(number)) {
    out += number > 0 ? "\"inf\"" : "\"-inf\"";
  } else if (number == 0 && std::signbit(number)) {
    out += "\"-0.0\"";
  } else if (std::abs(number) <= kSafe && number == std::floor(number)) {
    AppendInt(static_cast<int64_t>(number), out);
  } else {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    out += text;
  }
}

void AppendInts(const Ints& list, int64_t unit, std::string& out) {
  out += '[';
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k > 0) out += ',';
    if (list[k] % unit == 0) {
      AppendInt(list[k] / unit, out);
    } else {
      AppendReal(static_cast<double>(list[k]) / unit, out);  // Shown as it is.
    }
  }
  out += ']';
}

// --- Elements

struct DType {
  std::string_view name;
  int64_t size;
  char kind;         // b, i, u, f or c.
  int exponent = 0;  // Bits, of floats.
};

constexpr DType kDTypes[] = {
    {"bool", 1, 'b'},          {"uint8", 1, 'u'},
    {"int8", 1, 'i'},          {"int16", 2, 'i'},
    {"int32", 4, 'i'},         {"int64", 8, 'i'},
    {"float16", 2, 'f', 5},    {"bfloat16", 2, 'f', 8},
    {"float32", 4, 'f', 8},    {"float64", 8, 'f', 11},
    {"complex64", 8, 'c', 8},  {"complex128", 16, 'c', 11},
    {"uint16", 2, 'u'},        {"uint32", 4, 'u'},
    {"uint64", 8, 'u'},        {"float8_e4m3fn", 1, 'f', 4},
    {"float8_e5m2", 1, 'f', 5}};

const DType& Find(std::string_view name) {
  for (const DType& dtype : kDTypes) {
    if (name == dtype.name) return dtype;
  }
  throw Unsupported("dtype", std::string(name));
}

// Floats of 8 and 16 bits, as sign, exponent and the rest.
struct Small {
  explicit Small(const DType& dtype)
      : fraction(static_cast<int>(dtype.size) * 8 - 1 - dtype.exponent),
        bias((1 << (dtype.exponent - 1)) - 1),
        // e4m3fn has no infinity: all its bits set are NaN.
        finite(dtype.name == "float8_e4m3fn"
                   ? 0x7E
                   : (((1 << dtype.exponent) - 1) << fraction) - 1),
        sign(1 << (dtype.size * 8 - 1)) {}

  double ToDouble(int bits) const {
    const int magnitude = bits & (sign - 1);
    double value = std::ldexp(magnitude & ((1 << fraction) - 1), -fraction);
    const int exponent = magnitude >> fraction;
    if (magnitude > finite) {
      value = magnitude == finite + 1 && finite != 0x7E ? HUGE_VAL : NAN;
    } else {
      value = exponent == 0 ? std::ldexp(value, 1 - bias)
                            : std::ldexp(1 + value, exponent - bias);
    }
    return bits & sign ? -value : value;
  }

  // To nearest, ties to even; what is too large is the first bits above finite.
  int ToBits(double value) const {
    const int negative = std::signbit(value) ? sign : 0;
    if (std::isnan(value)) return negative | (sign - 1);
    const double magnitude = std::abs(value);
    const int exponent = magnitude == 0 || std::isinf(magnitude)
                             ? 1 - bias
                             : std::max(std::ilogb(magnitude), 1 - bias);
    const double ulps =
        std::nearbyint(std::ldexp(magnitude, fraction - exponent));
    const double bits =
        ulps + std::ldexp(double(exponent + bias - 1), fraction);
    return negative |
           static_cast<int>(std::min(bits, static_cast<double>(finite + 1)));
  }

  int fraction;
  int bias;
  int finite;  // The largest bits that are a finite number.
  int sign;
};

template <typename E>
void Put(E element, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&element), sizeof element);
}

template <typename E>
E Get(const char* at) {
  E element;
  std::memcpy(&element, at, sizeof element);
  return element;
}

void PutReal(const DType& dtype, int64_t size, double real,
             std::string& bytes) {
  if (size == 8) {
    Put(real, bytes);
  } else if (size == 4) {
    Put(static_cast<float>(real), bytes);
  } else {
    const int bits = Small(dtype).ToBits(real);
    bytes += static_cast<char>(bits);
    if (size == 2) bytes += static_cast<char>(bits >> 8);
  }
}

void PutNumber(const DType& dtype, const Number& number, std::string& bytes) {
  const double real = number.as<double>();
  switch (dtype.kind) {
    case 'b':
      bytes += static_cast<char>(real != 0 || number.im != 0);
      return;
    case 'f':
      if (dtype.size == 4) return Put(number.as<float>(), bytes);
      return PutReal(dtype, dtype.size, real, bytes);
    case 'c':
      PutReal(dtype, dtype.size / 2, real, bytes);
      return PutReal(dtype, dtype.size / 2, number.im, bytes);
    default:
      for (int64_t k = 0; k < dtype.size; ++k) {
        bytes += static_cast<char>(number.as<int64_t>() >> 8 * k);
      }
  }
}

Number Whole(int64_t whole) {
  Number number;
  number.is_whole = true;
  number.whole = whole;
  number.re = static_cast<double>(whole);
  return number;
}

Number ToNumber(const Json& value) {
  Number number;
  switch (value.kind) {
    case Json::Kind::kBool:
    case Json::Kind::kInt:
      return Whole(value.whole);
    case Json::Kind::kReal:
      number.re = value.real;
      return number;
    case Json::Kind::kText: {
      const char* end = value.text.data() + value.text.size();
      uint64_t huge = 0;
      if (std::from_chars(value.text.data(), end, huge).ptr == end) {
        number = Whole(static_cast<int64_t>(huge));
        number.is_huge = true;
      }
      number.re = std::strtod(value.text.c_str(), nullptr);
      return number;
    }
    default: {
      const Json* parts = value.Find("complex");
      if (parts == nullptr) parts = &value;
      if (parts->list.size() != 2) throw Unsupported("argument", "a number");
      number.re = ToNumber(parts->list[0]).as<double>();
      number.im = ToNumber(parts->list[1]).as<double>();
      return number;
    }
  }
}

void AppendElement(const DType& dtype, const char* at, std::string& out) {
  const auto real = [&](int64_t size, const char* from) {
    AppendReal(size == 8   ? Get<double>(from)
               : size == 4 ? Get<float>(from)
               : size == 2 ? Small(dtype).ToDouble(Get<uint16_t>(from))
                           : Small(dtype).ToDouble(Get<uint8_t>(from)),
               out);
  };
  switch (dtype.kind) {
    case 'b':
      out += *at ? "true" : "false";
      return;
    case 'f':
      return real(dtype.size, at);
    case 'c':
      out += '[';
      real(dtype.size / 2, at);
      out += ',';
      real(dtype.size / 2, at + dtype.size / 2);
      out += ']';
      return;
    case 'u':
      return AppendInt(dtype.size == 1   ? Get<uint8_t>(at)
                       : dtype.size == 2 ? Get<uint16_t>(at)
                       : dtype.size == 4 ? Get<uint32_t>(at)
                                         : Get<uint64_t>(at),
                       out);
    default:
      AppendInt(dtype.size == 1   ? Get<int8_t>(at)
                : dtype.size == 2 ? Get<int16_t>(at)
                : dtype.size == 4 ? Get<int32_t>(at)
                                  : Get<int64_t>(at),
                out);
  }
}

const char kHex[] = "0123456789abcdef";

void AppendHex(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[c & 15];
  }
}

std::string OfHex(std::string_view digits) {
  std::string bytes;
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2) {
    int byte = 0;
    std::from_chars(digits.data() + k, digits.data() + k + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// zlib's CRC-32.
uint32_t Crc32(std::string_view bytes) {
  static const auto kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t k = 0; k < 256; ++k) {
      uint32_t crc = k;
      for (int bit = 0; bit < 8; ++bit) {
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
      }
      table[k] = crc;
    }
    return table;
  }();
  uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 255] ^ crc >> 8;
  }
  return ~crc;
}

int64_t Product(const Ints& sizes) {
  int64_t count = 1;
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  for (const int64_t size : sizes) {
    if (count > INT64_MAX / std::max<int64_t>(size, 1)) return INT64_MAX;
    count *= size;
  }
  return count;
}

int64_t ToInt(const Json& value) {
  if (value.kind != Json::Kind::kInt) {
    throw Unsupported("argument", "expected an integer");
  }
  return value.whole;
}

Ints ToInts(const Json& value) {
  Ints list;
  list.reserve(value.list.size());
  for (const Json& one : value.list) list.push_back(ToInt(one));
  return list;
}

const Json& Member(const Json& object, const char* key) {
  const Json* value = object.Find(key);
  if (value == nullptr) {
    throw Unsupported("argument", std::string(key) + " is missing");
  }
  return *value;
}

std::string Fill(const DType& dtype, const Ints& sizes, const Json& base,
                 bool has_bool) {
  const int64_t count = Product(sizes);
  std::string bytes;
  if (const Json* digits = base.Find("hex")) return OfHex(digits->text);
  if (const Json* values = base.Find("values")) {
    for (const Json& value : values->list) {
      PutNumber(dtype, ToNumber(value), bytes);
    }
    return bytes;
  }
  const Json* fill = base.Find("fill");
  if (fill != nullptr && fill->text == "bytes") {
    for (int64_t k = 0; k < count * dtype.size; ++k) {
      bytes += static_cast<char>(has_bool ? k % 3 == 0 : k % 251);
    }
    return bytes;
  }
  const bool is_cycle = fill != nullptr && fill->text == "cycle";
  const int64_t period = !is_cycle ? count : dtype.kind == 'b' ? 3 : 97;
  for (int64_t k = 0; k < std::min(count, period); ++k) {
    Number number = Whole(dtype.kind == 'b' ? k % 3 == 0 : k + 1);
    if (dtype.kind == 'c') {
      const int64_t turn = is_cycle ? 97 : 2 * count + 2;
      number = Whole(2 * k % turn + 1);
      number.im = static_cast<double>((2 * k + 1) % turn + 1);
    }
    PutNumber(dtype, number, bytes);
  }
  const auto wanted = static_cast<std::size_t>(count * dtype.size);
  bytes.reserve(wanted);
  while (bytes.size() < wanted) {
    bytes.append(bytes.data(), std::min(bytes.size(), wanted - bytes.size()));
  }
  return bytes;
}

// --- A case

enum class Kind { kOutputs, kWrite, kQuery, kRead, kForget };

// What ops.json says of them, in a rule.
Kind KindOf(std::string_view op) {
  if (op == "read") return Kind::kRead;
  if (op == "drop") return Kind::kForget;
  if (op == "setitem" || op.back() == '_') return Kind::kWrite;
  return op.substr(0, 13) == "is_contiguous" ? Kind::kQuery : Kind::kOutputs;
}

// A value of a request as code.
std::string Spelt(const Json& value) {
  if (value.kind == Json::Kind::kNull) return "std::nullopt";
  if (value.kind == Json::Kind::kBool) return value.whole ? "true" : "false";
  if (value.kind == Json::Kind::kText) return '"' + value.text + '"';
  if (value.kind != Json::Kind::kList && value.kind != Json::Kind::kObject) {
    return value.text;
  }
  std::string out = "{";
  for (std::size_t k = 0; k < value.list.size(); ++k) {
    if (k > 0) out += ", ";
    if (!value.keys.empty()) out += "." + value.keys[k] + " = ";
    out += Spelt(value.list[k]);
  }
  return out + "}";
}

// Whether these letters of a text are a word of C++.
bool IsWordAt(std::string_view text, std::size_t at, std::size_t size) {
  const auto is_letter = [&](std::size_t k) {
    return k < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[k])) ||
            text[k] == '_');
  };
  return (at == 0 || !is_letter(at - 1)) && !is_letter(at + size);
}

// a.TYPE("KEY") in an expression.
struct Argument {
  std::string_view type;
  std::string_view key;
  std::size_t end;
};

std::optional<Argument> ArgumentAt(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "a." || !IsWordAt(text, at, 1)) return {};
  const std::size_t key = text.find("(\"", at);
  if (key == text.npos) return {};
  const std::string_view type = text.substr(at + 2, key - at - 2);
  const std::size_t end = text.find("\")", key);
  if (end == text.npos || !IsWordAt(text, at + 2, type.size()) ||
      !std::all_of(type.begin(), type.end(),
                   [](unsigned char c) { return std::islower(c); })) {
    return {};
  }
  return Argument{type, text.substr(key + 2, end - key - 2), end + 2};
}

std::string SpeltName(const MadeTensors& made, std::size_t step,
                      std::size_t output) {
  const std::string name = "t" + std::to_string(step);
  const bool is_list = step < made.are_lists.size() && made.are_lists[step];
  return is_list ? name + "[" + std::to_string(output) + "]" : name;
}

// The case that is being answered.
class Run {
 public:
  Run(Subject& subject, const Json& test)
      : subject_(subject),
        hello_(subject.hello),
        chain_(Member(test, "chain").list),
        base_(Member(test, "base")) {
    for (const Facet facet : kFacets) {
      has_[facet] = Contains(hello_.facets, kFacetNames[facet]);
    }
  }

  // Throws Unsupported at step made().
  void All(std::string& out) {
    MakeBase();
    if (hello_.observes_last) return Whole(out);
    std::size_t current = 0;
    for (std::size_t k = 0; k < chain_.size(); ++k) {
      if (k > 0) out += ',';
      Step(chain_[k], current, out);
    }
  }

  std::size_t made() const { return made_.steps.size(); }

  // A line of code for each step; what fails says so.
  std::string Code() {
    MakeBase();
    std::string out = "auto t0 = make(" + Spelt(base_) + ");";
    std::size_t current = 0;
    for (std::size_t k = 0; k < chain_.size(); ++k) {
      const std::string line = LineOf(chain_[k], current);
      std::string entry;
      Step(chain_[k], current, entry);
      out += "\n" + line + ";";
      const std::size_t message = entry.find("\"message\":");
      if (entry.find("\"error\"") != 1) continue;
      out += "  // throws " +
             entry.substr(message + 10, entry.size() - message - 12);
    }
    return out;
  }

 private:
  enum Facet { kValues, kStrides, kAlias, kIdentity, kExact };
  static constexpr Facet kFacets[] = {kValues, kStrides, kAlias, kIdentity,
                                      kExact};
  static constexpr const char* kFacetNames[] = {"values", "strides", "alias",
                                                "identity", "exact"};

  void MakeBase() {
    try {
      if (base_.Find("layout") != nullptr) return MakeSparse();
      CheckBase();
      const DType& dtype = DeclaredType(Member(base_, "dtype").text);
      const Ints sizes = ToInts(Member(base_, "sizes"));
      made_.steps.push_back(
          {subject_.Make(std::string(dtype.name), sizes,
                         Fill(dtype, sizes, base_, HasBool()))});
      Number(made_.steps[0][0]);
    } catch (const Unsupported&) {
      throw;
    } catch (const std::exception& error) {
      // A base that the library refuses costs no process.
      throw Unsupported("base", error.what());
    }
  }

  // Notes how the base is filled; refuses what nobody told us.
  void CheckBase() {
    bool is_known = base_.keys.size() <= 3;
    for (const std::string& key : base_.keys) {
      const Json& value = *base_.Find(key);
      if (key == "values") fills_data_ = true;
      if (key == "hex") fills_data_ = shows_bytes_ = true;
      if (key == "fill") {
        fills_data_ = value.text == "cycle";
        shows_bytes_ = value.text == "bytes";
        is_known &= fills_data_ || shows_bytes_ || value.text == "iota";
      } else if (key != "values" && key != "hex") {
        is_known &= key == "dtype" || key == "sizes";
      }
    }
    if (!is_known) RefuseBase();
  }

  [[noreturn]] void RefuseBase() const {
    throw Unsupported("base", Spelt(base_));
  }

  void MakeSparse() {
    if (base_.Find("indices") == nullptr || base_.keys.size() != 5 ||
        base_.Find("coalesced") == nullptr) {
      RefuseBase();
    }
    const Json& indices = Member(base_, "indices");
    const DType& dtype = DeclaredType(Member(base_, "dtype").text);
    const Ints sizes = ToInts(Member(base_, "sizes"));
    const auto rank = static_cast<int64_t>(indices.list.size());
    const auto count = static_cast<int64_t>(indices.list.at(0).list.size());
    std::string places;
    for (const Json& row : indices.list) {
      for (const Json& place : row.list) Put(ToInt(place), places);
    }
    Ints of_entries = {count};
    of_entries.insert(of_entries.end(), sizes.begin() + rank, sizes.end());
    const Tensor entries =
        subject_.Make(std::string(dtype.name), of_entries,
                      Fill(dtype, of_entries, Json(), false));
    const Tensor at = subject_.Make("int64", {rank, count}, places);
    made_.steps.push_back({subject_.MakeSparse(
        at, entries, sizes, Member(base_, "coalesced").whole)});
    Number(entries);
    Number(at);
  }

  const DType& DeclaredType(const std::string& name) const {
    if (!Contains(hello_.dtypes, name)) throw Unsupported("dtype", name);
    return Find(name);
  }

  bool HasBool() const {
    const auto is_bool = [](const Json& object) {
      const Json* dtype = object.Find("dtype");
      return dtype != nullptr && dtype->text == "bool";
    };
    return is_bool(base_) || std::any_of(chain_.begin(), chain_.end(), is_bool);
  }

  // What a step acts on: [step, output].
  std::pair<std::size_t, std::size_t> OperandOf(const Json& step,
                                                std::size_t current) const {
    const Json* on = step.Find("on");
    if (on == nullptr) return {current, 0};
    const Ints name = ToInts(*on);
    if (name.size() != 2) throw Unsupported("argument", "on");
    return {name[0], name[1]};
  }

  const Tensor& Named(std::pair<std::size_t, std::size_t> name) const {
    if (name.first >= made_.steps.size()) throw MissingTensor();
    const std::vector<Tensor>& outputs = made_.steps[name.first];
    if (name.second >= outputs.size()) throw MissingTensor();
    if (outputs[name.second] == nullptr) throw MissingTensor();  // Dropped.
    return outputs[name.second];
  }

  // The op of a step, if its arguments are those that the subject takes.
  const std::string& OpOf(const Json& step) const {
    const std::string& op = Member(step, "op").text;
    const Names* keys = subject_.Keys(op);
    if (keys == nullptr) throw Unsupported("op", op);
    std::size_t found = 0;
    for (const std::string& key : step.keys) {
      if (key == "op" || key == "on") continue;
      if (!Contains(*keys, key)) throw Unsupported("argument", op + ": " + key);
      ++found;
    }
    if (found != keys->size()) {
      throw Unsupported("argument", op + ": one is missing");
    }
    return op;
  }

  // Runs a step; adds its outputs to made_ and its entry to `out`.
  void Step(const Json& step, std::size_t& current, std::string& out) {
    const std::string& op = OpOf(step);
    const Kind kind = viewproof_sdk::KindOf(op);
    const std::size_t begin = out.size();
    std::vector<Tensor> outputs;
    bool is_list = false;
    try {
      const auto name = OperandOf(step, current);
      if (kind == Kind::kForget || (kind == Kind::kWrite && hello_.rebinds)) {
        Replace(op, kind, step, name);
        AppendEntry(kind, {}, nullptr, out);
      } else {
        const Tensor operand = Named(name);
        Result result = subject_.Call(op, operand, {subject_, step, made_});
        AppendEntry(kind, result, operand, out);
        if (kind == Kind::kOutputs) outputs = std::move(result.outputs);
        is_list = result.is_list;
      }
    } catch (const Unsupported&) {
      throw;
    } catch (const Misdeclared&) {
      throw;
    } catch (const MissingTensor&) {
      out.resize(begin);
      out += "{\"unobserved\":true}";
    } catch (const std::exception& error) {
      out.resize(begin);
      AppendError(op, error, out);
    } catch (...) {
      out.resize(begin);
      AppendError(op, std::runtime_error("no std::exception"), out);
    }
    const bool is_new = !outputs.empty();
    made_.steps.push_back(std::move(outputs));
    made_.are_lists.resize(made_.steps.size());
    made_.are_lists.back() = is_list;
    if (is_new) current = made_.steps.size() - 1;
  }

  // The chain as one function; only its last entry says something.
  void Whole(std::string& out) {
    for (const Json& step : chain_) {  // What cannot be run is told before.
      OpOf(step);
      if (&step != &chain_.back()) {
        made_.steps.emplace_back();
        out += "{\"unobserved\":true},";
      }
    }
    made_.steps.resize(1);
    const Program program = [this](const Tensor& base) {
      made_.steps.assign(1, {base});
      Result last;
      std::size_t current = 0;
      for (const Json& step : chain_) {
        const std::string& op = OpOf(step);
        const Kind kind = viewproof_sdk::KindOf(op);
        const auto name = OperandOf(step, current);
        last = {};
        if (kind != Kind::kForget) {
          last = subject_.Call(op, Named(name), {subject_, step, made_});
        }
        if (kind == Kind::kForget || (kind == Kind::kWrite && hello_.rebinds)) {
          made_.steps[name.first][name.second] =
              last.outputs.empty() ? nullptr : last.outputs[0];
        }
        made_.steps.push_back(kind == Kind::kOutputs ? last.outputs
                                                     : std::vector<Tensor>());
        if (!made_.steps.back().empty()) current = made_.steps.size() - 1;
      }
      return last;
    };
    const std::string& op = OpOf(chain_.back());
    const std::size_t begin = out.size();
    try {
      const Tensor base = made_.steps[0][0];
      AppendEntry(viewproof_sdk::KindOf(op), subject_.RunChain(program, base),
                  nullptr, out);
    } catch (const Unsupported&) {
      throw;
    } catch (const std::exception& error) {
      out.resize(begin);
      AppendError(op, error, out);
    }
  }

  void AppendEntry(Kind kind, const Result& result, const Tensor& operand,
                   std::string& out) {
    if (kind == Kind::kQuery) {
      out += result.answer ? "{\"result\":true}" : "{\"result\":false}";
      return;
    }
    out += "{\"outputs\":[";
    if (kind == Kind::kOutputs || kind == Kind::kRead) {
      const char* before = "";
      for (const Tensor& x : result.outputs) {
        out += before;
        before = ",";
        AppendOutput(kind, x, operand, out);
      }
    }
    out += "]}";
  }

  void AppendOutput(Kind kind, const Tensor& x, const Tensor& operand,
                    std::string& out) {
    const Look look = subject_.Observe(x);
    const std::size_t begin = out.size();
    out += '{';
    if (kind != Kind::kRead) {
      out += "\"dtype\":";
      AppendQuoted(look.dtype, out);
      out += ",\"sizes\":";
      AppendInts(look.sizes, 1, out);
      if (has_[kStrides]) AppendStrides(look, out);
      if (has_[kAlias]) {
        out += ",\"storage\":";
        AppendInt(Number(x, &look), out);
      }
      if (has_[kIdentity] && operand != nullptr && subject_.Same(x, operand)) {
        out += ",\"self\":true";
      }
      if (has_[kExact] && look.conj) out += ",\"conj\":true";
      if (has_[kExact] && look.neg) out += ",\"neg\":true";
    }
    if (has_[kValues]) AppendContent(x, look, begin, out);
    out += '}';
  }

  void AppendStrides(const Look& look, std::string& out) const {
    const int64_t unit = hello_.in_bytes ? Find(look.dtype).size : 1;
    out += ",\"strides\":";
    AppendInts(look.strides, unit, out);
    out += ",\"offset\":";
    const std::size_t at = out.size();
    AppendInts({look.offset}, unit, out);
    out.erase(at, 1);
    out.pop_back();
    if (Contains(hello_.ops, "is_contiguous")) {
      out += look.contiguous ? ",\"contiguous\":true" : ",\"contiguous\":false";
    }
  }

  void AppendContent(const Tensor& x, const Look& look, std::size_t begin,
                     std::string& out) {
    const int64_t count = Product(look.sizes);
    if (count > (fills_data_ ? kDigested : kShown)) return;
    const std::string bytes = count == 0 ? "" : subject_.Bytes(x);
    if (out.size() > begin + 1) out += ',';
    if (count > kShown) {
      char digits[24];
      std::snprintf(digits, sizeof digits, "\"crc32\":\"%08x\"", Crc32(bytes));
      out += digits;
    } else if (shows_bytes_) {
      out += "\"bytes\":\"";
      AppendHex(bytes, out);
      out += '"';
    } else {
      const DType& dtype = Find(look.dtype);
      const auto held = static_cast<int64_t>(bytes.size()) / dtype.size;
      out += "\"values\":[";
      for (int64_t k = 0; k < held; ++k) {
        if (k > 0) out += ',';
        AppendElement(dtype, bytes.data() + k * dtype.size, out);
      }
      out += ']';
    }
  }

  // Storages are numbered as they appear.
  struct Storage {
    const void* key;
    bool is_alive;  // Its key is not free for another storage.
    std::vector<Tensor> tensors = {};  // If they are asked what they share.
  };

  int64_t Number(const Tensor& x, const Look* look = nullptr) {
    if (hello_.asks_sharing) return Ask(x);
    const void* key = look ? look->storage : subject_.Observe(x).storage;
    for (std::size_t k = 0; k < storages_.size(); ++k) {
      if (storages_[k].is_alive && storages_[k].key == key) return k;
    }
    storages_.push_back({key, true});
    return storages_.size() - 1;
  }

  // One living tensor of each storage is asked.
  int64_t Ask(const Tensor& x) {
    std::size_t k = 0;
    for (; k < storages_.size(); ++k) {
      const std::vector<Tensor>& known = storages_[k].tensors;
      if (std::find(known.begin(), known.end(), x) != known.end()) return k;
      if (!known.empty() && subject_.Shares(x, known[0])) break;
    }
    if (k == storages_.size()) storages_.push_back({nullptr, false});
    storages_[k].tensors.push_back(x);
    return k;
  }

  // Drops a tensor, or puts what a write gives in its place: under this name
  // alone. If then its storage has no other tensor, its key is free.
  void Replace(const std::string& op, Kind kind, const Json& step,
               std::pair<std::size_t, std::size_t> name) {
    Tensor old = Named(name);
    const void* key = subject_.Observe(old).storage;
    Tensor now;
    bool is_changed = false;  // The object that is there, not another.
    if (kind == Kind::kWrite) {
      Result result = subject_.Call(op, old, {subject_, step, made_});
      is_changed = result.outputs.empty() || result.outputs[0] == old;
      now = is_changed ? old : result.outputs[0];
    }
    made_.steps[name.first][name.second] = now;
    const auto is_named = [this](const Tensor& x) {
      for (const auto& outputs : made_.steps) {
        if (std::find(outputs.begin(), outputs.end(), x) != outputs.end()) {
          return true;
        }
      }
      return false;
    };
    for (Storage& storage : storages_) {
      auto& known = storage.tensors;
      known.erase(std::remove_if(known.begin(), known.end(),
                                 [&](const Tensor& x) {
                                   return (is_changed && x == old) ||
                                          !is_named(x);
                                 }),
                  known.end());
    }
    for (const auto& outputs : made_.steps) {
      for (const Tensor& x : outputs) {
        // What a write made may lie where its operand did.
        if (x == nullptr || (kind == Kind::kWrite && x == now)) continue;
        if (subject_.Observe(x).storage == key) return;
      }
    }
    for (Storage& storage : storages_) {
      if (storage.key == key) storage.is_alive = false;
    }
  }

  void AppendError(const std::string& op, const std::exception& error,
                   std::string& out) {
    out += "{\"error\":{";
    const std::string kind = Contains(hello_.facets, "error_kind")
                                 ? subject_.KindOf(op, error)
                                 : std::string();
    if (!kind.empty()) {
      out += "\"kind\":";
      AppendQuoted(kind, out);
      out += ',';
    }
    out += "\"message\":";
    AppendQuoted(Shortened(error.what()), out);
    out += "}}";
  }

  // The step as code: its expression with the arguments written out.
  std::string LineOf(const Json& step, std::size_t current) const;

  Subject& subject_;
  const Hello& hello_;
  const std::vector<Json>& chain_;
  const Json& base_;
  bool has_[5] = {};
  bool fills_data_ = false;   // The form `data`: large outputs are digests.
  bool shows_bytes_ = false;  // Elements are shown as bytes.
  MadeTensors made_;
  std::vector<Storage> storages_;
};

std::string Run::LineOf(const Json& step, std::size_t current) const {
  const std::string& op = OpOf(step);
  const auto [number, output] = OperandOf(step, current);
  const std::string name = SpeltName(made_, number, output);
  const std::string text = subject_.Text(op);
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    if (const auto found = ArgumentAt(text, at)) {
      const Json& value = Member(step, std::string(found->key).c_str());
      const bool is_name = value.kind == Json::Kind::kList &&
                           value.list.size() == 2 &&
                           (found->type == "tensor" || found->type == "value");
      line += is_name
                  ? SpeltName(made_, ToInt(value.list[0]), ToInt(value.list[1]))
                  : Spelt(value);
      at = found->end;
    } else if (text[at] == 'x' && IsWordAt(text, at, 1)) {
      line += name;
      ++at;
    } else {
      line += text[at++];
    }
  }
  switch (viewproof_sdk::KindOf(op)) {
    case Kind::kOutputs:
      return "auto t" + std::to_string(made_.steps.size()) + " = " + line;
    case Kind::kForget:
      return name + " = {}";
    case Kind::kWrite:
      return hello_.rebinds ? name + " = " + line : line;
    default:
      return line;
  }
}

void AppendNames(const char* key, const Names& names, std::string& out) {
  out.append(",\"").append(key).append("\":[");
  const char* before = "";
  for (const std::string& name : names) {
    out += before;
    AppendQuoted(name, out);
    before = ",";
  }
  out += ']';
}

Names Sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

// Refuses a Shares() that says yes to everything.
void CheckShares(Subject& subject) {
  if (!subject.hello.asks_sharing) return;
  const DType& dtype = Find(subject.hello.dtypes.at(0));
  const std::string bytes = Fill(dtype, {4}, Json(), false);
  const Tensor x = subject.Make(std::string(dtype.name), {4}, bytes);
  if (subject.Shares(x, subject.Make(std::string(dtype.name), {4}, bytes))) {
    throw Misdeclared("Shares(): two new tensors: expected false, not true");
  }
}

bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Calls use(line) for each line of standard input, until it gives a status.
template <typename Use>
int ForEachLine(Use use) {
  std::string rest;
  std::vector<char> chunk(1 << 16);
  while (true) {
    const ssize_t count = read(STDIN_FILENO, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return rest.empty() ? 0 : use(rest).value_or(0);
    rest.append(chunk.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t end; (end = rest.find('\n', begin)) != rest.npos;
         begin = end + 1) {
      const std::optional<int> status =
          use(std::string_view(rest).substr(begin, end - begin));
      if (status) return *status;
    }
    rest.erase(0, begin);
  }
}

// What standard output was; what the library prints is standard error.
int TakeStandardOutput() {
  const int output = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return output;
}

// Answers a request; a status ends the process.
std::optional<int> Serve(Subject& subject, std::string_view line, int output) {
  const Json request = ParseJson(line);
  if (const Json* cases = request.Find("run")) {
    for (const Json& test : cases->list) {  // Each at once: a death loses none.
      if (!WriteAll(output, Answer(subject, test) + "\n")) return 0;
    }
  } else if (const Json* hello = request.Find("hello")) {
    const Json* protocol = hello->Find("protocol");
    if (protocol == nullptr || protocol->whole != 1) return 2;
    if (!WriteAll(output, HelloLine(subject) + "\n")) return 0;
  } else if (request.Find("bye") != nullptr) {
    return 0;
  }
  return std::nullopt;
}

}  // namespace

const Json* Json::Find(std::string_view key) const {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k] == key) return &list[k];
  }
  return nullptr;
}

Json ParseJson(std::string_view text) { return Parser(text).All(); }

Items At(int64_t rank, int64_t dim, Item item) {
  if (dim < 0) dim += rank;
  Items items(static_cast<std::size_t>(dim < 0 ? rank : std::min(dim, rank)));
  items.push_back(std::move(item));
  return items;
}

Names KeysIn(std::string_view text) {
  Names keys;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto found = ArgumentAt(text, at);
    if (found && !Contains(keys, found->key)) keys.emplace_back(found->key);
  }
  return keys;
}

int64_t ItemSize(const std::string& dtype) { return Find(dtype).size; }

std::string Element(const std::string& dtype, const Number& number) {
  std::string bytes;
  PutNumber(Find(dtype), number, bytes);
  return bytes;
}

const Json& Args::Of(const char* key) const { return Member(step_, key); }

int64_t Args::integer(const char* key) const { return ToInt(Of(key)); }

std::optional<int64_t> Args::optional(const char* key) const {
  const Json& value = Of(key);
  if (value.kind == Json::Kind::kNull) return std::nullopt;
  return ToInt(value);
}

Ints Args::ints(const char* key) const { return ToInts(Of(key)); }

std::string Args::text(const char* key) const { return Of(key).text; }

std::string Args::dtype(const char* key) const {
  const std::string& name = Of(key).text;
  if (!Contains(subject_.hello.dtypes, name)) throw Unsupported("dtype", name);
  return name;
}

Number Args::number(const char* key) const { return ToNumber(Of(key)); }

Tensor Args::any(const char* key) const { return ToTensor(Of(key)); }

// A tensor of the case, or a literal; null: it is a number.
Tensor Args::ToTensor(const Json& value) const {
  if (value.kind == Json::Kind::kList) {
    const Ints name = ToInts(value);
    if (name.size() != 2) throw Unsupported("argument", "expected a name");
    const auto [step, output] =
        std::pair<std::size_t, std::size_t>(name[0], name[1]);
    if (step >= made_.steps.size() || output >= made_.steps[step].size() ||
        made_.steps[step][output] == nullptr) {
      throw MissingTensor();
    }
    return made_.steps[step][output];
  }
  if (value.Find("dtype") == nullptr) return nullptr;
  for (const std::string& key : value.keys) {
    if (key != "dtype" && key != "sizes" && key != "values") {
      throw Unsupported("argument", key);
    }
  }
  const std::string& dtype = value.Find("dtype")->text;
  if (!Contains(subject_.hello.dtypes, dtype)) {
    throw Unsupported("dtype", dtype);
  }
  const Ints sizes = ToInts(Member(value, "sizes"));
  return subject_.Make(dtype, sizes,
                       Fill(viewproof_sdk::Find(dtype), sizes, value, false));
}

Items Args::index(const char* key) const {
  Items items;
  for (const Json& value : Of(key).list) {
    Item item;
    switch (value.kind) {
      case Json::Kind::kNull:
        item.kind = Item::Kind::kNewAxis;
        break;
      case Json::Kind::kText:
        item.kind = Item::Kind::kEllipsis;
        break;
      case Json::Kind::kBool:
      case Json::Kind::kInt:
        item.kind = value.kind == Json::Kind::kBool ? Item::Kind::kBool
                                                    : Item::Kind::kInt;
        item.number = value.whole;
        break;
      default:
        item.tensor = ToTensor(value);
        if (item.tensor != nullptr) {
          item.kind = Item::Kind::kTensor;
          break;
        }
        for (std::size_t k = 0; k < value.keys.size(); ++k) {
          std::optional<int64_t>* end = value.keys[k] == "start"  ? &item.start
                                        : value.keys[k] == "stop" ? &item.stop
                                        : value.keys[k] == "step" ? &item.step
                                                                  : nullptr;
          if (end == nullptr) throw Unsupported("argument", value.keys[k]);
          if (value.list[k].kind != Json::Kind::kNull)
            *end = ToInt(value.list[k]);
        }
    }
    items.push_back(std::move(item));
  }
  return items;
}

Tensor Subject::MakeSparse(const Tensor&, const Tensor&, const Ints&, bool) {
  throw Unsupported("base", "sparse");
}

std::string Subject::Bytes(const Tensor&) { return {}; }

bool Subject::Shares(const Tensor&, const Tensor&) { return false; }

std::string Subject::KindOf(const std::string&, const std::exception&) {
  return {};
}

std::string Answer(Subject& subject, const Json& test) {
  std::string out = "{\"id\":";
  AppendQuoted(Member(test, "id").text, out);
  const std::size_t begin = out.size();
  Run run(subject, test);
  try {
    out += ",\"steps\":[";
    run.All(out);
    return out + "]}";
  } catch (const Unsupported& error) {
    out.resize(begin);
    out += ",\"unsupported\":{\"step\":" + std::to_string(run.made()) +
           ",\"what\":";
    AppendQuoted(error.lacks, out);
    out += ",\"detail\":";
    AppendQuoted(Shortened(error.what()), out);
    return out + "}}";
  }
}

std::string HelloLine(const Subject& subject) {
  const Hello& hello = subject.hello;
  std::string out = "{\"hello\":{\"protocol\":1,\"subject\":{\"name\":";
  AppendQuoted(hello.name, out);
  out += ",\"version\":";
  AppendQuoted(hello.version, out);
  out += ",\"language\":";
  AppendQuoted(hello.language, out);
  out += ",\"device\":";
  AppendQuoted(hello.device, out);
  out += '}';
  AppendNames("ops", Sorted(hello.ops), out);
  AppendNames("dtypes", hello.dtypes, out);
  AppendNames("facets", hello.facets, out);
  AppendNames("forms", hello.forms, out);
  AppendNames("copies", Sorted(hello.copies), out);
  AppendNames("borrowed", Sorted(hello.borrowed), out);
  AppendNames("left_out", hello.left_out, out);
  const auto flag = [&out](const char* key, bool value) {
    out.append(",\"").append(key).append(value ? "\":true" : "\":false");
  };
  flag("views", hello.views);
  flag("after_error", hello.after_error);
  flag("index_range", hello.index_range);
  out += hello.rebinds ? ",\"writes\":\"rebind\"" : "";
  out += hello.observes_last ? ",\"observes\":\"last\"" : "";
  out += ",\"ints\":" + std::to_string(hello.ints);
  out += ",\"max_rank\":" + std::to_string(hello.max_rank);
  out += ",\"batch\":" + std::to_string(hello.batch);
  out += ",\"case_seconds\":";
  AppendReal(hello.case_seconds, out);
  return out + "}}";
}

std::string ProgramOf(Subject& subject, const Json& test) {
  return Run(subject, test).Code();
}

int Main(Subject& subject, int argc, char** argv) {
  const int output = TakeStandardOutput();
  const bool is_shown = argc > 1 && std::string_view(argv[1]) == "--program";
  try {
    CheckShares(subject);
    return ForEachLine([&](std::string_view line) -> std::optional<int> {
      if (!is_shown) return Serve(subject, line, output);
      const Json request = ParseJson(line);
      if (const Json* cases = request.Find("run")) {
        for (const Json& test : cases->list) {
          WriteAll(output, ProgramOf(subject, test) + "\n\n");
        }
      }
      return std::nullopt;
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", subject.hello.name.c_str(), error.what());
    return 2;
  }
}

}  // namespace viewproof_sdk
