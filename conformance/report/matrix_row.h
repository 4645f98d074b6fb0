#ifndef VIEWPROOF_CONFORMANCE_REPORT_MATRIX_ROW_H_
#define VIEWPROOF_CONFORMANCE_REPORT_MATRIX_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/report/overview.h"

namespace viewproof {

// Holds what a whole check said of a subject, counted: a line of the matrix,
// and the file [MODE.]row.json of a folder of conformance/libraries.
struct MatrixRow {
  // Values by their names, in order.
  template <typename T>
  using Named = std::vector<std::pair<std::string, T>>;
  using Numbers = Named<int64_t>;

  std::string gate;     // Name of its gate file.
  std::string golden;   // Digest.
  std::string asked;    // AskedDigest of its gate file.
  std::string records;  // Digest of the report's lines.
  std::string name;     // The subject's, as hello has it, like the next two.
  std::string version;
  std::string device;
  std::string kind;  // "full", or what of it cannot be seen.
  bool green = false;
  int64_t failed = 0;  // New.
  int64_t deaths = 0;
  std::optional<int64_t> seconds = {};  // It took so long; nullopt: not timed.
  std::optional<int64_t> cpu_seconds = {};
  Numbers skipped = {};          // They are sorted by reason, the most first.
  Named<Numbers> profiles = {};  // "planned", "executed", "passed", "known",
  Named<Numbers> ops = {};       // "other"; of profiles also "skip op".
};

// The value of that name; or null.
template <typename T>
const T* ValueOf(const MatrixRow::Named<T>& values, std::string_view name) {
  for (const auto& value : values) {
    if (value.first == name) return &value.second;
  }
  return nullptr;
}

// The number of that name; 0 if there is none.
int64_t NumberOf(const MatrixRow::Numbers& numbers, std::string_view name);

// The sum over all profiles, or all ops.
int64_t SumOf(const MatrixRow::Named<MatrixRow::Numbers>& rows,
              std::string_view name);

// The file's text: JSON with a line for each field, profile and op.
std::string TextOf(const MatrixRow& row);

// Throws BadInput naming the field.
MatrixRow ReadMatrixRow(std::string_view text);

// The row of a report of all that its gate file plans. Throws BadInput unless
// the gate file is of its golden/, name, device and version.
MatrixRow RowOfReport(const Overview& overview, const Gate& gate);

// Throws BadInput unless the row's numbers add up to the gate file's.
void CheckRow(const MatrixRow& row, const Gate& gate);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_MATRIX_ROW_H_
