#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// A site's own subjects.
struct OwnRecords {
  Matrix values;  ///< records × measures, in the measures' units; NaN where missing
  std::vector<std::string> persons;  ///< whose each record is; empty if each is another person's
};

/// The records that others are compared with.
struct ComparedRecords {
  /// Rows of different persons with different values. A person counts by the first record.
  std::vector<Eigen::Index> rows;
  Eigen::Index records = 0;  ///< all, these and the others
  Eigen::Index copies = 0;   ///< records that have the values of another, in every measure
  Eigen::Index persons = 0;  ///< whose the records are
};

/// Finds the records that decide what is ordinary. A record that lacks more than
/// largest_share_lacking of the measures that the site has is none, and no copy.
ComparedRecords compared_records(const OwnRecords& own);

}  // namespace dsne::quality
