#include "tools/cli/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/svg.h"
#include "conformance/picture/text.h"

namespace viewproof {

void Explain(const ExplainOptions& options, std::FILE* out) {
  const std::string what = fmt::format("{}", fmt::join(options.what, " "));
  const Picture picture = DrawCase(ParseText(what));
  if (!options.svg.empty()) WriteFile(options.svg, Svg(picture));
  fmt::print(out, "{}",
             options.plain ? DrawPlain(picture) : DrawText(picture, {}));
}

}  // namespace viewproof
