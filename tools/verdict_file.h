#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "data/verdict_words.h"

namespace dsne::tools {

/// Raters' verdicts of a data set's scans.
struct VerdictFile {
  std::vector<data::Verdict> verdicts;  ///< one per scan
  std::size_t strangers = 0;            ///< rows of the file with an unknown id
};

/// Reads a file of verdicts: a line for each scan, or the CSV of a report's decisions, with the
/// columns `id` and `decision`. A scan that is not in the CSV has no verdict.
/// @param ids the scans'
/// @param excluding see data::read_verdicts
/// @throws InputError as data::read_labels and data::read_verdicts do, or when none of the CSV's
///   ids is a scan's
VerdictFile read_verdict_file(const boost::filesystem::path& file,
                              const std::vector<std::string>& ids, const std::string& excluding);

}  // namespace dsne::tools
