#include "federated/reference/node_moments.h"

#include <algorithm>
#include <cmath>

#include "core/eigenpairs.h"
#include "data/pca.h"
#include "federated/second_moments.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// How far from the mean a node is split at most, in standard deviations.
constexpr double widest_threshold = 1.2;

/// Machines' rounding may differ by less than this.
constexpr double axis_rounding = 1e-6;
constexpr double sums_rounding = 1e-9;

Eigen::MatrixXd covariance(const Moments& moments) {
  return covariance_of(moments.products, moments.mean() * moments.axes.transpose(),
                       static_cast<double>(moments.members), moments.axes.rows());
}

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

double bound_of_sums(double subjects, double squares) { return std::sqrt(subjects * squares); }

double Moments::spread() const {
  return squares - sum.squaredNorm() / static_cast<double>(members);
}

void Moments::take(const MomentQuestion& question, const NodeMoments& sums, Index place) {
  Index row = place;
  for (Index i = 0; i < place; ++i) row += products_of(question.axes[static_cast<std::size_t>(i)]);
  const Index count = products_of(question.axes[static_cast<std::size_t>(place)]);
  sum = sums.sums.row(place);
  squares = sums.products(row, 0);
  products = sums.products.col(0).segment(row + 1, count).transpose();
}

void Moments::forget_products() {
  axes.resize(0, axes.cols());
  products.resize(0);
}

Json to_json(const Moments& moments) {
  const bool known = moments.sum.size() > 0;
  Json json = {{"members", moments.members},
               {"number_of_axes", moments.axes.rows()},
               {"axes", pack(moments.axes)},
               {"known", known}};
  if (!known) return json;
  json["sum"] = pack(moments.sum);
  json["squares"] = moments.squares;
  json["products"] = pack(moments.products);
  return json;
}

Moments parse_moments(const Json& json, Index components, std::string_view what) {
  Moments moments;
  moments.members = integer_field(json, "members", 0, max_points, what);
  const Index axes = integer_field(json, "number_of_axes", 0, components, what);
  moments.axes = matrix_field(json, "axes", axes, components, what);
  if (!flag_field(json, "known", what)) return moments;
  moments.sum = matrix_field(json, "sum", 1, components, what);
  moments.squares = number_field(json, "squares", what);
  moments.products = matrix_field(json, "products", 1, products_of(axes), what);
  return moments;
}

PrincipalAxes principal_axes(const Moments& moments) {
  const Eigenpairs pairs = all_eigenpairs(covariance(moments));
  const Matrix turn = data::with_largest_entries_positive(pairs.vectors).transpose();
  return {turn, std::sqrt(std::max(0.0, pairs.values(0))), turn.row(0) * moments.axes};
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

bool is_along_first_axis(const Moments& moments, const RowVector& direction,
                         const std::vector<double>& thresholds, Index least_members) {
  const RowVector along = direction * moments.axes.transpose();
  if ((direction - along * moments.axes).norm() > axis_rounding) return false;
  if (std::abs(direction.norm() - 1) > axis_rounding) return false;
  const Eigen::MatrixXd spread = covariance(moments);
  const double mean_square = moments.squares / static_cast<double>(moments.members);
  const double variance = (along * spread).dot(along);
  const double largest = all_eigenpairs(spread).values(0);
  if (!(variance >= largest * (1 - axis_rounding) - sums_rounding * mean_square)) return false;
  const double deviation = std::sqrt(std::max(0.0, variance));
  const std::vector<double> expected =
      thresholds_along({{}, deviation, direction}, moments, std::ssize(thresholds), least_members);
  const double tolerance = axis_rounding * deviation + sums_rounding * std::sqrt(mean_square);
  return std::equal(thresholds.begin(), thresholds.end(), expected.begin(),
                    [&](double a, double b) { return std::abs(a - b) <= tolerance; });
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
