#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Rows that are copies of others, and rows that nearly are: at least nine tenths of the measures
/// that vary are the same to the last digit.
/// @param rows where the values' rows stand in the file
Problems copied_rows(const Matrix& values, const std::vector<std::size_t>& rows);

/// Who the scans are of.
struct Persons {
  std::size_t scans = 0;
  std::size_t persons = 0;
  std::size_t most_of_one = 0;  ///< scans of the person who has most
};

/// @param persons of each scan
Persons count_persons(const std::vector<std::string>& persons);

/// One person, or few, with a large part of the scans.
Problems persons_scanned_often(const Persons& persons);

}  // namespace dsne::tools::checking
