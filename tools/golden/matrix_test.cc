// The kill matrix is that of golden/, and what it says of misreadings.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/slice.h"
#include "conformance/laws/storage.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutant_equivalents.h"
#include "tools/golden/kills.h"
#include "tools/golden/prune.h"

namespace viewproof {
namespace matrix_test {

constexpr std::string_view kMend =
    "run `tools/regenerate matrix` after a change of golden/, of a known bug "
    "or of a condition";

const KillMatrix& Matrix() {
  static const KillMatrix matrix = KillMatrix::Read(".");
  return matrix;
}

const std::vector<Vector>& Suite() {
  static const std::vector<Vector> suite = [] {
    std::vector<Vector> all;
    ForEachVector(OpenGolden("golden"),
                  [&](Vector& vector) { all.push_back(vector); });
    return all;
  }();
  return suite;
}

using Misreading = std::pair<const Op*, const Mutant*>;

// The vectors that show each.
const std::map<Misreading, std::vector<const Vector*>>& Showing() {
  static const auto showing = [] {
    std::map<Misreading, std::vector<const Vector*>> all;
    for (const Vector& vector : Suite()) {
      const auto* row = Matrix().Find(vector.test.id);
      if (row == nullptr) continue;
      for (const Misreading& shown : MisreadingsShown(vector.test, *row)) {
        all[shown].push_back(&vector);
      }
    }
    return all;
  }();
  return showing;
}

TEST(Matrix, HasARowOfEachVectorAsGoldenHasIt) {
  EXPECT_EQ(Matrix().rows().size(), Suite().size()) << kMend;
  for (const Vector& vector : Suite()) {
    const auto* row = Matrix().Find(vector.test.id);
    ASSERT_NE(row, nullptr) << vector.test.id << ": " << kMend;
    EXPECT_EQ(row->digest, DigestOf(vector)) << vector.test.id << ": " << kMend;
  }
}

TEST(Matrix, SaysWhatARunSays) {
  const Slice slice = Slice::OfThisRun();
  KillTester tester;
  int64_t number = 0;
  for (const Vector& vector : Suite()) {
    if (!slice.Has(number++)) continue;
    const auto* row = Matrix().Find(vector.test.id);
    ASSERT_NE(row, nullptr) << vector.test.id << ": " << kMend;
    EXPECT_TRUE(row->runs == tester.RowOf(vector).runs)
        << vector.test.id << ": " << slice.name() << "; " << kMend;
  }
}

TEST(Matrix, IsWrittenAsItIsRead) {
  const std::string text = ReadFile(std::string(kMatrixFile));
  EXPECT_TRUE(Matrix().Text() == text) << kMend;
  EXPECT_LE(text.size(), 4'000'000u);
}

std::string Refusal(const std::string& line) {
  std::string text = KillMatrix().Text();
  const auto lines = std::ranges::count(text, '\n');
  try {
    KillMatrix::Parse(text + line);
  } catch (const BadInput& e) {
    const std::string head = "kill_matrix.tsv:" + std::to_string(lines + 1);
    EXPECT_EQ(std::string(e.what()).substr(0, head.size()), head);
    return std::string(e.what()).substr(head.size());
  }
  return "accepted";
}

TEST(Matrix, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Refusal("row\tt/a\t1"), ": expected bugs, a set or a vector");
  EXPECT_EQ(Refusal("set\tx"), ": \"x\" is no number");
  EXPECT_EQ(Refusal("set\t" + std::string(99, '0') + "1"),
            ": " + std::string(99, '0') + "1: there are not so many bugs");
  EXPECT_EQ(Refusal("vector\tt/a\tff\t1=0"), ": there is no set 0");
  EXPECT_EQ(Refusal("vector\tt/a\tff\t1"), ": \"\" is no number");
}

TEST(Matrix, OfOtherBugsHasNoRows) {
  EXPECT_TRUE(KillMatrix::Parse("bugs\ta b\nvector\tt/a\t1\n").rows().empty());
}

TEST(Misreadings, AreEachShownOfEachOpThatCanHaveThem) {
  for (const std::string& sentence : Unshown(Suite(), Matrix())) {
    ADD_FAILURE() << sentence;
  }
  EXPECT_GT(Showing().size(), Mutants().size() * 10);
}

TEST(Misreadings, ShowNowhereIfTheyAreCalledEquivalent) {
  for (const auto& [misreading, vectors] : Showing()) {
    const auto& [op, mutant] = misreading;
    EXPECT_FALSE(IsEquivalent(*op, *mutant))
        << op->name << " with " << mutant->name << " in "
        << vectors.front()->test.id;
  }
  std::map<const Op*, int> vectors;
  for (const Vector& vector : Suite()) {
    std::set<const Op*> ops;
    for (const Step& step : vector.test.chain) ops.insert(step.op);
    for (const Op* op : ops) ++vectors[op];
  }
  for (const Equivalents& row : AllEquivalents()) {
    for (const std::string_view op : row.ops) {
      if (op == "*") continue;
      EXPECT_GE(vectors[FindOp(op)], 20) << op;
    }
  }
}

// The model and the storage law see what a vector shows.
TEST(Misreadings, AreSeenByTheModelAndTheStorageLaw) {
  constexpr std::size_t kMost = 300;  // Vectors that are tried.
  const auto model = MakeModel();
  int64_t seen = 0;
  for (const auto& [misreading, vectors] : Showing()) {
    const auto& [op, mutant] = misreading;
    if (MovesNoElement(*op, *mutant)) continue;
    const auto subject = MakeMutant(*mutant, *op);
    WitnessPair witnesses(*subject, *model);
    const auto sees = [&](const Vector* vector) {
      return !witnesses.Compare(vector->test).empty() ||
             !BreaksStorage(vector->test, *subject).empty();
    };
    const auto end = vectors.begin() + std::min(kMost, vectors.size());
    EXPECT_TRUE(std::any_of(vectors.begin(), end, sees))
        << op->name << " with " << mutant->name;
    ++seen;
  }
  EXPECT_GT(seen, 1000);
}

}  // namespace matrix_test
}  // namespace viewproof
