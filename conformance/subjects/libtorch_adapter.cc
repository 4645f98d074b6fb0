#include <cstdio>
#include <memory>

#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/serve.h"

int main() {
  const std::unique_ptr<viewproof::Subject> subject = viewproof::MakeLibtorch();
  if (subject == nullptr) {
    std::fputs("built without libtorch: run tools/setup --oracle\n", stderr);
    return 1;
  }
  return viewproof::Serve(*subject);
}
