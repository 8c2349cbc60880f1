#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

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
  bool array = false;     ///< images, matrices, series: shared as an array with a file of names
  std::string site = {};  ///< the site's name, if it has given one (is_site_name)
};

/// The most rows of a site's summary.
inline constexpr Eigen::Index most_rows = 500;

/// The fewest subjects of a row that is read: earlier versions made rows of five.
inline constexpr Eigen::Index least_subjects = 5;

/// The largest text or array of a summary, in bytes.
inline constexpr std::size_t largest_summary = std::size_t{1} << 28;

/// Returns whether names are the numbers from 1, as of arrays without names.
bool are_numbered(const std::vector<std::string>& names);

/// Returns whether a column of a summary may have this name: one line of UTF-8 of at most 200 bytes
/// that no spreadsheet takes for a formula, and none of `row`, `subjects`, `excluded`,
/// `covariate:…`.
bool is_measure_name(std::string_view name);

/// Whether a summary may tell of a covariate under this name: at most 100 bytes in one line of
/// UTF-8.
bool is_covariate_name(std::string_view name);

/// Checks a summary's names. @throws InputError when a name is invalid or repeated
void check_measures(const std::vector<std::string>& measures, const std::string& input);

/// Checks a summary's covariates and numbers, by position in errors.
/// @throws InputError as parse_summary_csv does
void check_summary(const Summary& summary, const std::string& input);

/// The summary's rows and its spread below them, as its files have them: subjects, measures,
/// covariates, and the share where verdicts are known. The spread's subjects and share are 0.
Matrix rows_with_spread(const Summary& summary);

/// Takes rows and spread from there. @pre the summary has its names
void take_rows(Summary& summary, const Matrix& all, bool excluded);

/// The summary as CSV (RFC 4180, LF): columns `row`, `subjects`, the measures, `covariate:…`, and
/// `excluded` where verdicts are known; then a line `spread`, a line `slope …` of each
/// covariate, and a line `site …` where the site has a name. Numbers read back as the same doubles.
std::string summary_csv(const Summary& summary);

/// Reads the text of summary_csv, which comes from another node.
/// @param input how errors name the summary; they carry no value and no name
/// @throws InputError when the columns are others, a name is no measure's or is there twice, a row
///   is not whole, a number is not finite or beyond data::largest_value, there is no row or are
///   more than most_rows, a row has fewer subjects than least_subjects, a share cannot be a
///   group's, a covariate has no line of slopes, or the last line is no site's name
Summary parse_summary_csv(const std::string& text, const std::string& input);

/// Returns whether a text may be a site's name in reports and joint files: 1 to 40 letters (Latin,
/// Greek, Cyrillic, Chinese, Japanese or Korean), digits, blanks and ._()-, a letter or digit
/// first, no blank last, and not `reference` or that of public scans. So no name is markup or a
/// spreadsheet's formula, or changes the direction of writing.
bool is_site_name(const std::string& text);

}  // namespace dsne::summary
