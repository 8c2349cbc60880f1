#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <random>
#include <string>

#include "core/matrix.h"

namespace fuzz {

using Random = std::minstd_rand;

/// A whole number below `end`, which must be above 0.
std::size_t below(std::size_t end, Random& random);

/// Returns true once in a number of times.
bool once_in(std::size_t times, Random& random);

/// A double of the kind that breaks arithmetic.
double hostile_number(Random& random);

/// Spoils one entry, a row, a column, or all of a matrix: hostile numbers, one number everywhere,
/// another scale, or copies of another row.
void spoil(dsne::Matrix& values, Random& random);

/// Returns small whole numbers, damaged up to four times.
dsne::Matrix hostile_points(Eigen::Index points, Eigen::Index features,
                            FuzzedDataProvider& choices);

/// Returns the same as a site's own table is read: up to `most` rows, missing values 0.
dsne::Matrix hostile_table(int most, Eigen::Index features, FuzzedDataProvider& choices);

/// Damages a table of text (CSV, LF) like `spoil`, and removes or doubles lines.
void spoil_table(std::string& text, Random& random);

}  // namespace fuzz
