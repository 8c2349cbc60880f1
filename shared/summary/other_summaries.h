#pragma once

#include <string>
#include <vector>

#include "summary/keeping.h"

namespace dsne::summary {

/// Returns the summaries of other data sets in a row of which this person is, by their files'
/// names.
/// @throws InputError when one's private file is damaged
std::vector<std::string> other_data_sets_with(const Place& place, const std::string& person);

/// Checks that nobody of the records is in another summary that is kept in the folder, under
/// whatever names its files have: neither by values, nor by id where it has a measure of the
/// records.
/// @throws InputError when somebody is, or when a summary is there without its private file
void check_other_summaries(const Place& place, const Records& records);

}  // namespace dsne::summary
