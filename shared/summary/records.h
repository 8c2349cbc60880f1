#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
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

/// Returns the columns of the records that the summary has, in its order.
/// @throws InputError when one is not there, or the records have another form
Matrix measures_on(const Records& records, const Scale& scale);

/// The person whose record this is: the part `sub-…` of an id in BIDS' form, what stands before
/// `_ses-`, what FreeSurfer names behind `.long.`, else the id.
std::string person_of(const std::string& id);

/// The person of each row: by the id's `sub-…`, else as the table's column of persons says, else
/// person_of the id.
std::vector<std::string> persons_of(const data::Table& table);

/// Finds two records whose persons are written as visits of one: "101_1" and "101_2", "P7_baseline"
/// and "P7_year2". Numbers count as visits only if no more differ than what stands before them, so
/// "S01_001" and "S01_002" are two persons.
/// @return their positions; nothing if there are none, or a column "person" says whose each is
std::optional<std::pair<std::size_t, std::size_t>> visits_of_one_person(const data::Table& table);

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

}  // namespace dsne::summary
