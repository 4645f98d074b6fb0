#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "tools/golden/kills.h"
#include "tools/golden/verbs.h"

namespace viewproof {

KillMatrix MatrixOf(const Options& options,
                    const std::function<void(Vector&)>& see) {
  const KillMatrix known =
      options.afresh ? KillMatrix() : KillMatrix::Read(options.root);
  KillMatrix matrix;
  KillTester tester;
  int64_t ran = 0;
  ForEachVector(OpenGolden(options.root + "/golden"), [&](Vector& vector) {
    const KillMatrix::Row* row = known.Find(vector.test.id);
    const bool is_new = row == nullptr || row->digest != DigestOf(vector);
    matrix.Set(vector.test.id, is_new ? tester.RowOf(vector) : *row);
    if (is_new && ++ran % 1000 == 0) {
      fmt::print(stderr, "golden: {} vectors run\n", ran);
    }
    see(vector);
  });
  return matrix;
}

int WriteMatrix(const Options& options) {
  const KillMatrix matrix = MatrixOf(options, [](Vector&) {});
  WriteFile(fmt::format("{}/{}", options.root, kMatrixFile), matrix.Text());
  fmt::print("{} vectors in {}\n", matrix.rows().size(), kMatrixFile);
  return EXIT_SUCCESS;
}

}  // namespace viewproof
