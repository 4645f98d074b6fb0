#ifndef VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/record.h"
#include "conformance/picture/picture.h"

namespace viewproof {

// The steps of a chain as they were expected: of the vector, and where the
// record says otherwise as it says.
std::vector<Outcome> ExpectedOf(std::vector<Outcome> expected,
                                const Record& record);

// The same as the subject answered them, as far as its record tells; Unobserved
// where it does not.
std::vector<Outcome> AnsweredOf(const Record& record);

// Says in sentences what the id of a call asks, or the op of a kernel alone.
std::string SentenceOfCall(std::string_view id);

// The operands and targets of a failed call by their names; none of another
// record.
std::vector<std::pair<std::string, OutputRef>> TensorsOfCall(
    const Record& record, const Hello& hello);

// The vector of a failed call of a kernel, which the record itself holds; its
// id says how the tensors lie. Nothing if it is no such record. Throws
// BadInput.
std::optional<Vector> VectorOfCall(const Record& record, const Hello& hello);

// The storage in which a failed call of a kernel wrote something else than was
// due: rows of what was there before, is due, and came out. Nothing if no read
// after the call differs.
std::optional<Strip> WrongWriteOf(const Case& test, const Record& record);

// Says of each cell that is wrong: "cell 3 was 101, 4 is due, and 5 came out".
Lines WrongCellsOf(const Strip& strip);

// The items of a list of JSON; one that is a list or a text is one item.
std::vector<std::string> ItemsOf(std::string_view json);

// The picture of a vector, beside it the same chain as a subject answered it.
// Nothing is drawn of a step whose answer the record does not tell. Texts of
// the subject are escaped, and cut. `facts` say what differs. Requires: the
// record is of the vector.
Picture DrawFailure(const Vector& vector, const Record& record,
                    const std::string& subject, std::vector<Mismatch> facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_FAILURE_H_
