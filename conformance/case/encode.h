#ifndef VIEWPROOF_CONFORMANCE_CASE_ENCODE_H_
#define VIEWPROOF_CONFORMANCE_CASE_ENCODE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/strings.h"

namespace viewproof {

// Canonical JSON: fields in the order of the format, no spaces.
void AppendJson(const Base& base, std::string& out);
void AppendJson(const std::vector<Step>& chain, std::string& out);
void AppendJson(const Case& test, std::string& out);   // {"id","base","chain"}
void AppendChain(const Case& test, std::string& out);  // "base","chain"
void AppendJson(const Outcome& outcome, std::string& out);
void AppendJson(const std::vector<Outcome>& outcomes, std::string& out);
void AppendJson(const Reply& reply, std::string& out);  // Writes no rules.
void AppendJson(const Vector& vector, std::string& out);

// Pieces of JSON that every writer needs.
void AppendNumber(int64_t number, std::string& out);
void AppendJson(const Ints& list, std::string& out);
// The name of an output's dtype, also of one that we do not know.
std::optional<std::string> ShownDType(const Output& output);
// Numbers of an output; null for one that is kNotAnInteger.
void AppendShown(int64_t number, std::string& out);
void AppendShown(const Ints& list, std::string& out);
void AppendJson(const Values& values, std::string& out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_ENCODE_H_
