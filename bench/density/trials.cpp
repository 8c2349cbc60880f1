#include "trials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "core/digest.h"
#include "methods/dp_density/dp_density.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/random_source.h"

namespace dsne {

using namespace privacy;
using namespace methods;
using namespace quality;
using namespace tsne;

namespace {

using Eigen::Index;

constexpr int sites = 10;

double sigma_of(double epsilon) {
  Parameters parameters;
  parameters.dp_epsilon = epsilon;
  return density_sigma(parameters);
}

Matrix drawn(const Matrix& scans, Index count, std::mt19937_64& engine) {
  Matrix chosen(count, scans.cols());
  for (Index i = 0; i < count; ++i) {
    chosen.row(i) =
        scans.row(static_cast<Index>(engine() % static_cast<std::uint64_t>(scans.rows())));
  }
  return chosen;
}

bool any_apart(const std::vector<CellEstimate>& cells) {
  return std::any_of(cells.begin(), cells.end(), [](const CellEstimate& c) { return c.apart; });
}

bool sees(const std::vector<CellEstimate>& cells, const RowVector& bad) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].apart && bad(static_cast<Index>(c)) > 0) return true;
  }
  return false;
}

}  // namespace

DetectionRates measure(const PlacedData& data, const Setting& setting, int trials,
                       std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  KeyedSource noise(hash_of({"bench/density", std::to_string(seed)}));
  const auto bad =
      static_cast<Index>(std::lround(setting.bad_share * static_cast<double>(setting.subjects)));
  DetectionRates rates;
  for (int trial = 0; trial < trials; ++trial) {
    SiteDensities densities{
        MapGrid(data.reference_coordinates, setting.side), sigma_of(setting.epsilon), {}};
    const RowVector planted = densities.grid.counts(drawn(data.bad, bad, engine));
    for (int site = 0; site < sites; ++site) {
      const Index good = setting.subjects - (site == 0 ? bad : 0);
      RowVector counts = densities.grid.counts(drawn(data.good, good, engine));
      if (site == 0) counts += planted;
      densities.sites.push_back(
          {std::to_string(site), setting.subjects, noisy_counts(counts, densities.sigma, noise)});
    }
    const auto estimates = compare_densities(densities);
    if (sees(estimates.front(), planted)) ++rates.seen;
    if (std::any_of(estimates.begin() + 1, estimates.end(), any_apart)) ++rates.false_alarm;
  }
  rates.seen /= trials;
  rates.false_alarm /= trials;
  return rates;
}

double apart_true_sites(const PlacedData& data, const Setting& setting, int trials,
                        std::uint64_t seed) {
  KeyedSource noise(hash_of({"bench/density", std::to_string(seed)}));
  const MapGrid grid(data.reference_coordinates, setting.side);
  std::map<std::string, std::vector<Index>> rows;
  for (std::size_t i = 0; i < data.sites.size(); ++i) {
    rows[data.sites[i]].push_back(static_cast<Index>(i));
  }
  double apart = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SiteDensities densities{grid, sigma_of(setting.epsilon), {}};
    for (const auto& [site, own] : rows) {
      const RowVector counts = grid.counts(data.good(own, Eigen::all));
      densities.sites.push_back(
          {site, std::ssize(own), noisy_counts(counts, densities.sigma, noise)});
    }
    const auto estimates = compare_densities(densities);
    apart += static_cast<double>(std::count_if(estimates.begin(), estimates.end(), any_apart));
  }
  return apart / (trials * static_cast<double>(rows.size()));
}

}  // namespace dsne
