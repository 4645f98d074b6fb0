#include "conformance/judge/testing.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "conformance/case/encode.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/subjects/reference.h"

namespace viewproof {

namespace fs = std::filesystem;

Vector VectorOf(std::string_view text, std::string id) {
  Vector vector;
  vector.test = ParseText(text);
  vector.test.id = std::move(id);
  vector.rules = {"storage.i1"};
  vector.why = "a vector of a test";
  Reply reply;
  MakeReference()->Run(vector.test, reply);
  vector.expect = reply.steps;
  return vector;
}

Reply ReplyOf(const Vector& vector) {
  Reply reply;
  reply.id = vector.test.id;
  reply.steps = vector.expect;
  return reply;
}

Hello FullHello() {
  Hello hello;
  hello.name = "full";
  hello.version = "1";
  for (const Op& op : Ops()) hello.ops.emplace_back(op.name);
  hello.dtypes.assign(kDTypes.begin(), kDTypes.end());
  hello.facets = Facets::All();
  return hello;
}

std::string LineOf(const Vector& vector) {
  std::string line;
  AppendJson(vector, line);
  return line + "\n";
}

std::string MakeFolder() {
  const char* scratch = std::getenv("TEST_TMPDIR");
  std::string folder =
      std::string(scratch == nullptr ? "/tmp" : scratch) + "/run.XXXXXX";
  return mkdtemp(folder.data());
}

std::string MakeRoot(const std::vector<Vector>& vectors,
                     const std::string& name, const std::string& gate) {
  std::string root = MakeFolder();
  fs::create_directories(root + "/golden/core");
  fs::create_directories(root + "/conformance/subjects");
  std::string text = fmt::format(
      "{{\"header\":{{\"format\":2,\"suite\":\"0.1.0\",\"count\":{}}}}}\n",
      vectors.size());
  for (const Vector& vector : vectors) text += LineOf(vector);
  WriteFile(root + "/golden/core/all.jsonl", text);
  WriteFile(root + "/golden/MANIFEST",
            fmt::format("core/all.jsonl {} {}\n", vectors.size(),
                        Digest(text).substr(7)));
  WriteFile(root + "/conformance/subjects/" + name + ".gate.toml", gate);
  return root;
}

}  // namespace viewproof
