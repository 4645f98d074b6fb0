#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gen/digest_tree.h"
#include "conformance/gen/enumerate.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/arguments.h"
#include "conformance/report/summary.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "tools/golden/cases.h"
#include "tools/golden/curate.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"
#include "tools/golden/prune.h"
#include "tools/golden/render.h"
#include "tools/golden/spec.h"
#include "tools/golden/witnesses.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

constexpr int kRed = 1;
constexpr int kMisused = 2;

struct Options {
  std::string root;
  std::string only = "*";
  bool print = false;
  bool check = false;
  bool relock = false;
  bool enumeration = false;
  bool prune = false;
};

struct Tally {
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
  int64_t abstained = 0;
};

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

bool Matches(const Options& options, const Entry& entry) {
  return fnmatch(options.only.c_str(), entry.test.id.c_str(), 0) == 0;
}

std::vector<VectorFile> CurateAll(const std::vector<CaseFile>& cases,
                                  const Options& options,
                                  const Witnesses& witnesses, const Spec& spec,
                                  Tally& tally) {
  std::vector<VectorFile> files;
  for (const CaseFile& file : cases) {
    files.push_back({file.name, {}});
    for (const Entry& entry : file.entries) {
      if (!Matches(options, entry)) {
        ++tally.skipped;
        continue;
      }
      std::snprintf(asked, sizeof asked, "%s", entry.where.c_str());
      try {
        Curated made = Curate(entry, file.profile, witnesses, spec);
        tally.abstained += made.model_abstained ? 1 : 0;
        files.back().vectors.push_back(std::move(made.vector));
        ++tally.passed;
      } catch (const BadInput& e) {
        fmt::print(stderr, "{}\n", e.what());
        ++tally.failed;
      }
    }
    fmt::print(stderr, "golden: {}: {} vectors\n", file.name,
               files.back().vectors.size());
  }
  return files;
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

// The paths of files whose texts differ.
std::set<std::string> Differing(const Files& before, const Files& after) {
  std::set<std::string> paths;
  for (const auto& [path, text] : after) {
    const auto found = before.find(path);
    if (found == before.end() || found->second != text) paths.insert(path);
  }
  for (const auto& [path, text] : before) {
    if (IsWritten(path) && !after.contains(path)) paths.insert(path);
  }
  return paths;
}

// Prints the first line that differs in the file at `path`.
void PrintDifference(const std::string& path, const Files& before,
                     const Files& after) {
  const auto text = [&path](const Files& files) {
    const auto found = files.find(path);
    return std::istringstream(found == files.end() ? "" : found->second);
  };
  std::istringstream is = text(before);
  std::istringstream should = text(after);
  std::string a;
  std::string b;
  for (int number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(is, a));
    const bool more_b = static_cast<bool>(std::getline(should, b));
    if (!more_a && !more_b) return;
    if (more_a == more_b && a == b) continue;
    fmt::print("golden/{}:{} differs\n  is:        {}\n  should be: {}\n", path,
               number, more_a ? a : "(nothing)", more_b ? b : "(nothing)");
    return;
  }
}

int Check(const Files& before, const Files& after) {
  const std::set<std::string> differing = Differing(before, after);
  for (const std::string& path : differing) {
    PrintDifference(path, before, after);
  }
  fmt::print("regenerating gives {}\n",
             differing.empty()
                 ? "an empty diff"
                 : fmt::format("{} files that differ", differing.size()));
  return differing.empty() ? EXIT_SUCCESS : kRed;
}

int Write(const fs::path& golden, const Files& before, const Files& after) {
  Files changed;
  std::set<std::string> stale;
  for (const std::string& path : Differing(before, after)) {
    const auto made = after.find(path);
    if (made == after.end()) {
      stale.insert(path);
    } else {
      changed.insert(*made);
    }
  }
  WriteFolder(golden, changed, stale);
  fmt::print("wrote {} files, removed {}\n", changed.size(), stale.size());
  return EXIT_SUCCESS;
}

Witnesses MakeWitnesses() {
  Witnesses witnesses{MakeReference(), MakeModel(), MakeLibtorch()};
  if (witnesses.libtorch == nullptr) {
    throw BadInput("this build has no libtorch; run tools/setup --oracle");
  }
  return witnesses;
}

int PrintTally(const Tally& tally, int status) {
  if (tally.abstained > 0) {
    fmt::print("the model abstained from {}\n", tally.abstained);
  }
  fmt::print("{} passed, {} failed, {} skipped{}\n", tally.passed, tally.failed,
             tally.skipped, tally.skipped > 0 ? " (--only)" : "");
  return status;
}

// Prints the vectors that --only chose, and writes nothing.
int Print(const std::vector<VectorFile>& files, const Tally& tally) {
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) {
      fmt::print("{}\n", LineOf(vector));
    }
  }
  return PrintTally(tally, tally.failed == 0 ? EXIT_SUCCESS : kRed);
}

