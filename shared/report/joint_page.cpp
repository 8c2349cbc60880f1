#include <algorithm>
#include <boost/format.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/phrases.h"
#include "data/csv.h"
#include "report/figures.h"
#include "report/page.h"
#include "report/scene.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/words.h"
#include "run/measure_choice.h"
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

// What harmonization did to a map of summaries.

/// Returns what it removed of each measure at each source of a map, as CSV: `measure`, `site`,
/// `removed` (how far the site's mean lay from the common one, in the measure's units, at the
/// middle of the covariates), `in_spreads` (that in common standard deviations), `factor` (what
/// deviations were multiplied by), and `slope:…` of each covariate, whose effect was kept.
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

/// Returns the sites of a map, each by the rows of its summary, whether or not it shares its
/// subjects' positions. The map need not be harmonized.
/// @param parts the map as the run made it, the reference first
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

/// Returns what it removed, as a table of the measures with the largest shifts.
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

/// Returns where the rows would lie with the measures as they are, and the figure of this map.
/// @param parts as for rows_of
Embedding map_before_harmonization(std::vector<EmbeddingPart> parts,
                                   const summary::CommonMap& map) {
  parts.front().coordinates = coordinates_before(map);
  return joined(rows_of(std::move(parts), map));
}

PageFigure before_figure(const Embedding& before) {
  constexpr const char* heading = "The map before harmonization";
  return {heading, draw_scene(make_scene(before), heading).png, words::before_harmonization()};
}

constexpr const char* about_measures = "which measures count, and which sites lack some";

/// The joint report as it is put together: its page, and the files beside it.
struct Report {
  Page page;
  Files files;

  /// Adds a file, and lists it on the page.
  void add(const std::string& name, std::string content, const std::string& holds) {
    page.files.emplace_back(name, holds);
    files.push_back({name, std::move(content), "joint/" + name});
  }
};

/// Counts the subjects that are on the map one by one.
Eigen::Index subjects_shown_singly(const std::vector<EmbeddingPart>& shown) {
  Eigen::Index subjects = 0;
  for (const EmbeddingPart& part : shown) {
    if (part.site != reference_site && part.subjects.empty()) subjects += part.coordinates.rows();
  }
  return subjects;
}

words::Sentences about(const JointMapFacts& facts, const std::vector<EmbeddingPart>& shown) {
  const RunFacts& run = facts.run;
  const words::Sentences first = words::together(
      {words::replaced_summaries(run.replaced), words::method(run),
       run.maps_summaries ? words::map_of_summaries(run) : words::description(run),
       words::without_effect(run), words::sharing(run, facts.parts, facts.sites.size()),
       words::reference(run), words::scales(run), words::treatment(run)});
  if (run.maps_summaries) {
    return words::together({first, words::summary_privacy(run),
                            words::reading(run, subjects_shown_singly(shown) > 0)});
  }
  return words::together({first, words::harmonization(run),
                          words::few_points(facts.few_in_all, "all sites' subjects"),
                          words::few_points(facts.few_points, facts.sites.size()),
                          words::privacy(run), words::summary_privacy(run), words::reading(run)});
}

/// Counts what is on the map; what it has none of is left out.
Entries highlights(const JointMapFacts& facts, const std::vector<EmbeddingPart>& shown) {
  const std::pair<const char*, Eigen::Index> counts[] = {
      {"Subjects shown one by one", subjects_shown_singly(shown)},
      {facts.run.summaries ? "Rows of summaries" : "Reference points", facts.run.reference_points},
      {"Rounds of the method", facts.rounds}};
  Entries entries;
  for (const auto& [name, count] : counts) {
    if (count > 0) entries.emplace_back(name, std::to_string(count));
  }
  return entries;
}

Page map_page(const JointMapFacts& facts, const std::vector<EmbeddingPart>& shown) {
  const RunFacts& run = facts.run;
  Page page;
  page.title = words::title(
      run.has_common_map ? "Joint map of all sites" : "All sites, without a common map", run);
  page.origin = origin("", run.name, run.day);
  page.headline = joint_headline(facts, "");
  page.highlights = highlights(facts, shown);
  page.sentences = about(facts, shown);
  page.plots.scene = make_scene(joined(shown), facts.densities ? &*facts.densities : nullptr);
  page.overview = sites_table(facts, shown);
  add_measures_table(run, page);
  page.facts = changed_settings(run);
  if (facts.label_accuracy) {
    page.facts.insert(page.facts.begin(), {"10-nearest-neighbour label accuracy",
                                           with_plain_numbers(*facts.label_accuracy).dump()});
  }
  page.defaults = run.defaults;
  return page;
}

