#include "conformance/process/in_process.h"

#include <utility>

namespace viewproof {
namespace {

class InProcess : public Executor {
 public:
  explicit InProcess(Subject& subject) : subject_(subject) {}

  const Hello& hello() const override { return subject_.hello(); }
  const Trouble& trouble() const override { return none_; }

  void Run(const Next& next, const Done& done, const Manner&) override {
    while (const Case* test = next()) {
      Execution execution;
      subject_.Run(*test, execution.reply);
      done(*test, std::move(execution));
    }
  }

 private:
  Subject& subject_;
  const Trouble none_;
};

}  // namespace

std::unique_ptr<Executor> MakeInProcess(Subject& subject) {
  return std::make_unique<InProcess>(subject);
}

}  // namespace viewproof
