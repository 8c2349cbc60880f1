#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/table.h"
#include "privacy/random_source.h"
#include "summary/making.h"

namespace dsne::summary {

/// A covariate of a site's records, as numbers.
struct Covariate {
  std::string name;            ///< as Covariates has it: "age", "sex=F/M"
  std::vector<double> values;  ///< one per record, NaN where missing
};

/// A site's records as they were read.
struct Records {
  Matrix values;                      ///< records × columns, NaN where missing
  std::vector<std::string> measures;  ///< the columns' names; empty for arrays without names
  std::vector<std::string> persons;   ///< whose each record is
  std::vector<bool> excluded;         ///< one per record; empty without verdicts
  bool array = false;                 ///< as Reading::is_array
  std::vector<Covariate> covariates = {};
  std::string doubt = {};  ///< why persons may count twice, and what to do; "" for no reason
  std::vector<std::size_t> rows = {};  ///< where each record stood in the file
};

/// Returns a table's records.
Records records_of(data::Table table);

/// Returns the columns of the records that the summary has, in its order.
/// @throws InputError when one is not there, or the records have another form
Matrix measures_on(const Records& records, const Scale& scale);

/// The subjects that a summary counts: different persons with different records.
struct Subjects {
  Matrix points;  ///< subjects × columns
  std::vector<std::vector<std::string>>
      persons;  ///< the persons of each; several if their records are copies
};

/// Averages each person's records, and joins persons with the same record into one subject. The
/// order depends on the values alone.
/// @param points    records on a scale
/// @param persons   one per record
Subjects subjects_of(Matrix points, const std::vector<std::string>& persons);

/// Reduces records to measures whose values identify no subject, and returns the others. Leaves out
/// measures where half of the subjects share a value or fewer than 2·least values differ, and
/// unknown names. In arrays, columns in which fewer than 2·least records differ from the median
/// become that. Of few subjects, half of them count for 2·least. The counts have noise, so that
/// which measures are left shows no single value.
/// @param listed the columns that the site's settings name; when empty, only measures of MRIQC, QAP
///   or FreeSurfer are known
/// @throws InputError when no measure is left, or a value of arrays is missing in every row
std::vector<data::LeftOut> choose_measures(Records& records, const std::vector<std::string>& listed,
                                           Eigen::Index least, privacy::RandomSource& source);

}  // namespace dsne::summary
