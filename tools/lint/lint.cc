#include "tools/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/golden_file/file.h"
#include "tools/golden/cases.h"
#include "tools/golden/check.h"
#include "tools/golden/computed_flags.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"
#include "tools/golden/render.h"
#include "tools/golden/spec.h"
#include "tools/lint/flags.h"

namespace viewproof {
namespace {

constexpr std::string_view kJsonl = ".jsonl";
constexpr std::string_view kHeader = "{\"header\":";

constexpr int64_t kLarge = 1 << 14;  // Elements.
constexpr std::size_t kMaxLargeVectors = 12;

// Whether the base, or an output that shows a digest, has over kLarge elements.
bool IsLarge(const Vector& vector) {
  if (Numel(vector.test.base.sizes) > kLarge) return true;
  return std::any_of(
      vector.expect.begin(), vector.expect.end(), [](const Outcome& outcome) {
        const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
        return outputs != nullptr &&
               std::any_of(
                   outputs->begin(), outputs->end(), [](const Output& output) {
                     return output.crc32 && Numel(output.sizes) > kLarge;
                   });
      });
}

// The name and version that a header line gives; empty if none.
std::string OracleOf(std::string_view header) {
  constexpr std::string_view kKey = "\"oracle\":\"";
  const std::size_t key = header.find(kKey);
  if (key == std::string_view::npos) return {};
  const std::string_view rest = header.substr(key + kKey.size());
  return std::string(rest.substr(0, rest.find('"')));
}

class Linter {
 public:
  explicit Linter(const std::filesystem::path& root)
      : spec_(ParseSpec(ReadFile(root / "reference/SPEC.md"))),
        golden_(ReadFolder(root / "golden")),
        cases_(
            ReadCases(root / "tools/golden/cases", spec_, report_.problems)) {}

  LintReport Run() {
    for (const auto& [path, text] : golden_) {
      if (IsVectorFile(path)) ReadVectors(path, text);
    }
    CheckRendering();
    CheckLock();
    CheckFlags();
    CheckLarge();
    CheckEntries();
    report_.vectors = static_cast<int64_t>(vectors_.size());
    return std::move(report_);
  }

 private:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    report_.problems.push_back(
        fmt::format(format, std::forward<Args>(args)...));
  }

  // Checks the fields, canonical form, order and soundness of one file.
  void ReadVectors(const std::string& path, const std::string& text) {
    VectorFile file{path.substr(0, path.size() - kJsonl.size()), {}};
    std::istringstream lines(text);
    int64_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::string where = fmt::format("golden/{}:{}:", path, number);
      if (number == 1 && line.starts_with(kHeader)) {
        oracle_ = OracleOf(line);
        continue;
      }
      try {
        Vector& vector = file.vectors.emplace_back();
        decoder_.Read(Padded(line).view(), vector);
        CheckLine(where, line, path, vector);
      } catch (const BadInput& e) {
        Add("{} {}", where, e.what());
        file.vectors.pop_back();
      }
    }
    files_.push_back(std::move(file));
    CheckOrder(files_.back());
  }

  void CheckLine(const std::string& where, const std::string& line,
                 const std::string& path, const Vector& vector) {
    if (CanonicalLine(vector) != line) Add("{} not in canonical form", where);
    if (path.substr(0, path.find('/')) != Name(vector.profile)) {
      Add("{} profile: {} in another folder", where, Name(vector.profile));
    }
    for (const std::string& problem : ProblemsOf(vector, spec_)) {
      Add("{} [{}] {}", where, vector.test.id, problem);
    }
  }

  void CheckOrder(const VectorFile& file) {
    const std::string* before = nullptr;
    for (const Vector& vector : file.vectors) {
      const std::string& id = vector.test.id;
      if (before != nullptr && *before >= id) {
        Add("golden/{}{}: {} does not come after {}", file.name, kJsonl, id,
            *before);
      }
      before = &id;
      if (!ids_.insert(id).second) {
        Add("golden/{}{}: {} is in golden/ twice", file.name, kJsonl, id);
      }
    }
  }

