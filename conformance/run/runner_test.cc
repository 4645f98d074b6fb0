#include "conformance/run/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/judge/belongs.h"
#include "conformance/judge/testing.h"
#include "conformance/run/feed.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace runner_test {

// Answers as the reference does, but for what a test changes.
class Fake : public Executor {
 public:
  using Change = std::function<void(const Case&, Execution&)>;

  Fake(Change change, const std::vector<std::string>& left_out,
       bool rebinds = false)
      : change_(std::move(change)) {
    hello_.left_out = left_out;
    hello_.rebinds = rebinds;
  }

  const Hello& hello() const override { return hello_; }
  const Trouble& trouble() const override { return none_; }
  void Run(const Next& next, const Done& done, const Manner& manner) override {
    if (manner.fresh) ++fresh;
    while (const Case* test = next()) {
      Execution execution;
      reference_->Run(*test, execution.reply);
      change_(*test, execution);
      done(*test, std::move(execution));
    }
  }

  int fresh = 0;  // Says how often a fresh process was asked for.

 private:
  Change change_;
  const Trouble none_;
  Hello hello_ = FullHello();
  std::unique_ptr<Subject> reference_ = MakeReference();
};

void Crash(const Case&, Execution& execution) {
  execution.kind = Execution::Kind::kCrash;
  execution.step = 1;
}

void Break(Execution& execution) { execution.reply.steps[0] = ErrorReply{}; }

class Runs : public testing::Test {
 protected:
  Runs() {
    std::string text;
    for (const char* name : {"a", "b", "c"}) {
      text += LineOf(VectorOf("float32[2,3] | t()", std::string("t/") + name));
    }
    Vector skipped = VectorOf("float32[2] bytes | detach()", "detach/d");
    skipped.needs.views = true;
    text += LineOf(skipped);
    path_ = MakeFolder() + "/some.jsonl";
    WriteFile(path_, text);
  }

  // id and dtype -> record.
  std::map<std::string, Record> Run(const Fake::Change& change,
                                    RunPlan plan = {},
                                    std::vector<Without> withouts = {}) {
    plan.files = {path_};
    std::map<std::string, Record> records;
    Fake fake(change, left_out_);
    Runner runner({[plan] { return std::make_unique<Feed>(plan); },
                   Facets::All(), std::move(withouts)},
                  fake);
    RunHooks hooks;
    hooks.is_new_failure = [](const Record& record) {
      return record.verdict != Verdict::kPass;
    };
    hooks.visit = [&](const Vector&, const Record& record) {
      const std::string key = record.id + " " + std::string(Name(record.dtype));
      EXPECT_TRUE(records.emplace(key, record).second) << key;
    };
    complete_ = runner.Run(hooks, stop_);
    started_ = fake.fresh;
    return records;
  }

  std::string path_;
  std::atomic<bool> stop_ = false;
  bool complete_ = false;
  std::vector<std::string> left_out_;  // In hello.
  int started_ = 0;
};

// A run that goes on, and a merge, find the record of each case, also of one to
// which reads were added since its writes make new tensors.
TEST_F(Runs, FindTheRecordsOfTheCasesThatWereAsked) {
  WriteFile(path_, LineOf(VectorOf("float32[2,3] | t() | fill_(101)")));
  Fake fake([](const Case&, Execution& execution) { Break(execution); }, {},
            true);
  std::vector<Record> records;
  for (const bool again : {false, true}) {
    RunPlan plan;
    plan.files = {path_};
    Runner runner(
        {[plan] { return std::make_unique<Feed>(plan); }, Facets::All(), {}},
        fake);
    RunHooks hooks;
    hooks.is_new_failure = [](const Record&) { return false; };
    hooks.visit = [&](const Vector&, const Record& record) {
      records.push_back(record);
    };
    hooks.earlier = [&](const Vector& vector, Record& record) {
      if (!again) return false;
      record = records.at(0);
      EXPECT_EQ(WhyNotOf(vector, fake.hello(), record), "");
      return true;
    };
    EXPECT_TRUE(runner.Run(hooks, stop_));
  }
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].steps, 3);
  EXPECT_EQ(records[0], records[1]);
}

TEST_F(Runs, GiveOneRecordToEveryVector) {
  const auto records = Run([](const Case&, Execution&) {});
  EXPECT_EQ(records.size(), 4u);
  for (const auto& [key, record] : records) {
    EXPECT_EQ(record.verdict, Verdict::kPass) << key;
  }
  EXPECT_TRUE(complete_);
  EXPECT_EQ(started_, 0);
}

TEST_F(Runs, RepeatNewFailuresInAFreshSubjectInReverseOrder) {
  std::string order;
  const auto records = Run([&order](const Case& test, Execution& execution) {
    order += test.id.back();
    if (test.id != "t/b") Break(execution);
  });
  EXPECT_EQ(started_, 1);
  EXPECT_EQ(order, "abcddca");
  EXPECT_EQ(records.at("t/a float32").verdict, Verdict::kFail);
  EXPECT_FALSE(records.at("t/a float32").order);
}

