#include <algorithm>
#include <numeric>

#include "core/phrases.h"
#include "quality/outside_others.h"
#include "report/joint_page.h"
#include "report/text.h"
#include "report/words.h"
#include "run/site_outliers.h"

namespace dsne::report {
namespace {

constexpr std::size_t most_measures_named = 4;
/// Between two sites nothing tells which one stands apart.
constexpr std::size_t least_compared = 3;
constexpr std::size_t apart_column = 3;

/// Returns some of the names; "none" if there are none.
std::string some_of(const Names& names) {
  return names.empty() ? "none" : in_words(names, most_measures_named);
}

double weighted_median(const Vector& values, const Vector& subjects) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Eigen::Index row) { return values(row); });
  double passed = 0;
  for (const Eigen::Index row : order) {
    passed += subjects(row);
    if (2 * passed >= subjects.sum()) return values(row);
  }
  return values(order.back());
}

/// The measures in which a site's middle lies outside all rows of the others' summaries.
Names apart(const summary::CommonMap& map, std::size_t site) {
  const summary::Summary& own = map.sources.sites[site].summary;
  const Matrix& means = own.means;
  RowVector middles(means.cols());
  for (Eigen::Index f = 0; f < means.cols(); ++f) {
    middles(f) = weighted_median(means.col(f), own.subjects);
  }
  const auto outside =
      quality::outside_others(middles, run::other_sources(map, site, own.measures));
  Names names;
  names.reserve(outside.size());
  for (const auto& measure : outside) {
    names.push_back(words::outside(measure, own.measures));
  }
  return names;
}

/// Returns in what a site stands apart; muted if in nothing.
TableCell apart_cell(const std::optional<summary::CommonMap>& map, const std::string& name) {
  if (!map || map->sources.array()) return {"not known", true};
  const auto& sites = map->sources.sites;
  const auto found = std::ranges::find(sites, name, &summary::NamedSummary::site);
  if (found == sites.end()) return {"not known: no summary", true};
  if (sites.size() < least_compared) return {"not known: fewer than three summaries", true};
  const Names measures = apart(*map, static_cast<std::size_t>(found - sites.begin()));
  return {some_of(measures), measures.empty()};
}

/// Returns what part of a site is on the joint map.
std::string shown_text(const EmbeddingPart& part) {
  if (part.coordinates.rows() == 0) return "nothing";
  if (part.subjects.empty()) return "its subjects";
  return counted(part.coordinates.rows(), "group");
}

}  // namespace

PageTable sites_table(const JointMapFacts& facts, const std::vector<EmbeddingPart>& shown) {
  PageTable table{
      "Sites", {"Site", "Subjects", "On the map", "Stands apart in", "Lacks"}, {}, words::sites()};
  for (const JointSite& site : facts.sites) {
    const auto part = std::ranges::find(shown, site.name, &EmbeddingPart::site);
    table.rows.push_back({{site.name},
                          {std::to_string(site.subjects)},
                          {part == shown.end() ? "nothing" : shown_text(*part)},
                          apart_cell(facts.map, site.name),
                          {some_of(site.lacks)}});
  }
  std::ranges::sort(table.rows, [](const auto& a, const auto& b) {
    if (a[apart_column].muted != b[apart_column].muted) return b[apart_column].muted;
    return natural_less(a.front().text, b.front().text);
  });
  return table;
}

}  // namespace dsne::report
