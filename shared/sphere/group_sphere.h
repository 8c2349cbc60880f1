#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "sphere/network.h"

namespace dsne::sphere {

/// How far angles on a map are from the network's.
struct Fit {
  double correlation = 0;  ///< Shepard's
  double stress = 0;       ///< Kruskal's
};

/// Two regions, by their numbers from 0, and something of the two.
struct Edge {
  Eigen::Index from = 0;
  Eigen::Index to = 0;
  double mean = 0;       ///< of their correlation over the subjects
  double deviation = 0;  ///< its standard deviation over the subjects
};

/// What a group's network is measured by where its matrix is known.
struct GroupFit {
  Fit closed;          ///< of the closed form
  Fit minimised;       ///< of the loss minimised from there
  Fit disk;            ///< of the Poincaré disk, minimised, for comparison
  Matrix disk_places;  ///< regions × 2
  Matrix counts;       ///< of the form that was chosen, as in Shepard
  double largest = 0;
  std::vector<Edge> strongest;  ///< the strongest first
  std::vector<Edge> varying;    ///< those that vary most between subjects, first
};

/// How far ordinary subjects are from the group: where the logarithms of their distances lie, and
/// their standard deviation.
struct DistanceScale {
  double centre = 0;
  double deviation = 0;
};

/// All that is known of a group's network on its sphere.
struct GroupSphere {
  std::vector<std::string> regions;   ///< their names
  std::vector<std::string> networks;  ///< of each region the network's name, "" without
  Eigen::Index subjects = 0;
  Form form = Form::closed;
  Matrix places;  ///< regions × (dimensions + 1)
  std::optional<Vector>
      mean_distances;           ///< of each region, the subjects' mean angle from the group
  std::optional<double> noise;  ///< its standard deviation on each correlation, with a guarantee
  std::optional<GroupFit> fit;
  std::optional<DistanceScale> ordinary;
};

/// A site's subjects beside the group.
struct OwnNetworks {
  std::vector<Matrix> places;  ///< of each, turned onto the group; NaN where a region has none
  Matrix distances;            ///< subjects × regions: angles from the group; NaN likewise
  Vector overall;              ///< of each the root of the mean square of these
  Vector scores;  ///< the share of ordinary subjects that are nearer; 0 without a scale
  std::vector<bool> flagged;
};

/// A site's subjects on the group's sphere.
struct SiteSphere {
  GroupSphere group;
  OwnNetworks own;
};

/// The group's network by its mean matrix, on the sphere and on the disk, and how well.
/// @param deviations of each edge over the subjects, symmetric; 0 × 0 where they are not known
/// @throws InputError as embed_network
void put_on_sphere(GroupSphere& group, const Matrix& mean, const Matrix& deviations,
                   Eigen::Index dimensions);

/// A subject's distance from the group, all regions together, that is rarer than one in a hundred
/// is flagged.
void judge(OwnNetworks& own, const std::optional<DistanceScale>& ordinary);

/// A distance's logarithm, of which ordinary ones are normal; of 0 that of a very small one.
double log_distance(double distance);

}  // namespace dsne::sphere
