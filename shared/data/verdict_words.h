#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dsne::data {

/// What a rater says of a scan.
enum class Verdict { none, accepted, excluded };

/// The words that stand for "exclude", for messages.
extern const char* const excluding_words;

/// Reads one verdict in any case. Excluded are exclude, excluded, exclusion, fail, failed, bad,
/// reject, rejected and -1; accepted are include, included, keep, accept, accepted, pass, passed,
/// good and ok; none are an empty cell and raters' doubts: recheck, doubtful, unsure.
/// @return nothing for another word, 0 and 1 among them
std::optional<Verdict> verdict_of(const std::string& word);

/// Reads a column of verdicts. 1, 0 and -1 are raters' good, doubtful and exclude where a -1 is
/// among them. Else 0 and 1 mean nothing until `excluding` says which of them is "exclude".
/// @param words     one per scan
/// @param excluding "0" or "1", or "" where nothing is stated
/// @param input     how errors name the column; they carry no word
/// @throws InputError when words are none, telling how many and the first one's number, or when 0
///   and 1 have no stated meaning
std::vector<Verdict> read_verdicts(const std::vector<std::string>& words,
                                   const std::string& excluding, const std::string& input);

}  // namespace dsne::data
