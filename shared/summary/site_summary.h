#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/digest.h"
#include "privacy/random_source.h"
#include "summary/records.h"
#include "summary/summary.h"

namespace dsne::summary {

/// A summary is of at least so many different subjects.
inline constexpr Eigen::Index least_summarized = 20;

/// The fewest persons of a row that is made.
inline constexpr Eigen::Index least_members = 10;

/// What the site's own settings say of its summary.
struct Rules {
  Eigen::Index least = least_members;  ///< `least_members`: the fewest persons of a row
  std::vector<std::string> listed;     ///< `feature_columns`
};

/// How a site reads one covariate of a person, frozen when the summary gets it.
struct CovariateScale {
  std::string name;
  double median = 0;  ///< which replaces a missing value
  double low = 0;     ///< values are limited to three robust deviations from the median
  double high = 0;
  double step = 0;  ///< what rows' means are rounded to

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("name", self.name);
    visit("median", self.median);
    visit("low", self.low);
    visit("high", self.high);
    visit("step", self.step);
  }
};

/// The rules by which summaries are made, numbered by version: those of private files that do not
/// name them, and those of this program.
inline constexpr int first_rules = 1;
inline constexpr int current_rules = 2;

/// What a site keeps of its summary and never sends.
struct Kept {
  int rules = current_rules;  ///< by which the summary was made
  Bytes32 key{};              ///< for the persons' hashes
  std::string made;           ///< the date
  Eigen::Index least = 10;
  Scale scale;
  std::vector<std::vector<std::string>> rows;  ///< hashes of each row's persons
  std::vector<std::string> gone;  ///< hashes of persons who enter no row any more: struck, in an
                                  ///< earlier file
  std::vector<CovariateScale> covariates = {};
  std::map<std::string, std::vector<double>> covariates_of = {};  ///< each person's, by hash
  std::map<std::string, std::vector<std::string>> records_of =
      {};  ///< digests of each person's records (known_persons.h), by hash

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("rules", self.rules);
    visit("key", self.key);
    visit("made", self.made);
    visit("least_members", self.least);
    visit("scale", self.scale);
    visit("rows", self.rows);
    visit("in_no_row_again", self.gone);
    visit("covariates", self.covariates);
    visit("covariates_of", self.covariates_of);
    visit("records_of", self.records_of);
  }
};

/// A summary with its private part.
struct SiteSummary {
  Summary summary;
  Kept kept;
};

/// A first summary, and what is not in it.
struct NewSummary {
  SiteSummary site;
  std::vector<data::LeftOut> left_out;
};

/// Makes a site's summary.
/// @param day     when
/// @param source  of the key, the noise and the order: the system's generator, outside of tests
/// @throws InputError when the records have a doubt, when there are fewer than least_summarized
///   different subjects or 2·least, no measure is left, or `least` is below least_members, or
///   as with_covariates does
NewSummary make_summary(Records records, const Rules& rules, const std::string& day,
                        privacy::RandomSource& source);

/// Makes a summary that replaces another, of persons who are in no file yet.
/// @throws InputError as make_summary, and when a person is known to the old file
NewSummary renewed(const SiteSummary& old, Records records, const Rules& rules,
                   const std::string& day, privacy::RandomSource& source);

/// Adds rows of newcomers on the fixed scale. Existing rows do not change. Beside rows of fewer
/// than least_members, as earlier versions made them, new ones have that.
/// @throws InputError when there are too few newcomers for two rows, one of them is known by
///   values, a measure is missing, or only one of the file and the newcomers has verdicts
SiteSummary with_newcomers(SiteSummary site, const Records& records, privacy::RandomSource& source);

/// Removes a person's row; its members may enter no row again. A person in no row may enter none.
SiteSummary without(SiteSummary site, const std::string& person);

/// Adds each row's share of excluded scans, with noise of the share's standard error. A person is
/// excluded when one of the person's records is.
/// @throws InputError when the summary has shares already, rows have fewer than 10 subjects, or a
///   row's person is not among the records
SiteSummary with_verdicts(SiteSummary site, const Records& records, privacy::RandomSource& source);

}  // namespace dsne::summary
