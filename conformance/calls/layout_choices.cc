#include "conformance/calls/layout_choices.h"

#include <algorithm>
#include <cstdint>

namespace viewproof {

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
  std::vector<ChosenLayouts> calls;
  if (may_have.size() < 2) return calls;
  std::set<LayoutKind> kinds;
  for (std::size_t l = 1; l < may_have[0].size(); ++l) {
    if (kinds.contains(may_have[0][l].layout->kind)) continue;
    ChosenLayouts call;
    for (const std::vector<LayoutChoice>& of : may_have) {
      const auto same = std::ranges::find(
          of, may_have[0][l].layout->name,
          [](const LayoutChoice& choice) { return choice.layout->name; });
      if (same != of.end()) call.push_back(same->number);
    }
    if (call.size() < may_have.size()) continue;
    kinds.insert(may_have[0][l].layout->kind);
    calls.push_back(std::move(call));
  }
  return calls;
}

std::optional<ChosenLayouts> AllOfKind(const LayoutsOfTensors& may_have,
                                       LayoutKind kind, std::size_t turn) {
  ChosenLayouts call;
  bool is_any = false;
  for (const std::vector<LayoutChoice>& of : may_have) {
    std::vector<std::size_t> of_kind;
    for (const auto& [number, layout] : of) {
      if (layout->kind == kind) of_kind.push_back(number);
    }
    is_any |= !of_kind.empty();
    call.push_back(of_kind.empty() ? of.front().number
                                   : of_kind[turn++ % of_kind.size()]);
  }
  return is_any ? std::optional(call) : std::nullopt;
}

// The pairs of the kind with one of a later tensor that have not met.
int64_t JointLayouts::OpenPairs(std::size_t tensor, LayoutKind kind,
                                std::size_t tensors) const {
  int64_t open = 0;
  for (std::size_t u = tensor + 1; u < tensors; ++u) {
    for (const LayoutKind other : kLayoutKinds) {
      open += !met_.contains(MetBy(u, other, Factor::kTensor, tensor,
                                   static_cast<std::size_t>(kind)));
    }
  }
  return open;
}

ChosenLayouts JointLayouts::Next(std::size_t dtype, std::size_t sizes,
                                 const LayoutsOfTensors& may_have) {
  ChosenLayouts call;
  std::vector<LayoutKind> kinds;
  for (std::size_t t = 0; t < may_have.size(); ++t) {
    const auto pairs_of = [&](LayoutKind kind) {
      std::vector<Met> pairs = {MetBy(t, kind, Factor::kSizes, 0, sizes),
                                MetBy(t, kind, Factor::kDType, 0, dtype)};
      for (std::size_t u = 0; u < t; ++u) {
        pairs.push_back(MetBy(t, kind, Factor::kTensor, u,
                              static_cast<std::size_t>(kinds[u])));
      }
      return pairs;
    };
    const LayoutChoice* best = &may_have[t].front();
    // Pairs that it meets; those that it may meet with later tensors; how
    // seldom it was chosen.
    std::array<int64_t, 3> most = {-1, 0, 0};
    for (std::size_t l = 1; l < may_have[t].size(); ++l) {
      const OperandLayout& layout = *may_have[t][l].layout;
      const std::vector<Met> pairs = pairs_of(layout.kind);
      const auto is_fresh = [this](const Met& met) {
        return !met_.contains(met);
      };
      auto fresh = std::ranges::count_if(pairs, is_fresh);
      // To take a permuted tensor for a dense one is the commonest bug, and
      // kernels choose their loops by sizes.
      const bool is_permuted = layout.kind == LayoutKind::kPermuted;
      if (is_permuted && is_fresh(pairs.front())) ++fresh;
      const std::array<int64_t, 3> now = {
          fresh, OpenPairs(t, layout.kind, may_have.size()),
          -times_[{t, layout.name}]};
      if (most[0] >= 0 && now <= most) continue;
      most = now;
      best = &may_have[t][l];
    }
    kinds.push_back(best->layout->kind);
    ++times_[{t, best->layout->name}];
    for (const Met& met : pairs_of(kinds.back())) met_.insert(met);
    call.push_back(best->number);
  }
  return call;
}

}  // namespace viewproof
