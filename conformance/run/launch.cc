#include "conformance/run/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/suggest.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/without.h"
#include "conformance/golden_file/installed.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/in_process.h"
#include "conformance/process/process.h"
#include "conformance/report/markup.h"
#include "conformance/run/subject_file.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/subject.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

struct LinkedSubject {
  std::string_view name;
  std::unique_ptr<Subject> (*make)();
};

constexpr LinkedSubject kLinked[] = {
    {"model", [] { return MakeModel(); }},
    {"reference", [] { return MakeReference(); }}};

std::unique_ptr<Subject> (*FindLinked(const Gate& gate))() {
  std::vector<std::string_view> names;
  for (const LinkedSubject& linked : kLinked) {
    if (linked.name == gate.linked) return linked.make;
    names.push_back(linked.name);
  }
  throw BadInput(
      fmt::format("{}: key \"adapter.linked\": no subject \"{}\" is linked{}",
                  gate.path, gate.linked, DidYouMean(gate.linked, names)));
}

// glibc 2.34 and later check nothing unless this library is loaded too.
constexpr std::pair<const char*, const char*> kHeapCheck[] = {
    {"MALLOC_CHECK_", "3"}, {"LD_PRELOAD", "libc_malloc_debug.so.0"}};

AdapterCommand CommandOf(const std::string& root, const Gate& gate) {
  AdapterCommand command = {
      .command = gate.command,
      .env = gate.env,
      .directory = fs::absolute(gate.path).parent_path().string(),
      .start_seconds = gate.start_seconds,
      .memory_mib = gate.memory_mib,
      .restart =
          gate.restart == "one" ? RestartMode::kOne : RestartMode::kSpare,
      .echo = false};
  if (!gate.option_taker.empty()) {
    const auto file = FindSubjectFile(root, gate.option_taker);
    if (!file) {
      throw BadInput(fmt::format(
          "{}: key \"adapter.subject\": no subject {} takes options", gate.path,
          gate.option_taker));
    }
    ChoiceName(*file, gate.options);
    command.command = file->command;
    const std::vector<std::string> options =
        WithFilesIn(command.directory, *file, gate.options);
    command.command.insert(command.command.end(), options.begin(),
                           options.end());
    command.directory = fs::absolute(file->path).parent_path().string();
  }
  if (gate.heap_check) {
    for (const auto& [name, value] : kHeapCheck) command.env[name] = value;
  }
  return command;
}

// Adds the names of a folder's gate files and subject files, as FileOfSubject
// finds these: of the folder of a library, begun with its name.
void AddNames(const fs::path& folder, const std::string& library,
              std::vector<std::string>& names) {
  if (!fs::is_directory(folder)) return;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    for (const std::string_view kind : {kGateFile, kSubjectFile}) {
      if (!library.empty() && file == kind) names.push_back(library);
      if (!file.ends_with(fmt::format(".{}", kind))) continue;
      const std::string own = file.substr(0, file.size() - kind.size() - 1);
      names.push_back(library.empty() ? own : library + "-" + own);
    }
  }
}

// Returns whether a name too long for a file, or any other, has a gate file.
bool IsGated(const std::string& root, const std::string& name) {
  std::error_code unknown;
  return fs::exists(FileOfSubject(root, name, kGateFile), unknown);
}

// A subject with the options that are given.
Launch FindChoice(const std::string& root, const SubjectFile& file,
                  const std::vector<std::string>& options) {
  Launch launch;
  const std::string choice = ChoiceName(file, options);
  const std::string in_this_folder = fmt::format("{}.{}", choice, kGateFile);
  if (fs::exists(in_this_folder)) {
    launch.name = in_this_folder;
  } else if (IsGated(root, choice)) {
    launch.name = choice;
  } else {
    launch.subject =
        fmt::format("{} {}", ShellWord(file.name), ShellWords(options));
    Gate& gate = launch.new_gate.emplace();
    gate.path = in_this_folder;
    gate.option_taker = file.name;
    gate.options = options;
    gate.profiles = ProfilesWith(file, options);
    launch.adapter = CommandOf(root, gate);
    if (auto others = BaselineOptions(file, options)) {
      Gate baseline = gate;
      baseline.options = *std::move(others);
      launch.baseline_adapter = CommandOf(root, baseline);
      launch.baseline = file.baseline.name;
    }
    return launch;
  }
  launch.subject = ShellWord(launch.name);
  launch.gate = FindGate(root, launch.name);
  if (launch.gate->option_taker != file.name ||
      launch.gate->options != options) {
    throw BadInput(fmt::format(
        "{}: key \"adapter\": is not of {} with {}; to check what it says:\n"
        "    {} check {}",
        launch.gate->path, file.name, fmt::join(options, " "), ProgramName(),
        launch.subject));
  }
  launch.adapter = CommandOf(root, *launch.gate);
  return launch;
}

}  // namespace

std::unique_ptr<Executor> StartAdapter(const AdapterCommand& adapter,
                                       const ProcessOptions& processes) {
  AdapterCommand one = adapter;
  one.jobs = one.restart == RestartMode::kOne ? 1 : processes.jobs;
  one.retries = processes.retries;
  one.stop = processes.stop;
  return Spawn(one);
}

