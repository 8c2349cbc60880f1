#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// A site's own subjects.
struct OwnRecords {
  Matrix values;  ///< records × measures, in the measures' units; NaN where missing
  std::vector<std::string>
      persons;  ///< the person of each record; empty if all are different persons
};

/// The records that others are compared with.
struct ComparedRecords {
  /// Rows of different persons with different values. A person counts by the first record.
  std::vector<Eigen::Index> rows;
  Eigen::Index records = 0;  ///< all compared records
  Eigen::Index copies = 0;   ///< records equal to another one in every measure
  Eigen::Index persons = 0;  ///< of these records
};

/// Finds the records that decide what is ordinary. A record with more than largest_share_lacking of
/// the site's measures missing is not compared, and is no copy.
ComparedRecords compared_records(const OwnRecords& own);

}  // namespace dsne::quality
