#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "damage.h"
#include "joined/joined_tables.h"

namespace dsne {

/// The origin of a trial's reference.
enum class ReferenceSites {
  all,    ///< every site, whose other subjects are then measured
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

/// Splits the data. @param points the reference's number of points
Trial make_trial(const JoinedTables& data, ReferenceSites from, Eigen::Index points,
                 std::uint64_t seed);

/// Damages 8 % of a site's rows, at least one.
struct DamagedSite {
  Matrix subjects;
  std::vector<bool> damaged;
};
DamagedSite damaged(const Matrix& subjects, const Damage& damage, const Measures& measures,
                    std::mt19937_64& engine);

/// Reads the anatomical and the functional table of ABIDE's quality measures, without missing
/// values.
std::vector<JoinedTables> read_tables(const std::string& folder);

}  // namespace dsne
