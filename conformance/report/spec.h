#ifndef VIEWPROOF_CONFORMANCE_REPORT_SPEC_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SPEC_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Holds what reference/SPEC.md says of one rule.
struct SpecRule {
  std::string heading;                // "view(size: sizes_infer) -> view"
  std::vector<std::string> lines;     // Its paragraph.
  std::vector<std::string> examples;  // Cases, those that name the rule first.
  bool names = false;                 // True if the first one names it.
};

// Nothing if the text has no such rule.
std::optional<SpecRule> FindRule(std::string_view spec, std::string_view id);

// Holds what it says of one op.
struct SpecSection {
  struct Rule {
    std::string id;     // "view.r1"
    std::string text;   // The text has no id.
    std::string brief;  // Its first sentence; of an error its phrase.
  };
  std::string heading;  // "view(size: sizes_infer) -> view"
  std::string about;    // Holds what it does, in a sentence or two.
  std::vector<Rule> rules;
  std::vector<std::string> examples;  // Cases.
};

// Nothing if the text has no section of such an op: "view", "view.dtype".
std::optional<SpecSection> FindSection(std::string_view spec,
                                       std::string_view op);

// The sentences of every rule, without its id, by its id: "view.e5".
std::map<std::string, std::string> SentencesOf(std::string_view spec);

// Those of reference/SPEC.md below `root`; none if it is not there.
std::map<std::string, std::string> RulesOf(const std::string& root);

// The sentences of conformance/GLOSSARY.md below `root`, by their words; none
// if it is not there.
std::map<std::string, std::string> WordsOf(const std::string& root);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SPEC_H_
