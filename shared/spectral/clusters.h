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

/// Nyström's approximation of a Gaussian kernel by landmarks (Williams & Seeger, "Using the Nyström
/// Method to Speed Up Kernel Machines", 2001).
///
/// C holds the affinities exp(−d²/w) of points to landmarks, W those between landmarks, and λ is a
/// ridge of 10⁻⁶. The affinities between points are C(W + λI)⁻¹Cᵀ = F·Fᵀ with the features F =
/// C·L⁻ᵀ, where L·Lᵀ = W + λI. No row of F is longer than 1.
class Nystrom {
 public:
  /// @param landmarks at least two
  /// @param kernel_width w divided by the median squared distance of landmarks to their seventh
  ///   nearest (or last, if there are fewer)
  /// @throws InputError when that median is 0
  Nystrom(Matrix landmarks, double kernel_width);

  Eigen::Index size() const { return landmarks_.rows(); }

  /// Computes F: points × landmarks. @pre points have the landmarks' columns
  Matrix features(const Matrix& points) const;

  /// Computes F's rows up to their lengths. Each row's affinities are divided by the largest, so
  /// that no row is 0, however far a point is from all landmarks.
  Matrix directions(const Matrix& points) const;

  /// Computes F of the landmarks themselves.
  Matrix landmark_features() const;

  /// Computes how many points each landmark stands for: the sum of points' affinities to it divided
  /// by the sum of landmarks' affinities to it.
  /// @param feature_sums the sum of all points' rows of F
  Vector weights(const Vector& feature_sums) const;

 private:
  Matrix exponents(const Matrix& points) const;
  Matrix solved(const Matrix& affinities) const;

  Matrix landmarks_;
  double width_ = 0;
  Matrix among_;   ///< W
  Matrix factor_;  ///< L
};

/// Computes the rows of D^(−1/2)·F, with D the points' degrees in F·Fᵀ. A row that stands for
/// several equal points is multiplied by the square root of their number. No row is longer than 1.
/// A degree is at least the equal points' affinity to each other, as it would be without
/// approximation.
/// @param sizes how many points each row stands for
/// @param feature_sums the sum of all points' rows of F
Matrix normalised(Matrix features, const Vector& sizes, const Vector& feature_sums);

}  // namespace dsne::spectral
