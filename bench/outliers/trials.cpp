#include "trials.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "data/normalization.h"

namespace dsne {
namespace {

using Eigen::Index;

constexpr double damaged_share = 0.08;
constexpr Index least_subjects = 8;
constexpr Index fixed_measures = 5;

const std::vector<std::string> anatomical = {
    "bg_mean", "bg_size", "bg_std",  "cnr",    "csf_mean", "csf_size", "csf_std", "efc",
    "fber",    "fg_mean", "fg_size", "fg_std", "fwhm",     "fwhm_x",   "fwhm_y",  "fwhm_z",
    "gm_mean", "gm_size", "gm_std",  "qi1",    "snr",      "wm_mean",  "wm_size", "wm_std"};
const std::vector<std::string> functional = {
    "bg_mean", "bg_size", "bg_std", "efc",     "fber",    "fg_mean", "fg_size", "fg_std",
    "fwhm",    "fwhm_x",  "fwhm_y", "fwhm_z",  "ghost_x", "ghost_y", "snr",     "dvars",
    "gcor",    "mean_fd", "num_fd", "outlier", "perc_fd", "quality"};

JoinedTables without_missing(const JoinedTables& data) {
  std::vector<Index> whole;
  JoinedTables result;
  for (Index row = 0; row < data.values.rows(); ++row) {
    if (data.values.row(row).hasNaN()) continue;
    whole.push_back(row);
    result.sites.push_back(data.sites[static_cast<std::size_t>(row)]);
  }
  result.values = data.values(whole, Eigen::all);
  result.features = data.features;
  return result;
}

/// Returns the names of one half of the sites.
std::vector<std::string> half_of(const std::vector<std::string>& sites, std::mt19937_64& engine) {
  std::vector<std::string> names = sites;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<std::string> half;
  for (const Index i : drawn(std::ssize(names), std::ssize(names) / 2, engine)) {
    half.push_back(names[static_cast<std::size_t>(i)]);
  }
  return half;
}

}  // namespace

Trial make_trial(const JoinedTables& data, ReferenceSites from, Index points, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto half = half_of(data.sites, engine);
  const auto gives_reference = [&](const std::string& site) {
    return from == ReferenceSites::all || std::find(half.begin(), half.end(), site) != half.end();
  };
  std::vector<Index> reference;
  std::map<std::string, std::vector<Index>> sites;
  for (const Index row : drawn(data.values.rows(), data.values.rows(), engine)) {
    const std::string& site = data.sites[static_cast<std::size_t>(row)];
    const bool public_row = gives_reference(site) && std::ssize(reference) < points;
    if (public_row) reference.push_back(row);
    if (!public_row && (from == ReferenceSites::all || !gives_reference(site))) {
      sites[site].push_back(row);
    }
  }
  Trial trial;
  trial.seed = seed;
  trial.reference = data.values(reference, Eigen::all);
  for (const auto& [name, rows] : sites) {
    if (std::ssize(rows) < least_subjects) continue;
    trial.names.push_back(name);
    trial.sites.emplace_back(data.values(rows, Eigen::all));
  }
  trial.measures = {data.values, data::fit_scaling(data.values, data::Normalization::robust).scale,
                    drawn(data.values.cols(), fixed_measures, engine)};
  return trial;
}

DamagedSite damaged(const Matrix& subjects, const Damage& damage, const Measures& measures,
                    std::mt19937_64& engine) {
  DamagedSite site{subjects, std::vector<bool>(static_cast<std::size_t>(subjects.rows()))};
  const auto rows =
      std::max<Index>(1, std::lround(damaged_share * static_cast<double>(subjects.rows())));
  for (const Index row : drawn(subjects.rows(), rows, engine)) {
    damage.apply(site.subjects.row(row), measures, engine);
    site.damaged[static_cast<std::size_t>(row)] = true;
  }
  return site;
}

std::vector<JoinedTables> read_tables(const std::string& folder) {
  return {without_missing(read_joined_tables(folder, {"anatomical_spatial.csv"}, anatomical)),
          without_missing(read_joined_tables(
              folder, {"functional_spatial.csv", "functional_temporal.csv"}, functional))};
}

}  // namespace dsne
