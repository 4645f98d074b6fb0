#include "tools/golden/untested.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "conformance/case/bad_input.h"
#include "tools/golden/tsv.h"

namespace viewproof {
namespace {

// What the cases show, each word more than those before it.
constexpr std::array<std::string_view, 4> kSeen = {"refused", "identity",
                                                   "unspecified", "killable"};

constexpr std::string_view kHeadOfUntested =
    R"(# Bugs of kernels that golden/ does not kill, so far as searches met them. Written by
# `bazel run //tools:golden -- --kills --search N`, which adds what it draws; see README.md, "Which bugs are killed".
#
# kernel, effect, condition  as in unkilled.tsv
# fired                      drawn cases in which the bug could show, of all searches
# seen                       killable: some case fails by it; else as the reasons of unkilled.tsv
#
# A tab stands between columns.
)";

std::string_view SeenIn(const Sightings& drawn) {
  if (drawn.found > 0) return kSeen[3];
  if (!drawn.accepted) return kSeen[0];
  return drawn.differed ? kSeen[2] : kSeen[1];
}

}  // namespace

void Sightings::Add(const Sightings& other) {
  fired += other.fired;
  found += other.found;
  accepted |= other.accepted;
  differed |= other.differed;
}

UntestedBugs UntestedBugs::Parse(std::string_view text) {
  UntestedBugs untested;
  ForEachRow("untested.tsv", text, 5, [&](int64_t, const auto& cells) {
    const auto seen = std::find(kSeen.begin(), kSeen.end(), cells[4]);
    if (seen == kSeen.end()) {
      throw BadInput(fmt::format("seen: \"{}\" is none", cells[4]));
    }
    const auto level = seen - kSeen.begin();
    untested.Set({NumberOf(Kernels(), cells[0], "kernel"),
                  NumberOf(Effects(), cells[1], "effect"),
                  NumberOf(Conditions(), cells[2], "condition")},
                 {.fired = CountIn(cells[3], "fired"),
                  .found = level == 3 ? 1U : 0U,
                  .accepted = level >= 1,
                  .differed = level >= 2});
  });
  return untested;
}

Sightings UntestedBugs::At(const Bug& bug) const {
  const auto found = drawn_.find({bug.kernel, bug.effect, bug.condition});
  return found == drawn_.end() ? Sightings() : found->second;
}

void UntestedBugs::Set(const Bug& bug, const Sightings& drawn) {
  drawn_[{bug.kernel, bug.effect, bug.condition}] = drawn;
}

std::string UntestedBugs::Text() const {
  std::string text(kHeadOfUntested);
  for (const auto& [bug, drawn] : drawn_) {
    const auto& [kernel, effect, condition] = bug;
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", Kernels()[kernel].name,
                        Effects()[effect].name, Conditions()[condition].name,
                        drawn.fired, SeenIn(drawn));
  }
  return text;
}

}  // namespace viewproof
