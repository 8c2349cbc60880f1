#include <boost/format.hpp>

#include "core/phrases.h"
#include "report/words.h"

namespace dsne::report::words {
namespace {

/// Says whether the number of clusters means anything.
Sentences number_of_clusters(const spectral::FoundClusters& found) {
  constexpr double clear_drop = 0.05;
  const Eigen::Index last = found.clusters();
  const bool open = last < found.eigenvalues.size() &&
                    found.eigenvalues(last - 1) - found.eigenvalues(last) < clear_drop;
  if (!open) return {};
  return {
      "The data do not determine the number of clusters: there is hardly a drop after the last "
      "cluster's eigenvalue."};
}

std::string how_well(const sphere::Fit& fit) {
  return str(boost::format("a correlation of %.2f with the network's angles and a stress of %.2f") %
             fit.correlation % fit.stress);
}

}  // namespace

Sentences eigenvalues(const spectral::FoundClusters& found) {
  std::string values;
  for (const double value : found.eigenvalues) {
    values += (values.empty() ? "" : ", ") + str(boost::format("%.2f") % value);
  }
  return {"The leading eigenvalues of the normalised affinities are " + values +
          ": values near 1 belong to well-separated clusters, and a large drop after the last one "
          "shows that there are no more."};
}

Sentences joint_clusters(const spectral::FoundClusters& found) {
  return together({number_of_clusters(found),
                   {"How many subjects of each site are in which cluster, for sites that share "
                    "positions. If a site has few subjects in a cluster, they are counted under "
                    "others, also in the sum over all sites."}});
}

Sentences own_clusters(const spectral::FoundClusters& found, Eigen::Index least_in_sums) {
  return together({number_of_clusters(found),
                   {"The numbers for all sites include only sites with at least " +
                    std::to_string(least_in_sums) + " subjects in the cluster."}});
}

Sentences margins(bool lists_all) {
  Sentences margin = {"The margin is 1 at the centre of a cluster and 0 half-way to another."};
  if (lists_all) return margin;
  return {margin.front(), "The first 2,000 are listed; clusters.csv has all."};
}

Sentences sphere(const sphere::GroupSphere& group) {
  if (!group.fit) {
    const std::string places = group.form == sphere::Form::closed
                                   ? "the closed form from the leading eigenvectors"
                                   : "the minimised form of the network that sums of its products "
                                     "with a few vectors determine";
    return {"With this many regions no matrix is sent: the positions are " + places +
            ", and their fit is not known."};
  }
  const std::string fit = "The closed form has " + how_well(group.fit->closed) +
                          ", the minimised form " + how_well(group.fit->minimised) +
                          "; the Poincaré disk, for comparison, " + how_well(group.fit->disk) + ".";
  if (!group.noise) return {fit};
  return {fit, str(boost::format(
                       "For the guarantee there is noise on each correlation of the network, with "
                       "a standard deviation of %.2g. These figures describe the noisy network: "
                       "the larger the noise, the less accurate the positions.") %
                   *group.noise)};
}

Sentences flagged(const sphere::GroupSphere& group, std::ptrdiff_t flagged) {
  if (group.noise) {
    return {
        "Nobody is flagged: with a guarantee no site sends its subjects' distances from the "
        "group."};
  }
  if (!group.ordinary) {
    return {
        "Nobody is flagged: no site has the 12 subjects needed to know ordinary distances from the "
        "group."};
  }
  return {"Flagged: " + counted(flagged, "subject") +
          " of this site, further from the group than 99 % of ordinary subjects would be, by the "
          "middle and the spread of distances at all sites."};
}

}  // namespace dsne::report::words
