#include "tools/golden/regenerate.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "tools/golden/cases.h"
#include "tools/golden/check_suite.h"
#include "tools/golden/curate.h"
#include "tools/golden/lock.h"
#include "tools/golden/spec.h"
#include "tools/golden/witnesses.h"

namespace viewproof {
namespace {

// The entry that the witnesses are being asked about; printed if one dies.
char asked[256] = "no entry";

void SayWhoDied(int signal) {
  constexpr std::string_view kDied = "golden: a witness died at ";
  (void)!write(STDERR_FILENO, kDied.data(), kDied.size());
  (void)!write(STDERR_FILENO, asked, std::string_view(asked).size());
  (void)!write(STDERR_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void SayWhoDies() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) {
    std::signal(signal, SayWhoDied);
  }
}

// Adds the vector of an entry to `vectors`, or says why there is none.
void Add(const Entry& entry, Profile profile, const Witnesses& witnesses,
         const Spec& spec, std::vector<Vector>& vectors, EntryTally& tally) {
  std::snprintf(asked, sizeof asked, "%s", entry.where.c_str());
  try {
    CuratedVector made = Curate(entry, profile, witnesses, spec);
    tally.abstained += made.model_abstained ? 1 : 0;
    vectors.push_back(std::move(made.vector));
    ++tally.passed;
  } catch (const BadInput& e) {
    fmt::print(stderr, "{}\n", e.what());
    ++tally.failed;
  } catch (const std::exception& e) {
    throw std::runtime_error(fmt::format("{} ({})", e.what(), asked));
  }
}

// The oracle's name and version in the headers of golden/; empty if none.
std::string OracleOf(const Files& golden) {
  constexpr std::string_view kKey = "\"oracle\":\"";
  for (const auto& [path, text] : golden) {
    const std::size_t key = text.find(kKey);
    if (!IsVectorFile(path) || key == std::string::npos) continue;
    const std::size_t begin = key + kKey.size();
    return text.substr(begin, text.find('"', begin) - begin);
  }
  return "";
}

std::vector<std::string> UpdateLock(const std::vector<VectorFile>& files,
                                    Lock& lock) {
  std::vector<const Vector*> vectors;
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) vectors.push_back(&vector);
  }
  std::vector<std::string> problems;
  lock.Update(vectors, problems);
  return problems;
}

}  // namespace

Witnesses MakeWitnesses(const Options& options) {
  Witnesses witnesses{MakeReference(), MakeModel(), MakeLibtorch()};
  if (options.oracle && witnesses.libtorch == nullptr) {
    throw BadInput("this build has no libtorch; run tools/setup --oracle");
  }
  return witnesses;
}

int EntryTally::status() const {
  return failed == 0 && passed + skipped > 0 ? EXIT_SUCCESS : kRed;
}

CuratedSuite CurateAll(const Options& options) {
  const Spec spec = ParseSpec(ReadFile(options.root + "/reference/SPEC.md"));
  CuratedSuite made;
  const std::vector<CaseFile> cases =
      ReadCases(options.root + "/tools/golden/cases", spec, made.problems);
  const Witnesses witnesses = MakeWitnesses(options);
  if (witnesses.libtorch != nullptr) {
    const Hello& oracle = witnesses.libtorch->hello();
    made.oracle = fmt::format("{} {}", oracle.name, oracle.version);
  }
  SayWhoDies();
  for (const CaseFile& file : cases) {
    std::vector<Vector>& vectors =
        made.files.emplace_back(VectorFile{file.name, {}}).vectors;
    for (const Entry& entry : file.entries) {
      if (fnmatch(options.only.c_str(), entry.test.id.c_str(), 0) == 0) {
        Add(entry, file.profile, witnesses, spec, vectors, made.tally);
      } else {
        ++made.tally.skipped;
      }
    }
    fmt::print(stderr, "golden: {}: {} vectors\n", file.name, vectors.size());
  }
  return made;
}

void Report(const std::vector<std::string>& problems, EntryTally& tally) {
  for (const auto& problem : problems) fmt::print(stderr, "{}\n", problem);
  tally.failed += std::ssize(problems);
}

void PrintTally(const EntryTally& tally) {
  if (tally.abstained > 0) {
    fmt::print("the model abstained from {}\n", tally.abstained);
  }
  fmt::print("{} passed, {} failed, {} skipped{}\n", tally.passed, tally.failed,
             tally.skipped, tally.skipped > 0 ? " (--only)" : "");
}

std::set<std::string> Differing(const Regeneration& golden) {
  std::set<std::string> paths;
  for (const auto& [path, text] : golden.after) {
    const auto found = golden.before.find(path);
    if (found == golden.before.end() || found->second != text) {
      paths.insert(path);
    }
  }
  for (const auto& [path, text] : golden.before) {
    if (IsWritten(path) && !golden.after.contains(path)) paths.insert(path);
  }
  return paths;
}

int Regenerate(const Options& options,
               const std::function<int(const Regeneration& golden)>& use) {
  CuratedSuite made = CurateAll(options);
  Regeneration golden;
  golden.before = ReadFolder(options.root + "/golden");
  if (made.oracle.empty()) made.oracle = OracleOf(golden.before);
  const auto old_lock = golden.before.find("ids.lock");
  const bool fresh = old_lock == golden.before.end() || options.relock;
  Lock lock = Lock::Parse(fresh ? "" : old_lock->second);
  Report(made.problems, made.tally);
  Report(ProblemsOf(made.files, golden.before["flags.toml"]), made.tally);
  Report(UpdateLock(made.files, lock), made.tally);
  int status = made.tally.status();
  if (status == EXIT_SUCCESS) {
    golden.after = Render(made.files, made.oracle, lock);
    status = use(golden);
  } else {
    fmt::print("nothing written\n");
  }
  PrintTally(made.tally);
  return status;
}

}  // namespace viewproof
