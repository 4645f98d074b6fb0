#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_RULES_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_RULES_H_

#include <string_view>

// The sentences of PROTOCOL.md that a trial holds an adapter to, by section. A
// test finds each of them there.
namespace viewproof::rules {

struct Rule {
  int section;
  std::string_view name;  // What the trial's line says of it.
  std::string_view text;
};

inline constexpr Rule kHello = {
    2, "hello holds its fields and no other",
    "Hello holds the fields of this table, each of its type, and no other."};
inline constexpr Rule kSameHello = {1, "every process answers the same hello",
                                    "each must answer the same hello"};
inline constexpr Rule kNoise = {1, "standard output is for replies alone",
                                "Standard output is for replies alone."};
inline constexpr Rule kLine = {
    1, "a reply is one JSON object on one line",
    "A message is one JSON object on one line, in UTF-8, ended by"};
inline constexpr Rule kWhole = {
    1, "a request is a line, however it arrives",
    "writes requests to its standard input and reads replies from its standard "
    "output."};
inline constexpr Rule kOrder = {
    1, "one line comes for each case, in their order",
    "one line for each case, in the order of the cases"};
inline constexpr Rule kAtOnce = {1, "a reply is written when it is made",
                                 "Write each reply when it is made"};
inline constexpr Rule kState = {1, "a case asked again gets the same reply",
                                "A case must not see what an earlier one left"};
inline constexpr Rule kId = {
    1, "ids are opaque, and not unique",
    "Ids are opaque strings without a meaning and not unique"};
inline constexpr Rule kEnd = {
    1, "it leaves after bye, and when its input ends",
    "After bye, and when standard input ends, leave with exit status 0"};
inline constexpr Rule kTerm = {1, "SIGTERM ends it", "Do not ignore SIGTERM"};
inline constexpr Rule kForms = {2, "it knows the forms that it declares",
                                "what else a case may be written with"};
inline constexpr Rule kIgnore = {3, "other fields of a case are ignored",
                                 "Ignore other fields beside them."};
inline constexpr Rule kUnknown = {
    3, "what it cannot know is answered by unsupported",
    "a field, an op, a dtype or an argument that you do not know is answered "
    "by unsupported"};
inline constexpr Rule kError = {
    4, "a chain goes on after an error",
    "its entry is an error, and the chain goes on with the next step"};
inline constexpr Rule kMissing = {
    4, "what does not exist is unobserved",
    "its entry is {\"unobserved\":true}, and nothing is run for it"};
inline constexpr Rule kWhen = {4, "an output is shown as it is at its step",
                               "An output is shown as it is at its step"};
inline constexpr Rule kSteps = {
    5, "a reply has an entry for each step",
    "Beside it is either steps, with exactly one entry for each step, or "
    "unsupported."};
inline constexpr Rule kFields = {
    5, "a reply has the fields that hello declares",
    "One that its facet does not declare is refused, and so is one that is "
    "missing."};
inline constexpr Rule kWide = {6, "wide integers get through, both ways",
                               "Many JSON readers round integers beyond 2^53"};
inline constexpr Rule kTime = {
    9, "replies come in time",
    "The next reply must come within case_seconds of the one before it"};

}  // namespace viewproof::rules

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_RULES_H_
