#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "sphere/network.h"

namespace dsne::sphere {

/// The Shepard diagram: distances on a map against the wanted distances.
struct Shepard {
  double correlation = 0;  ///< Pearson's, over all pairs; 0 if one of the two is constant
  double stress = 0;       ///< Kruskal's: √(Σ (wanted − on the map)² / Σ wanted²)
  Matrix counts;           ///< pairs by wanted distance (rows) and distance on the map (columns)
  double largest = 0;      ///< both axes of the diagram end here
};

/// Computes the distances on a map between all points and one of them.
using DistancesTo = std::function<RowVector(Eigen::Index row)>;

/// Computes the diagram, with `cells` cells along each axis.
/// @param wanted symmetric, 0 on the diagonal
Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to, Eigen::Index cells = 40);

/// How well distances on a map agree with the network's angles.
struct Fit {
  double correlation = 0;  ///< of the Shepard diagram
  double stress = 0;       ///< Kruskal's
};

/// A pair of regions, numbered from 0.
struct Edge {
  Eigen::Index from = 0;
  Eigen::Index to = 0;
  double mean = 0;       ///< of their correlation over the subjects
  double deviation = 0;  ///< its standard deviation over the subjects
};

/// Quality measures of a group's network, if its matrix is known.
struct GroupFit {
  Fit closed;          ///< of the closed form
  Fit minimised;       ///< of the minimised loss
  Fit disk;            ///< of the minimised Poincaré disk, for comparison
  Matrix disk_places;  ///< regions × 2
  Matrix counts;       ///< of the chosen form, as in Shepard
  double largest = 0;
  std::vector<Edge> strongest;  ///< strongest first
  std::vector<Edge> varying;    ///< those that vary most between subjects, largest first
};

/// The distribution of ordinary subjects' distances from the group: the centre and standard
/// deviation of their logarithms.
struct DistanceScale {
  double centre = 0;
  double deviation = 0;
};

/// A group's network on its sphere.
struct GroupSphere {
  std::vector<std::string> regions;   ///< their names
  std::vector<std::string> networks;  ///< each region's network, "" for none
  Eigen::Index subjects = 0;
  Form form = Form::closed;
  Matrix places;                         ///< regions × (dimensions + 1)
  std::optional<Vector> mean_distances;  ///< per region, the subjects' mean angle from the group
  std::optional<double> noise;  ///< its standard deviation on each correlation, with a guarantee
  std::optional<GroupFit> fit;
  std::optional<DistanceScale> ordinary;
};

/// A site's subjects compared with the group.
struct OwnNetworks {
  std::vector<Matrix> places;  ///< per subject, rotated onto the group; NaN for missing regions
  Matrix distances;  ///< subjects × regions: angles from the group; NaN for missing regions
  Vector overall;    ///< each subject's root mean square distance
  Vector scores;     ///< the share of ordinary subjects that are nearer; 0 if there is no scale
  std::vector<bool> flagged;
};

/// A site's subjects on the group's sphere.
struct SiteSphere {
  GroupSphere group;
  OwnNetworks own;
};

/// Embeds the group's mean matrix on the sphere and on the disk, and measures both.
/// @param deviations of each edge over the subjects, symmetric; 0 × 0 if unknown
/// @throws InputError as embed_network does, or when a region correlates with no other
void put_on_sphere(GroupSphere& group, const Matrix& mean, const Matrix& deviations,
                   Eigen::Index dimensions);

/// Scores each subject's overall distance from the group, and flags those rarer than one in a
/// hundred.
void judge(OwnNetworks& own, const std::optional<DistanceScale>& ordinary);

/// Returns a distance's logarithm, which is normally distributed for ordinary subjects; 0 counts as
/// a very small distance.
double log_distance(double distance);

}  // namespace dsne::sphere
