#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/within.h"

namespace dsne::spectral {

/// Each point's cluster, from 0.
using ClusterNumbers = std::vector<Eigen::Index>;
/// Numbers of subjects.
using Counts = Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1>;

/// The most clusters of a run, and the fewest and most landmarks.
inline constexpr Eigen::Index most_clusters = 50;
inline constexpr Eigen::Index least_landmarks = 2;
inline constexpr Eigen::Index most_landmarks = 1000;

/// Leading eigenvectors, in columns, of a normalised matrix of affinities MᵀM.
struct Spectrum {
  Vector values;  ///< falling
  Matrix vectors;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("values", self.values, within::numbers(self.values.size()));
    visit("vectors", self.vectors, within::packed(self.vectors.rows(), self.vectors.cols()));
  }
};

/// Returns the number of clusters by the eigengap: the largest difference between successive
/// eigenvalues, from the second on, tells how many there are if they are well separated. At most
/// `most`.
/// @pre at least two values, most >= 2
Eigen::Index clusters_by_gap(const Vector& values, Eigen::Index most);

/// Returns points in the space of the leading eigenvectors, rows scaled to length 1 (Ng, Jordan &
/// Weiss, "On Spectral Clustering", 2001).
/// @param directions of the points' rows of M; their lengths do not matter
Matrix spectral_rows(const Matrix& directions, const Spectrum& spectrum);

/// Clusters rows by weighted k-means: Lloyd's iteration from k-means++ (Arthur & Vassilvitskii
/// 2007), the best of 20 fixed starts. Clusters are numbered by weight, heaviest first.
/// @throws InputError when fewer different rows than clusters have a weight
ClusterNumbers clustered(const Matrix& rows, const Vector& weights, Eigen::Index clusters);

/// Computes the weighted mean of each cluster's rows.
Matrix cluster_centres(const Matrix& rows, const Vector& weights, const ClusterNumbers& numbers,
                       Eigen::Index clusters);

/// Points' clusters.
struct Membership {
  ClusterNumbers clusters;
  /// 1 where a point coincides with its cluster's centre, 0 where another centre is as near.
  Vector margins;
};

/// Assigns each row to the nearest centre.
Membership nearest_centres(const Matrix& rows, const Matrix& centres);

/// Counts the points in each cluster.
Counts cluster_counts(const ClusterNumbers& numbers, Eigen::Index clusters);

/// The number of a site's subjects in each cluster.
struct SiteClusterSizes {
  std::string site;
  Counts counts;  ///< each 0, or at least least_members
  Eigen::Index others =
      0;  ///< in clusters with fewer of the site's subjects; 0, or at least least_members

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("site", self.site);
    visit("counts", self.counts);
    visit("others", self.others);
  }
};

/// Counts a site's subjects without small counts. Counts below `least` are added to `others`, which
/// also takes the next smallest clusters until it reaches `least`. All counts are 0 if the site has
/// fewer subjects than `least`.
SiteClusterSizes without_small(const ClusterNumbers& clusters, Eigen::Index count,
                               Eigen::Index least);

/// The result of a spectral clustering run.
struct FoundClusters {
  Eigen::Index subjects = 0;
  Eigen::Index landmarks = 0;
  bool by_gap = false;  ///< the number of clusters was not given
  Vector eigenvalues;   ///< the leading ones, one more than clusters if there are as many
  Counts counts;        ///< per cluster, the sum of the counts that sites share
  Eigen::Index others = 0;

  Eigen::Index clusters() const { return counts.size(); }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    Eigen::Index clusters = self.clusters();
    visit("clusters", clusters, within::whole(1, most_clusters));
    visit("by_gap", self.by_gap);
    visit("subjects", self.subjects, within::whole(1, most_claimed));
    visit("landmarks", self.landmarks, within::whole(least_landmarks, most_landmarks));
    visit("eigenvalues", self.eigenvalues, within::numbers(std::min(clusters + 1, self.landmarks)));
    visit("counts", self.counts, within::wholes(clusters, 0, most_claimed));
    visit("others", self.others, within::whole(0, most_claimed));
  }
};

/// The result at a site, with its own subjects.
struct SiteClusters {
  FoundClusters found;
  Membership own;
};

/// The result at the coordinator, with the counts of the sites that share them.
struct JointClusters {
  FoundClusters found;
  std::vector<SiteClusterSizes> sites;
};

}  // namespace dsne::spectral
