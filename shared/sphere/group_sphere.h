#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/within.h"
#include "sphere/network.h"

namespace dsne::sphere {

/// The most regions of a network.
inline constexpr Eigen::Index most_regions = 20000;

/// How well distances on a map agree with the network's angles.
struct Fit {
  double correlation = 0;  ///< Pearson's, over all pairs; 0 if one of the two is constant
  double stress = 0;       ///< Kruskal's: √(Σ (wanted − on the map)² / Σ wanted²)

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("correlation", self.correlation, within::number());
    visit("stress", self.stress, within::number());
  }
};

/// A Shepard diagram's pairs.
struct ShepardPairs {
  static constexpr Eigen::Index cells = 40;

  double largest = 0;  ///< both axes of the diagram end here
  Matrix counts;       ///< pairs by wanted distance (rows) and distance on the map (columns)

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("largest", self.largest, within::number());
    visit("pairs", self.counts, within::rows(cells, cells));
  }
};

/// The Shepard diagram: distances on a map against the wanted distances.
struct Shepard : Fit, ShepardPairs {};

/// Computes the distances on a map between all points and one of them.
using DistancesTo = std::function<RowVector(Eigen::Index row)>;

/// Computes the diagram, with `cells` cells along each axis.
/// @param wanted symmetric, 0 on the diagonal
Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to,
                Eigen::Index cells = ShepardPairs::cells);

/// A pair of regions, numbered from 0.
struct Edge {
  Eigen::Index from = 0;
  Eigen::Index to = 0;
  double mean = 0;       ///< of their correlation over the subjects
  double deviation = 0;  ///< its standard deviation over the subjects

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("from", self.from, within::whole(0, most_regions - 1));
    visit("to", self.to, within::whole(0, most_regions - 1));
    visit("mean", self.mean, within::number());
    visit("deviation", self.deviation, within::number());
  }
};

/// Quality measures of a group's network, if its matrix is known.
struct GroupFit {
  Fit closed;                   ///< of the closed form
  Fit minimised;                ///< of the minimised loss
  Fit disk;                     ///< of the minimised Poincaré disk, for comparison
  Matrix disk_places;           ///< regions × 2
  ShepardPairs pairs;           ///< of the chosen form
  std::vector<Edge> strongest;  ///< strongest first
  std::vector<Edge> varying;    ///< those that vary most between subjects, largest first

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("closed", self.closed);
    visit("minimised", self.minimised);
    visit("disk", self.disk);
    visit("disk_places", self.disk_places, within::rows(-1, 2));
    visit("shepard", self.pairs);
    visit("strongest", self.strongest, within::at_most(2 * most_regions));
    visit("varying", self.varying, within::at_most(2 * most_regions));
  }
};

/// The distribution of ordinary subjects' distances from the group: the centre and standard
/// deviation of their logarithms.
struct DistanceScale {
  double centre = 0;
  double deviation = 0;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("log_centre", self.centre, within::number());
    visit("log_deviation", self.deviation, within::number());
  }
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

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("regions", self.regions, within::text());
    const Eigen::Index regions = std::ssize(self.regions);
    visit("networks", self.networks, within::texts(regions));
    visit("subjects", self.subjects, within::whole(1, most_claimed));
    visit("form", self.form,
          within::words<Form>({{"closed", Form::closed}, {"minimised", Form::minimised}}));
    Eigen::Index coordinates = self.places.cols();
    visit("coordinates", coordinates, within::whole(3, 6));
    visit("places", self.places, within::rows(regions, coordinates));
    visit("mean_distances", self.mean_distances, within::or_null(within::numbers(regions)));
    visit("noise", self.noise, within::or_null(within::number()));
    visit("fit", self.fit, within::or_null());
    visit("ordinary_distances", self.ordinary, within::or_null());
  }
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
