#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/file_list.h"

namespace dsne::data {

/// What a subject's file says of the pairs of its regions.
struct RegionPairs {
  Matrix values;  ///< regions × regions, symmetric, NaN where missing; the diagonal is not used
  std::vector<std::string> names;     ///< of the regions; empty when they have none
  std::vector<std::string> findings;  ///< how the file was read, where that is to be told; each a
                                      ///< clause that does not depend on the subject
};

/// Reads a subject's file. @param input how errors name it
using ReadPairs =
    std::function<RegionPairs(const boost::filesystem::path& file, const std::string& input)>;

/// A table of what is above the subjects' diagonals, row by row: numpy's triu_indices(regions, 1).
/// A feature is named by its two regions, "a~b": their names in the first subject's file, else
/// their numbers from 1. Its reading has the regions, and tells each finding with the number of
/// files.
/// @param input how errors name the list
/// @throws InputError naming the file by its row when it has other regions than the first
///   subject's, or fewer than two; and as `read` does
Table read_region_pairs(const FileList& list, const std::string& input, const ReadPairs& read);

}  // namespace dsne::data
