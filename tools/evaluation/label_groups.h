#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// The rows of each label, ascending; rows without a label ("") are in no group.
std::map<std::string, std::vector<Eigen::Index>> rows_by_label(
    const std::vector<std::string>& labels);

}  // namespace dsne::evaluation
