#pragma once

#include <string>

#include "data/table.h"

namespace dsne::data {

/// A sentence about numbers that seem to stand for missing values, such as -9, -999 or 9999: one of
/// them in two cells or more of a measure, far outside its other values. They are taken as numbers
/// all the same.
/// @return "" when there are none
std::string missing_codes_note(const Table& table);

}  // namespace dsne::data
