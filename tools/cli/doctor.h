#ifndef VIEWPROOF_TOOLS_CLI_DOCTOR_H_
#define VIEWPROOF_TOOLS_CLI_DOCTOR_H_

#include <cstdio>
#include <string>

#include "conformance/report/arguments.h"

namespace viewproof {

struct DoctorOptions {
  std::string root;  // FindRoot(), or empty: there is none.
  std::string format = "text";
  double seconds = 20;  // That a program or an adapter may take to answer.
};

Arguments AddDoctor(Arguments& program, DoctorOptions& options);

// Starts what a check needs and every subject, up to its hello, and prints what
// was found and, if it is missing, how to get it. Modes of one adapter are one
// subject. False if something is broken: it is there and does not work.
bool Examine(const DoctorOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_DOCTOR_H_
