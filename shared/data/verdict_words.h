#pragma once

#include <string>
#include <vector>

#include "core/source.h"

namespace dsne::data {

/// A rater's verdict on a scan.
enum class Verdict { none, accepted, excluded };

/// Reads a column of verdicts in any case. Excluded are exclude, excluded, exclusion, fail, failed,
/// bad, reject, rejected and -1; accepted are include, included, keep, accept, accepted, pass,
/// passed, good and ok; an empty cell and raters' doubts (recheck, doubtful, unsure) are none. If
/// the column has a -1, then 1 and 0 mean good and doubtful. Otherwise 0 and 1 have no meaning
/// unless `excluding` says which of them is "exclude".
/// @param words one per scan
/// @param excluding "0" or "1", or "" if not set
/// @param source names the column in errors, which hold none of its words
/// @throws InputError when words are no verdicts, with their number and the first one's position,
///   or when 0 and 1 have no stated meaning
std::vector<Verdict> read_verdicts(const std::vector<std::string>& words,
                                   const std::string& excluding, const Source& source);

}  // namespace dsne::data
