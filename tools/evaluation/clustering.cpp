#include "tools/evaluation/clustering.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "tools/evaluation/kmeans.h"
#include "tsne/neighbours.h"

namespace dsne::evaluation {
namespace {

/// How many points two clusterings put into each cluster, and into each pair of clusters.
struct Contingency {
  std::map<std::uint32_t, double> of_a;
  std::map<std::uint32_t, double> of_b;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> of_both;
};

Contingency contingency(const Clusters& a, const Clusters& b) {
  Contingency counts;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++counts.of_a[a[i]];
    ++counts.of_b[b[i]];
    ++counts.of_both[{a[i], b[i]}];
  }
  return counts;
}

template <class Sizes>
double entropy(const Sizes& sizes, double points) {
  double sum = 0;
  for (const auto& [cluster, size] : sizes) sum -= size / points * std::log(size / points);
  return sum;
}

/// A point's silhouette from the sum of its distances to the points of each cluster.
double silhouette_of_point(const Vector& distance_sums, const Vector& sizes, std::uint32_t own) {
  if (sizes[own] < 2) return 0;
  double to_next = std::numeric_limits<double>::infinity();
  for (Eigen::Index k = 0; k < sizes.size(); ++k) {
    if (k != own && sizes[k] > 0) to_next = std::min(to_next, distance_sums[k] / sizes[k]);
  }
  const double to_own = distance_sums[own] / (sizes[own] - 1);
  const double larger = std::max(to_own, to_next);
  return larger > 0 ? (to_next - to_own) / larger : 0;
}

struct LabelledPoints {
  std::vector<Eigen::Index> rows;
  Clusters classes;         ///< the label of each row, as a number
  Eigen::Index labels = 0;  ///< distinct ones
};

LabelledPoints labelled_points(const std::vector<std::string>& labels) {
  LabelledPoints labelled;
  std::map<std::string, std::uint32_t> numbers;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) continue;
    const auto next = static_cast<std::uint32_t>(numbers.size());
    labelled.rows.push_back(static_cast<Eigen::Index>(i));
    labelled.classes.push_back(numbers.try_emplace(labels[i], next).first->second);
  }
  labelled.labels = std::ssize(numbers);
  return labelled;
}

}  // namespace

double normalized_mutual_information(const Clusters& a, const Clusters& b) {
  const auto points = static_cast<double>(a.size());
  const Contingency counts = contingency(a, b);
  const double sum = entropy(counts.of_a, points) + entropy(counts.of_b, points);
  if (sum == 0) return 1;
  const double mutual_information = sum - entropy(counts.of_both, points);
  return std::clamp(2 * mutual_information / sum, 0.0, 1.0);
}

std::optional<double> silhouette(const Matrix& points, const Clusters& clusters) {
  if (clusters.empty()) return std::nullopt;
  Vector sizes =
      Vector::Zero(Eigen::Index{*std::max_element(clusters.begin(), clusters.end())} + 1);
  for (const std::uint32_t cluster : clusters) sizes[cluster] += 1;
  if ((sizes.array() > 0).count() < 2 || sizes.maxCoeff() < 2) return std::nullopt;

  const Matrix columns = points.transpose();
  Vector silhouettes(points.rows());
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Vector distances = tsne::squared_distances(points.row(i), columns).cwiseSqrt();
    Vector distance_sums = Vector::Zero(sizes.size());
    for (Eigen::Index j = 0; j < points.rows(); ++j) {
      distance_sums[clusters[static_cast<std::size_t>(j)]] += distances[j];
    }
    silhouettes[i] =
        silhouette_of_point(distance_sums, sizes, clusters[static_cast<std::size_t>(i)]);
  }
  return silhouettes.mean();
}

std::optional<ClusteringQuality> clustering_quality(const Matrix& coordinates,
                                                    const std::vector<std::string>& labels,
                                                    std::uint64_t seed) {
  const LabelledPoints labelled = labelled_points(labels);
  if (labelled.labels < 2 || !coordinates.allFinite()) return std::nullopt;

  const Matrix points = coordinates(labelled.rows, Eigen::all);
  const Clusters clusters = kmeans(points, labelled.labels, seed).clusters;
  const std::optional<double> mean_silhouette = silhouette(points, clusters);
  if (!mean_silhouette) return std::nullopt;
  return ClusteringQuality{.nmi = normalized_mutual_information(clusters, labelled.classes),
                           .silhouette = *mean_silhouette};
}

}  // namespace dsne::evaluation
