#include "tools/evaluation/label_groups.h"

namespace dsne::evaluation {

std::map<std::string, std::vector<Eigen::Index>> rows_by_label(
    const std::vector<std::string>& labels) {
  std::map<std::string, std::vector<Eigen::Index>> groups;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].empty()) groups[labels[i]].push_back(static_cast<Eigen::Index>(i));
  }
  return groups;
}

}  // namespace dsne::evaluation
