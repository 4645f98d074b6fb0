#ifndef VIEWPROOF_CONFORMANCE_REPORT_RULES_H_
#define VIEWPROOF_CONFORMANCE_REPORT_RULES_H_

#include <map>
#include <string>

namespace viewproof {

// The sentence of each rule of SPEC.md, by its id; none if there is no such
// file.
std::map<std::string, std::string> RulesOfSpec(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_RULES_H_
