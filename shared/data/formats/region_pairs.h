#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/formats/file_list.h"

namespace dsne::data {

/// The pairs of regions in a subject's file.
struct RegionPairs {
  Matrix values;  ///< regions × regions, symmetric, NaN where missing; the diagonal is not used
  std::vector<std::string> names;     ///< of the regions; empty if they have none
  std::vector<std::string> findings;  ///< how the file was read, if worth reporting; clauses that
                                      ///< do not depend on the subject
};

/// Reads a subject's file. @param source names it in errors
using ReadPairs =
    std::function<RegionPairs(const boost::filesystem::path& file, const Source& source)>;

/// Returns a table of the entries above the subjects' diagonals, row by row: numpy's
/// triu_indices(regions, 1). A feature is named by its two regions, "a~b": their names in the first
/// subject's file, else their numbers from 1. Its reading holds the regions, and each finding with
/// the number of files.
/// @param source names the list in errors
/// @throws InputError naming the file by its row when it has other regions than the first
///   subject's, or fewer than two; and as `read` does
Table read_region_pairs(const FileList& list, const Source& source, const ReadPairs& read);

/// The greatest difference of the two entries of a pair of regions, as a share of the matrix's
/// largest absolute entry: above the rounding of single precision and six printed digits, below a
/// mistake.
inline constexpr double symmetry_tolerance = 1e-5;

/// Reads a connectivity matrix per subject (read_number_grid, regions × regions). Its features are
/// the entries above the diagonal, see read_region_pairs. Regions' names come from the first
/// subject's header, or else its first column. The diagonal is ignored.
///
/// A matrix that is 0 or empty on only one side of the diagonal is a triangle and represents the
/// whole. An entry missing on one side is taken from the other; one missing on both sides is
/// missing. If all entries of a region are missing or 0, they are missing, except in a matrix of
/// counts.
/// @param source names the list in errors
/// @throws InputError naming the file by its row when its matrix is not square, not symmetric, not
///   of finite numbers, has other regions than the first subject's, or fewer than two
Table read_connectivity(const FileList& list, const Source& source);

/// The fewest time points with meaningful correlations.
inline constexpr Eigen::Index least_time_points = 3;

/// Reads time series per subject (read_number_grid). Its features are Pearson's correlations
/// between regions, the same as read_connectivity would read from the matrix of correlations.
///
/// Rows are regions, and columns time points. It is the other way round if the header names regions
/// and rows have no names or count time points (XCP-D), or if every row begins with an empty cell
/// (AFNI). Without names it is the other way round if only the number of rows differs between
/// subjects, or only the columns have mean 0. Leaves out time points without any value. The
/// correlations of a constant or empty region are missing (NaN).
/// @param source names the list in errors
/// @throws InputError naming the file by its row when a single value is missing or infinite, when
///   there are fewer than three time points, two regions of one name, or other regions than the
///   first subject's; when it is a symmetric matrix; or when regions and time points cannot be
///   distinguished and there are more rows than columns
Table read_time_series(const FileList& list, const Source& source);

}  // namespace dsne::data
