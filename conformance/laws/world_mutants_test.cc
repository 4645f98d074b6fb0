// Bugs in every kind of library: what can be seen in a world is found there.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/laws/broken_worlds.h"
#include "conformance/laws/slice.h"

namespace viewproof {

void PrintTo(const LibraryKind& kind, std::ostream* out) { *out << kind.name; }

namespace world_mutants_test {

// VIEWPROOF_TABLE=1 prints the tables. With VIEWPROOF_SLICE=all they are of
// every vector.
bool PrintsTables() { return std::getenv("VIEWPROOF_TABLE") != nullptr; }

const Slice& ThisSlice() {
  static const Slice slice = Slice::OfThisRun();
  return slice;
}

// The vectors of the slice: mutants take their time.
const std::vector<Vector>& Vectors() {
  static const auto vectors = [] {
    std::vector<Vector> some;
    int64_t number = 0;
    ForEachVector(OpenGolden("golden"), [&](Vector& vector) {
      if (ThisSlice().Has(number++)) some.push_back(vector);
    });
    return some;
  }();
  return vectors;
}

const KillMatrix& Matrix() {
  static const KillMatrix matrix = KillMatrix::Read(".");
  return matrix;
}

class EveryKind : public testing::TestWithParam<LibraryKind> {
  const testing::ScopedTrace trace_{__FILE__, __LINE__, ThisSlice().name()};
};

TEST_P(EveryKind, PassesIfItIsHonestAndIsRedIfItMisbehaves) {
  std::vector<BrokenLibrary> libraries = MisbehavingLibraries();
  libraries.push_back({"honest", nullptr});
  const std::vector<WorldCounts> all = SeenIn(Vectors(), GetParam(), libraries);
  for (std::size_t k = 0; k < libraries.size(); ++k) {
    const BrokenLibrary& library = libraries[k];
    const WorldCounts& seen = all[k];
    EXPECT_EQ(seen.contradicted, 0) << library.name;
    if (library.name == "honest") {
      EXPECT_GT(seen.executed, ThisSlice().CountOf(5000));
      EXPECT_EQ(seen.failed, 0) << seen.first;
      EXPECT_EQ(seen.excused, 0);
    } else {
      EXPECT_GT(seen.failed, 0) << library.name;
    }
    if (!PrintsTables()) continue;
    fmt::print("{}: {}: {} of {} failed\n", GetParam().name, library.name,
               seen.failed, seen.executed);
  }
}

TEST_P(EveryKind, KillsWhatIsVisible) {
  KillCounts all;
  for (const auto& [op, counts] : KillsIn(Vectors(), Matrix(), GetParam())) {
    // A read that shows a freed storage is put on the write before it, which
    // may be borrowed.
    const bool borrows = GetParam().tenth >= 0;
    const bool is_drop = FindOp(op)->kind == OpKind::kForget && borrows;
    // An element that is kept from before looks like one that such a write did
    // not reach. Another vector tells them apart, which a slice may lack.
    const bool is_kept =
        borrows && ThisSlice().CountOf(kMostSlices) < kMostSlices &&
        std::ranges::any_of(counts.survivors, [](std::string_view effect) {
          return effect == "earlier_elements" || effect == "earlier_contents";
        });
    EXPECT_GE(counts.killed + (is_drop || is_kept ? 1 : 0), counts.visible)
        << op << ": " << fmt::format("{}", fmt::join(counts.survivors, " "));
    EXPECT_EQ(counts.contradicted, 0) << op;
    all.visible += counts.visible;
    all.killed += counts.killed;
    if (PrintsTables()) {
      fmt::print("{:10} {:20} {} of {}\n", GetParam().name, op, counts.killed,
                 counts.visible);
    }
  }
  EXPECT_GT(all.visible, 100);
  if (PrintsTables()) {
    fmt::print("{:10} {:20} {} of {}\n", GetParam().name, "all ops", all.killed,
               all.visible);
  }
}

TEST_P(EveryKind, IsNotToBlameForWhatItBorrows) {
  if (GetParam().tenth < 0) return;
  int64_t excused = 0;
  for (const auto& [op, counts] :
       KillsIn(Vectors(), Matrix(), GetParam(), true)) {
    // A lost write or a freed storage is seen at later steps, which are the
    // library's.
    const OpKind kind = FindOp(op)->kind;
    if (kind != OpKind::kWrite && kind != OpKind::kForget) {
      EXPECT_EQ(counts.failed, 0) << op;
    }
    EXPECT_EQ(counts.contradicted, 0) << op;
    excused += counts.excused;
  }
  EXPECT_GT(excused, 100);
}

INSTANTIATE_TEST_SUITE_P(Worlds, EveryKind,
                         testing::ValuesIn(KindsOfLibraries()),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::erase(name, ' ');
                           return name;
                         });

}  // namespace world_mutants_test
}  // namespace viewproof
