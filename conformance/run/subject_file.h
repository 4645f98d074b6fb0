#ifndef VIEWPROOF_CONFORMANCE_RUN_SUBJECT_FILE_H_
#define VIEWPROOF_CONFORMANCE_RUN_SUBJECT_FILE_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/ops.h"

namespace viewproof {

// [[option]] of a subject file.
struct SubjectOption {
  std::string name;   // "--device"
  std::string takes;  // What its value is: "DEVICE"; empty: a flag. That of
                      // kFileValue is relative to the gate file's folder.
  std::string about;  // A line of --help.
  std::string gate;   // Holds what it adds to the name of the gate file, {} its
                      // value: "compile-{}"; empty: nothing.
  bool required = false;  // The subject does not start without it.
  // With it, these vectors are asked and no others: "operands".
  std::optional<Profile> profile = std::nullopt;
  bool operator==(const SubjectOption&) const = default;
};

inline constexpr std::string_view kFileValue = "FILE";

// [baseline] of a subject file: what a choice that has no gate file is compared
// with. What fails there alike is the library's own, and no fault of the
// options.
struct Baseline {
  std::string name;                  // The library: "PyTorch".
  std::vector<std::string> without;  // The options that the baseline lacks.
  bool operator==(const Baseline&) const = default;
};

// subject.toml in a folder of conformance/libraries: one that takes options, as
// in `viewproof check torch --device meta`. Its command gets the options that
// are given, in the order of the file.
struct SubjectFile {
  std::string path;
  std::string name;
  std::vector<std::string> command;  // Relative to the file's folder.
  std::vector<SubjectOption> options;
  Baseline baseline = {};
};

inline constexpr char kSubjectFile[] = "subject.toml";

// Where a file of a built-in name lies below `root`: of a library in
// conformance/libraries/LIBRARY/FILE; of LIBRARY-MODE beside it, MODE.FILE; of
// any other name in conformance/subjects/NAME.FILE. It need not be there.
std::string FileOfSubject(const std::string& root, const std::string& name,
                          std::string_view file);

// Reads the file of that subject below `root`; nullopt if there is none.
// Throws BadInput naming file, line and key.
std::optional<SubjectFile> FindSubjectFile(const std::string& root,
                                           const std::string& name);

// "torch-meta": the name of the gate file of these options, as the command gets
// them. What no file name should have becomes "-". Throws BadInput for options
// that the file lacks, that have no value, or that miss a required one.
std::string ChoiceName(const SubjectFile& file,
                       const std::vector<std::string>& options);

// The profiles that are asked of a subject with these options.
std::vector<Profile> ProfilesWith(const SubjectFile& file,
                                  const std::vector<std::string>& options);

// The options with the files that they name as paths from `folder`.
std::vector<std::string> WithFilesIn(const std::string& folder,
                                     const SubjectFile& file,
                                     std::vector<std::string> options);

// The options of the baseline; nullopt if the file names none, or if it would
// be the same.
std::optional<std::vector<std::string>> BaselineOptions(
    const SubjectFile& file, const std::vector<std::string>& options);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_SUBJECT_FILE_H_
