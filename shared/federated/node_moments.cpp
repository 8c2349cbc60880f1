#include "federated/node_moments.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "data/pca.h"
#include "federated/second_moments.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// How far from the mean a node is split at most, in standard deviations.
constexpr double widest_threshold = 1.2;

}  // namespace

NodeMoments node_moments(const Matrix& points, const CellNumbers& node_of,
                         const MomentQuestion& question, const std::vector<Matrix>& axes) {
  NodeMoments result{Matrix::Zero(std::ssize(question.nodes), points.cols()),
                     Matrix::Zero(question.products(), 1)};
  std::vector<Index> first;
  for (Index row = 0; const Index count : question.axes) {
    first.push_back(row);
    row += 1 + products_of(count);
  }
  for (Index i = 0; i < points.rows(); ++i) {
    const Index place = place_of(node_of[static_cast<std::size_t>(i)], question.nodes);
    if (place < 0) continue;
    const auto node = static_cast<std::size_t>(place);
    const RowVector point = points.row(i);
    result.sums.row(place) += point;
    result.products(first[node]) += point.squaredNorm();
    const RowVector along = point * axes[node].transpose();
    each_product(along.size(), [&](Index a, Index b, Index k) {
      result.products(first[node] + 1 + k) += along(a) * along(b);
    });
  }
  return result;
}

double Moments::spread() const {
  return squares - sum.squaredNorm() / static_cast<double>(members);
}

void Moments::forget_products() {
  axes.resize(0, axes.cols());
  products.resize(0);
}

PrincipalAxes principal_axes(const Moments& moments) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      covariance_of(moments.products, moments.mean() * moments.axes.transpose(),
                    static_cast<double>(moments.members), moments.axes.rows()));
  const Matrix turn =
      data::with_largest_entries_positive(solver.eigenvectors().rowwise().reverse()).transpose();
  return {turn, std::sqrt(std::max(0.0, solver.eigenvalues().tail(1)(0))),
          turn.row(0) * moments.axes};
}

std::vector<double> thresholds_along(const PrincipalAxes& axes, const Moments& moments, Index count,
                                     Index least_members) {
  const double mean = axes.first.dot(moments.mean());
  if (count == 1) return {mean};
  const double outermost =
      widest_threshold * axes.deviation *
      (1 - 2 * static_cast<double>(least_members) / static_cast<double>(moments.members));
  std::vector<double> thresholds;
  for (Index i = 0; i < count; ++i) {
    const double part = 2 * static_cast<double>(i) / static_cast<double>(count - 1) - 1;
    thresholds.push_back(mean + part * outermost);
  }
  return thresholds;
}

Index best_threshold(const std::vector<double>& thresholds, const Counts& below, Index members,
                     const std::vector<bool>& ruled_out) {
  const Index count = std::ssize(thresholds);
  const double step = count > 1 ? thresholds[1] - thresholds[0] : 1;
  // Between two thresholds members count as if they lay half way, outside half a step away.
  const auto centre = [&](Index bin) {
    return thresholds.front() + (static_cast<double>(bin) - 0.5) * step;
  };
  const auto in_bin = [&](Index bin) {
    return static_cast<double>((bin == count ? members : below(bin)) -
                               (bin == 0 ? 0 : below(bin - 1)));
  };
  double total = 0;
  for (Index bin = 0; bin <= count; ++bin) total += in_bin(bin) * centre(bin);
  Index best = -1;
  double largest = -1;
  double sum = 0;
  for (Index i = 0; i < count; ++i) {
    sum += in_bin(i) * centre(i);
    const auto left = static_cast<double>(below(i));
    const double right = static_cast<double>(members) - left;
    if (ruled_out[static_cast<std::size_t>(i)] || left == 0 || right == 0) continue;
    const double apart = sum / left - (total - sum) / right;
    const double gain = left * right * apart * apart;
    if (gain <= largest) continue;
    largest = gain;
    best = i;
  }
  return best;
}

}  // namespace dsne::federated
