#ifndef VIEWPROOF_CONFORMANCE_REPORT_FACTS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_FACTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "conformance/case/codec.h"
#include "conformance/judge/record.h"
#include "conformance/process/executor.h"

namespace viewproof {

// The facts of a run that are no record of a case, as lines of its report:
//   {"facts":{"stray_deaths":{"SIGSEGV":1},"noise":{"lines":2,"first":"\"x\""},
//             "late_deaths":{"SIGABRT":1},
//             "open_deaths":[{"death":"SIGSEGV","cases":["view/x float32"]}],
//             "untold":true}}
// A run writes one whenever there is more to tell; they add up. The report of a
// run that has ended holds their sum, before the footer, if there is any. A
// death is open until all cases that may have caused it have been run alone; of
// a run that was cut short then, those that go on with it tell.

inline constexpr std::string_view kFacts = "{\"facts\":";

// The line, without '\n'; empty if there is nothing to tell.
std::string FactsLine(const Trouble& trouble);

// Reads such a line, followed by kPadding readable bytes. Throws BadInput
// naming the field.
Trouble ReadFacts(std::string_view line);

// The JSON Schema of such a line.
std::string FactsSchema();

// The first noise is that of `sum`, if it has some.
void AddFacts(const Trouble& more, Trouble& sum);

void AddDeaths(const std::map<std::string, int64_t>& more,
               std::map<std::string, int64_t>& sum);

// A death that was open and may be of this case is its own, if it died, too.
void Explain(const Record& record, Trouble& trouble);

// Closes a run that is complete: deaths that no case has repeated are stray.
void CloseDeaths(Trouble& trouble);

// Returns what is told of `now` beyond `before`, which it once was.
Trouble FactsSince(const Trouble& now, const Trouble& before);

// Deaths by how the process ended: {"SIGSEGV":1}.
inline constexpr json::Map<json::Integer> kDeaths = {{1}};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_FACTS_H_
