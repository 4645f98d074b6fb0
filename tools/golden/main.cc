#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "tools/cli/arguments/arguments.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

constexpr int kMisused = 2;

struct Flags {
  bool print = false;
  bool check = false;
  bool enumeration = false;
  bool deep = false;
  bool prune = false;
  bool kills = false;
  bool pairs = false;
  bool matrix = false;
};

int Run(const Flags& flags, const Options& options) {
  if (flags.kills) return PrintKills(options);
  if (flags.matrix) return WriteMatrix(options);
  if (flags.pairs) return PrintPairs(options);
  if (flags.prune) return ProposePruning(options);
  if (flags.enumeration) return WriteEnumeration(options);
  if (flags.deep) return WriteDeep(options);
  if (flags.print) return PrintVectors(options);
  return flags.check ? CheckGolden(options) : WriteGolden(options);
}

}  // namespace
}  // namespace viewproof

int main(int argc, char** argv) {
  viewproof::Flags flags;
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
  arguments.Add("--print", &flags.print, "print vectors and write nothing");
  arguments.Add("--check", &flags.check,
                "write nothing; fail unless golden/ is what would be written; "
                "where there is no libtorch, ask the others alone");
  arguments.Add("--relock", &options.relock,
                "forget ids.lock; only before the first release");
  arguments.Add("--prune", &flags.prune,
                "write nothing; propose vectors of golden/ whose every rule, "
                "flag and known bug is also another vector's, and list the "
                "misreadings that no vector shows\n"
                "Example: bazel run //tools:golden -- --prune --only 'view/*'",
                {.excludes = {"--print", "--check", "--relock"}});
  arguments.Add("--kills", &flags.kills,
                "print which bugs under which conditions no vector of golden/ "
                "kills; write nothing, unless --search does",
                {.excludes = {"--print", "--check", "--relock", "--prune"}});
  arguments.Add(
      "--pairs", &flags.pairs,
      "print which levels of two factors of target and source, or "
      "operand and index, no two vectors have; with --search: draw "
      "up to so many cases for each, and let entries wait",
      {.excludes = {"--print", "--check", "--relock", "--prune", "--kills"}});
  arguments.Add("--search", &options.search,
                "with --kills: draw so many cases directed at the bugs that "
                "are alive; write those that make no difference to "
                "unkilled.tsv, and entries that kill others to pending.jsonl, "
                "both in tools/golden/, whence the next run takes them; with "
                "--pairs: propose entries for what lacks vectors\n"
                "Example: bazel run //tools:golden -- --kills --search 60000 "
                "--jobs 2",
                {.least = 0});
  arguments.Add("--seed", &options.seed, "of the drawn cases");
  arguments.Add("--jobs", &options.jobs, "with --kills: threads that draw them",
                {.least = 1});
  arguments.Add("--propose", &options.propose, "entries at most", {.least = 0});
  arguments.Add("--least", &options.least,
                "with --kills: bugs that an entry must kill to be proposed",
                {.least = 1});
  arguments.Add("--matrix", &flags.matrix,
                "write the kill matrix and no vectors: which vector shows "
                "which known bug",
                {.excludes = {"--print", "--check", "--relock", "--prune",
                              "--kills", "--pairs"}});
  arguments.Add("--enumeration", &flags.enumeration,
                "write enumeration.json and no vectors",
                {.excludes = {"--print", "--check", "--relock", "--prune",
                              "--kills", "--pairs", "--matrix"}});
  arguments.Add(
      "--deep", &flags.deep, "write deep.jsonl and no vectors",
      {.excludes = {"--print", "--check", "--relock", "--prune", "--kills",
                    "--pairs", "--matrix", "--enumeration"}});
  if (const auto status = arguments.Parse(argc, argv)) return *status;
  if (options.only != "*" && !flags.print && !flags.prune) {
    fmt::print(stderr, "golden: --only needs --print or --prune\n");
    return viewproof::kMisused;
  }
  if (options.search > 0 && !flags.kills && !flags.pairs) {
    fmt::print(stderr, "golden: --search needs --kills or --pairs\n");
    return viewproof::kMisused;
  }
  options.oracle = !flags.check;
  options.afresh = flags.matrix;
  try {
    return viewproof::Run(flags, options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "golden: {}\n", e.what());
    return viewproof::kMisused;
  }
}
