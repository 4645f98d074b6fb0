#include "conformance/gen/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/geometry.h"

namespace viewproof {

namespace {

bool IsTooLarge(const Step& step, const Tensor& operand) {
  return TooLarge(step, operand.geometry.sizes, operand.dtype);
}

std::string_view NameOf(const Step& step, const Outputs<Tensor>& outputs,
                        const Tensor& operand) {
  if (step.op->kind == OpKind::kWrite) return "written";
  if (outputs.tensors.empty()) return "none";
  if (outputs.self) return "self";
  return outputs.tensors.front().storage == operand.storage ? "view" : "copy";
}

}  // namespace

const std::string& Signer::Of(const Cursor& cursor) {
  const Case& test = cursor.test();
  if (!cursor.only_arguments_changed()) Start(test);
  signature_ = test.chain.back().op->name;
  signature_ += ' ';
  AppendOutcome(test.chain.back());
  signature_ += about_;
  return signature_;
}

// Runs all steps but the last.
void Signer::Start(const Case& test) {
  operand_ = MakeReferenceTensor(test.base);
  ended_ = false;
  for (const Step& step : std::span(test.chain).first(test.chain.size() - 1)) {
    ended_ = ended_ || IsTooLarge(step, operand_);
    if (ended_) break;
    Answer<Tensor> answer = RunReferenceStep(step, operand_);
    auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
    if (outputs == nullptr || outputs->tensors.empty()) continue;
    operand_ = std::move(outputs->tensors.front());
  }
  const std::string features = Text(FeaturesOf(operand_.geometry));
  about_ = fmt::format(" {}{}{}", operand_.geometry.rank(),
                       features.empty() ? "" : " ", features);
}

void Signer::AppendOutcome(const Step& step) {
  if (ended_ || IsTooLarge(step, operand_)) {
    signature_ += "too_large";
    return;
  }
  const Answer<Tensor> answer = RunReferenceStep(step, operand_);
  if (const auto* error = std::get_if<ErrorReply>(&answer)) {
    signature_ += error->rule;
  } else if (const bool* result = std::get_if<bool>(&answer)) {
    signature_ += *result ? "true" : "false";
  } else {
    signature_ +=
        NameOf(step, *std::get_if<Outputs<Tensor>>(&answer), operand_);
  }
}

namespace {

void Append(int64_t number, std::string& out) {
  static_assert(std::endian::native == std::endian::little);
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void Append(const Ints& numbers, std::string& out) {
  out.append(reinterpret_cast<const char*>(numbers.data()),
             numbers.size() * sizeof numbers[0]);
}

}  // namespace

void Outliner::Append(const Cursor& cursor, std::string& out) {
  const Case& test = cursor.test();
  if (!cursor.only_arguments_changed()) Start(test);
  out += before_;
  if (ended_) return;
  const std::size_t known = storages_.size();
  Run(test.chain.back(), out);
  storages_.resize(known);
}

// Runs all steps but the last.
void Outliner::Start(const Case& test) {
  base_ = MakeReferenceTensor(test.base);
  current_ = base_;
  storages_ = {base_.storage.get()};
  before_.clear();
  ended_ = false;
  for (std::size_t k = 0; k + 1 < test.chain.size() && !ended_; ++k) {
    ended_ = !Run(test.chain[k], before_);
    if (!made_.empty()) current_ = std::move(made_.front());
  }
}

bool Outliner::Run(const Step& step, std::string& out) {
  made_.clear();
  if (TooLarge(step, current_.geometry.sizes, current_.dtype)) {
    out += 'L';
    return false;
  }
  Answer<Tensor> answer = RunReferenceStep(step, current_);
  if (const bool* result = std::get_if<bool>(&answer)) {
    out += *result ? 'T' : 'F';
  } else if (const auto* error = std::get_if<ErrorReply>(&answer)) {
    out += 'E';
    out += static_cast<char>(*error->kind);
  } else {
    auto& outputs = *std::get_if<Outputs<Tensor>>(&answer);
    out += outputs.self ? 'S' : 'O';
    out += static_cast<char>(outputs.tensors.size());
    for (const Tensor& tensor : outputs.tensors) Append(tensor, out);
    made_ = std::move(outputs.tensors);
  }
  return true;
}

void Outliner::Append(const Tensor& tensor, std::string& out) {
  const Geometry& geometry = tensor.geometry;
  out += static_cast<char>(geometry.rank());
  viewproof::Append(geometry.sizes, out);
  viewproof::Append(geometry.strides, out);
  viewproof::Append(geometry.offset, out);
  out += StorageNumber(tensor);
  out += IsContiguous(geometry) ? 'C' : 'N';
}

char Outliner::StorageNumber(const Tensor& tensor) {
  const Storage* storage = tensor.storage.get();
  const auto found = std::find(storages_.begin(), storages_.end(), storage);
  const auto number = found - storages_.begin();
  if (found == storages_.end()) storages_.push_back(storage);
  return static_cast<char>(number);
}

}  // namespace viewproof
