#include "conformance/laws/apart.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "conformance/case/encode.h"

namespace viewproof {
namespace {

// A facet of a pair of outputs is looked at if hello declares it.
class Apart {
 public:
  Apart(const Hello& hello, const std::vector<Outcome>& expect,
        const std::vector<Outcome>& shown)
      : hello_(hello),
        asks_contiguous_(std::ranges::binary_search(
            hello.ops, std::string("is_contiguous"))),
        expect_(expect),
        shown_(shown) {}

  int64_t First() {
    if (shown_.size() != expect_.size()) {
      return static_cast<int64_t>(std::min(shown_.size(), expect_.size())) + 1;
    }
    const std::size_t begin = hello_.observes_every ? 0 : expect_.size() - 1;
    for (std::size_t k = begin; k < expect_.size(); ++k) {
      if (Differs(expect_[k], shown_[k])) return static_cast<int64_t>(k) + 1;
    }
    return 0;
  }

 private:
  // The same tensor in both, by its storage's number.
  struct Pair {
    int64_t expected;
    int64_t shown;
    bool empty;
  };

  bool Has(Facet facet) const { return hello_.facets.Contains(facet); }

  bool Differs(const Outcome& expected, const Outcome& shown) {
    if (expected.index() != shown.index()) return true;
    if (const auto* error = std::get_if<ErrorReply>(&expected)) {
      return Has(Facet::kErrorKind) &&
             error->kind != std::get<ErrorReply>(shown).kind;
    }
    const auto* outputs = std::get_if<std::vector<Output>>(&expected);
    if (outputs == nullptr) return expected != shown;
    const auto& others = std::get<std::vector<Output>>(shown);
    if (outputs->size() != others.size()) return true;
    for (std::size_t k = 0; k < others.size(); ++k) {
      if (Differs((*outputs)[k], others[k])) return true;
    }
    return false;
  }

  // Returns whether numbers that are equal are spelt in two ways: as 0 and
  // -0.0.
  bool SignsDiffer(const Output& e, const Output& s) {
    if (std::ranges::count(hello_.forms, CaseForm::kSignedZero) == 0) {
      return false;
    }
    std::string expected;
    std::string shown;
    AppendJson(*e.values, expected);
    AppendJson(*s.values, shown);
    return expected != shown;
  }

  bool Differs(const Output& e, const Output& s) {
    if (Has(Facet::kValues) &&
        ((e.values && (e.values != s.values || SignsDiffer(e, s))) ||
         (e.bytes && e.bytes != s.bytes) || (e.crc32 && e.crc32 != s.crc32))) {
      return true;
    }
    if (!e.dtype) return false;  // A `read` shows none.
    const bool empty = std::ranges::find(e.sizes, 0) != e.sizes.end();
    if (e.dtype != s.dtype || e.sizes != s.sizes) return true;
    return (Has(Facet::kStrides) && !empty && LiesElsewhere(e, s)) ||
           (Has(Facet::kExact) && IsNotExact(e, s, empty)) ||
           (Has(Facet::kIdentity) && e.self != s.self) ||
           (Has(Facet::kAlias) && e.storage && IsParted(e, s, empty));
  }

  bool LiesElsewhere(const Output& e, const Output& s) const {
    for (std::size_t d = 0; e.strides && d < e.sizes.size(); ++d) {
      if (e.sizes[d] > 1 && (*e.strides)[d] != (*s.strides)[d]) return true;
    }
    return (e.offset && e.offset != s.offset) ||
           (asks_contiguous_ && e.contiguous && e.contiguous != s.contiguous);
  }

  bool IsNotExact(const Output& e, const Output& s, bool empty) const {
    return (e.strides && e.strides != s.strides) ||
           (e.offset && e.offset != s.offset) || e.conj != s.conj ||
           e.neg != s.neg ||
           (empty && asks_contiguous_ && e.contiguous &&
            e.contiguous != s.contiguous);
  }

  // Returns whether some tensor before shares its storage with this one in one
  // reply and not in the other. Storages of empty tensors are looked at as
  // exactly as strides.
  bool IsParted(const Output& e, const Output& s, bool empty) {
    tensors_.push_back({*e.storage, s.storage.value_or(-1), empty});
    const Pair& last = tensors_.back();
    return std::ranges::any_of(tensors_, [&](const Pair& other) {
      return (other.expected == last.expected) != (other.shown == last.shown) &&
             (Has(Facet::kExact) || !(other.empty || last.empty));
    });
  }

  const Hello& hello_;
  const bool asks_contiguous_;
  const std::vector<Outcome>& expect_;
  const std::vector<Outcome>& shown_;
  std::vector<Pair> tensors_ = {{0, 0, false}};  // The base.
};

}  // namespace

int64_t FirstStepApart(const Hello& hello, const std::vector<Outcome>& expect,
                       const std::vector<Outcome>& shown) {
  return Apart(hello, expect, shown).First();
}

}  // namespace viewproof
