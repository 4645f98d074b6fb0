// What an adapter makes of values: when it looks, what it keeps, which
// spellings it knows.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/run/trial_probes.h"
#include "conformance/run/trial_talk.h"

namespace viewproof {
namespace {

using Kind = Talk::Answer::Kind;

constexpr const char* kRead = R"({"op":"read"})";

// The elements that a step of a reply shows; nothing if it shows none.
const Output* ShownBy(const Talk::Answer& answer, std::size_t step) {
  if (answer.kind != Kind::kReply || answer.reply.steps.size() <= step) {
    return nullptr;
  }
  const auto* outputs =
      std::get_if<std::vector<Output>>(&answer.reply.steps[step]);
  return outputs == nullptr || outputs->size() != 1 ? nullptr
                                                    : &outputs->front();
}

const char* FirstDeclared(const Hello& hello,
                          std::initializer_list<const char*> steps) {
  for (const char* step : steps) {
    if (Declares(hello, step)) return step;
  }
  return nullptr;
}

// A write after an output must not be seen in it, nor in a later case.
void ProbeWrites(Talk& talk, const std::string& dtype) {
  const Hello& hello = *talk.hello();
  const char* view = FirstDeclared(
      hello, {R"({"op":"detach"})", R"({"op":"t"})",
              R"({"op":"view","size":[6]})", R"({"op":"permute","dims":[1,0]})",
              R"({"op":"transpose","dim0":0,"dim1":1})",
              R"({"op":"select","dim":0,"index":0})"});
  const char* write =
      FirstDeclared(hello, {R"({"op":"fill_","on":[0,0],"value":101})",
                            R"({"op":"zero_","on":[0,0]})"});
  if (write == nullptr || !hello.facets.Contains(Facet::kValues)) return;
  const AskedCase plain = Asked("write", dtype, "[2,3]", kRead);
  const auto before = talk.Ask(plain.text, plain.test);
  if (view != nullptr && hello.observes_every) {
    const AskedCase alone = Asked("write", dtype, "[2,3]", view);
    const AskedCase both =
        Asked("write", dtype, "[2,3]", fmt::format("{},{}", view, write));
    const auto due = talk.Ask(alone.text, alone.test);
    const auto came = talk.Ask(both.text, both.test);
    const Output* shown = ShownBy(due, 0);
    const Output* later = ShownBy(came, 0);
    if (shown != nullptr && later != nullptr) {
      talk.findings().Keep(rules::kWhen);
      if (shown->values != later->values) {
        talk.findings().Wrong(rules::kWhen, both.text, came.text,
                              "step 1 shows what step 2 has written");
      }
    }
  } else {
    const AskedCase writes = Asked("write", dtype, "[2,3]", write);
    talk.Ask(writes.text, writes.test);
  }
  const auto after = talk.Ask(plain.text, plain.test);
  if (before.kind == Kind::kReply && after.kind == Kind::kReply &&
      !SaySame(before.reply, after.reply)) {
    talk.findings().Wrong(rules::kState, plain.text, after.text,
                          "before another case wrote, it was " + before.text);
  }
}

void ProbeWideStride(Talk& talk, const std::string& dtype) {
  const Hello& hello = *talk.hello();
  const AskedCase asked =
      Asked("wide", dtype, "[0]",
            R"({"op":"as_strided","size":[0],"stride":["9007199254740993"],)"
            R"("storage_offset":null})");
  if (!Declares(hello, R"({"op":"as_strided")") ||
      !hello.facets.Contains(Facet::kStrides)) {
    return;
  }
  const auto answer = talk.Ask(asked.text, asked.test);
  talk.findings().Keep(rules::kWide);
  const Output* shown = ShownBy(answer, 0);
  if (shown == nullptr || !shown->strides || shown->strides->size() != 1) {
    return;
  }
  const int64_t stride = shown->strides->front();
  constexpr int64_t kRounded[] = {9007199254740992, 9007199254740994};
  if (stride == kRounded[0] || stride == kRounded[1]) {
    talk.findings().Wrong(rules::kWide, asked.text, answer.text,
                          "the stride is rounded");
  }
}

void ProbeWideValues(Talk& talk) {
  const Hello& hello = *talk.hello();
  if (!Has(hello, DType::kInt64) || !Has(hello, CaseForm::kData) ||
      !Has(hello, CaseForm::kNumbers) ||
      !hello.facets.Contains(Facet::kValues)) {
    return;
  }
  const AskedCase asked = Asked(
      "wide", "int64",
      R"([2],"values":["9007199254740993","-9223372036854775807"])", kRead);
  const auto answer = talk.Ask(asked.text, asked.test);
  talk.findings().Keep(rules::kWide);
  const Output* shown = ShownBy(answer, 0);
  if (shown == nullptr || !shown->values) return;
  const std::vector<Scalar>& due = asked.test.base.values.list;
  const std::vector<Scalar>& came = shown->values->list;
  for (std::size_t k = 0; k < std::min(due.size(), came.size()); ++k) {
    if (came[k] == due[k] || came[k].re != due[k].re) continue;
    talk.findings().Wrong(rules::kWide, asked.text, answer.text,
                          "an element is rounded");
  }
}

// A case that needs a form, and is not unsupported then.
void ProbeForm(Talk& talk, CaseForm form, const AskedCase& asked) {
  if (!Has(*talk.hello(), form)) return;
  talk.findings().Keep(rules::kForms);
  const auto answer = talk.Ask(asked.text, asked.test);
  if (answer.kind != Kind::kReply || IsLeftOut(answer.reply)) return;
  const std::string why = fmt::format("hello's forms have \"{}\"", Name(form));
  if (answer.reply.unsupported) {
    talk.findings().Wrong(rules::kForms, asked.text, answer.text, why);
    return;
  }
  const Output* shown = ShownBy(answer, 0);
  if (form == CaseForm::kDigest && shown != nullptr && !shown->crc32 &&
      talk.hello()->facets.Contains(Facet::kValues)) {
    talk.findings().Wrong(rules::kForms, asked.text, answer.text,
                          why + ", and no crc32 is shown");
  }
}

void ProbeForms(Talk& talk, const std::string& dtype) {
  const Hello& hello = *talk.hello();
  const auto with = [&](std::string_view sizes, std::string_view chain) {
    return Asked("form", dtype, sizes, chain);
  };
  const std::string bytes(
      static_cast<std::size_t>(2 * ItemSize(FirstDType(hello))), '0');
  ProbeForm(talk, CaseForm::kData, with(R"([5],"fill":"cycle")", kRead));
  ProbeForm(talk, CaseForm::kData,
            with(dtype == "bool" ? R"([2],"values":[true,false])"
                                 : R"([2],"values":[3,1])",
                 kRead));
  ProbeForm(talk, CaseForm::kData,
            with(R"([1],"hex":")" + bytes + "\"", kRead));
  if (Has(hello, CaseForm::kData)) {
    ProbeForm(talk, CaseForm::kDigest, with(R"([300],"fill":"cycle")", kRead));
  }
  if (Has(hello, DType::kFloat32) && Has(hello, CaseForm::kData)) {
    ProbeForm(
        talk, CaseForm::kNumbers,
        Asked("form", "float32", R"([3],"values":[0.5,"nan","-inf"])", kRead));
  }
  constexpr std::string_view kNew =
      R"({"op":"new","tensor":{"dtype":"int64","sizes":[1],"values":[0]}})";
  constexpr std::string_view kItem =
      R"({"op":"getitem","on":[0,0],"index":[[1,0]]})";
  if (Declares(hello, kNew) && Declares(hello, kItem) &&
      Has(hello, DType::kInt64)) {
    ProbeForm(talk, CaseForm::kIndexTensors,
              with("[2]", fmt::format("{},{}", kNew, kItem)));
  }
  const AskedCase asked = with(R"([1],"fill":"bytes")", kRead);
  const auto answer = talk.Ask(asked.text, asked.test);
  if (answer.kind == Kind::kReply && answer.reply.unsupported &&
      !IsLeftOut(answer.reply)) {
    talk.findings().Remark(
        "a base with \"fill\":\"bytes\" is unsupported: profile dtype needs "
        "it");
  }
}

}  // namespace

void ProbeValues(Talk& talk) {
  const Hello& hello = *talk.hello();
  const std::string dtype(Name(FirstDType(hello)));
  ProbeWrites(talk, dtype);
  constexpr int64_t kWidest = 64;
  if (hello.ints == kWidest) {
    ProbeWideStride(talk, dtype);
    ProbeWideValues(talk);
  }
  ProbeForms(talk, dtype);
}

}  // namespace viewproof
