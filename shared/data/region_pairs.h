#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/file_list.h"

namespace dsne::data {

/// The pairs of regions in a subject's file.
struct RegionPairs {
  Matrix values;  ///< regions × regions, symmetric, NaN where missing; the diagonal is not used
  std::vector<std::string> names;     ///< of the regions; empty if they have none
  std::vector<std::string> findings;  ///< how the file was read, if worth reporting; clauses that
                                      ///< do not depend on the subject
};

/// Reads a subject's file. @param input names it in errors
using ReadPairs =
    std::function<RegionPairs(const boost::filesystem::path& file, const std::string& input)>;

/// Returns a table of the entries above the subjects' diagonals, row by row: numpy's
/// triu_indices(regions, 1). A feature is named by its two regions, "a~b": their names in the first
/// subject's file, else their numbers from 1. Its reading holds the regions, and each finding with
/// the number of files.
/// @param input names the list in errors
/// @throws InputError naming the file by its row when it has other regions than the first
///   subject's, or fewer than two; and as `read` does
Table read_region_pairs(const FileList& list, const std::string& input, const ReadPairs& read);

}  // namespace dsne::data
