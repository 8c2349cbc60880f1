#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::spectral {

/// Which cluster each of some points is in, from 0.
using ClusterNumbers = std::vector<Eigen::Index>;
/// Numbers of subjects.
using Counts = Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1>;

/// Leading eigenvectors, in columns, of a normalised matrix of affinities MᵀM.
struct Spectrum {
  Vector values;  ///< falling
  Matrix vectors;
};

/// All of them. @pre a symmetric matrix of finite numbers
Spectrum spectrum_of(const Matrix& products);

/// After which eigenvalue the largest gap comes, of those from the second on, at most `most`: how
/// many clusters there are, if they are well apart. @pre at least two values, most >= 2
Eigen::Index clusters_by_gap(const Vector& values, Eigen::Index most);

/// Points by their leading eigenvectors, each row brought to length 1 (Ng, Jordan & Weiss, "On
/// Spectral Clustering", 2001).
/// @param directions of the points' rows of M, whatever their length
Matrix spectral_rows(const Matrix& directions, const Spectrum& spectrum);

/// Weighted k-means: Lloyd's iteration from k-means++ (Arthur & Vassilvitskii 2007), the best of 20
/// starts, which are the same in every run. Clusters are numbered from the heaviest.
/// @throws InputError when there are not as many different rows of some weight
ClusterNumbers clustered(const Matrix& rows, const Vector& weights, Eigen::Index clusters);

/// The weighted means of each cluster's rows.
Matrix cluster_centres(const Matrix& rows, const Vector& weights, const ClusterNumbers& numbers,
                       Eigen::Index clusters);

/// Some points' clusters.
struct Membership {
  ClusterNumbers clusters;
  /// 1 where a point is its cluster's centre, 0 where the centre of another is as near.
  Vector margins;
};

/// Rows in the clusters of the nearest centres.
Membership nearest_centres(const Matrix& rows, const Matrix& centres);

/// How many points are in which cluster.
Counts cluster_counts(const ClusterNumbers& numbers, Eigen::Index clusters);

/// How many of a site's subjects are in which cluster.
struct SiteCounts {
  std::string site;
  Counts counts;            ///< each 0, or at least least_members
  Eigen::Index others = 0;  ///< in clusters of which the site has fewer; the same
};

/// A site's counts without small ones: fewer than `least` of a cluster are told of with `others`,
/// which take in the next smallest clusters until they are as many. A site of fewer in all tells of
/// nobody.
SiteCounts without_small(const ClusterNumbers& clusters, Eigen::Index count, Eigen::Index least);

/// What a run of spectral clustering ends in.
struct FoundClusters {
  Eigen::Index subjects = 0;
  Eigen::Index landmarks = 0;
  bool by_gap = false;  ///< the number of clusters was not given
  Vector eigenvalues;   ///< the leading ones, one more than clusters where there are as many
  Counts counts;        ///< sums over the sites of what they tell of, by cluster
  Eigen::Index others = 0;

  Eigen::Index clusters() const { return counts.size(); }
};

/// The same with a site's own subjects.
struct SiteClusters {
  FoundClusters found;
  Membership own;
};

/// The same with the counts of the sites that share them.
struct JointClusters {
  FoundClusters found;
  std::vector<SiteCounts> sites;
};

}  // namespace dsne::spectral
