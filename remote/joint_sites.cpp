#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "core/phrases.h"
#include "data/measure_terms.h"
#include "quality/outside_others.h"
#include "remote/joint_page.h"
#include "report/text.h"
#include "run/site_outliers.h"
#include "sentences/outlier_note.h"

namespace dsne::remote {
namespace {

using Names = std::vector<std::string>;

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
    names.push_back(sentences::outside_text(measure, own.measures));
  }
  return names;
}

/// Returns in what a site stands apart; muted if in nothing.
report::TableCell apart_cell(const run::RunReference& reference, const std::string& name) {
  if (!reference.summaries || reference.summaries->sources.array()) return {"not known", true};
  const auto& sites = reference.summaries->sources.sites;
  const auto found =
      std::ranges::find_if(sites, [&](const auto& site) { return site.site == name; });
  if (found == sites.end()) return {"not known: no summary", true};
  if (sites.size() < least_compared) return {"not known: fewer than three summaries", true};
  const Names measures =
      apart(*reference.summaries, static_cast<std::size_t>(found - sites.begin()));
  return {some_of(measures), measures.empty()};
}

/// What people call the measures that a site lacks, or that its summary lacks of what others' have.
Names lacking_measures(const RemoteRun& run, const std::string& site) {
  std::set<std::string> names;
  for (const data::UnevenMeasure& measure : run.uneven) {
    const Names& without = measure.sites_without;
    if (std::ranges::find(without, site) != without.end()) names.insert(measure.name);
  }
  if (run.is_on_summaries() && run.summaries.contains(site)) {
    const Json& own = run.summaries.at(site).at("measures");
    for (const auto& [other, registered] : run.summaries.items()) {
      if (!registered.at("measures").is_array() || !own.is_array()) continue;
      for (const Json& measure : registered.at("measures")) {
        if (std::find(own.begin(), own.end(), measure) == own.end()) {
          names.insert(measure.get<std::string>());
        }
      }
    }
  }
  Names terms;
  terms.reserve(names.size());
  for (const std::string& name : names) {
    const data::MeasureTerm term = data::measure_term(name);
    if (!term.is_geometry) terms.push_back(term.name);  // one size for all is no lack
  }
  return terms;
}

/// Returns what part of a site is on the joint map.
std::string shown_text(const report::EmbeddingPart& part) {
  if (part.coordinates.rows() == 0) return "nothing";
  if (part.subjects.empty()) return "its subjects";
  return counted(part.coordinates.rows(), "group");
}

}  // namespace

report::PageTable sites_table(const RemoteRun& run, const run::RunReference& reference,
                              const std::vector<report::EmbeddingPart>& parts) {
  report::PageTable table{
      "Sites",
      {"Site", "Subjects", "On the map", "Stands apart in", "Lacks"},
      {},
      {"A site stands apart in a measure when its middle lies outside all rows of the other sites' "
       "summaries. The numbers say how far, in deviations within a site. Such sites come first: "
       "ask "
       "them about the unit and the scanner. A site lacks a measure that its table or summary "
       "leaves "
       "out and another's has."}};
  for (const auto& [site, points] : run.sites) {
    const std::string& name = run.names.at(site);
    const auto part = std::ranges::find(parts, name, &report::EmbeddingPart::site);
    table.rows.push_back({{name},
                          {std::to_string(points)},
                          {part == parts.end() ? "nothing" : shown_text(*part)},
                          apart_cell(reference, name),
                          {some_of(lacking_measures(run, site))}});
  }
  std::sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
    if (a[apart_column].muted != b[apart_column].muted) return b[apart_column].muted;
    return report::natural_less(a.front().text, b.front().text);
  });
  return table;
}

}  // namespace dsne::remote