// Writes the digests of all enumerated cases; asks the reference alone.
int Enumerate(const fs::path& golden) {
  const Universe universe;
  const int64_t leaves = LeafCount(universe.count());
  Progress progress(leaves * kCasesOfLeaf);
  const auto digests =
      LeafDigests(universe, 0, leaves, std::thread::hardware_concurrency(),
                  [&progress] { progress.Add(kCasesOfLeaf); });
  WriteFile(golden / "enumeration.json", EnumerationText(universe, digests));
  fmt::print("wrote the digests of {} cases\n", universe.count());
  return EXIT_SUCCESS;
}

std::vector<Vector> ReadGolden(const fs::path& folder) {
  std::vector<Vector> vectors;
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : OpenGolden(folder).files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) vectors.push_back(vector);
  }
  return vectors;
}

// Prints the progress once a second.
Watch EverySecond() {
  using Clock = std::chrono::steady_clock;
  return [last = Clock::now()](std::size_t done, std::size_t total) mutable {
    if (Clock::now() - last < std::chrono::seconds(1)) return;
    last = Clock::now();
    fmt::print(stderr, "golden: {} of {} vectors\n", done, total);
  };
}

// Proposes vectors of golden/ to remove; needs no witness.
int PruneGolden(const Options& options) {
  const std::vector<Vector> vectors =
      ReadGolden(fs::path(options.root) / "golden");
  fmt::print("{}", TextOf(Prune(vectors, options.only, EverySecond())));
  return EXIT_SUCCESS;
}

int Run(const Options& options) {
  if (options.prune) return PruneGolden(options);
  const fs::path root(options.root);
  if (options.enumeration) return Enumerate(root / "golden");
  const Spec spec = ParseSpec(ReadFile(root / "reference/SPEC.md"));
  std::vector<std::string> problems;
  const std::vector<CaseFile> cases =
      ReadCases(root / "tools/golden/cases", spec, problems);
  const Witnesses witnesses = MakeWitnesses();
  Tally tally;
  const std::vector<VectorFile> files =
      CurateAll(cases, options, witnesses, spec, tally);
  if (options.print) {
    for (const auto& problem : problems) fmt::print(stderr, "{}\n", problem);
    tally.failed += static_cast<int64_t>(problems.size());
    return Print(files, tally);
  }
  const Files before = ReadFolder(root / "golden");
  const auto old_lock = before.find("ids.lock");
  Lock lock = Lock::Parse(
      old_lock == before.end() || options.relock ? "" : old_lock->second);
  for (std::string& problem : UpdateLock(files, lock)) {
    problems.push_back(std::move(problem));
  }
  for (const auto& problem : problems) fmt::print(stderr, "{}\n", problem);
  tally.failed += static_cast<int64_t>(problems.size());
  if (tally.failed > 0) {
    fmt::print("nothing written\n");
    return PrintTally(tally, kRed);
  }
  const Hello& oracle = witnesses.libtorch->hello();
  const Files after =
      Render(files, fmt::format("{} {}", oracle.name, oracle.version), lock);
  return PrintTally(tally, options.check
                               ? Check(before, after)
                               : Write(root / "golden", before, after));
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) {
  viewproof::Options options;
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  options.root = workspace == nullptr ? "." : workspace;
  viewproof::Arguments arguments(
      "golden",
      "Writes golden/ from tools/golden/cases/: asks libtorch, the model and "
      "the reference about every entry and refuses what they disagree on.\n"
      "Example: bazel run //tools:golden -- --only 'permute/*' --print");
  arguments.Add("--root", &options.root, "the repository");
  arguments.Add("--only", &options.only,
                "ids to ask about or to propose; needs --print or --prune");
  arguments.Add("--print", &options.print, "print vectors and write nothing");
  arguments.Add("--check", &options.check,
                "write nothing; fail unless golden/ is what would be written");
  arguments.Add("--relock", &options.relock,
                "forget ids.lock; only before the first release");
  arguments.Add("--prune", &options.prune,
                "write nothing; propose vectors of golden/ whose every rule, "
                "flag and mutant is also another vector's, and list the "
                "mutants that no vector kills\n"
                "Example: bazel run //tools:golden -- --prune --only 'view/*'",
                {.excludes = {"--print", "--check", "--relock"}});
  arguments.Add("--enumeration", &options.enumeration,
                "write enumeration.json and no vectors");
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  if (options.only != "*" && !options.print && !options.prune) {
    fmt::print(stderr, "golden: --only needs --print or --prune\n");
    return viewproof::kMisused;
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) {
    std::signal(signal, viewproof::SayWhoDied);
  }
  try {
    return viewproof::Run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "golden: {} ({})\n", e.what(), viewproof::asked);
    return viewproof::kMisused;
  }
}
