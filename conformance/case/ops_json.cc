// Prints ops.json, the rows of ops.cc for adapters that are generic over ops.

#include <cstdio>
#include <string>

#include "conformance/case/ops.h"

int main() {
  std::string json;
  viewproof::AppendOpsJson(json);
  return std::fwrite(json.data(), 1, json.size(), stdout) == json.size() ? 0
                                                                         : 1;
}
