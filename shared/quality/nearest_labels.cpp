#include "quality/nearest_labels.h"

#include <algorithm>
#include <map>

#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index asked = 10;

/// Some rows of a map, and their labels.
struct LabelledPoints {
  std::vector<Index> rows;
  std::vector<std::string> labels;
};

LabelledPoints labelled_points(const std::vector<std::string>& labels) {
  LabelledPoints labelled;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) continue;
    labelled.rows.push_back(static_cast<Index>(i));
    labelled.labels.push_back(labels[i]);
  }
  return labelled;
}

/// Returns the commonest label of a query's neighbours.
std::string voted_label(const tsne::Neighbours& nearest, std::size_t query,
                        const std::vector<std::string>& labels) {
  std::map<std::string, int> votes;
  const auto count = static_cast<std::size_t>(nearest.count);
  for (std::size_t i = query * count; i < (query + 1) * count; ++i) {
    ++votes[labels[nearest.indices[i]]];
  }
  return std::max_element(votes.begin(), votes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace

std::vector<std::string> nearest_labels(const Matrix& places, const Matrix& known,
                                        const std::vector<std::string>& labels) {
  std::vector<std::string> result(static_cast<std::size_t>(places.rows()));
  const LabelledPoints labelled = labelled_points(labels);
  if (labelled.rows.empty() || result.empty()) return result;
  const tsne::Neighbours nearest = tsne::nearest_candidates(
      places, known(labelled.rows, Eigen::all), std::min(asked, std::ssize(labelled.rows)));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = voted_label(nearest, i, labelled.labels);
  }
  return result;
}

std::optional<LabelAccuracy> label_accuracy(const Matrix& coordinates,
                                            const std::vector<std::string>& labels,
                                            int neighbours) {
  const LabelledPoints points = labelled_points(labels);
  const Index count = std::ssize(points.rows);
  const auto differs = [&](const std::string& label) { return label != points.labels.front(); };
  if (count <= neighbours || std::none_of(points.labels.begin(), points.labels.end(), differs)) {
    return std::nullopt;
  }
  const tsne::Neighbours nearest =
      tsne::nearest_neighbours(coordinates(points.rows, Eigen::all), neighbours);
  Index right = 0;
  for (std::size_t i = 0; i < points.labels.size(); ++i) {
    if (voted_label(nearest, i, points.labels) == points.labels[i]) ++right;
  }
  return LabelAccuracy{neighbours, count, static_cast<double>(right) / static_cast<double>(count)};
}

}  // namespace dsne::quality
