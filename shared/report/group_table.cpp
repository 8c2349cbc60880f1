#include "report/group_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "quality/nearest_labels.h"
#include "report/text.h"
#include "report/words.h"

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
