#include "conformance/calls/layout_choices.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace viewproof {
namespace {

constexpr std::size_t kKinds = kLayoutKinds.size();
constexpr auto kPlain = static_cast<std::size_t>(LayoutKind::kPlain);

std::size_t KindOf(const LayoutChoice& choice) {
  return static_cast<std::size_t>(choice.layout->kind);
}

bool ArePlain(std::span<const std::size_t> kinds) {
  return std::ranges::count(kinds, kPlain) == std::ssize(kinds);
}

// The kinds of which kernels choose their loops by the sizes of the tensor, one
// for those that do so alike; nothing if they do not.
std::optional<std::size_t> LoopsOf(std::size_t kind) {
  switch (static_cast<LayoutKind>(kind)) {
    case LayoutKind::kPermuted:
    case LayoutKind::kGaps:
    case LayoutKind::kRepeats:
      return kind;
    case LayoutKind::kRowGaps:
    case LayoutKind::kWindow:
      return static_cast<std::size_t>(LayoutKind::kRowGaps);
    default:
      return std::nullopt;
  }
}

// Chooses layouts call by call, and knows what has met. A pair is a tensor's
// kind of layout and a level of another factor: the dtype, the sizes or their
// scale, or the kind of a tensor before it.
class PairCover {
 public:
  explicit PairCover(const std::vector<CallPlace>& places) {
    std::set<std::size_t> dtypes, medium;
    for (const CallPlace& place : places) {
      tensors_ = std::max(tensors_, place.may_have.size());
      levels_ = std::max({levels_, place.dtype + 1, place.sizes + 1});
      if (place.scale != Scale::kTrivial) {
        usual_ = std::min(usual_, place.scale);
      }
      dtypes.insert(place.dtype);
      if (place.scale == Scale::kMedium) medium.insert(place.dtype);
      has_more_.resize(tensors_);
      for (std::size_t t = 0; t < place.is_single.size(); ++t) {
        has_more_[t] = has_more_[t] || !place.is_single[t];
      }
    }
    typed_ = medium == dtypes ? Scale::kMedium : usual_;
    has_met_.resize(tensors_ * kKinds * (kFirstTensor + tensors_) * levels_);
  }

  // Kinds meet each other in calls of this scale.
  Scale usual() const { return usual_; }

  // Layouts for a call in this place, not all of them plain; nothing if they
  // meet nothing new.
  std::optional<ChosenLayouts> Next(const CallPlace& place) {
    std::vector<std::size_t> kinds;
    bool is_new = false;
    for (std::size_t t = 0; t < place.may_have.size(); ++t) {
      const std::set<std::size_t> may_be = KindsAfter(place, kinds);
      std::pair<int64_t, int64_t> most = {-1, -1};
      std::size_t best = kPlain;
      for (std::size_t k = 0; k < kKinds; ++k) {
        // Each tensor begins with another kind, the plain one is the last.
        constexpr std::size_t kUnusual = kKinds - 1;
        const std::size_t kind = k < kUnusual ? 1 + (t + k) % kUnusual : kPlain;
        if (!may_be.contains(kind)) continue;
        kinds.push_back(kind);
        const std::pair now = {CountNew(place, kinds),
                               Counts(place, t) ? CountLater(t, kind) : 0};
        kinds.pop_back();
        if (now <= most) continue;
        most = now;
        best = kind;
      }
      kinds.push_back(best);
      is_new |= most.first > 0;
    }
    if (!is_new || ArePlain(kinds)) return std::nullopt;
    return Choose(place, kinds);
  }

 private:
  // The factors; from kFirstTensor on there is one for each tensor.
  enum Factor : std::size_t {
    kDType,
    kDTypeOfSmall,
    kSizes,
    kScale,
    kFirstTensor
  };

  // Returns whether what this tensor meets counts.
  bool Counts(const CallPlace& place, std::size_t tensor) const {
    return tensor >= place.is_single.size() || !place.is_single[tensor] ||
           !has_more_[tensor];
  }

