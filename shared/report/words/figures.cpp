#include <boost/format.hpp>
#include <cmath>

#include "core/phrases.h"
#include "report/text.h"
#include "report/words.h"

namespace dsne::report::words {
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
