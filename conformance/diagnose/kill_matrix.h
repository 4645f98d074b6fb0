#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_KILL_MATRIX_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_KILL_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Numbers of KnownBugs(), sorted.
using BugList = std::vector<std::size_t>;

// Which known bugs show in a case if these steps of one op have them, and no
// other step has.
struct BugRun {
  uint32_t steps = 0;   // Bit per step, counted from 0.
  BugList shown = {};   // In shape, values, strides or aliasing.
  BugList hidden = {};  // In exact, identity or error_kind alone.

  // Returns whether the reply differs in some facet.
  bool Differs(std::size_t bug) const;
  bool operator==(const BugRun&) const = default;
};

// That of a repository, below its root.
inline constexpr std::string_view kMatrixFile = "tools/golden/kill_matrix.tsv";

// Which run at which vector shows which bug.
// Kernels and conditions are not in it, since they follow from vector and steps
// (Suspects::Find).
class KillMatrix {
 public:
  struct Row {
    uint32_t digest = 0;            // CRC-32 of the vector's line in golden/.
    std::vector<BugRun> runs = {};  // By steps.
    // Null if there is none at these steps.
    const BugRun* At(uint32_t steps) const;
  };

  // Throws BadInput naming the line. A file of other bugs than KnownBugs(), in
  // another order, has no rows.
  static KillMatrix Parse(std::string_view text);
  // That of a repository; empty if it has no such file.
  static KillMatrix Read(const std::string& root);
  std::string Text() const;

  // Null if there is none.
  const Row* Find(std::string_view id) const;
  void Set(std::string id, Row row) { rows_[std::move(id)] = std::move(row); }
  const std::map<std::string, Row, std::less<>>& rows() const { return rows_; }

 private:
  std::map<std::string, Row, std::less<>> rows_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_KILL_MATRIX_H_