std::unique_ptr<Executor> Launch::Start(const ProcessOptions& processes) const {
  return make != nullptr ? MakeInProcess(make())
                         : StartAdapter(*adapter, processes);
}

std::string Launch::Rerun(const std::string& id, const std::string& dtype,
                          const std::string& profile) const {
  std::string line = ProgramName() + std::string(" check");
  if (!subject.empty()) line += " " + subject;
  line += " --only " + ShellWord(id);
  if (!dtype.empty()) line += " --dtypes " + dtype;
  if (!profile.empty()) line += " --profile " + profile;
  return command.empty() ? line : line + " -- " + ShellWords(command);
}

std::string FindRoot() {
  if (const char* root = std::getenv("VIEWPROOF_ROOT")) return root;
  if (!InstalledRoot().empty()) return InstalledRoot();
  std::error_code gone;
  const fs::path here = fs::current_path(gone);
  for (fs::path at = here; !gone; at = at.parent_path()) {
    if (fs::exists(at / "golden" / "MANIFEST")) return at.string();
    if (at == at.parent_path()) break;
  }
  throw BadInput(
      "no folder here or above holds golden/MANIFEST; set VIEWPROOF_ROOT");
}

std::vector<std::string> SubjectNames(const std::string& root) {
  std::vector<std::string> names;
  const fs::path conformance = fs::path(root) / "conformance";
  AddNames(conformance / "subjects", "", names);
  std::error_code absent;
  for (const auto& entry :
       fs::directory_iterator(conformance / "libraries", absent)) {
    AddNames(entry.path(), entry.path().filename().string(), names);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string FindGateFile(const std::string& root, const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".toml")) {
    return name;
  }
  if (IsGated(root, name)) return FileOfSubject(root, name, kGateFile);
  const std::vector<std::string> names = SubjectNames(root);
  throw BadInput(fmt::format(
      "no subject \"{}\"{}\nA subject is -- COMMAND ARGUMENTS or a gate file, "
      "one of: {}",
      name, DidYouMean(name, {names.begin(), names.end()}),
      fmt::join(names, " ")));
}

void PreferPython(const std::string& root) {
  const char* own = std::getenv("PATH");
  // Without one, programs are looked up here, and Python does not find itself.
  std::string path = own == nullptr ? "/usr/bin:/bin" : own;
  std::string folder;
  if (const char* python = std::getenv("VIEWPROOF_PYTHON")) {
    if (*python == '\0') {
      throw BadInput("VIEWPROOF_PYTHON: is empty: name a python3, or unset it");
    }
    folder = fs::absolute(python).parent_path().string();
  } else if (fs::exists(fs::path(ProgramFolder()) / "python3")) {
    folder = ProgramFolder();
  }
  if (!folder.empty()) path = folder + ":" + path;
  setenv("PATH", path.c_str(), 1);
  if (root.empty()) return;
  const char* modules = std::getenv("PYTHONPATH");
  const std::string sdk =
      fs::absolute(root + "/conformance/sdk/python").string();
  setenv("PYTHONPATH",
         (modules == nullptr ? sdk : modules + (":" + sdk)).c_str(), 1);
}

Gate FindGate(const std::string& root, const std::string& name,
              bool is_updated) {
  Gate gate = ReadGate(FindGateFile(root, name));
  if (!gate.entries.empty() && !gate.has_lock && !is_updated) {
    throw BadInput(fmt::format(
        "{}: is missing: it lists the cases of what {} accepts; to write it "
        "anew:\n    {} check {} --update",
        LockPath(gate.path), gate.path, ProgramName(), ShellWord(gate.path)));
  }
  CheckFlags(gate.path, gate.withouts, root + "/golden/flags.toml");
  return gate;
}

Launch FindSubject(const std::string& root, const SubjectName& name) {
  const auto file = FindSubjectFile(root, name.name);
  if (!name.options.empty() && (!file || !name.command.empty())) {
    throw BadInput(fmt::format("{} is no option of {}", name.options.front(),
                               file ? "what stands after --" : name.name));
  }
  if (file && name.command.empty() &&
      (!name.options.empty() || !IsGated(root, name.name))) {
    return FindChoice(root, *file, name.options);
  }
  Launch launch;
  launch.name = name.name;
  launch.command = name.command;
  if (name.name.empty()) {
    if (name.command.empty()) {
      throw BadInput(
          "name a subject: a gate file, a built-in name, or -- "
          "COMMAND ARGUMENTS");
    }
    launch.adapter.emplace().command = name.command;
    return launch;
  }
  launch.subject = ShellWord(name.name);
  launch.gate = FindGate(root, name.name, name.is_updated);
  if (!name.command.empty()) {
    launch.adapter = CommandOf(root, *launch.gate);
    launch.adapter->command = name.command;
    launch.adapter->directory.clear();
  } else if (!launch.gate->linked.empty()) {
    launch.make = FindLinked(*launch.gate);
  } else {
    launch.adapter = CommandOf(root, *launch.gate);
  }
  return launch;
}

}  // namespace viewproof
