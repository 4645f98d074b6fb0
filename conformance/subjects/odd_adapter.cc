#include <cstdio>
#include <string>

#include "conformance/subjects/serve.h"

namespace viewproof {
namespace {

// A subject that prints on standard output, and says in its own way what the
// protocol has no words for.
class Odd : public Subject {
 public:
  Odd() {
    hello_.name = "odd";
    hello_.version = "1";
    hello_.ops = {"read"};
    hello_.dtypes = {DType::kFloat32};
  }

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    std::printf("running %s\n", test.id.c_str());
    std::fflush(stdout);
    reply.id = test.id;
    reply.steps.clear();
    if (test.id == "large") reply.too_large = 1;
    if (test.id == "latin") Fail("caf\xe9", reply);
    if (test.id == "long") Fail("x" + Repeated("\u00e9", 4096), reply);
  }

 private:
  static std::string Repeated(const std::string& text, int count) {
    std::string all;
    for (int k = 0; k < count; ++k) all += text;
    return all;
  }
  static void Fail(const std::string& message, Reply& reply) {
    reply.steps.emplace_back(ErrorReply{
        .kind = ErrorKind::kSize, .rule = "x.e1", .message = message});
  }

  Hello hello_;
};

}  // namespace
}  // namespace viewproof

int main() {
  viewproof::Odd odd;
  return viewproof::Serve(odd);
}
