#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <variant>

#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/judge/relation.h"
#include "conformance/picture/layout.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/reason.h"

namespace viewproof {
namespace {

// Row-major strides, which contiguous() would give (spec: contiguous.d2).
std::vector<Wide> RowMajor(const Ints& sizes) {
  std::vector<Wide> strides(sizes.size(), 1);
  for (std::size_t d = sizes.size(); d-- > 1;) {
    strides[d - 1] = Times(strides[d], std::max<int64_t>(sizes[d], 1));
  }
  return strides;
}

constexpr const char* kWhyContiguous =
    "each stride of a dimension of a size other than 1 is the product of the "
    "sizes to its right";

// "dimension 0, of size 3, has stride 1, where row-major it is 2"; empty if the
// tensor is contiguous.
std::string WhyNotContiguous(const Geometry& geometry) {
  if (IsContiguous(geometry)) return "";
  const std::vector<Wide> strides = RowMajor(geometry.sizes);
  for (std::size_t d = geometry.sizes.size(); d-- > 0;) {
    if (geometry.sizes[d] == 1 || geometry.strides[d] == strides[d]) continue;
    return fmt::format(
        "dimension {}, of size {}, has stride {}, where row-major it is {}", d,
        geometry.sizes[d], geometry.strides[d], CountText(strides[d]));
  }
  return "";
}

// Says as a sentence what a contiguous tensor is whose strides are not
// row-major.
std::string OfSizeOne(const Geometry& geometry, bool is_kept) {
  if (!IsContiguous(geometry) || CountOf(geometry.sizes) == 0) return "";
  const std::vector<Wide> strides = RowMajor(geometry.sizes);
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] != 1 || geometry.strides[d] == strides[d]) continue;
    return fmt::format(
        "The stride of a dimension of size 1 does not count, since no index "
        "but 0 goes along it: dimension {} of [{}] has stride {} (row-major it "
        "is {}){}, and two tensors that differ there alone lie alike.",
        d, fmt::join(geometry.sizes, ","), geometry.strides[d],
        CountText(strides[d]), is_kept ? ", contiguous() keeps it" : "");
  }
  return "";
}

// If there are many elements it says whether they may.
bool ShareCells(const Geometry& a, const Geometry& b) {
  constexpr Wide kMaxLookedAt = 1 << 14;
  const auto first = SpanOf(a);
  const auto second = SpanOf(b);
  if (!first || !second || first->last < second->first ||
      second->last < first->first) {
    return false;
  }
  if (CountOf(a.sizes) > kMaxLookedAt || CountOf(b.sizes) > kMaxLookedAt) {
    return true;
  }
  std::set<Wide> cells;
  for (Wide k = 0; k < CountOf(a.sizes); ++k) cells.insert(CellOf(a, k));
  for (Wide k = 0; k < CountOf(b.sizes); ++k) {
    if (cells.contains(CellOf(b, k))) return true;
  }
  return false;
}

bool IsResize(const Op& op) {
  const std::string_view name = TargetOf(op).name;
  return name == "view" || name == "reshape" || name == "flatten" ||
         name == "ravel" || name == "unflatten";
}

class Judge {
 public:
  Judge(const Case& test, const std::vector<Outcome>& outcomes,
        const Wording& wording)
      : test_(test), outcomes_(outcomes), wording_(wording) {}

  std::vector<std::string> Say() {
    if (test_.chain.empty()) return OfBase();
    const std::size_t k = test_.chain.size() - 1;
    const OutputRef on = OperandsOf(test_.chain, outcomes_)[k];
    const Output operand = ShownAt(test_, outcomes_, on);
    const auto geometry = GeometryOf(operand);
    if (!geometry) return {};
    call_ = wording_.BareCallOf(k);
    who_ = wording_.WhoIs(on);
    const Step& step = test_.chain[k];
    if (const bool* yes = std::get_if<bool>(&outcomes_[k])) {
      OfAnswer(step, *yes, *geometry);
    } else if (step.op->kind == OpKind::kWrite) {
      OfWrite(operand);
      OfOverlap(k, on, operand);
    } else if (!Observes(*step.op)) {
      const auto& outputs = std::get<std::vector<Output>>(outcomes_[k]);
      if (!outputs.empty()) OfOutputs(step, operand, *geometry, outputs);
    }
    return std::move(lines_);
  }

 private:
  template <typename... Parts>
  void Add(fmt::format_string<Parts...> text, Parts&&... parts) {
    lines_.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }
  void AddUnlessEmpty(std::string line) {
    if (!line.empty()) lines_.push_back(std::move(line));
  }

  std::vector<std::string> OfBase() {
    Add("Accepted: a new tensor on a storage of its own; it is contiguous.");
    return std::move(lines_);
  }

