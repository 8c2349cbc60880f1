#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Finds rows that are copies of others, and near copies: at least nine tenths of the varying
/// measures are equal to the last digit.
/// @param rows the rows' numbers in the file
Problems copied_rows(const Matrix& values, const std::vector<std::size_t>& rows);

/// Who the scans are of.
struct Persons {
  std::size_t scans = 0;
  std::size_t persons = 0;
  std::size_t most_of_one = 0;  ///< the scans of the person with the most
};

/// @param persons of each scan
Persons count_persons(const std::vector<std::string>& persons);

/// Reports one person, or a few, with a large part of the scans.
Problems persons_scanned_often(const Persons& persons);

}  // namespace dsne::tools::checking
