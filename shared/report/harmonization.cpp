#include "report/harmonization.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

#include "data/csv.h"
#include "report/figure.h"
#include "report/scene.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/words.h"
#include "summary/public_map.h"

namespace dsne::report {
namespace {

using Eigen::Index;

/// The sources' names, as effects are numbered.
Names sources_of(const summary::CommonMap& map) {
  Names names = site_names(map);
  if (names.size() < map.effects.size()) names.emplace_back(reference_site);
  return names;
}

const Names& measures_of(const summary::CommonMap& map) {
  return map.sources.sites.front().summary.measures;
}

/// How far each source's mean lay from the common one, in common standard deviations.
Matrix shifts_of(const summary::CommonMap& map) {
  Matrix shifts(std::ssize(map.effects), map.common.location.size());
  for (Index i = 0; i < shifts.rows(); ++i) {
    const auto& own = map.effects[static_cast<std::size_t>(i)];
    const auto spread = map.common.spread.array();
    shifts.row(i) =
        (spread > 0).select((own.location - map.common.location).array() / spread, 0).matrix();
  }
  return shifts;
}

std::string short_number(double value) { return str(boost::format("%.2g") % value); }

/// The measures with the largest shifts first.
std::vector<Index> by_largest_shift(const Matrix& shifts) {
  std::vector<Index> measures(static_cast<std::size_t>(shifts.cols()));
  std::iota(measures.begin(), measures.end(), Index{0});
  const RowVector largest = shifts.cwiseAbs().colwise().maxCoeff();
  std::ranges::stable_sort(measures, std::greater{}, [&](Index f) { return largest(f); });
  constexpr std::size_t most = 20;  // the file has all
  measures.resize(std::min(measures.size(), most));
  return measures;
}

/// The numbers of the sources that are no public scans, in the order of their names.
std::vector<Index> by_name(const Names& sources) {
  std::vector<Index> order(sources.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto name_of = [&](Index i) { return sources[static_cast<std::size_t>(i)]; };
  std::erase_if(order, [&](Index i) { return summary::is_public_site(name_of(i)); });
  std::ranges::stable_sort(order, natural_less, name_of);
  return order;
}

/// Where the same rows would lie with the measures as they are.
Matrix coordinates_before(const summary::CommonMap& map) {
  summary::MapSources sources = map.sources;
  sources.harmonized = false;
  return summary::make_common_map(std::move(sources)).coordinates;
}

}  // namespace

std::string harmonization_csv(const summary::CommonMap& map) {
  Names header = {"measure", "site", "removed", "in_spreads", "factor"};
  for (const std::string& name : map.covariates.names) header.push_back("slope:" + name);
  std::string text = data::csv_line(header) + '\n';
  const Names sources = sources_of(map);
  const Matrix shifts = shifts_of(map);
  for (Index f = 0; f < shifts.cols(); ++f) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const summary::SiteEffect& own = map.effects[i];
      Names cells = {measures_of(map)[static_cast<std::size_t>(f)], sources[i]};
      const auto add = [&](double value) { cells.push_back(data::number_text(value)); };
      add(own.location(f) - map.common.location(f));
      add(shifts(static_cast<Index>(i), f));
      add(summary::factor_of(own, map.common)(f));
      for (Index c = 0; c < std::ssize(map.covariates.names); ++c) add(map.covariates.slopes(c, f));
      text += data::spreadsheet_line(cells) + '\n';
    }
  }
  return text;
}

std::vector<EmbeddingPart> rows_of(std::vector<EmbeddingPart> parts,
                                   const summary::CommonMap& map) {
  for (auto part = std::next(parts.begin()); part != parts.end(); ++part) {
    part->coordinates.resize(0, part->coordinates.cols());
    part->labels.clear();
  }
  if (parts.front().coordinates.rows() == 0) return parts;
  parts = with_sources(parts, map.pool.sources, site_names(map), map.pool.subjects);
  parts.erase(parts.begin());
  return parts;
}

PageTable harmonization_table(const summary::CommonMap& map) {
  constexpr double small_shift = 0.5;  // below this it is not worth looking at
  const Matrix shifts = shifts_of(map);
  PageTable table{"What harmonization removed", {"Measure"}, {}, {}};
  const Names sources = sources_of(map);
  const std::vector<Index> order = by_name(sources);
  for (const Index source : order) {
    table.columns.push_back(sources[static_cast<std::size_t>(source)]);
  }
  for (const std::string& name : map.covariates.names) table.columns.push_back("kept: " + name);
  for (const Index f : by_largest_shift(shifts)) {
    std::vector<TableCell> row = {{both_names(measures_of(map)[static_cast<std::size_t>(f)])}};
    for (const Index source : order) {
      const double shift = shifts(source, f);
      row.push_back({str(boost::format("%+.1f") % shift), std::abs(shift) < small_shift});
    }
    for (Index c = 0; c < std::ssize(map.covariates.names); ++c) {
      row.push_back({short_number(map.covariates.slopes(c, f))});
    }
    table.rows.push_back(std::move(row));
  }
  table.sentences = words::harmonization_removed(!map.covariates.names.empty());
  return table;
}

Embedding map_before_harmonization(std::vector<EmbeddingPart> parts,
                                   const summary::CommonMap& map) {
  parts.front().coordinates = coordinates_before(map);
  return joined(rows_of(std::move(parts), map));
}

PageFigure before_figure(const Embedding& before) {
  constexpr const char* heading = "The map before harmonization";
  return {heading, draw_scene(make_scene(before), heading).png, words::before_harmonization()};
}

}  // namespace dsne::report
