#ifndef VIEWPROOF_CONFORMANCE_PROCESS_REPLY_CHECK_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_REPLY_CHECK_H_

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// Checks that replies show what the declared facets need, and nothing else:
// strides, offset (and contiguous if is_contiguous is declared) for `strides`,
// storage for `alias`; values, bytes or crc32 for `values`, as HowShown says
// (fill.h); self, conj, neg and kind only if their facet is declared.
class ReplyCheck {
 public:
  explicit ReplyCheck(const Hello& hello);

  // `reply` answers `test` (decode.h). What a call shows as bytes is values
  // from here on. Throws BadInput naming the field.
  void Check(const Case& test, Reply& reply) const;

 private:
  void CheckOutput(const Output& output, FillKind fill) const;
  void CheckRead(const Output& output, FillKind fill) const;
  void CheckElements(const Output& output, FillKind fill) const;
  void CheckError(const ErrorReply& error) const;

  Facets facets_;
  bool contiguous_;  // Shown with strides.
  bool every_;       // Every entry is compared, not only the last.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_REPLY_CHECK_H_
