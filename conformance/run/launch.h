#ifndef VIEWPROOF_CONFORMANCE_RUN_LAUNCH_H_
#define VIEWPROOF_CONFORMANCE_RUN_LAUNCH_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/executor.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// The folder that holds golden/ and conformance/libraries: VIEWPROOF_ROOT, else
// that of a release (InstalledRoot), else the nearest folder at or above the
// working directory with golden/MANIFEST (for a Bazel test: its runfiles).
// Throws BadInput when there is none.
std::string FindRoot();

// From then on, adapters find the python3 of VIEWPROOF_PYTHON first, or the one
// that lies beside this program, as in a virtual environment, and the Python
// SDK below `root`, if none lies beside them. There is a PATH.
void PreferPython(const std::string& root);

// A subject as the command line names it.
struct SubjectName {
  std::string name;                       // A gate file, or a built-in name.
  std::vector<std::string> command;       // Instead of the gate's, or alone.
  std::vector<std::string> options = {};  // Of a subject that takes some.
  bool is_updated = false;  // Its gate file may have entries and no lock yet.
};

// Holds what is the same of every adapter that a run starts: see
// AdapterCommand.
struct ProcessOptions {
  int64_t jobs = 1;
  int64_t retries = 0;
  const std::atomic<bool>* stop = nullptr;
};

// Starts `jobs` processes of an adapter; they end when `stop` is set. Throws
// Infrastructure.
std::unique_ptr<Executor> StartAdapter(const AdapterCommand& adapter,
                                       const ProcessOptions& processes);

// A subject ready to be started.
struct Launch {
  std::optional<Gate> gate;  // Absent for a bare command.
  std::string name;          // The gate file is found by it; or empty.
  std::string subject;  // It is as a shell's command line has it; or empty.
  std::vector<std::string> command;
  // Options that have no gate file get one, to be written to the current
  // folder.
  std::optional<Gate> new_gate;
  // Says how it is started, if it is a process.
  std::optional<AdapterCommand> adapter;
  // Options that have no gate file are compared with the library without some
  // of them (Baseline), and its name.
  std::optional<AdapterCommand> baseline_adapter;
  std::string baseline;
  // Makes the subject in this process; null: it is none that is linked.
  std::unique_ptr<Subject> (*make)() = nullptr;

  // Starts it in this process, or its adapter.
  std::unique_ptr<Executor> Start(const ProcessOptions& processes) const;

  // The command line that checks just one vector; `dtype` is empty for its own,
  // `profile` for one that is asked anyway.
  std::string Rerun(const std::string& id, const std::string& dtype,
                    const std::string& profile = "") const;
};

// A gate file's name, after that of the subject and a dot.
inline constexpr char kGateFile[] = "gate.toml";

// The built-in names, sorted.
std::vector<std::string> SubjectNames(const std::string& root);

// The gate file of a built-in name; any other path is its own. Throws BadInput,
// with the nearest names, when there is no such subject.
std::string FindGateFile(const std::string& root, const std::string& name);

// Reads the gate file of that name. Throws BadInput like FindGateFile and
// ReadGate, and for a flag that golden/flags.toml below `root` does not have.
// And, unless the gate `is_updated`, for entries without a lock.
Gate FindGate(const std::string& root, const std::string& name,
              bool is_updated = false);

// Options have a gate file of their own, named as ChoiceName says, in the
// current folder or below `root`; without one the subject is not gated. Throws
// BadInput like FindGateFile and ChoiceName, and when the gate file is wrong.
Launch FindSubject(const std::string& root, const SubjectName& name);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_LAUNCH_H_
