#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "damage.h"
#include "joined/joined_tables.h"

namespace dsne {

/// Where a trial's reference comes from.
enum class ReferenceSites {
  all,    ///< every site, which is then measured by its other subjects
  others  ///< one half of the sites; the others are measured
};

/// One split of the data: a public reference and whole sites.
struct Trial {
  std::uint64_t seed = 0;
  Matrix reference;
  std::vector<std::string> names;  ///< of the sites
  std::vector<Matrix> sites;       ///< each site's subjects, 8 at least
  Measures measures;
};

/// Splits the data. @param points how many the reference has
Trial make_trial(const JoinedTables& data, ReferenceSites from, Eigen::Index points,
                 std::uint64_t seed);

/// A site with 8 % of its rows damaged, one at least.
struct DamagedSite {
  Matrix subjects;
  std::vector<bool> damaged;
};
DamagedSite damaged(const Matrix& subjects, const Damage& damage, const Measures& measures,
                    std::mt19937_64& engine);

/// The anatomical and the functional table of ABIDE's quality measures, without missing values.
std::vector<JoinedTables> read_tables(const std::string& folder);

}  // namespace dsne
