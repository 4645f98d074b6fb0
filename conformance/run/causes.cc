#include "conformance/run/causes.h"

#include "conformance/golden_file/golden.h"

namespace viewproof {

std::vector<std::string> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<std::string>& files) {
  const auto visit = [&files](const std::function<void(Vector&)>& see) {
    IdSet ids;
    Vector vector;
    for (const std::string& file : files) {
      VectorReader reader(file, ids);
      while (reader.Next(vector)) see(vector);
    }
  };
  return Diagnose(evidence, hello, demanded, visit).Lines();
}

}  // namespace viewproof
