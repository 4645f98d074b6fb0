#include "tools/cli/subject_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "conformance/case/bad_input.h"

namespace viewproof {
namespace {

// nullopt where no root is found: then there are no subjects either.
std::optional<SubjectFile> FileOf(const std::vector<std::string>& words) {
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (words[k].starts_with('-')) continue;
    std::string root;
    try {
      root = FindRoot();
    } catch (const BadInput&) {
      return std::nullopt;
    }
    if (auto file = FindSubjectFile(root, words[k])) return file;
  }
  return std::nullopt;
}

}  // namespace

SubjectOptions::SubjectOptions(const std::vector<std::string>& words)
    : words_(words), file_(FileOf(words)) {
  if (file_) given_.resize(file_->options.size());
}

void SubjectOptions::AddTo(Arguments& verb) {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const SubjectOption& option = file_->options[k];
    if (verb.Has(option.name)) {
      throw BadInput(fmt::format("{}: option {}: is one of viewproof",
                                 file_->path, option.name));
    }
    const std::string about = file_->name + ": " + option.about;
    if (option.takes.empty()) {
      verb.Add(option.name, &given_[k].flag, about);
    } else {
      verb.Add(option.name, &given_[k].value, about, {.takes = option.takes});
    }
  }
}

void SubjectOptions::Fill(SubjectName& subject) const {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const std::string& name = file_->options[k].name;
    const bool is_named = std::ranges::any_of(words_, [&](const auto& word) {
      return word == name || word.starts_with(name + "=");
    });
    if (!is_named) continue;
    if (subject.name != file_->name) {
      throw BadInput(
          fmt::format("{} is an option of {}, not of {}", name, file_->name,
                      subject.name.empty() ? "a command" : subject.name));
    }
    subject.options.push_back(name);
    if (!given_[k].flag) subject.options.push_back(given_[k].value);
  }
}

}  // namespace viewproof
