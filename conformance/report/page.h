#ifndef VIEWPROOF_CONFORMANCE_REPORT_PAGE_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PAGE_H_

#include <string>
#include <vector>

#include "conformance/report/survey.h"

namespace viewproof {

enum class Verdicts { kGood, kOpen, kBad };

Verdicts VerdictOf(const GateSaid& said);

// An HTML file that needs nothing else: no network, no script of others. `body`
// is HTML. `data` is for the script page.js; empty: there is no script.
std::string DocumentOf(const std::string& title, const std::string& body,
                       const std::string& data = "");

// A verdict and what it is about, as HTML.
std::string VerdictHtml(Verdicts verdict, const std::string& title,
                        const std::string& headline, const std::string& about);

// The page of one report. Its first screen says whether it may be merged, what
// is new and what the cause is. `diagnosis`: sentences that name the cause.
std::string PageOf(const Survey& survey,
                   const std::vector<std::string>& diagnosis = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PAGE_H_
