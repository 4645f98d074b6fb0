#ifndef VIEWPROOF_CONFORMANCE_CASE_HELLO_H_
#define VIEWPROOF_CONFORMANCE_CASE_HELLO_H_

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/case.h"
#include "conformance/case/kernel.h"

namespace viewproof {

// One thing that is compared. Closed; `shape` is always compared.
enum class Facet {
  kShape,      // Outcome, number of outputs, dtype, sizes, result.
  kValues,     // Every element.
  kStrides,    // Strides of sizes > 1, offset, contiguous; if numel > 0.
  kAlias,      // Says which tensors share a storage, if both have elements.
  kIdentity,   // The very same tensor came back.
  kExact,      // Every stride and offset; size-1 and empty included; bits.
  kErrorKind,  // The kind of an error.
};

inline constexpr std::array kFacets = {
    Facet::kShape,    Facet::kValues, Facet::kStrides,  Facet::kAlias,
    Facet::kIdentity, Facet::kExact,  Facet::kErrorKind};

std::string_view Name(Facet facet);
std::optional<Facet> FindFacet(std::string_view name);

// A set of facets. Always holds kShape.
class Facets {
 public:
  Facets() : Facets({}) {}
  Facets(std::initializer_list<Facet> facets) {
    for (const Facet facet : facets) Insert(facet);
  }
  static Facets All() { return Facets(kAllBits); }

  bool Contains(Facet facet) const { return bits_ >> Bit(facet) & 1u; }
  void Insert(Facet facet) { bits_ |= 1u << Bit(facet); }
  // Lists all but kShape, which goes without saying.
  std::vector<Facet> List() const;
  Facets operator&(Facets other) const { return Facets(bits_ & other.bits_); }
  bool operator==(const Facets&) const = default;

 private:
  static constexpr uint32_t kAllBits = (1u << kFacets.size()) - 1;
  static constexpr int Bit(Facet facet) { return static_cast<int>(facet); }
  explicit Facets(uint32_t bits) : bits_(bits | 1u) {}
  uint32_t bits_ = 1u;
};

inline constexpr int64_t kProtocol = 1;
inline constexpr std::string_view kSuiteVersion = "0.1.0";

// Returns whether a list of names in a Hello, which is sorted, has this one.
bool Contains(const std::vector<std::string>& sorted, std::string_view name);

// Holds what a subject declares before the first case: PROTOCOL.md, section 2.
// A field that JSON spells in another way says how.
struct Hello {
  std::string name;
  std::string version;
  std::string language;
  std::string device = "cpu";
  std::vector<std::string> ops;  // Sorted; `read` is among them.
  std::vector<DType> dtypes;
  Facets facets;
  bool views = true;  // View ops share storage.
  // Sorted lists of ops. A copy is a fresh row-major tensor, where PyTorch may
  // give a view; what is borrowed is not of the library, nor among `ops`.
  std::vector<std::string> copies;
  std::vector<std::string> borrowed;
  // "writes":"rebind", not "in_place": a write replaces the tensor under its
  // name, and no other name sees it.
  bool rebinds = false;
  bool after_error = true;  // A chain can go on after an error.
  // "index_range":false: of an index tensor, numbers out of range are not
  // refused in time to go on, as on a GPU, where they end the process.
  bool index_range = true;
  int64_t ints = 64;  // Numbers up to 2^31 - 1 (32), 2^53 (53), all (64).
  // "observes":"every", not "last": every step's outcome.
  bool observes_every = true;
  bool answers_batch = false;  // "answers":"batch": at its end, not "case".
  int64_t max_rank = kMaxRank;
  int64_t batch = 64;           // Cases in one request.
  double case_seconds = 2;      // Deadline of one reply.
  std::vector<CaseForm> forms;  // It knows these; in the order of kCaseForms.
  // Holds what the adapter looked for and did not find, in words. Only with
  // some may a reply say `unsupported`, what `left_out`: that case is skipped.
  std::vector<std::string> left_out;
  std::vector<DeclaredKernel> calls;  // --calls asks them.
  // A gate pins these words of them: "neg:1f3a09c4", the name and a digest.
  std::vector<std::string> pinned_calls = {};

  // Returns whether it declares a dtype, a form, or an op: its own, a borrowed
  // one, or one that calls a declared kernel.
  bool Has(DType dtype) const;
  bool Has(CaseForm form) const;
  bool Knows(std::string_view op) const;
  bool operator==(const Hello&) const = default;
};

// The message, one line without its '\n'.
void AppendJson(const Hello& hello, std::string& out);

// Throws BadInput naming the field.
Hello ReadHello(std::string_view line);

// Returns what to say of the fields of a hello that are of an earlier version:
// they are read until 0.3.
std::vector<std::string> RetiredFields(std::string_view line);

// The JSON Schema of the message.
std::string HelloLineSchema();

// Holds what stands in the message, for those that quote it (codec.h).
struct HelloCodec {
  void Read(simdjson::ondemand::value value, std::string_view field,
            Hello& into) const;
  void Append(const Hello& hello, std::string& out) const;
  std::string Schema() const;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_HELLO_H_
