#include "report/group_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "quality/nearest_labels.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr std::size_t most_columns = 20;
constexpr double normal_95 = 1.96;
constexpr const char* other_groups = "others";

/// The number of a site's subjects in a group, and the variance of its noise.
struct Count {
  double number = 0;
  double variance = 0;
};

struct SiteRow {
  std::string site;
  std::map<std::string, Count> groups;
};

void add_count(SiteRow& row, const std::string& group, const Count& count) {
  Count& sum = row.groups[group];
  sum.number += count.number;
  sum.variance += count.variance;
}

std::vector<std::string> groups_by_size(const std::vector<SiteRow>& rows) {
  std::map<std::string, double> sizes;
  for (const SiteRow& row : rows) {
    for (const auto& [group, count] : row.groups) sizes[group] += count.number;
  }
  std::vector<std::string> names;
  names.reserve(sizes.size());
  for (const auto& [group, size] : sizes) names.push_back(group);
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return sizes[a] > sizes[b]; });
  return names;
}

/// Returns the columns in natural order. Groups without their own column are added up in the last.
std::vector<std::string> gather(std::vector<SiteRow>& rows) {
  std::vector<std::string> names = groups_by_size(rows);
  const bool too_many = names.size() > most_columns;
  std::vector<std::string> kept = names;
  if (too_many) kept.resize(most_columns - 1);
  std::sort(kept.begin(), kept.end(), natural_less);
  if (!too_many) return kept;
  for (SiteRow& row : rows) {
    SiteRow gathered{row.site, {}};
    for (const auto& [group, count] : row.groups) {
      const bool has_column = std::find(kept.begin(), kept.end(), group) != kept.end();
      add_count(gathered, has_column ? group : other_groups, count);
    }
    row = gathered;
  }
  kept.emplace_back(other_groups);
  return kept;
}

TableCell count_cell(const Count& count) {
  const double margin = normal_95 * std::sqrt(count.variance);
  std::string text = std::to_string(std::lround(count.number));
  if (margin > 0) text += " ± " + std::to_string(std::lround(std::ceil(margin)));
  return {std::move(text), count.number <= margin};
}

std::optional<PageTable> page_table(std::vector<SiteRow> rows, const std::string& sentence) {
  const std::vector<std::string> columns = gather(rows);
  if (columns.size() < 2) return std::nullopt;
  PageTable result{"Sites and groups", {"Site"}, {}, {sentence}};
  result.columns.insert(result.columns.end(), columns.begin(), columns.end());
  for (SiteRow& row : rows) {
    std::vector<TableCell> cells{{row.site}};
    for (const std::string& column : columns) cells.push_back(count_cell(row.groups[column]));
    result.rows.push_back(std::move(cells));
  }
  return result;
}

}  // namespace

std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference) {
  const quality::MapGrid& grid = report.densities.grid;
  Matrix middles(grid.cells(), 2);
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    middles.row(cell) = ((grid.low(cell) + grid.high(cell)) / 2).matrix().transpose();
  }
  const std::vector<std::string> labels =
      quality::nearest_labels(middles, reference.coordinates.leftCols(2), reference.labels);
  std::vector<SiteRow> rows;
  const double variance = report.densities.sigma * report.densities.sigma;
  for (const quality::SiteCounts& site : report.densities.sites) {
    SiteRow row{site.site, {}};
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      if (labels[cell].empty()) continue;
      add_count(row, labels[cell], {site.counts(static_cast<Eigen::Index>(cell)), variance});
    }
    if (!row.groups.empty()) rows.push_back(std::move(row));
  }
  return page_table(
      std::move(rows),
      "About how many of each site's subjects are in which group of the reference, from the noisy "
      "counts: a cell belongs to the group of the reference points nearest to its centre. In 95 of "
      "100 cases the true number is within ±; grey numbers may be noise alone.");
}

}  // namespace dsne::report
