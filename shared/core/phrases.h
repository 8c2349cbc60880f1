#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dsne {

/// Returns a count with its noun: "1 row has", "300 rows have".
std::string counted(std::int64_t count, const std::string& one, const std::string& several);

/// Returns a count with a noun whose plural ends in s: "1 subject", "300 subjects".
std::string counted(std::int64_t count, const std::string& noun);

/// Returns a text with a blank in place of each control character, so that it is one line.
std::string one_line(std::string text);

/// Cuts a text to `most` bytes, and removes characters beyond ASCII at its end, because the last of
/// them may be incomplete.
std::string cut(std::string text, std::size_t most);

/// Returns names in a sentence: "a, b and c"; of more than `most` the first ones and the number of
/// the others, "a, b and 12 more".
std::string in_words(const std::vector<std::string>& names, std::size_t most);

/// Returns items with commas between them; of more than `most` the first ones and the number of the
/// others, "a, b and 12 more".
std::string in_commas(const std::vector<std::string>& items, std::size_t most);

/// Returns a number with one decimal, never more than the value.
std::string rounded_down(double value);

/// Returns the date in UTC, "2026-11-23".
std::string today();

}  // namespace dsne
