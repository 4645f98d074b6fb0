#ifndef VIEWPROOF_TOOLS_GOLDEN_TESTING_H_
#define VIEWPROOF_TOOLS_GOLDEN_TESTING_H_

// A few sound entries and the rules that they name, for tests of checks.
namespace viewproof {

inline constexpr char kSpec[] =
    "- t.r1 A matrix is transposed.\n"
    "- reshape.r1 A view where there is one.\n"
    "1. select.e3 `index_out_of_range` an index out of range\n"
    "1. view.e5 `not_viewable` strides that cannot express the view\n"
    "- copy_.r2 Every element.\n"
    "- copy_.u1 Nobody knows.\n";

inline constexpr char kEntries[] = R"toml(
["copy_/of-a-literal"]
why   = "every element of the target becomes the source's"
rules = ["copy_.r2"]
flags = ["Order"]
case  = "float32[2] | copy_(float32[2]{101,102}) | read()"

["reshape/of-a-transpose"]
why   = "a shape that keeps every dimension is a view"
rules = ["reshape.r1"]
flags = ["Order"]
case  = "float32[2,3] | t() | reshape([3,2])"

["select/past-the-end"]
why   = "an index beyond the last one is refused"
flags = ["Order"]
case  = "float32[2] | select(0, 2)"
outcome = "index_out_of_range"

["t/is-not-viewable"]
why   = "a transposed matrix is no run of elements"
rules = ["t.r1"]
flags = ["Order", "Strides"]
case  = "float32[2,3] | t() | view([6])"
outcome = "not_viewable"
)toml";

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_TESTING_H_
