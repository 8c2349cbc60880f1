#include "report/tables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "core/phrases.h"
#include "data/names/measure_names.h"
#include "quality/nearest_labels.h"
#include "quality/summarized_site.h"
#include "report/text.h"
#include "report/words.h"
#include "run/site_outliers.h"

namespace dsne::report {
namespace {

constexpr std::size_t most_rows = 200;
/// Of those without a measure; the file has all.
constexpr std::size_t most_sites_named = 8;

std::string without_text(std::vector<std::string> sites, bool on_summaries) {
  std::sort(sites.begin(), sites.end(), natural_less);
  if (!sites.empty()) return in_words(sites, most_sites_named);
  return on_summaries ? "no site's summary has it" : "none: the reference lacks it";
}

}  // namespace

std::string both_names(const std::string& column) {
  const std::string name = data::measure_term(column).name;
  return name == column ? name : name + ", " + column;
}

std::optional<PageTable> measures_table(const std::vector<data::UnevenMeasure>& uneven,
                                        bool on_summaries) {
  if (uneven.empty()) return std::nullopt;
  const char* const without = on_summaries ? "Not in the summary of" : "Sites without it";
  PageTable table{left_out_heading, {"Measure", "In this run", without}, {}, {}};
  table.sentences = words::measures(uneven, on_summaries, most_rows);
  for (const data::UnevenMeasure& measure : uneven) {
    if (table.rows.size() == most_rows) break;
    table.rows.push_back({{both_names(measure.name)},
                          {measure.used ? "used, filled in" : "left out"},
                          {without_text(measure.sites_without, on_summaries)}});
  }
  return table;
}

void add_measures_table(const RunFacts& run, PageText& page) {
  if (auto table = measures_table(run.left_out.measures, run.summaries.has_value())) {
    page.tables.push_back(*std::move(table));
  }
}

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

namespace {

constexpr std::size_t most_columns = 20;
constexpr double normal_95 = 1.96;
constexpr const char* other_groups = "others";

/// The number of a site's subjects in a group, and the variance of its noise.
struct Count {
  double number = 0;
  double variance = 0;
};

/// Returns the columns in natural order. Labels without their own column become the last one's.
/// @param labels of the cells, "" for none
std::vector<std::string> columns_of(std::vector<std::string>& labels,
                                    const std::vector<quality::SiteDensity>& sites) {
  std::map<std::string, double> sizes;
  for (const quality::SiteDensity& site : sites) {
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      if (!labels[cell].empty()) {
        sizes[labels[cell]] += site.counts(static_cast<Eigen::Index>(cell));
      }
    }
  }
  std::vector<std::string> names;
  names.reserve(sizes.size());
  for (const auto& [group, size] : sizes) names.push_back(group);
  const bool too_many = names.size() > most_columns;
  if (too_many) {
    std::ranges::stable_sort(names, std::greater{},
                             [&](const std::string& group) { return sizes[group]; });
    names.resize(most_columns - 1);
    for (std::string& label : labels) {
      const bool has_column = std::ranges::find(names, label) != names.end();
      if (!label.empty() && !has_column) label = other_groups;
    }
  }
  std::sort(names.begin(), names.end(), natural_less);
  if (too_many) names.emplace_back(other_groups);
  return names;
}

TableCell count_cell(const Count& count) {
  const double margin = normal_95 * std::sqrt(count.variance);
  std::string text = std::to_string(std::lround(count.number));
  if (margin > 0) text += " ± " + std::to_string(std::lround(std::ceil(margin)));
  return {std::move(text), count.number <= margin};
}

}  // namespace

std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference) {
  const quality::MapGrid& grid = report.densities.grid;
  Matrix middles(grid.cells(), 2);
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    middles.row(cell) = ((grid.low(cell) + grid.high(cell)) / 2).matrix().transpose();
  }
  std::vector<std::string> labels =
      quality::nearest_labels(middles, reference.coordinates.leftCols(2), reference.labels);
  const std::vector<std::string> columns = columns_of(labels, report.densities.sites);
  if (columns.size() < 2) return std::nullopt;
  PageTable table{"Sites and groups", {"Site"}, {}, words::groups()};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  for (const quality::SiteDensity& site : report.densities.sites) {
    std::map<std::string, Count> groups;
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      groups[labels[cell]].number += site.counts(static_cast<Eigen::Index>(cell));
      groups[labels[cell]].variance += report.densities.sigma * report.densities.sigma;
    }
    std::vector<TableCell> cells{{site.site}};
    for (const std::string& column : columns) cells.push_back(count_cell(groups[column]));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace dsne::report
