#include "tools/evaluation/site_mixing.h"

#include <algorithm>
#include <map>

#include "tsne/neighbours.h"

namespace dsne::evaluation {
namespace {

/// The points of one label.
struct Class {
  std::vector<Eigen::Index> rows;
  std::vector<std::string> sites;  ///< of each row

  Eigen::Index size() const { return std::ssize(rows); }
  bool has_two_sites() const {
    return std::any_of(sites.begin(), sites.end(),
                       [&](const std::string& site) { return site != sites.front(); });
  }
};

std::map<std::string, Class> classes_of(const std::vector<std::string>& labels,
                                        const std::vector<std::string>& sites) {
  std::map<std::string, Class> classes;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty() || sites[i].empty()) continue;
    Class& of_label = classes[labels[i]];
    of_label.rows.push_back(static_cast<Eigen::Index>(i));
    of_label.sites.push_back(sites[i]);
  }
  return classes;
}

/// Points at some distance, and those of them that come from another site.
struct Count {
  double all = 0;
  double foreign = 0;

  void add(bool is_foreign) {
    all += 1;
    foreign += is_foreign ? 1 : 0;
  }
};

/// The foreign share among a point's k nearest, over that among all others.
/// @param distances to each point of the class, 0 to the point itself
double mixing_of_point(const Vector& distances, const std::vector<std::string>& sites,
                       std::size_t point, Eigen::Index k) {
  // The point itself comes first, so the k-th nearest other has index k.
  Vector sorted = distances;
  std::nth_element(sorted.begin(), sorted.begin() + k, sorted.end());
  const double radius = sorted[k];
  Count others;
  Count nearer;
  Count tied;
  for (std::size_t j = 0; j < sites.size(); ++j) {
    if (j == point) continue;
    const double distance = distances[static_cast<Eigen::Index>(j)];
    const bool is_foreign = sites[j] != sites[point];
    others.add(is_foreign);
    if (distance < radius) nearer.add(is_foreign);
    if (distance == radius) tied.add(is_foreign);
  }
  const auto nearest = static_cast<double>(k);
  const double foreign = nearer.foreign + (nearest - nearer.all) * tied.foreign / tied.all;
  return foreign / nearest / (others.foreign / others.all);
}

double mixing_of_class(const Matrix& points, const std::vector<std::string>& sites,
                       Eigen::Index k) {
  const Matrix columns = points.transpose();
  Vector mixing(points.rows());
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    mixing[i] = mixing_of_point(tsne::squared_distances(points.row(i), columns), sites,
                                static_cast<std::size_t>(i), k);
  }
  return mixing.sum();
}

}  // namespace

std::optional<double> site_mixing(const Matrix& coordinates, const std::vector<std::string>& labels,
                                  const std::vector<std::string>& sites, int neighbours) {
  if (!coordinates.allFinite()) return std::nullopt;
  double sum = 0;
  Eigen::Index points = 0;
  for (const auto& [label, members] : classes_of(labels, sites)) {
    if (members.size() <= neighbours || !members.has_two_sites()) continue;
    sum += mixing_of_class(coordinates(members.rows, Eigen::all), members.sites, neighbours);
    points += members.size();
  }
  if (points == 0) return std::nullopt;
  return sum / static_cast<double>(points);
}

}  // namespace dsne::evaluation
