#include "conformance/case/decode.h"

#include <simdjson.h>

#include "conformance/case/decode_case.h"
#include "conformance/case/decode_outcome.h"
#include "conformance/case/decode_vector.h"

namespace viewproof {

static_assert(kPadding >= simdjson::SIMDJSON_PADDING);

struct Decoder::Impl {
  simdjson::ondemand::parser parser;
};

Decoder::Decoder() : impl_(std::make_unique<Impl>()) {}
Decoder::~Decoder() = default;

void Decoder::Read(std::string_view line, Case& test, UnknownKeys keys) {
  ReadCase(impl_->parser, line, keys, test);
}

bool Decoder::Read(std::string_view line, Vector& vector, Elements elements) {
  return ReadVector(impl_->parser, line, elements, vector);
}

void Decoder::Read(std::string_view line, const Case& test, Reply& reply) {
  ReadReply(impl_->parser, line, test, reply);
}

std::optional<std::string> IdOfLine(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(line.data(), line.size(), false).get(object) !=
      simdjson::SUCCESS) {
    return std::nullopt;
  }
  std::string_view id;
  if (object["id"].get(id) != simdjson::SUCCESS) return "";
  return std::string(id);
}

}  // namespace viewproof
