#ifndef VIEWPROOF_CONFORMANCE_CASE_FIELDS_H_
#define VIEWPROOF_CONFORMANCE_CASE_FIELDS_H_

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "conformance/case/json.h"

namespace viewproof::json {

namespace od = simdjson::ondemand;

enum Need { kRequired, kOptional };

// A field of a JSON object, and how its value is read into a T.
template <typename T>
struct FieldReader {
  std::string_view name;
  Need need;
  void (*read)(od::value value, std::string_view name, T& into);
};

// The fields of one JSON object, read into one T by a table of at most 31 rows.
// A field that is given twice is refused.
template <typename T>
class Fields {
 public:
  Fields(std::span<const FieldReader<T>> table, T& into)
      : table_(table), into_(into) {}

  // Reads a field. False if the table has no row of this name.
  bool Read(std::string_view key, od::value value) {
    const std::size_t row = RowOf(key);
    if (row == table_.size()) return false;
    if (Has(row)) RefuseSecond(key);
    table_[row].read(value, key, into_);
    read_ |= uint32_t{1} << row;
    return true;
  }

  // Whether the object had this row's field so far.
  bool Has(std::size_t row) const { return (read_ >> row & 1) != 0; }
  bool Has(std::string_view key) const { return Has(RowOf(key)); }

  // The name of the first required field that was not read; empty if none is
  // missing.
  std::string_view Missing() const {
    for (std::size_t k = 0; k < table_.size(); ++k) {
      if (table_[k].need == json::kRequired && !Has(k)) {
        return table_[k].name;
      }
    }
    return {};
  }

 private:
  // The number of rows if the table has none of this name.
  std::size_t RowOf(std::string_view key) const {
    std::size_t row = 0;
    while (row < table_.size() && table_[row].name != key) ++row;
    return row;
  }

  std::span<const FieldReader<T>> table_;
  T& into_;
  uint32_t read_ = 0;
};

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_FIELDS_H_
