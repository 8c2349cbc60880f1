#include "tools/evaluation/kmeans_ratio.h"

#include "tools/evaluation/label_groups.h"

namespace dsne::evaluation {

std::optional<double> kmeans_ratio(const Matrix& coordinates,
                                   const std::vector<std::string>& labels) {
  double within = 0;
  double between = 0;
  std::vector<Eigen::RowVectorXd> means;
  for (const auto& [label, rows] : rows_by_label(labels)) {
    const Matrix members = coordinates(rows, Eigen::all);
    const Eigen::RowVectorXd mean = members.colwise().mean();
    within += (members.rowwise() - mean).rowwise().norm().sum();
    for (const Eigen::RowVectorXd& other : means) between += (mean - other).norm();
    means.push_back(mean);
  }
  if (between == 0) return std::nullopt;
  return within / between;
}

}  // namespace dsne::evaluation
