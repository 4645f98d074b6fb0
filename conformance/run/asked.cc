#include "conformance/run/asked.h"

#include "conformance/case/encode.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/plan.h"
#include "conformance/run/feed.h"

namespace viewproof {

std::string AskedDigest(const std::string& root, const Gate& gate) {
  RunPlan plan;
  plan.files = OpenSuite(root, {}, gate.profiles).files;
  plan.profiles = gate.profiles;
  plan.dtypes = gate.dtypes;
  const Hello hello = gate.subject.value_or(Hello());
  Planner planner(hello);
  Feed feed(plan);
  Vector vector;
  bool fits = false;
  std::string asked;
  while (feed.Next(vector, fits)) {
    if (!fits || !planner.Runs(vector)) continue;
    AppendJson(vector, asked);
    asked += '\n';
  }
  return Digest(asked);
}

}  // namespace viewproof
