#include "conformance/diagnose/kill_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/strings.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace {

constexpr std::string_view kHeadOfMatrix =
    R"(# Which known bug (KnownBugs(), conformance/diagnose/suspects.h) shows in which vector of golden/ if which of its
# steps have it. Written by `tools/regenerate matrix`; see README.md, "The kill matrix".
#
# bugs    their names, in the order of the digits below
# set     bugs: hexadecimal digits of four bugs each, the first bug is the lowest bit of the first digit
# vector  id, CRC-32 of its line, then STEPS=SET for each run, or STEPS=SET/SET. STEPS is hexadecimal, the first step
#         is the lowest bit; the sets are counted from 0: what shows in shape, values, strides or aliasing; what differs
#         in something else alone
#
# A tab stands between columns.
)";

std::string NamesOfBugs() {
  std::vector<std::string_view> names;
  for (const Mutant* bug : KnownBugs()) names.push_back(bug->name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string DigitsOf(const BugList& bugs) {
  std::vector<int> digits(bugs.empty() ? 1 : bugs.back() / 4 + 1);
  for (const std::size_t bug : bugs) digits[bug / 4] |= 1 << bug % 4;
  return fmt::format("{:x}", fmt::join(digits, ""));
}

template <typename Number>
Number NumberIn(std::string_view text, int base) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || last != end) {
    throw BadInput(fmt::format("\"{}\" is no number", text));
  }
  return number;
}

BugList BugsOf(std::string_view digits) {
  BugList bugs;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const int digit = NumberIn<int>(digits.substr(k, 1), 16);
    for (std::size_t bit = 0; bit < 4; ++bit) {
      if ((digit >> bit & 1) != 0) bugs.push_back(4 * k + bit);
    }
  }
  if (!bugs.empty() && bugs.back() >= KnownBugs().size()) {
    throw BadInput(fmt::format("{}: there are not so many bugs", digits));
  }
  return bugs;
}

// Numbers lists of bugs in the order in which they come.
class Sets {
 public:
  std::size_t NumberOf(const BugList& bugs) {
    const auto [at, is_new] = numbers_.emplace(bugs, numbers_.size());
    if (is_new) text_ += fmt::format("set\t{}\n", DigitsOf(bugs));
    return at->second;
  }
  const std::string& text() const { return text_; }

 private:
  std::map<BugList, std::size_t> numbers_;
  std::string text_;
};

// Reads the lines of a file.
class MatrixReader {
 public:
  // Returns false if the rest is of other bugs.
  bool Read(std::string_view line, KillMatrix& matrix) {
    const auto cells = Split(line, "\t");
    if (cells[0] == "bugs" && cells.size() == 2) {
      return cells[1] == NamesOfBugs();
    }
    if (cells[0] == "set" && cells.size() == 2) {
      sets_.push_back(BugsOf(cells[1]));
    } else if (cells[0] == "vector" && cells.size() >= 3) {
      KillMatrix::Row row{.digest = NumberIn<uint32_t>(cells[2], 16)};
      for (std::size_t k = 3; k < cells.size(); ++k) {
        row.runs.push_back(RunIn(cells[k]));
      }
      matrix.Set(std::string(cells[1]), std::move(row));
    } else {
      throw BadInput("expected bugs, a set or a vector");
    }
    return true;
  }

 private:
  BugRun RunIn(std::string_view cell) const {
    const auto equals = std::min(cell.find('='), cell.size() - 1);
    BugRun run{.steps = NumberIn<uint32_t>(cell.substr(0, equals), 16)};
    const auto sets = Split(cell.substr(equals + 1), "/");
    run.shown = SetNumbered(sets[0]);
    if (sets.size() > 1) run.hidden = SetNumbered(sets[1]);
    return run;
  }

  const BugList& SetNumbered(std::string_view cell) const {
    const auto number = NumberIn<std::size_t>(cell, 10);
    if (number >= sets_.size()) {
      throw BadInput(fmt::format("there is no set {}", number));
    }
    return sets_[number];
  }

  std::vector<BugList> sets_;
};

}  // namespace

bool BugRun::Differs(std::size_t bug) const {
  return std::ranges::binary_search(shown, bug) ||
         std::ranges::binary_search(hidden, bug);
}

const BugRun* KillMatrix::Row::At(uint32_t steps) const {
  const auto at = std::ranges::lower_bound(runs, steps, {}, &BugRun::steps);
  return at == runs.end() || at->steps != steps ? nullptr : &*at;
}

const KillMatrix::Row* KillMatrix::Find(std::string_view id) const {
  const auto at = rows_.find(id);
  return at == rows_.end() ? nullptr : &at->second;
}

KillMatrix KillMatrix::Parse(std::string_view text) {
  KillMatrix matrix;
  MatrixReader reader;
  int64_t number = 0;
  for (const std::string_view line : Split(text, "\n")) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    try {
      if (!reader.Read(line, matrix)) return {};
    } catch (const BadInput& e) {
      throw BadInput(fmt::format("kill_matrix.tsv:{}: {}", number, e.what()));
    }
  }
  return matrix;
}

KillMatrix KillMatrix::Read(const std::string& root) {
  const std::string path = fmt::format("{}/{}", root, kMatrixFile);
  return std::filesystem::exists(path) ? Parse(ReadFile(path)) : KillMatrix();
}

std::string KillMatrix::Text() const {
  Sets sets;
  std::string vectors;
  for (const auto& [id, row] : rows_) {
    vectors += fmt::format("vector\t{}\t{:x}", id, row.digest);
    for (const BugRun& run : row.runs) {
      vectors += fmt::format("\t{:x}={}", run.steps, sets.NumberOf(run.shown));
      if (!run.hidden.empty()) {
        vectors += fmt::format("/{}", sets.NumberOf(run.hidden));
      }
    }
    vectors += "\n";
  }
  return fmt::format("{}bugs\t{}\n{}{}", kHeadOfMatrix, NamesOfBugs(),
                     sets.text(), vectors);
}

}  // namespace viewproof