TEST_F(Runs, MarkWhatPassesInAnotherOrder) {
  std::string order;
  const auto records = Run([&order](const Case& test, Execution& execution) {
    order += test.id.back();
    if (order.size() == 3 || test.id == "t/a") Break(execution);
  });
  EXPECT_EQ(order, "abcdca");
  EXPECT_TRUE(records.at("t/c float32").order);
  EXPECT_EQ(records.at("t/c float32").verdict, Verdict::kFail);
  EXPECT_FALSE(records.at("t/a float32").order);
}

TEST_F(Runs, RepeatCoreVectorsInTheOtherDTypes) {
  RunPlan plan;
  plan.dtypes = {DType::kFloat64, DType::kBool};
  const auto records = Run([](const Case&, Execution&) {}, plan);
  EXPECT_EQ(records.size(), 4u + 2 * 3u);
  EXPECT_EQ(records.at("t/a bool").verdict, Verdict::kPass);
  EXPECT_FALSE(records.contains("detach/d float64"));
}

TEST_F(Runs, TakeOnlyTheIdsThatMatch) {
  RunPlan plan;
  plan.only = {"t/[ab]"};
  EXPECT_EQ(Run([](const Case&, Execution&) {}, plan).size(), 2u);
}

TEST_F(Runs, KeepWhatGroupsNeedOfAFailure) {
  const auto records = Run([](const Case& test, Execution& execution) {
    if (test.id != "t/b") return;
    ErrorReply error;
    error.message = "tea?";
    error.misspelt = true;
    execution.reply.steps[0] = error;
  });
  const Record& record = records.at("t/b float32");
  EXPECT_EQ(record.steps, 1);
  EXPECT_EQ(record.elements, 6);
  EXPECT_TRUE(record.misspelt);
  EXPECT_FALSE(records.at("t/a float32").misspelt);
}

TEST_F(Runs, KeepTheTextOfAnErrorOfAnotherKind) {
  WriteFile(path_, LineOf(VectorOf("float32[2,3] | view([4])", "view/e")));
  const auto records = Run([](const Case&, Execution& execution) {
    ErrorReply error;
    error.message = "no such view";
    execution.reply.steps[0] = error;
  });
  EXPECT_EQ(records.at("view/e float32").message, "no such view");
}

TEST_F(Runs, RelateAWrongOutputToTheExpectedOne) {
  const auto records = Run([](const Case& test, Execution& execution) {
    if (test.id != "t/b") return;
    auto& outputs = std::get<std::vector<Output>>(execution.reply.steps[0]);
    outputs[0].strides = {4, 12};
    outputs[0].values->list[0] = {99};
  });
  for (const Difference& d : records.at("t/b float32").differences) {
    EXPECT_EQ(d.relation, d.kind == DifferenceKind::kStrides
                              ? Relation::kTimesItemSize
                              : Relation::kNone);
    EXPECT_TRUE(d.outside);
  }
}

TEST_F(Runs, TellDeathsWithTheOpThatDied) {
  const auto records = Run([](const Case& test, Execution& execution) {
    if (test.id != "t/b") return;
    execution.kind = Execution::Kind::kCrash;
    execution.reply = {};
    execution.step = 1;
    execution.detail = "signal 11 (SIGSEGV)";
  });
  const Record& record = records.at("t/b float32");
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.op, "t");
  EXPECT_EQ(record.detail, "signal 11 (SIGSEGV)");
}

// A reply may say so if hello names what it left out; else it is a failure.
TEST_F(Runs, SkipWhatTheAdapterLeftOut) {
  const auto leave_out = [](const Case& test, Execution& execution) {
    if (test.id != "t/b") return;
    execution.reply = {};
    execution.reply.unsupported = Unsupported{1, "left_out", "t"};
  };
  EXPECT_EQ(Run(leave_out).at("t/b float32").verdict, Verdict::kFail);
  left_out_ = {"T"};
  const auto records = Run(leave_out);
  const Record& record = records.at("t/b float32");
  EXPECT_EQ(record.verdict, Verdict::kSkip);
  EXPECT_EQ(record.reason, SkipReason::kLeftOut);
  EXPECT_TRUE(record.op.empty());
  EXPECT_TRUE(record.differences.empty());
  EXPECT_EQ(records.at("t/a float32").verdict, Verdict::kPass);
}

TEST_F(Runs, EndEarlyWhenTheyAreStopped) {
  const auto records = Run([this](const Case&, Execution& execution) {
    stop_ = true;
    Break(execution);
  });
  EXPECT_FALSE(complete_);
  EXPECT_EQ(records.size(), 1u);
  EXPECT_EQ(started_, 0);
}

TEST_F(Runs, RecordWhatIsWaivedOfEachVector) {
  Vector vector = VectorOf("float32[2,3] | t()", "t/flagged");
  vector.flags = {"Order"};
  WriteFile(path_, LineOf(vector) +
                       LineOf(VectorOf("float32[2,3] | t()", "t/unflagged")));
  const auto records =
      Run(Crash, {}, {{"Order", {Facet::kValues, Facet::kExact}, "", 0}});
  EXPECT_EQ(records.at("t/flagged float32").waived,
            (std::vector{Facet::kValues, Facet::kExact}));
  EXPECT_EQ(records.at("t/flagged float32").verdict, Verdict::kCrash);
  EXPECT_TRUE(records.at("t/unflagged float32").waived.empty());
}

}  // namespace runner_test
}  // namespace viewproof