  void OfAnswer(const Step& step, bool yes, const Geometry& geometry) {
    if (step.op->name != "is_contiguous") {
      Add("{} answers {} of {}.", call_, yes ? "yes" : "no", who_);
      return;
    }
    Add("{} answers {} of {}: {}.", call_, yes ? "yes" : "no", who_,
        yes ? kWhyContiguous : WhyNotContiguous(geometry));
    if (!yes) Add("contiguous() copies it into row-major order.");
    AddUnlessEmpty(OfSizeOne(geometry, false));
  }

  void OfWrite(const Output& operand) {
    std::vector<std::string> seen;
    if (operand.storage.value_or(0) == 0) seen.push_back(wording_.NameOf({}));
    for (std::size_t k = 0; k < outcomes_.size(); ++k) {
      const auto* outputs = std::get_if<std::vector<Output>>(&outcomes_[k]);
      if (outputs == nullptr) continue;
      for (std::size_t n = 0; n < outputs->size(); ++n) {
        if ((*outputs)[n].storage != operand.storage) continue;
        const std::string name = wording_.NameOf(
            {static_cast<int64_t>(k) + 1, static_cast<int64_t>(n)});
        if (std::ranges::count(seen, name) == 0) seen.push_back(name);
      }
    }
    Add("Accepted: {} writes into storage {}{}.", call_,
        LetterOf(operand.storage.value_or(0)),
        seen.size() < 2 ? ""
                        : fmt::format(", and every tensor on it shows that: {}",
                                      fmt::join(seen, ", ")));
  }

  // Says that a write reads what it has written, in an order that nobody
  // promises.
  void OfOverlap(std::size_t k, OutputRef on, const Output& operand) {
    const TensorArg* value = SourceOf(test_.chain[k]);
    const auto* ref =
        value == nullptr ? nullptr : std::get_if<OutputRef>(value);
    if (ref == nullptr) return;
    const Output source = ShownAt(test_, outcomes_, *ref);
    const auto part = PartWritten(test_, k, on, operand);
    if (!part || part->storage != source.storage) return;
    const auto to = GeometryOf(*part);
    const auto from = GeometryOf(source);
    if (!to || !from || *to == *from || !ShareCells(*to, *from)) return;
    Add("But it reads cells that it may write, so the result hangs on the "
        "order "
        "in which they are copied: read from a clone() of what is written.");
  }

  void OfOutputs(const Step& step, const Output& operand,
                 const Geometry& geometry, const std::vector<Output>& outputs) {
    const Output& first = outputs.front();
    const bool is_contiguous_op = TargetOf(*step.op).name == "contiguous";
    if (outputs.size() > 1) {
      Add("Accepted: {} gives {} views on storage {} and copies nothing.",
          call_, outputs.size(), LetterOf(first.storage.value_or(0)));
      return;
    }
    const auto result = GeometryOf(first);
    if (first.self) {
      Add("Accepted: {} returns {} itself and copies nothing{}.", call_, who_,
          is_contiguous_op && result
              ? std::string(": it is contiguous already, since ") +
                    kWhyContiguous
              : "");
    } else if (first.storage != operand.storage) {
      const Wide bytes = CountOf(first.sizes) *
                         ItemSize(first.dtype.value_or(test_.base.dtype));
      if (step.op->kind == OpKind::kNew) {
        Add("Accepted: a new tensor on a storage of its own.");
      } else {
        Add("Accepted: {} copies {} into a new storage, {}; a write to the "
            "copy does not reach {}.",
            call_, BytesText(bytes), LetterOf(first.storage.value_or(0)), who_);
      }
    } else {
      Add("Accepted: {} is a view on storage {} and copies nothing.", call_,
          LetterOf(first.storage.value_or(0)));
      if (result && IsResize(*step.op) && !IsContiguous(geometry) &&
          CountOf(first.sizes) > 0) {
        Ints jumps;
        for (std::size_t d = 0; d < first.sizes.size(); ++d) {
          if (first.sizes[d] > 1) jumps.push_back(result->strides[d]);
        }
        Add("It needs no copy although {} is not contiguous: one step along "
            "each dimension of [{}] is always the same jump, {} cells.",
            who_, fmt::join(first.sizes, ","), fmt::join(jumps, ", "));
      }
    }
    if (!result) return;
    AddUnlessEmpty(OfSizeOne(*result, first.self && is_contiguous_op));
    const std::string why = WhyNotContiguous(*result);
    if (!why.empty()) Add("The result is not contiguous: {}.", why);
    if (!why.empty() && first.self) {
      Add("contiguous() copies it into row-major order.");
    }
  }

  const Case& test_;
  const std::vector<Outcome>& outcomes_;
  const Wording& wording_;
  std::string call_;
  std::string who_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> VerdictOf(const Case& test,
                                   const std::vector<Outcome>& outcomes,
                                   const Wording& wording) {
  for (const Outcome& outcome : outcomes) {
    if (std::holds_alternative<ErrorReply>(outcome) ||
        std::holds_alternative<UnobservedStep>(outcome)) {
      return {};
    }
  }
  if (outcomes.size() < test.chain.size()) return {};
  return Judge(test, outcomes, wording).Say();
}

}  // namespace viewproof
