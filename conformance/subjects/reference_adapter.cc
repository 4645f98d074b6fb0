#include "conformance/subjects/reference.h"
#include "conformance/subjects/serve.h"

int main() {
  return viewproof::Serve(*viewproof::MakeReference(),
                          &viewproof::AppendExplainedReply);
}