/// Returns the map's parts as shown: on a map of summaries each site by its rows, unless it shares
/// its subjects' positions.
std::vector<EmbeddingPart> shown_parts(const JointMapFacts& facts) {
  const auto& map = facts.map;
  if (!map || facts.run.landmarks || facts.parts.front().coordinates.rows() == 0) {
    return facts.parts;
  }
  return with_sources(facts.parts, map->pool.sources, site_names(*map), map->pool.subjects);
}

/// Adds where the rows of the summaries lie, and what harmonization did to them.
void add_summaries(const JointMapFacts& facts, Report& report) {
  const summary::CommonMap& map = *facts.map;
  report.add("summary_embedding.csv", summary_csv(joined(rows_of(facts.parts, map))),
             "where the rows of the summaries lie");
  if (!map.sources.harmonized || !map.has_coordinates()) return;
  const Embedding before = map_before_harmonization(facts.parts, map);
  report.page.tables.push_back(harmonization_table(map));
  report.page.figures.push_back(before_figure(before));
  report.add("harmonization.csv", harmonization_csv(map),
             "what harmonization removed, by measure and site");
  report.add("summary_embedding_before.csv", summary_csv(before),
             "where the rows would lie without harmonization");
  report.add("before_harmonization.png", report.page.figures.back().png, "that map as an image");
}

/// Adds the sites' densities: as a table of groups if the reference has labels, and as a figure.
void add_densities(const JointMapFacts& facts, Report& report) {
  Page& page = report.page;
  const std::string title = words::title("Where each site's subjects lie on the map", facts.run);
  const std::string image = png(density_picture(page.plots.scene, title));
  if (auto table = group_table(*facts.densities, facts.parts.front())) {
    page.tables.push_back(std::move(*table));
  }
  page.figures.push_back({title, image, words::density(*facts.densities)});
  report.add("density.csv", density_csv(*facts.densities),
             "each site's noisy count in each cell of the map");
  report.add("density.png", image, "these counts as an image");
}

}  // namespace

std::string joint_headline(const JointFacts& run, const std::string& found) {
  Eigen::Index subjects = 0;
  for (const JointSite& site : run.sites) subjects += site.subjects;
  return words::joint_headline(std::ssize(run.sites), subjects, found, run.shared_names,
                               run.run.left_out);
}

File measures_file(const RunFacts& run, const Names& used) {
  return {"measures.csv", run::measures_csv(used, run.left_out.measures), "joint/measures.csv"};
}

void end_result_page(const RunFacts& run, const Entries::value_type& first, PageText& page) {
  add_measures_table(run, page);
  page.files = {first,
                {"measures.csv", about_measures},
                {"result.json", "all that was found, and the run's settings"}};
}

Files joint_files(const JointMapFacts& facts) {
  const std::vector<EmbeddingPart> shown = shown_parts(facts);
  std::vector<EmbeddingPart> shared = facts.parts;
  shared.front() = shown.front();
  Report report{map_page(facts, shown), {}};
  report.add("embedding.csv", joint_csv(joined(shared)),
             "every position that the sites share, and the reference's");
  report.add("reference_embedding.csv", joint_csv(joined({shown.front()})),
             "the reference's positions");
  report.add("metrics.json", facts.metrics.dump(2, ' ', true) + "\n", "what was measured");
  report.page.files.emplace_back("measures.csv", about_measures);
  report.files.push_back(measures_file(facts.run, facts.measures));
  report.page.files.emplace_back("embedding.png", "the figure as an image");
  report.page.files.emplace_back("embedding.svg", "the figure for print");
  if (facts.map && !facts.run.landmarks) add_summaries(facts, report);
  if (facts.densities) add_densities(facts, report);
  std::ranges::move(files_of(report.page), std::back_inserter(report.files));
  for (File& file : report.files) file.name = "joint/" + file.name;
  return std::move(report.files);
}

}  // namespace dsne::report