  std::size_t IndexOf(std::size_t tensor, std::size_t kind, std::size_t factor,
                      std::size_t level) const {
    const std::size_t factors = kFirstTensor + tensors_;
    return ((tensor * kKinds + kind) * factors + factor) * levels_ + level;
  }

  // Visits the pairs of the last of the tensors that have these kinds.
  template <typename Visit>
  void VisitPairs(const CallPlace& place, std::span<const std::size_t> kinds,
                  const Visit& visit) const {
    const std::size_t t = kinds.size() - 1;
    const std::size_t kind = kinds[t];
    const auto loops = LoopsOf(kind);
    if (loops) visit(IndexOf(t, *loops, kSizes, place.sizes));
    const bool counts = Counts(place, t);
    const Scale scale = counts ? place.scale : Scale::kTrivial;
    visit(IndexOf(t, kind, kScale, static_cast<std::size_t>(scale)));
    if (!counts) return;
    if (scale == typed_) visit(IndexOf(t, kind, kDType, place.dtype));
    if (scale != usual_) return;
    if (loops) visit(IndexOf(t, kind, kDTypeOfSmall, place.dtype));
    for (std::size_t u = 0; u < t; ++u) {
      if (!Counts(place, u)) continue;
      visit(IndexOf(t, kind, kFirstTensor + u, kinds[u]));
    }
  }

  int64_t CountNew(const CallPlace& place,
                   std::span<const std::size_t> kinds) const {
    int64_t count = 0;
    VisitPairs(place, kinds,
               [&](std::size_t pair) { count += has_met_[pair] ? 0 : 1; });
    return count;
  }

  // The kinds that the tensor after those of these kinds may have. Not all are
  // plain; of a huge call one is permuted, as kernels that copy by tiles
  // expect.
  std::set<std::size_t> KindsAfter(const CallPlace& place,
                                   std::vector<std::size_t> kinds) const {
    std::set<std::size_t> may_be;
    for (const LayoutChoice& choice : place.may_have[kinds.size()]) {
      may_be.insert(KindOf(choice));
    }
    const bool are_plain = ArePlain(kinds);
    if (place.scale == Scale::kHuge) {
      kinds.push_back(static_cast<std::size_t>(LayoutKind::kPermuted));
      const bool is_due = are_plain && may_be.contains(kinds.back()) &&
                          CountNew(place, kinds) > 0;
      return {is_due ? kinds.back() : kPlain};
    }
    const bool is_last = kinds.size() + 1 == place.may_have.size();
    if (is_last && are_plain && may_be.size() > 1) may_be.erase(kPlain);
    return may_be;
  }

  // The kinds of later tensors that this kind of a tensor has not met.
  int64_t CountLater(std::size_t tensor, std::size_t kind) const {
    int64_t count = 0;
    for (std::size_t u = tensor + 1; u < tensors_; ++u) {
      for (std::size_t other = 0; other < kKinds; ++other) {
        const std::size_t pair = IndexOf(u, other, kFirstTensor + tensor, kind);
        count += has_met_[pair] ? 0 : 1;
      }
    }
    return count;
  }

  // A layout of each of these kinds, those that were chosen least.
  ChosenLayouts Choose(const CallPlace& place,
                       std::span<const std::size_t> kinds) {
    ChosenLayouts call;
    std::set<std::string_view> names;
    for (std::size_t t = 0; t < kinds.size(); ++t) {
      VisitPairs(place, kinds.first(t + 1),
                 [this](std::size_t pair) { has_met_[pair] = true; });
      const LayoutChoice* rarest = nullptr;
      // Tensors of one kind have different layouts if they can.
      const auto rank = [&](const LayoutChoice& choice) {
        return std::pair(names.contains(choice.layout->name),
                         TimesOf(t, choice));
      };
      for (const LayoutChoice& choice : place.may_have[t]) {
        if (KindOf(choice) != kinds[t]) continue;
        if (rarest == nullptr || rank(choice) < rank(*rarest)) {
          rarest = &choice;
        }
      }
      ++TimesOf(t, *rarest);
      names.insert(rarest->layout->name);
      call.push_back(rarest->number);
    }
    return call;
  }

