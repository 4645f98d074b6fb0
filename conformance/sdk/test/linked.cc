#include "conformance/sdk/test/linked.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/encode.h"
#include "conformance/case/padding.h"

namespace viewproof {
namespace {

class Linked : public Subject {
 public:
  explicit Linked(std::unique_ptr<viewproof_sdk::Subject> subject)
      : subject_(std::move(subject)),
        hello_(ReadHello(viewproof_sdk::HelloLine(*subject_))) {}

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    request_.clear();
    AppendJson(test, request_);
    answer_ =
        viewproof_sdk::Answer(*subject_, viewproof_sdk::ParseJson(request_));
    const std::size_t size = answer_.size();
    answer_.append(kPadding, ' ');
    try {
      decoder_.Read(std::string_view(answer_).substr(0, size), test, reply);
    } catch (const BadInput& error) {
      std::fprintf(stderr, "%s: %s\n%s\n", test.id.c_str(), error.what(),
                   answer_.c_str());
      std::abort();
    }
  }

 private:
  std::unique_ptr<viewproof_sdk::Subject> subject_;
  Hello hello_;
  Decoder decoder_;
  std::string request_;
  std::string answer_;
};

}  // namespace

std::unique_ptr<Subject> MakeLinked(
    std::unique_ptr<viewproof_sdk::Subject> subject) {
  return std::make_unique<Linked>(std::move(subject));
}

}  // namespace viewproof
