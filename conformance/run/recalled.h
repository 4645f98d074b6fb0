#ifndef VIEWPROOF_CONFORMANCE_RUN_RECALLED_H_
#define VIEWPROOF_CONFORMANCE_RUN_RECALLED_H_

#include "conformance/case/bad_input.h"
#include "conformance/process/executor.h"
#include "conformance/run/check.h"

namespace viewproof {

// Gives the hello of a subject of which every record is there; runs nothing.
class RecordedExecutor : public Executor {
 public:
  explicit RecordedExecutor(const EarlierResults& recorded)
      : recorded_(recorded) {}

  const Hello& hello() const override { return recorded_.hello; }
  const Trouble& trouble() const override { return recorded_.trouble; }
  void Run(const Next& next, const Done&, const Manner&) override {
    if (const Case* test = next()) {
      throw BadInput("no report has a record of " + test->id);
    }
  }

 private:
  const EarlierResults& recorded_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_RECALLED_H_
