#include <algorithm>
#include <iterator>
#include <ostream>
#include <utility>

#include "core/phrases.h"
#include "core/today.h"
#include "core/version.h"
#include "data/missing.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "report/reasons.h"
#include "report/strips.h"
#include "report/time_figure.h"
#include "run/site_outliers.h"
#include "sentences/outlier_note.h"
#include "summary/keeping.h"
#include "summary/map_file.h"
#include "summary/subjects.h"
#include "tools/data_options.h"
#include "tools/place.h"

namespace dsne::tools {
namespace {

using summary::CommonMap;
using summary::SiteSummary;
using Names = std::vector<std::string>;

constexpr const char* the_data = "the data (--data)";
constexpr const char* the_frame = "the frame (--frame)";
constexpr const char* the_model = "the model (--verdict-model)";
constexpr const char* own_name = "your subjects";

/// Reads the subjects' values of the map's measures, NaN where missing.
data::Table read_subjects(const Values& values, const SummarySettings& settings,
                          const CommonMap& map) {
  const fs::path path = values["data"].as<std::string>();
  data::TableFormat format = settings.format;
  format.feature_columns.clear();
  format.features_later = !map.sources.array;
  const data::DataFormat form = settings.data_format == data::DataFormat::automatic
                                    ? data::find_data_format(path, the_data)
                                    : settings.data_format;
  data::Table table = data::read_data(path, the_data, form, format);
  const Names& measures = map.sources.sites.front().summary.measures;
  if (!map.sources.array) {
    return data::with_features(std::move(table), measures, the_data, "the frame");
  }
  if (table.values.cols() != std::ssize(measures)) {
    throw InputError(std::string(the_data) + " are of another form than the frame's");
  }
  return table;
}

std::optional<SiteSummary> read_own_summary(const Values& values) {
  if (values.count("summary") == 0) return std::nullopt;
  auto own = summary::read_site_summary(summary_place(values, "summary"));
  if (!own) throw InputError("there is no summary in the folder (--summary)");
  return own;
}

/// The placed subjects, and how they were placed.
struct Placed {
  Matrix coordinates;
  Names sentences;
  std::optional<std::size_t> own;     ///< the number of the site's source
  std::optional<summary::Kept> kept;  ///< of the site's summary
};

/// Says how the site's summary took part.
std::string summary_sentence(const Values& values, const Placed& placed,
                             const summary::OwnSubjects& subjects) {
  if (values.count("summary") == 0) {
    return "No summary of yours was given (--summary), so all rows of the map count as other "
           "sites'. If some are yours, name your summary's folder: otherwise your own verdicts "
           "judge your scans.";
  }
  if (!placed.own) {
    return "Your summary is not in this frame, so its rows all count as other sites'.";
  }
  const auto known = std::count_if(subjects.groups.begin(), subjects.groups.end(),
                                   [](Eigen::Index group) { return group >= 0; });
  return counted(known, "of your subjects is", "of your subjects are") +
         " in your summary's rows on this map" +
         (known == std::ssize(subjects.groups) ? "." : "; the others are placed as new subjects.");
}

Placed place_subjects(const Values& values, const CommonMap& map, const data::Table& table) {
  std::optional<SiteSummary> own = read_own_summary(values);
  Placed placed;
  if (own) {
    placed.own = find_own_source(map, own->summary);
    placed.kept = std::move(own->kept);
  }
  const summary::OwnSubjects subjects =
      own_subjects(map, table.values, summary::persons_of(table),
                   placed.kept ? &*placed.kept : nullptr, placed.own);
  placed.coordinates = summary::place_on(map, subjects, map.sources.perplexity);
  if (map.has_coordinates()) {
    placed.sentences.push_back(summary_sentence(values, placed, subjects));
    placed.sentences.push_back(
        "Each large dot is a row of a site's summary, sized by its subjects. The dots stay where "
        "the frame has them; your subjects were placed around them, and nothing left this site.");
  } else {
    placed.sentences.push_back(
        "The summaries together have fewer than " + std::to_string(summary::least_points) +
        " rows, which is too few for a common map. This is a map of your own subjects alone.");
  }
  return placed;
}

/// The frame's points as parts of a map, each site's own, the reference last.
std::vector<report::EmbeddingPart> parts_of(const CommonMap& map) {
  std::vector<report::EmbeddingPart> parts;
  if (!map.has_coordinates()) return parts;
  const summary::Pool& pool = map.pool;
  const std::size_t sites = map.sources.sites.size();
  for (std::size_t source = 0; source <= sites; ++source) {
    std::vector<Eigen::Index> points;
    report::EmbeddingPart part;
    part.site = source < sites ? map.sources.sites[source].site : report::reference_site;
    for (std::size_t i = 0; i < pool.sources.size(); ++i) {
      if (pool.sources[i] != static_cast<Eigen::Index>(source)) continue;
      points.push_back(static_cast<Eigen::Index>(i));
      part.subjects.push_back(pool.subjects(points.back()));
    }
    part.points = std::ssize(points);
    part.coordinates = map.coordinates(points, Eigen::all);
    if (part.points > 0) parts.push_back(std::move(part));
  }
  return parts;
}

/// Makes lists for measures only, since an image's values have no names.
std::optional<FrameLists> lists_of_placed(const Values& values, const CommonMap& map,
                                          const data::Table& table, const Placed& placed) {
  std::optional<quality::NamedVerdictModel> model;
  if (values.count("verdict-model") != 0) {
    model = quality::parse_verdict_model(
        read_file(values["verdict-model"].as<std::string>(), the_model), the_model);
  }
  if (map.sources.array) return std::nullopt;
  return frame_lists(map, table, placed.own, model, placed.kept ? &*placed.kept : nullptr);
}

/// Adds the lists to the page. @return their files
Files add_lists(const FrameLists& lists, const data::Table& table, const Names& measures,
                report::Page& page) {
  report::OwnSubjects& own = *page.plots.own;
  own.outliers = lists.scores;
  own.features = measures;
  own.strips = report::make_strips(lists.values, lists.values, measures, &lists.scores);
  const Names sentences = sentences::outlier_sentences(lists.scores);
  page.sentences.insert(page.sentences.begin(), sentences.begin(), sentences.end());
  page.files.insert(page.files.begin() + 1, {"flagged.csv", "who is listed, and why"});
  Files files = {
      {"flagged.csv", report::flagged_csv(table.ids, lists.scores, measures), "flagged.csv"}};
  if (const auto& verdicts = lists.scores.lists.like_excluded) {
    files.push_back({"verdict_model.csv", quality::verdict_model_csv({measures, verdicts->model}),
                     "verdict_model.csv"});
  }
  return files;
}

/// @param name the map's, for people
report::Page page_of(const CommonMap& map, const std::string& name, const data::Table& table,
                     const Placed& placed) {
  std::vector<report::EmbeddingPart> parts = parts_of(map);
  parts.push_back({own_name, placed.coordinates.rows(), placed.coordinates, table.labels});
  report::Page page;
  page.title = map.has_coordinates() ? "Your subjects on the common map" : "Your subjects alone";
  page.origin = {{"Map", name}, {"Made on", today()}, {"Version", std::string(version())}};
  page.highlights = {{"Your subjects", std::to_string(placed.coordinates.rows())},
                     {"Sites with a summary", std::to_string(map.sources.sites.size())},
                     {"Rows of summaries",
                      std::to_string(map.pool.point_of_row.size() -
                                     static_cast<std::size_t>(map.sources.reference.rows()))}};
  page.sentences = placed.sentences;
  page.plots.embedding = report::joined(parts);
  page.figure = report::draw_embedding(page.plots.embedding, page.title);
  page.plots.own = placed_subjects(table, page.plots.embedding.site_names.size() - 1);
  page.files = {{"embedding.csv", "your subjects with their ids and positions"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"}};
  return page;
}

/// Reorders the model's measures. @throws InputError naming a measure of the model that is missing
quality::VerdictModel with_order(const quality::NamedVerdictModel& model, const Names& measures) {
  quality::VerdictModel ordered = model.model;
  const auto count = std::ssize(measures);
  ordered.weights = Vector::Zero(count);
  ordered.least_deviation = RowVector::Zero(count);
  for (std::size_t f = 0; f < model.measures.size(); ++f) {
    const auto found = std::find(measures.begin(), measures.end(), model.measures[f]);
    if (found == measures.end()) {
      throw InputError(std::string(the_frame) + ": the measure in row " + std::to_string(f + 1) +
                       " of the model's weights (--verdict-model) is not there");
    }
    const auto at = found - measures.begin();
    ordered.weights(at) = model.model.weights(static_cast<Eigen::Index>(f));
    ordered.least_deviation(at) = model.model.least_deviation(static_cast<Eigen::Index>(f));
  }
  return ordered;
}

}  // namespace

FrameLists frame_lists(const summary::CommonMap& map, const data::Table& table,
                       std::optional<std::size_t> own,
                       const std::optional<quality::NamedVerdictModel>& model,
                       const summary::Kept* kept) {
  const std::vector<std::string>& measures = map.sources.sites.front().summary.measures;
  std::optional<quality::VerdictModel> ordered;
  if (model) ordered = with_order(*model, measures);
  const RowVector medians = data::present_medians(table.values, 1);
  data::Table filled = table;
  filled.values =
      data::filled(table.values, medians.array().isNaN().select(map.space.middle, medians));
  run::SiteOutliers found = run::by_own_subjects(
      filled, table.values, run::other_sources(map, own, measures), std::move(ordered));
  run::add_adjusted_scores(map, measures, {table.values, summary::persons_of(table)}, kept, own,
                           found.scores.lists);
  return {std::move(found.scores), std::move(filled.values)};
}

int place_on_frame(const Values& values, const Console& console) {
  const fs::path file = values["frame"].as<std::string>();
  const std::string text = read_file(file, the_frame);
  const CommonMap map = summary::parse_map(text, the_frame);
  const SummarySettings settings = read_summary_settings(values);
  const data::Table table = read_subjects(values, settings, map);
  const Placed placed = place_subjects(values, map, table);
  const auto lists = lists_of_placed(values, map, table, placed);
  const Names& measures = map.sources.sites.front().summary.measures;
  report::Page page =
      page_of(map, file.filename().string() + ", fingerprint " + summary::map_fingerprint(text),
              table, placed);
  const data::ScanHistory history =
      data::read_scan_history(values["data"].as<std::string>(), the_data, table, settings.history);
  if (auto figure = report::time_figure(history, table.rows, table.values, measures)) {
    page.figures.push_back(*std::move(figure));
  }
  Files files = {{"embedding.csv",
                  lists
                      ? report::own_csv(table.ids, placed.coordinates, table.labels, lists->scores)
                      : report::positions_csv(table.ids, placed.coordinates, table.labels),
                  "embedding.csv"}};
  if (lists) {
    Files more = add_lists(*lists, table, measures, page);
    std::move(more.begin(), more.end(), std::back_inserter(files));
  }
  write_placed(page, std::move(files), values, console);
  return 0;
}

}  // namespace dsne::tools
