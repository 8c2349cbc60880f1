#pragma once

#include <string>
#include <vector>

#include "data/table.h"
#include "summary/scale.h"

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
};

/// Returns a table's records.
Records records_of(data::Table table);

/// A measure that this site's summary leaves out, and why.
struct LeftOut {
  std::string measure;
  std::string reason;
};

/// Reduces records to measures whose values identify no subject. Leaves out measures where half of
/// the subjects share a value or fewer than 2·least values differ, and unknown names. In arrays,
/// columns in which fewer than 2·least records differ from the median become that.
/// @param listed the columns that the site's settings name; when empty, only measures of MRIQC, QAP
///   or FreeSurfer are known
/// @throws InputError when no measure is left, or a value of arrays is missing in every row
std::vector<LeftOut> choose_measures(Records& records, const std::vector<std::string>& listed,
                                     Eigen::Index least);

/// Returns the columns of the records that the summary has, in its order.
/// @throws InputError when one is not there, or the records have another form
Matrix measures_on(const Records& records, const Scale& scale);

}  // namespace dsne::summary
