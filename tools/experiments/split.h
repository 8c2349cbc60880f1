#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/experiments/dataset.h"

namespace dsne::experiments {

/// What subjects are told apart by.
enum class Grouping { label, site };

/// Subjects to draw from those that nobody has drawn yet.
struct Selection {
  std::vector<std::string> labels, other_than_labels;  ///< only these, none of those; empty: any
  std::vector<std::string> sites, other_than_sites;
  std::optional<Grouping> each;  ///< draw as many from every class, or every site
  std::optional<Eigen::Index> count;
  std::optional<double> share;  ///< or this share of those that match; neither: all that are left
};

/// One or several alike sites of the federation.
struct SiteRule {
  std::vector<Selection> take;
  int copies = 1;
  std::optional<Grouping> for_each;  ///< one for every class or acquiring site, taking only of it
};

/// Who gets which subjects, as a description says it:
///   {"reference": [{"each": "label", "count": 100}],
///    "sites": [{"for_each": "label", "take": [{"count": 400}]}]}
/// A selection's members: `label`, `site`, `other_than_label`, `other_than_site` (a name or a list
/// of names), `each` ("label" or "site"), `count` or `share`. The label "$turn" is the class whose
/// turn it is: the first one with seed 1, the next one with seed 2, and so on round.
struct SplitRule {
  std::vector<Selection> reference;
  std::vector<SiteRule> sites;
};

/// @throws InputError when it is malformed
SplitRule parse_split_rule(const Json& json);

/// Rows of the data set.
struct Split {
  std::vector<Eigen::Index> reference;
  std::vector<std::vector<Eigen::Index>> sites;
};

/// Draws at random who goes where; nobody goes to two places. Selections with a count or a share
/// draw first, the reference's before the sites', then those that take all that is left.
/// @param fewer divides every count, leaving at least 2: for quick trials
/// @throws InputError when there are not enough subjects, a place would have none, or the rule asks
///   for labels or sites and the data has none
Split draw_split(const SplitRule& rule, const Dataset& data, std::uint64_t seed,
                 Eigen::Index fewer = 1);

}  // namespace dsne::experiments
