#include "conformance/run/documents.h"

#include <cstddef>
#include <sstream>
#include <utility>

#include "conformance/case/decode.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/case/text.h"
#include "conformance/gate/gate.h"
#include "conformance/judge/record.h"
#include "conformance/process/reply_check.h"
#include "conformance/report/facts.h"
#include "conformance/report/footer.h"
#include "conformance/report/report.h"
#include "conformance/run/forms.h"

namespace viewproof {
namespace {

constexpr char kHello[] =
    R"({"hello":{"protocol":1,"subject":{"name":"x","version":"1",)"
    R"("language":"c","device":"cpu"},"ops":["read","t"],"dtypes":["int8"],)"
    R"("facets":["values"],"views":true,"copies":["t"],"after_error":true,)"
    R"("index_range":true,)"
    R"("wide_int":true,"observes":"every","answers":"case","max_rank":8,)"
    R"("batch":8,"case_seconds":2,"forms":["data"],"snippets":false,)"
    R"("left_out":["mT"]}})";

constexpr char kReply[] =
    R"({"id":"a","steps":[{"outputs":[{"dtype":"float32","sizes":[2],)"
    R"("strides":[1],"offset":0,"contiguous":true,"storage":0,"self":true,)"
    R"("conj":false,"neg":false,"values":[1,2]}]},{"result":true},)"
    R"({"error":{"kind":"size","message":"no","misspelt":true}}]})";

constexpr char kUnsupported[] =
    R"({"id":"a","unsupported":{"step":1,"what":"op","detail":"t"}})";

constexpr char kKnown[] =
    R"({"id":"t/a","dtype":"float32","verdict":"fail","facets":["strides"],)"
    R"("step":1,"op":"t","difference":"offset"})";

constexpr char kFailed[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"fail",)"
    R"("waived":["values"],"steps":1,"elements":4,"message":"no",)"
    R"("misspelt":true,"diffs":[{"facet":"strides","step":1,"output":1,)"
    R"("op":"t","blamed":0,"via":"read","difference":"offset","field":"offset",)"
    R"("expected":1,"actual":4,"relation":"times_itemsize","outside":true}],)"
    R"("answers":[{"step":1,"outcome":{"error":{"kind":"size",)"
    R"("message":"no"}},"cut":[{"output":0,"elements":65,)"
    R"("crc32":"0000001f"}]}],)"
    R"("world":"or","order":false,"again":true})";

constexpr char kDied[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"crash",)"
    R"("step":1,"op":"t","detail":"exit 3","steps":1,"elements":4,)"
    R"("diffs":[],"world":"expect","order":false})";

constexpr char kSkipped[] =
    R"({"id":"t/a","dtype":"float32","profile":"core","verdict":"skip",)"
    R"("reason":"op"})";

constexpr char kHeader[] =
    R"({"header":{"format":3,"suite":"0.1.0","golden":"sha256:1",)"
    R"("gate":"acme","gate_digest":"sha256:2","subject":{"protocol":1,)"
    R"("subject":{"name":"x","version":"1"},"ops":["read"],)"
    R"("dtypes":["int8"],"facets":[]},"demand":{"profiles":["core"],)"
    R"("facets":["values"],"dtypes":["int8"]},"plan":{"only":["t/*"],)"
    R"("not":["t/b"],"profiles":["core"],"shard":"1/2"}}})";

constexpr char kFactsOfRun[] =
    R"({"facts":{"stray_deaths":{"SIGSEGV":2},)"
    R"("noise":{"lines":2,"first":"hi"},"late_deaths":{"SIGABRT":1},)"
    R"("open_deaths":[{"death":"SIGSEGV","cases":["t/x int8"]}],)"
    R"("untold":true}})";

constexpr char kFooterText[] =
    R"({"footer":{"run":"partial","why":"ended","passed":1,"failed":2,)"
    R"("skipped":3,"stray_deaths":{"SIGSEGV":2},"groups":["t crash"],)"
    R"("records":"sha256:3"}})";

Hello Full() {
  Hello hello;
  hello.ops = {"is_contiguous", "read", "t", "view"};
  hello.facets = Facets::All();
  return hello;
}

void ReadReply(const std::string& text, const char* test) {
  const Case parsed = ParseText(test);
  Reply reply;
  Decoder().Read(PaddedText(text).view(), parsed, reply);
  ReplyCheck(Full()).Check(parsed, reply);
}

void ReadKnown(const std::string& text) {
  ReadKnownLines("acme.known.jsonl", text, [](const Failure&) { return true; });
}

void ReadOneRecord(const std::string& text) {
  ReadRecord(PaddedText(text).view());
}

}  // namespace

const std::vector<Document>& Documents() {
  static const std::vector<Document> documents = {
      Document{
          "Hello", kHello,
          [](const std::string& text) { ReadHello(PaddedText(text).view()); }},
      Document{"Reply", kReply,
               [](const std::string& text) {
                 ReadReply(text,
                           "float32[2] | t() | is_contiguous() | view([3])");
               }},
      Document{
          "Unsupported", kUnsupported,
          [](const std::string& text) { ReadReply(text, "float32[2] | t()"); }},
      Document{"KnownLine", kKnown, ReadKnown},
      Document{"FailedRecord", kFailed, ReadOneRecord},
      Document{"DiedRecord", kDied, ReadOneRecord},
      Document{"SkippedRecord", kSkipped, ReadOneRecord},
      Document{"Header", kHeader,
               [](const std::string& text) {
                 ParseHeader(PaddedText(text).view());
               }},
      Document{
          "Facts", kFactsOfRun,
          [](const std::string& text) { ReadFacts(PaddedText(text).view()); }},
      Document{"Footer", kFooterText, [](const std::string& text) {
                 ReadFooter(PaddedText(text).view());
               }}};
  return documents;
}

}  // namespace viewproof
