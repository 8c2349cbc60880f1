#include <doctest/doctest.h>

#include <random>

#include "run/site_outliers.h"
#include "summary/records.h"
#include "unit/summary/example.h"

using dsne::Matrix;
namespace summary = dsne::summary;

namespace {

constexpr Eigen::Index persons_per_site = 120;

double age_of(Eigen::Index person) { return 20 + static_cast<double>(person % 61); }

/// Records whose every measure grows with age.
summary::Records aged_records(std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  summary::Records records = example_records(persons_per_site, seed, 1000 * seed);
  records.covariates = {{"age", {}}};
  for (Eigen::Index i = 0; i < persons_per_site; ++i) {
    records.covariates[0].values.push_back(age_of(i));
    for (double& value : records.values.row(i)) {
      value = 100 + 0.2 * age_of(i) + normal(generator);
    }
  }
  return records;
}

/// Mean score of the youngest and oldest less that of the others.
double oddness_of_ends(const dsne::Vector& scores) {
  double ends = 0;
  double others = 0;
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < scores.size(); ++i) {
    const bool is_end = std::abs(age_of(i) - 50) > 20;
    (is_end ? ends : others) += scores(i);
    count += is_end ? 1 : 0;
  }
  return ends / static_cast<double>(count) - others / static_cast<double>(scores.size() - count);
}

}  // namespace

TEST_CASE("adjusted scores do not find somebody odd for her age") {
  summary::MapSources sources;
  std::vector<summary::NewSummary> made;
  for (std::uint32_t site = 1; site <= 3; ++site) {
    made.push_back(example_summary(aged_records(site), {}, site));
    sources.sites.push_back({"site " + std::to_string(site), made.back().site.summary});
  }
  sources.reference.resize(0, 4);
  const summary::CommonMap map = summary::pool_sources(sources);
  const summary::Records own = aged_records(2);
  const dsne::quality::OwnRecords records{own.values, own.persons};
  const auto score = [&](std::optional<std::size_t> source) {
    dsne::quality::OwnScores lists = dsne::quality::own_scores(records, {});
    dsne::run::add_adjusted_scores(map, own.measures, records, &made[1].site.kept, source, lists);
    return lists;
  };
  const dsne::quality::OwnScores lists = score(1);
  REQUIRE(lists.odd.adjusted.size() > 0);
  CHECK(oddness_of_ends(lists.odd.scores) > 1);
  CHECK(std::abs(oddness_of_ends(lists.odd.adjusted)) < 0.4);
  // Without a summary of its own nobody knows the site's covariates.
  CHECK(score(std::nullopt).odd.adjusted.size() == 0);
}
