#ifndef VIEWPROOF_CONFORMANCE_RUN_FEED_H_
#define VIEWPROOF_CONFORMANCE_RUN_FEED_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/calls/calls.h"
#include "conformance/case/case.h"
#include "conformance/gate/without.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {

// Gives cases to run, with what is expected of them, one after the other.
class Source {
 public:
  virtual ~Source() = default;

  // Overwrites `vector`, and sets `fits` to whether its dtype can hold it.
  // False at the end. Throws BadInput.
  virtual bool Next(Vector& vector, bool& fits) = 0;

  // The number of the case that Next gave last.
  virtual int64_t number() const = 0;
};

// The files of a run's vectors.
struct Suite {
  std::vector<std::string> files;
  std::string digest;  // The digest of golden/; empty: they are others.
  int64_t count = 0;   // There are so many vectors; 0: not known.
};

// These files, or those of golden/ of these profiles; empty: of all. Throws
// BadInput.
Suite OpenSuite(const std::string& root,
                const std::vector<std::string>& vectors,
                const std::vector<Profile>& profiles);

// One part of several of a plan: case i with i mod `of` == number - 1.
struct Shard {
  int64_t number = 1;
  int64_t of = 1;
  bool operator==(const Shard&) const = default;
};

// The id of a case or a glob of ids, alone or as cases are printed: with the
// dtype, "view/refuses (int8)".
struct NamedCase {
  std::string id;
  std::optional<DType> dtype = std::nullopt;
};
NamedCase SplitName(const std::string& name);

// The dtypes that they name.
std::vector<DType> DTypesIn(const std::vector<std::string>& names);

// Holds what to run.
struct RunPlan {
  std::vector<std::string> files;  // Files of vectors.
  // Globs as in NamedCase, one of which cases match; or empty.
  std::vector<std::string> only;
  std::vector<std::string> leave_out;  // Globs, none of which they match.
  std::vector<Profile> profiles;       // Empty: all.
  std::vector<DType> dtypes;           // Also run core and indexing with these.
  Shard shard;
  std::shared_ptr<const KernelCalls> calls = nullptr;  // Come after the files.
};

// Asks a library for the plain answers of its kernels, if these are of the
// profiles; else null. `only`: globs as RunPlan has them; kernels that they
// cannot mean are left out. Throws as KernelCalls does.
std::shared_ptr<const KernelCalls> AskCalls(
    const std::vector<Profile>& profiles, const std::vector<std::string>& only,
    Executor& executor, const std::atomic<bool>& stop);

// "1,234 of 5,678 cases were not run", where so many were judged; of a run that
// was cut as it ran failures again, that. Throws as VectorReader does.
std::string NotRun(const RunPlan& plan, int64_t judged);

// Throws BadInput, with the nearest names, for a glob that no case matches.
void RefuseUnmatched(const RunPlan& plan);

// The cases of a plan: its vectors, each followed by its variants in the plan's
// dtypes; then its calls of kernels.
class Feed : public Source {
 public:
  explicit Feed(RunPlan plan);

  // Throws as VectorReader does.
  bool Next(Vector& vector, bool& fits) override;

  // In the whole plan.
  int64_t number() const override { return number_; }

 private:
  bool NextOfPlan(Vector& vector, bool& fits);
  bool NextCall(Vector& vector);
  bool Read(Vector& vector);
  bool MayBeMeant(const Vector& vector) const;
  bool IsMeant(const std::string& id, DType dtype) const;

  const RunPlan plan_;
  const std::vector<NamedCase> only_;
  const std::vector<NamedCase> leave_out_;
  IdSet ids_;
  std::size_t next_file_ = 0;
  std::optional<VectorReader> reader_;
  Vector original_;
  std::size_t next_dtype_ = SIZE_MAX;
  std::size_t next_call_ = 0;
  int64_t number_ = -1;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_FEED_H_