  int& TimesOf(std::size_t tensor, const LayoutChoice& choice) {
    return times_[{tensor, choice.layout->name}];
  }

  Scale usual_ = Scale::kHuge;
  Scale typed_ = Scale::kHuge;  // Dtypes are met in calls of this scale.
  std::size_t tensors_ = 0;
  std::vector<bool> has_more_;  // In some place a tensor has two elements.
  std::size_t levels_ = kKinds;
  std::vector<bool> has_met_;
  std::map<std::pair<std::size_t, std::string_view>, int> times_;
};

}  // namespace

std::vector<std::size_t> SpreadOrder(std::size_t count) {
  std::size_t step = count * 5 / 8 + 1;
  while (std::gcd(step, count) != 1) ++step;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < count; ++k) order.push_back(k * step % count);
  return order;
}

std::vector<ChosenLayouts> EachAlone(const LayoutsOfTensors& may_have,
                                     std::size_t brief) {
  std::vector<ChosenLayouts> calls;
  for (std::size_t t = 0; t < may_have.size(); ++t) {
    std::set<LayoutKind> kinds;
    for (std::size_t l = 1; l < may_have[t].size(); ++l) {
      const auto& [number, layout] = may_have[t][l];
      if (!kinds.insert(layout->kind).second && t < brief) continue;
      calls.emplace_back(may_have.size(), 0)[t] = number;
    }
  }
  return calls;
}

std::vector<ChosenLayouts> AllAlike(const LayoutsOfTensors& may_have) {
  std::map<std::string_view, ChosenLayouts> by_name;
  for (std::size_t t = 0; t < may_have.size(); ++t) {
    for (const auto& [number, layout] : may_have[t]) {
      ChosenLayouts& call = by_name[layout->name];
      call.resize(may_have.size(), 0);
      call[t] = number;
    }
  }
  std::vector<ChosenLayouts> calls;
  for (auto& [name, call] : by_name) {
    const auto plain = std::ranges::count(call, 0U);
    if (plain + 2 <= std::ssize(call)) calls.push_back(std::move(call));
  }
  return calls;
}

std::vector<ChosenLayouts> EachTwo(const LayoutsOfTensors& may_have) {
  std::vector<ChosenLayouts> calls;
  if (may_have.size() < 3) return calls;
  const auto numbers_of = [&](std::size_t tensor) {
    std::map<LayoutKind, std::size_t> numbers;
    for (const auto& [number, layout] : may_have[tensor]) {
      if (layout->kind == LayoutKind::kPermuted ||
          layout->kind == LayoutKind::kRowGaps ||
          layout->kind == LayoutKind::kRepeats) {
        numbers.emplace(layout->kind, number);
      }
    }
    return numbers;
  };
  for (std::size_t u = 1; u < may_have.size(); ++u) {
    for (std::size_t t = 0; t < u; ++t) {
      for (const auto& [kind, number] : numbers_of(t)) {
        for (const auto& [other, its_number] : numbers_of(u)) {
          ChosenLayouts& call = calls.emplace_back(may_have.size(), 0);
          call[t] = number;
          call[u] = its_number;
        }
      }
    }
  }
  return calls;
}

std::vector<PlacedCall> CoverPairs(const std::vector<CallPlace>& places,
                                   std::size_t most) {
  std::vector<PlacedCall> calls;
  if (places.empty()) return calls;
  PairCover cover(places);
  std::vector<std::size_t> order = SpreadOrder(places.size());
  std::ranges::stable_sort(order, {}, [&](std::size_t place) {
    return places[place].scale != cover.usual();
  });
  // Each place in turn, until in none of them anything new is met.
  std::size_t idle = 0;
  for (std::size_t k = 0; idle < order.size() && calls.size() < most; ++k) {
    const std::size_t place = order[k % order.size()];
    auto layouts = cover.Next(places[place]);
    idle = layouts ? 0 : idle + 1;
    if (layouts) calls.push_back({place, *std::move(layouts)});
  }
  return calls;
}

}  // namespace viewproof
