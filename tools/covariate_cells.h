#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "data/table.h"
#include "summary/site_summary.h"

namespace dsne::tools {

/// Which covariates are read.
struct WantedCovariates {
  std::vector<std::string> names;  ///< columns; or as a summary has them, where that has some
  bool known = false;              ///< a summary has them
};

/// Reads covariates from columns of the table that the subjects are in.
/// @param wanted their names, found by any spelling
/// @param table  what was read of the file
/// @throws InputError when the file is no text table, has no such column or reads it as a measure,
/// or as
///   summary::covariate_of does
std::vector<summary::Covariate> covariates_in_table(const fs::path& file,
                                                    const WantedCovariates& wanted,
                                                    const data::Table& table);

/// Covariates that a file of their own tells, with a row per person (BIDS' participants.tsv).
struct CovariateFile {
  std::vector<summary::Covariate>
      covariates;           ///< one value per record, missing where no row is hers
  std::size_t unknown = 0;  ///< persons of the records who have no row
};

/// Reads such a file. A row is of the records of the same person (summary::person_of).
/// @param persons whose each record is
/// @throws InputError as covariates_in_table does, when the file has no column of ids, two rows are
///   of one person, or no row is of one of the persons
CovariateFile covariates_in_file(const fs::path& file, const WantedCovariates& wanted,
                                 const std::vector<std::string>& persons);

}  // namespace dsne::tools
