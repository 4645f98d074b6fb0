#ifndef VIEWPROOF_CONFORMANCE_REPORT_LINES_H_
#define VIEWPROOF_CONFORMANCE_REPORT_LINES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Lines of a terminal. Their widths are counted in characters, and no word,
// number, id or command is broken: one that is longer than a line has a line of
// its own.

// Breaks a text after blanks that follow `after`, where there are such, else at
// any blank; not between backquotes, where a command stands.
std::vector<std::string> LinesOfText(std::string_view text, std::size_t columns,
                                     std::string_view after = {});

// Breaks a line whose last column begins after two blanks or more: that column
// goes on below itself. A line of one column goes on below its indent.
std::vector<std::string> LinesOfRow(std::string_view row, std::size_t columns);

// The same of each line of a text; every one ends with a newline.
std::string RowsInColumns(std::string_view text, std::size_t columns);

// The same of a message, whose first two words, as "viewproof: FILE:LINE:",
// stay in one line. A line that four blanks begin is a command, and stays
// whole.
std::string RowsOfMessage(std::string_view message, std::size_t columns);

// Breaks a command line at blanks outside of quotes, so that a shell takes the
// lines for one: all but the last end with " \". Where all parts fit, it is
// broken before options alone.
std::vector<std::string> LinesOfCommand(std::string_view command,
                                        std::size_t columns);

// Puts `right` at the end of the last of these lines, or on a line of its own
// if there is no room.
void PutRight(std::string_view right, std::size_t columns,
              std::vector<std::string>& lines);

// Cuts a text after a word, and says so by "...".
std::string CutToColumns(std::string_view text, std::size_t columns);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_LINES_H_
