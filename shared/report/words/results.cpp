#include <boost/format.hpp>
#include <cmath>

#include "core/phrases.h"
#include "report/text.h"
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

namespace {

std::string whole(double number) { return std::to_string(std::lround(number)); }

/// Returns the cells in which a site lies apart.
std::vector<std::size_t> cells_apart(const DensityReport& report, std::size_t site) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < report.estimates[site].size(); ++cell) {
    if (report.estimates[site][cell].apart) cells.push_back(cell);
  }
  return cells;
}

/// "Site a has more subjects than expected in: cell (column 2, row 3), 31 (23 to 39; 9.8 expected)"
std::string apart_sentence(const DensityReport& report, std::size_t site) {
  std::string cells;
  for (const std::size_t i : cells_apart(report, site)) {
    const quality::CellEstimate& cell = report.estimates[site][i];
    const auto index = static_cast<int>(i);
    cells += (cells.empty() ? "" : "; ") +
             str(boost::format("column %1%, row %2%: about %3% (%4% to %5%), %6$.1f expected") %
                 (index % report.densities.grid.side() + 1) %
                 (index / report.densities.grid.side() + 1) % whole(cell.count) %
                 whole(std::ceil(cell.low)) % whole(std::floor(cell.high)) % cell.expected);
  }
  return "Site " + display_text(report.densities.sites[site].site) +
         " has more subjects than expected from the other sites in " + cells + ".";
}

/// "7 of the 17 sites have more subjects …: site a (2 cells), site b (1 cell), …"
std::string apart_summary(const DensityReport& report, const std::vector<std::size_t>& apart) {
  std::string names;
  for (const std::size_t site : apart) {
    names += (names.empty() ? "" : ", ") + display_text(report.densities.sites[site].site) + " (" +
             counted(std::ssize(cells_apart(report, site)), "cell") + ")";
  }
  return str(boost::format("%1% of the %2% sites have more subjects than expected from the other "
                           "sites in some cells: %3%. The cells are framed in the figure, and "
                           "density.csv has their counts.") %
             apart.size() % report.densities.sites.size() % names);
}

Sentences apart_sentences(const DensityReport& report) {
  std::vector<std::size_t> apart;
  for (std::size_t site = 0; site < report.estimates.size(); ++site) {
    if (!cells_apart(report, site).empty()) apart.push_back(site);
  }
  constexpr std::size_t most_in_detail = 3;
  if (apart.size() > most_in_detail) return {apart_summary(report, apart)};
  Sentences sentences;
  for (const std::size_t site : apart) sentences.push_back(apart_sentence(report, site));
  return sentences;
}

}  // namespace

Sentences density(const DensityReport& report) {
  const quality::SiteDensities& densities = report.densities;
  Sentences sentences = {
      str(boost::format("Each site released how many of its subjects lie in each of %1% cells of "
                        "the map, with noise of standard deviation %2$.3g on every count. A darker "
                        "cell holds a larger share of the site's subjects.") %
          densities.grid.cells() % densities.sigma)};
  const Sentences apart = apart_sentences(report);
  sentences.insert(sentences.end(), apart.begin(), apart.end());
  if (densities.sites.size() < 2) {
    sentences.emplace_back("There is no other site to compare it with.");
  } else if (apart.empty()) {
    sentences.emplace_back("No site has more subjects anywhere than chance and noise explain.");
  } else {
    sentences.emplace_back(
        "Columns are counted from the left, rows from below. The brackets give the 95 % interval "
        "of the true number. If all sites were alike, one such report in twenty would name a cell "
        "by chance.");
  }
  return sentences;
}

Sentences groups() {
  return {
      "About how many of each site's subjects are in which group of the reference, from the noisy "
      "counts: a cell belongs to the group of the reference points nearest to its centre. In 95 of "
      "100 cases the true number is within ±; grey numbers may be noise alone."};
}

namespace {

constexpr std::size_t most_changes_named = 12;
constexpr std::size_t most_scanners_named = 8;

std::string changed(const Names& changes) {
  if (changes.empty()) return "No measure changes its level.";
  return "Changes of level: " + in_words(changes, most_changes_named) +
         ". The numbers say by how much, in robust deviations within a level.";
}

Sentences seen_by(const Names& scanners, const std::string& column) {
  if (scanners.size() < 2) return {};
  return {"Scanners, by " + column + ": " + in_words(scanners, most_scanners_named) + "."};
}

}  // namespace

Sentences over_time(const data::ScanHistory& history, const std::vector<double>& days,
                    std::size_t undated, const Names& changes, const Names& scanners) {
  const std::string scans =
      counted(std::ssize(days), "scan") + " from " + data::date_text(days.front()) + " to " +
      data::date_text(days.back()) + ", by " + history.date_column + "." +
      (undated > 0 ? " Without a date that can be read: " + std::to_string(undated) + "." : "");
  return together(
      {{scans, changed(changes)},
       seen_by(scanners, history.scanner_column),
       {"Red lines are levels and where they change; dashed lines are where a scanner appears "
        "first. Of sites where nothing changes, at most one in twenty has a red upright line. A "
        "slow drift also causes one. Dates and scanners stay at this site."}});
}

}  // namespace dsne::report::words
