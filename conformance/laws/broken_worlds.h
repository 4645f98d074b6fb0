#ifndef VIEWPROOF_CONFORMANCE_LAWS_BROKEN_WORLDS_H_
#define VIEWPROOF_CONFORMANCE_LAWS_BROKEN_WORLDS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/diagnose/kill_matrix.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/world_reference.h"
#include "reference/core/tensor.h"

namespace viewproof {

// A kind of library: what it says, and what it does.
struct LibraryKind {
  std::string name;
  Hello hello;
  Ways ways;
  int tenth = -1;  // This tenth of the ops is borrowed.
};

// plain, copies, rebind, both, last (step alone), values (alone, with copies
// for views, and rebinds), tenth 0 ... tenth 9 (so many ops borrowed each).
std::vector<LibraryKind> KindsOfLibraries();

// The ops that `copies` may list.
std::vector<std::string> OpsThatMayCopy();

// Holds what golden/ and the judge say of a library.
struct WorldCounts {
  int64_t executed = 0;
  int64_t failed = 0;
  int64_t excused = 0;       // Failures of borrowed ops.
  int64_t contradicted = 0;  // Failed, and not apart; or the reverse.
  std::string first;         // Id of the first that failed.
  std::map<std::string, int64_t> blamed;  // Failures by op.
};

// Asks vectors of a library of a kind.
class WorldTester {
 public:
  explicit WorldTester(LibraryKind kind);

  // False if the vector is not asked of this kind.
  bool Begin(const Vector& vector);

  // The vector as it is asked, and the world of an honest library.
  const Vector& asked() const { return asked_; }
  const Reply& honest() const { return honest_.reply; }

  // Holds what is said of one library.
  struct LibraryVerdict {
    bool ran = false;              // It answered every step.
    bool apart = false;            // It differs from every lawful world,
    bool at_own = false;           // in one of them first at a step of its own.
    bool excused = false;          // The judge: a borrowed op went wrong.
    bool failed = false;           // The judge: the library did.
    std::string_view blamed = {};  // If it failed.
  };
  LibraryVerdict Ask(WorldReference& library, const Ways& ways,
                     const std::function<void(Reply&)>& show = nullptr);

 private:
  void Observe(Reply& reply) const;

  const LibraryKind kind_;
  Planner planner_;
  Comparator comparator_;
  WorldReference reference_;
  Vector asked_;
  std::vector<World> worlds_;
  Course honest_;
  Course course_;
  Judgement judgement_;
};

// A library with a bug in its own world, told when a case begins.
struct BrokenLibrary {
  std::string_view name;
  Wrapper<Tensor> run;
  std::function<void()> begin = nullptr;
  bool lies = false;  // It copies nothing where it may view.
};

// Returns what all vectors see of each library.
std::vector<WorldCounts> SeenIn(const std::vector<Vector>& vectors,
                                const LibraryKind& kind,
                                const std::vector<BrokenLibrary>& libraries);

// Libraries that misbehave everywhere.
std::vector<BrokenLibrary> MisbehavingLibraries();

// Counts known bugs of one op that are visible, and how many of these are
// killed.
struct KillCounts {
  int64_t visible = 0;
  int64_t killed = 0;
  int64_t excused = 0;  // Replies in which a borrowed op went wrong,
  int64_t failed = 0;   // and those in which the library did.
  // judge and FirstStepApart disagree about so many of these.
  int64_t contradicted = 0;
  std::vector<std::string_view> survivors;  // Visible and not killed.
};

// Every known bug of every op against the vectors until it is killed, by op:
// of the borrowed ops, or of those of the next tenth, or all. Where no
// op copies what it views, a bug is tried in the vectors that show it in
// PyTorch's world, which the matrix says; else in all.
std::map<std::string_view, KillCounts> KillsIn(
    const std::vector<Vector>& vectors, const KillMatrix& matrix,
    const LibraryKind& kind, bool borrowed = false);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_BROKEN_WORLDS_H_