  // Checks that headers and MANIFEST match the vectors.
  void CheckRendering() {
    for (const VectorFile& file : files_) {
      for (const Vector& vector : file.vectors) vectors_.push_back(&vector);
    }
    for (const auto& [path, text] : Render(files_, oracle_, Lock())) {
      const auto found = golden_.find(path);
      if (path == "ids.lock") continue;
      if (found == golden_.end()) {
        Add("golden/{}: missing", path);
      } else if (found->second != text) {
        Add("golden/{}: count, digest or text does not match its vectors",
            path);
      }
    }
  }

  void CheckLock() {
    const auto text = golden_.find("ids.lock");
    if (text == golden_.end()) return Add("golden/ids.lock: missing");
    try {
      const Lock lock = Lock::Parse(text->second);
      Lock updated = lock;
      updated.Update(vectors_, report_.problems);
      if (updated != lock || updated.Text() != text->second) {
        Add("golden/ids.lock: not sorted, or not that of the vectors");
      }
    } catch (const BadInput& e) {
      Add("golden/{}", e.what());
    }
  }

  void CheckFlags() {
    const auto text = golden_.find("flags.toml");
    if (text == golden_.end()) return Add("golden/flags.toml: missing");
    const std::set<std::string> explained =
        ReadFlags(text->second, report_.problems);
    std::map<std::string, std::string> used;  // By flag, an id that has it.
    for (const Vector* vector : vectors_) {
      for (const std::string& flag : vector->flags) {
        used.emplace(flag, vector->test.id);
      }
    }
    for (const auto& [flag, id] : used) {
      if (!explained.contains(flag)) {
        Add("golden/flags.toml: {} of {} is not explained", flag, id);
      }
    }
    for (const std::string& flag : explained) {
      if (!used.contains(flag)) {
        Add("golden/flags.toml: no vector has {}", flag);
      }
    }
  }

  // Checks that few vectors take long.
  void CheckLarge() {
    std::vector<std::string_view> large;
    for (const Vector* vector : vectors_) {
      if (IsLarge(*vector)) large.push_back(vector->test.id);
    }
    if (large.size() <= kMaxLargeVectors) return;
    Add("golden/: {} vectors have more than {} elements, at most {} may: {}",
        large.size(), kLarge, kMaxLargeVectors, fmt::join(large, " "));
  }

  // Checks that golden/ says the same as its entries.
  void CheckEntries() {
    std::map<std::string, const Vector*> by_id;
    for (const Vector* vector : vectors_) by_id[vector->test.id] = vector;
    for (const CaseFile& file : cases_) {
      for (const Entry& entry : file.entries) {
        const auto found = by_id.find(entry.test.id);
        if (found == by_id.end()) {
          Add("{} is not in golden/; run //tools:golden", entry.where);
          continue;
        }
        CheckEntry(entry, *found->second);
        by_id.erase(found);
      }
    }
    for (const auto& [id, vector] : by_id) {
      Add("golden/: {} has no entry in tools/golden/cases/", id);
    }
  }

  void CheckEntry(const Entry& entry, const Vector& vector) {
    const bool cited = std::includes(vector.rules.begin(), vector.rules.end(),
                                     entry.rules.begin(), entry.rules.end());
    if (entry.test == vector.test && entry.why == vector.why &&
        entry.flags == TypedFlags(vector.flags) && entry.rev == vector.rev &&
        cited) {
      return;
    }
    Add("{} is not what golden/ says; run //tools:golden", entry.where);
  }

  LintReport report_;
  const Spec spec_;
  const Files golden_;
  const std::vector<CaseFile> cases_;
  Decoder decoder_;
  std::vector<VectorFile> files_;
  std::vector<const Vector*> vectors_;
  std::set<std::string> ids_;
  std::string oracle_;
};

}  // namespace

LintReport Lint(const std::filesystem::path& root) {
  return Linter(root).Run();
}

}  // namespace viewproof
