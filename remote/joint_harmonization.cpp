#include "remote/joint_harmonization.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "data/csv.h"
#include "remote/joint_page.h"
#include "report/joint_embedding.h"
#include "report/measures_table.h"
#include "report/text.h"
#include "summary/covariates.h"
#include "summary/public_map.h"

namespace dsne::remote {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr const char* before_heading = "The map before harmonization";

/// Measures in the page's table; the file has all.
constexpr std::size_t most_measures_shown = 20;

/// A shift below this many standard deviations is not worth looking at.
constexpr double small_shift = 0.5;

/// The sources' names, as effects are numbered.
Names sources_of(const summary::CommonMap& map) {
  Names names = site_names(map);
  if (names.size() < map.effects.size()) names.emplace_back(report::reference_site);
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
  measures.resize(std::min(measures.size(), most_measures_shown));
  return measures;
}

/// The numbers of the sources that are no public scans, in the order of their names.
std::vector<Index> by_name(const Names& sources) {
  std::vector<Index> order(sources.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto name_of = [&](Index i) { return sources[static_cast<std::size_t>(i)]; };
  std::erase_if(order, [&](Index i) { return summary::is_public_site(name_of(i)); });
  std::ranges::stable_sort(order, report::natural_less, name_of);
  return order;
}

report::PageTable table_of(const summary::CommonMap& map) {
  const Matrix shifts = shifts_of(map);
  report::PageTable table{"What harmonization removed", {"Measure"}, {}, {}};
  const Names sources = sources_of(map);
  const std::vector<Index> order = by_name(sources);
  for (const Index source : order) {
    table.columns.push_back(sources[static_cast<std::size_t>(source)]);
  }
  for (const std::string& name : map.covariates.names) table.columns.push_back("kept: " + name);
  for (const Index f : by_largest_shift(shifts)) {
    std::vector<report::TableCell> row = {
        {report::both_names(measures_of(map)[static_cast<std::size_t>(f)])}};
    for (const Index source : order) {
      const double shift = shifts(source, f);
      row.push_back({str(boost::format("%+.1f") % shift), std::abs(shift) < small_shift});
    }
    for (Index c = 0; c < std::ssize(map.covariates.names); ++c) {
      row.push_back({short_number(map.covariates.slopes(c, f))});
    }
    table.rows.push_back(std::move(row));
  }
  table.sentences.emplace_back(
      "How far each site's mean lay from the common mean, in standard deviations of subjects. The "
      "map is without this difference. harmonization.csv has all measures, in their units.");
  if (!map.covariates.names.empty()) {
    table.sentences.emplace_back(
        "Sites are compared at the same covariates. What was kept is how much a measure grows for "
        "each unit of a covariate, or from its first word to its second.");
  }
  return table;
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

std::vector<report::EmbeddingPart> rows_of(std::vector<report::EmbeddingPart> parts,
                                           const summary::CommonMap& map) {
  for (auto part = std::next(parts.begin()); part != parts.end(); ++part) {
    part->coordinates.resize(0, part->coordinates.cols());
    part->labels.clear();
  }
  if (parts.front().coordinates.rows() == 0) return parts;
  parts = report::with_sources(parts, map.pool.sources, site_names(map), map.pool.subjects);
  parts.erase(parts.begin());
  return parts;
}

void add_harmonization(const summary::CommonMap& map, std::vector<report::EmbeddingPart> parts,
                       report::Page& page, Files& files) {
  if (!map.sources.harmonized || !map.has_coordinates()) return;
  page.tables.push_back(table_of(map));
  parts.front().coordinates = coordinates_before(map);
  const report::Embedding before = report::joined(rows_of(std::move(parts), map));
  const std::string image = report::draw_scene(report::make_scene(before), before_heading).png;
  page.figures.push_back({before_heading,
                          image,
                          {"The same rows with the measures as they are. Where sites lie apart "
                           "here and not above, harmonization has removed what told them apart."}});
  add_file("harmonization.csv", harmonization_csv(map),
           "what harmonization removed, by measure and site", page, files);
  add_file("summary_embedding_before.csv", report::summary_csv(before),
           "where the rows would lie without harmonization", page, files);
  add_file("before_harmonization.png", image, "that map as an image", page, files);
}

}  // namespace dsne::remote
