#ifndef VIEWPROOF_CONFORMANCE_DIAGNOSE_LAYOUT_CAUSE_H_
#define VIEWPROOF_CONFORMANCE_DIAGNOSE_LAYOUT_CAUSE_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/diagnose/diagnosis.h"
#include "conformance/diagnose/evidence.h"
#include "conformance/diagnose/trial.h"

namespace viewproof {

// Sentences that explain failed calls, by Evidence::KeyOf: "x is read as if it
// were contiguous".
using Misuses = std::map<std::string, std::set<std::string>>;

// Returns for each cause of failed calls of kernels what the tensors of all of
// these have, and those of no call that passed: "x is permuted". Nobody knows
// what a kernel computes, so that no known bug is run. The arguments are those
// of Diagnose().
std::vector<Explanation> DiagnoseLayouts(
    const Evidence& evidence, const Hello& hello, const VisitVectors& visit,
    const std::map<std::string, std::size_t>& causes, const Misuses& misuses);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_DIAGNOSE_LAYOUT_CAUSE_H_
