#include "conformance/run/feed.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>

#include "conformance/case/bad_input.h"
#include "conformance/case/suggest.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/exchange.h"
#include "conformance/judge/record.h"
#include "conformance/report/summary.h"

namespace viewproof {

namespace {

// golden/ has one folder a profile.
bool IsOf(const std::vector<Profile>& profiles, const std::string& path) {
  const std::string folder =
      std::filesystem::path(path).parent_path().filename().string();
  return profiles.empty() || std::find(profiles.begin(), profiles.end(),
                                       FindProfile(folder)) != profiles.end();
}

}  // namespace

Suite OpenSuite(const std::string& root,
                const std::vector<std::string>& vectors,
                const std::vector<Profile>& profiles) {
  if (!vectors.empty()) return {vectors, "", 0};
  const Golden golden = OpenGolden(root + "/golden");
  Suite suite{{}, golden.digest, 0};
  for (const Golden::File& file : golden.files) {
    if (!IsOf(profiles, file.path)) continue;
    suite.files.push_back(file.path);
    suite.count += file.count;
  }
  return suite;
}

namespace {

bool IsLike(const NamedCase& glob, const std::string& id) {
  return fnmatch(glob.id.c_str(), id.c_str(), 0) == 0;
}

bool IsLike(const NamedCase& glob, const std::string& id, DType dtype) {
  return IsLike(glob, id) && (!glob.dtype || *glob.dtype == dtype);
}

std::vector<NamedCase> SplitNames(const std::vector<std::string>& names) {
  std::vector<NamedCase> split;
  for (const std::string& name : names) split.push_back(SplitName(name));
  return split;
}

// Returns what `name`, which no case of the plan has, may have been meant for.
std::string NearestTo(const NamedCase& name, RunPlan plan) {
  if (name.id.find_first_of("*?[") != std::string::npos) {
    return DidYouMeanOp(OpOfId(name.id));
  }
  plan.dtypes.clear();
  Feed feed(std::move(plan));
  Vector vector;
  bool fits = false;
  std::vector<std::string> ids;
  while (feed.Next(vector, fits)) ids.push_back(vector.test.id);
  if (name.dtype && std::ranges::count(ids, name.id) > 0) {
    return "; it is not run in that dtype";
  }
  return DidYouMean(name.id, {ids.begin(), ids.end()});
}

}  // namespace

NamedCase SplitName(const std::string& name) {
  const std::size_t at = name.rfind(" (");
  if (at == std::string::npos || !name.ends_with(')')) return {name};
  const auto dtype =
      FindDType(std::string_view(name).substr(at + 2, name.size() - at - 3));
  if (!dtype) return {name};
  return {name.substr(0, at), dtype};
}

std::vector<DType> DTypesIn(const std::vector<std::string>& names) {
  std::vector<DType> dtypes;
  for (const NamedCase& name : SplitNames(names)) {
    if (name.dtype) dtypes.push_back(*name.dtype);
  }
  return dtypes;
}

void RefuseUnmatched(const RunPlan& plan) {
  RunPlan all = plan;  // Holds what the globs choose from.
  all.only.clear();
  all.leave_out.clear();
  all.shard = {};
  for (const auto& [option, globs] :
       {std::pair("--only", &plan.only), {"--not", &plan.leave_out}}) {
    std::vector<NamedCase> left = SplitNames(*globs);
    RunPlan wanted = all;
    for (const NamedCase& glob : left) wanted.only.push_back(glob.id);
    Feed feed(wanted);
    Vector vector;
    bool fits = false;
    while (!left.empty() && feed.Next(vector, fits)) {
      std::erase_if(left, [&vector](const NamedCase& glob) {
        return IsLike(glob, vector.test.id, vector.test.base.dtype);
      });
    }
    if (left.empty()) continue;
    const NamedCase& glob = left.front();
    throw BadInput(fmt::format(
        "{}: no case of what is to be run is called \"{}{}\"{}", option,
        glob.id,
        glob.dtype ? fmt::format(" ({})", Name(*glob.dtype)) : std::string(),
        NearestTo(glob, all)));
  }
}

namespace {

// Returns whether a glob of ids may mean a call of the kernel.
bool MayMean(const NamedCase& glob, const DeclaredKernel& kernel) {
  const std::string op(OpOfId(glob.id));
  return std::ranges::any_of(kernel.forms, [&](CallForm form) {
    return fnmatch(op.c_str(), CallName(kernel.name, form).c_str(), 0) == 0;
  });
}

}  // namespace

std::shared_ptr<const KernelCalls> AskCalls(
    const std::vector<Profile>& profiles, const std::vector<std::string>& only,
    Executor& executor, const std::atomic<bool>& stop) {
  if (std::ranges::count(profiles, Profile::kOperands) == 0) return nullptr;
  if (executor.hello().calls.empty()) {
    throw BadInput("calls: the adapter declares no kernels (PROTOCOL.md, 14)");
  }
  if (!executor.hello().facets.Contains(Facet::kValues)) {
    throw BadInput(
        "calls: hello lacks the facet \"values\", and kernels are judged by "
        "elements (PROTOCOL.md, 14)");
  }
  Progress progress(0);
  Hello asked = executor.hello();
  const std::vector<NamedCase> globs = SplitNames(only);
  std::erase_if(asked.calls, [&globs](const DeclaredKernel& kernel) {
    return !globs.empty() &&
           std::ranges::none_of(globs, [&kernel](const NamedCase& glob) {
             return MayMean(glob, kernel);
           });
  });
  auto calls = std::make_shared<KernelCalls>(asked);
  calls->AskPlain(executor, stop, [&](const std::string& op) {
    progress.Tick("on plain tensors: " + op, executor.trouble().deaths);
  });
  return calls;
}

std::string NotRun(const RunPlan& plan, int64_t judged) {
  Feed feed(plan);
  Vector vector;
  bool fits = false;
  int64_t count = 0;
  while (feed.Next(vector, fits)) ++count;
  if (plan.calls != nullptr && plan.calls->size() == 0) {
    return "no case was run, since the answers on plain tensors were not there";
  }
  if (judged == count) return "new failures were not run again, every case was";
  return fmt::format("{} of {} cases were not run", Grouped(count - judged),
                     Grouped(count));
}

Feed::Feed(RunPlan plan)
    : plan_(std::move(plan)),
      only_(SplitNames(plan_.only)),
      leave_out_(SplitNames(plan_.leave_out)) {}

bool Feed::Next(Vector& vector, bool& fits) {
  while (NextOfPlan(vector, fits)) {
    if (!IsMeant(vector.test.id, vector.test.base.dtype)) continue;
    if (++number_ % plan_.shard.of == plan_.shard.number - 1) return true;
  }
  fits = true;
  return NextCall(vector);
}

bool Feed::NextCall(Vector& vector) {
  while (plan_.calls != nullptr && next_call_ < plan_.calls->size()) {
    const std::size_t k = next_call_++;
    const bool is_meant =
        (only_.empty() && leave_out_.empty()) ||
        IsMeant(plan_.calls->IdOf(k), plan_.calls->DTypeOf(k));
    if (!is_meant) continue;
    if (++number_ % plan_.shard.of != plan_.shard.number - 1) continue;
    vector = plan_.calls->MakeVector(k);
    return true;
  }
  return false;
}

bool Feed::NextOfPlan(Vector& vector, bool& fits) {
  fits = true;
  for (; next_dtype_ < plan_.dtypes.size(); ++next_dtype_) {
    if (!CanExchange(original_, plan_.dtypes[next_dtype_])) continue;
    vector = original_;
    fits = Exchange(vector, plan_.dtypes[next_dtype_++]);
    return true;
  }
  if (!Read(vector)) return false;
  if (!plan_.dtypes.empty()) {
    original_ = vector;
    next_dtype_ = 0;
  }
  return true;
}

bool Feed::Read(Vector& vector) {
  while (true) {
    if (!reader_) {
      if (next_file_ == plan_.files.size()) return false;
      reader_.emplace(plan_.files[next_file_++], ids_,
                      [this](const Vector& v) { return MayBeMeant(v); });
    }
    if (reader_->Next(vector)) return true;
    reader_.reset();
  }
}

bool Feed::IsMeant(const std::string& id, DType dtype) const {
  const auto is_it = [&](const auto& glob) { return IsLike(glob, id, dtype); };
  return (only_.empty() || std::ranges::any_of(only_, is_it)) &&
         std::ranges::none_of(leave_out_, is_it);
}

// Returns whether it or one of its variants may be.
bool Feed::MayBeMeant(const Vector& vector) const {
  const auto is_it = [&vector](const auto& glob) {
    return IsLike(glob, vector.test.id);
  };
  return (only_.empty() || std::ranges::any_of(only_, is_it)) &&
         (plan_.profiles.empty() ||
          std::find(plan_.profiles.begin(), plan_.profiles.end(),
                    vector.profile) != plan_.profiles.end());
}

}  // namespace viewproof
