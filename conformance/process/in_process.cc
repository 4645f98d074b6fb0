#include "conformance/process/in_process.h"

#include <exception>
#include <string>
#include <utility>

namespace viewproof {
namespace {

class InProcess : public Executor {
 public:
  explicit InProcess(Subject& subject) : subject_(subject) {}
  explicit InProcess(std::unique_ptr<Subject> own)
      : own_(std::move(own)), subject_(*own_) {}

  const Hello& hello() const override { return subject_.hello(); }
  const Trouble& trouble() const override { return none_; }

  void Run(const Next& next, const Done& done, const Manner&) override {
    while (const Case* test = next()) {
      Execution execution;
      try {
        subject_.Run(*test, execution.reply);
      } catch (const std::exception& error) {
        execution.kind = Execution::Kind::kCrash;
        execution.detail = std::string("exception: ") + error.what();
        execution.confirmed = true;
        execution.reply = {};
      }
      done(*test, std::move(execution));
    }
  }

 private:
  const std::unique_ptr<Subject> own_;
  Subject& subject_;
  const Trouble none_;
};

}  // namespace

std::unique_ptr<Executor> MakeInProcess(Subject& subject) {
  return std::make_unique<InProcess>(subject);
}

std::unique_ptr<Executor> MakeInProcess(std::unique_ptr<Subject> subject) {
  return std::make_unique<InProcess>(std::move(subject));
}

}  // namespace viewproof
