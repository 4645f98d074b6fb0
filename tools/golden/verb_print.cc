#include <fmt/format.h>

#include "tools/golden/regenerate.h"
#include "tools/golden/render.h"
#include "tools/golden/verbs.h"

namespace viewproof {

int PrintVectors(const Options& options) {
  CuratedSuite made = CurateAll(options);
  Report(made.problems, made.tally);
  for (const VectorFile& file : made.files) {
    for (const Vector& vector : file.vectors) {
      fmt::print("{}\n", CanonicalLine(vector));
    }
  }
  PrintTally(made.tally);
  return made.tally.status();
}

}  // namespace viewproof
