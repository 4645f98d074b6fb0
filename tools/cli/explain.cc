#include "tools/cli/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/text.h"

namespace viewproof {

void Explain(const ExplainOptions& options, std::FILE* out) {
  const std::string what = fmt::format("{}", fmt::join(options.what, " "));
  const Picture picture = DrawCase(ParseText(what));
  fmt::print(out, "{}", DrawText(picture, {}));
}

}  // namespace viewproof
