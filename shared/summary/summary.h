#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

/// Returns whether names are the numbers from 1, as of a `.npy`'s columns.
bool are_numbered(const std::vector<std::string>& names);

/// What a summary tells of covariates: age, sex, and others that its site names.
struct Covariates {
  std::vector<std::string> names;  ///< "age"; of two words "sex=F/M", where F is 0 and M is 1
  Matrix means;                    ///< rows × covariates
  RowVector spread;                ///< each covariate's standard deviation within groups
  Matrix slopes;  ///< covariates × measures, in units of these: fitted on subjects
};

/// Most covariates of a summary.
inline constexpr std::size_t most_covariates = 20;

/// What a site shares: means of groups of its own subjects, in the measures' own units.
struct Summary {
  std::vector<std::string> measures;  ///< distinct names, one per column of `means`
  Matrix means;                       ///< rows × measures
  Vector subjects;                    ///< the number of subjects of each row
  RowVector spread;                   ///< each measure's standard deviation within groups
  std::optional<Vector> excluded;     ///< each row's share of excluded scans
  Covariates covariates = {};         ///< none of arrays
};

/// The most rows of a site's summary.
inline constexpr Eigen::Index most_rows = 500;

/// The fewest subjects of a row.
inline constexpr Eigen::Index least_subjects = 5;

/// The largest text or array of a summary, in bytes.
inline constexpr std::size_t largest_summary = std::size_t{1} << 28;

/// Returns whether a column of a summary may have this name: one line of UTF-8 of at most 200 bytes
/// that no spreadsheet takes for a formula, and none of `row`, `subjects`, `excluded`,
/// `covariate:…`.
bool is_measure_name(const std::string& name);

/// The summary as CSV (RFC 4180, LF): columns `row`, `subjects`, the measures, `covariate:…`, and
/// `excluded` where verdicts are known; then a line `spread`, and a line `slope …` of each
/// covariate. Numbers read back as the same doubles.
std::string summary_csv(const Summary& summary);

/// Reads the text of summary_csv, which comes from another node.
/// @param input how errors name the summary; they carry no value and no name
/// @throws InputError when the columns are others, a name is no measure's or is there twice, a row
///   is not whole, a number is not finite or beyond data::largest_value, there is no row or are
///   more than most_rows, a row has fewer subjects than least_subjects, a share cannot be a
///   group's, a covariate has no line of slopes, or the text is longer than largest_summary
Summary parse_summary_csv(const std::string& text, const std::string& input);

/// The files of a summary of images or matrices.
struct ArrayFiles {
  std::string array;  ///< `.npy`, float64: the columns of summary_csv but `row`; the last row is
                      ///< `spread`, with 0 for subjects and share
  std::string names;  ///< JSON: {"measures": names, or their number where they are 1, 2, …;
                      ///< "excluded": whether the last column is the share}
};

/// The summary as an array and the names of its columns. @pre it has no covariates
ArrayFiles summary_array(const Summary& summary);

/// Reads the files of summary_array. @throws InputError as parse_summary_csv does
Summary parse_summary_array(const ArrayFiles& files, const std::string& input);

}  // namespace dsne::summary
