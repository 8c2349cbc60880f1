#include <algorithm>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/columns/persons.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "report/figures.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "report/words.h"
#include "summary/keeping.h"
#include "summary/own_subjects.h"
#include "tools/commands.h"
#include "tools/data_options.h"
#include "tools/look/scan_page.h"

namespace dsne::tools {
namespace {

using summary::CommonMap;
using summary::SiteSummary;
using Names = std::vector<std::string>;

constexpr const char* data_option = "the data (--data)";
constexpr const char* the_model = "the model (--verdict-model)";

/// @throws InputError naming the columns that are missing: it is read where the table lies
void require_columns(const data::Table& table, const Names& measures) {
  constexpr std::size_t most_named = 10;
  const auto found = data::MeasureNames(table.features).find_each(measures);
  Names missing;
  for (std::size_t f = 0; f < measures.size(); ++f) {
    if (!found[f]) missing.push_back(measures[f]);
  }
  if (missing.empty()) return;
  throw InputError(std::string(data_option) + " have no column " + in_words(missing, most_named) +
                   ", which this map needs");
}

/// Reads the subjects' values of the map's measures, NaN where missing.
data::Table read_subjects(const Values& values, const SummarySettings& settings,
                          const CommonMap& map) {
  const fs::path path = values["data"].as<std::string>();
  data::TableFormat format = settings.format;
  format.feature_columns.clear();
  format.features_later = !map.sources.array();
  data::Table table = data::read_data(path, data_option, settings.data_format, format);
  const Names& measures = map.sources.sites.front().summary.measures;
  if (!map.sources.array()) {
    require_columns(table, measures);
    return data::with_features(std::move(table), measures, data_option, "the map");
  }
  if (table.values.cols() != std::ssize(measures)) {
    throw InputError(std::string(data_option) + " are of another form than the map's");
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
                             const summary::SubjectsToPlace& subjects) {
  if (values.count("summary") == 0) {
    return "No summary of yours was given (--summary), so all rows of the map count as other "
           "sites'. If some are yours, name your summary's folder: otherwise your own verdicts "
           "judge your scans.";
  }
  if (!placed.own) {
    return "Your summary is not on this map, so its rows all count as other sites'.";
  }
  const auto known = std::count_if(subjects.groups.begin(), subjects.groups.end(),
                                   [](Eigen::Index group) { return group >= 0; });
  return counted(known, "of your subjects is", "of your subjects are") +
         " in your summary's rows on this map" +
         (known == std::ssize(subjects.groups) ? "." : "; the others are placed as new subjects.");
}

Placed place_subjects(const Values& values, const CommonMap& map, const std::string& fingerprint,
                      const data::Table& table, KnownScans& known) {
  std::optional<SiteSummary> own = read_own_summary(values);
  Placed placed;
  if (own) {
    placed.own = find_own_source(map, own->summary);
    placed.kept = std::move(own->kept);
  }
  const summary::SubjectsToPlace subjects = own_subjects(
      map, table.values, data::persons_of(table), placed.kept ? &*placed.kept : nullptr, placed.own,
      summary::OwnRows::without_noise);
  placed.coordinates = placed_scans(known, map, fingerprint, table.ids, table.values, subjects,
                                    values["new-baseline"].as<bool>());
  if (map.has_coordinates()) {
    placed.sentences.push_back(summary_sentence(values, placed, subjects));
    placed.sentences.push_back(
        "Each large dot is a row of a site's summary, sized by its subjects. The dots stay where "
        "they are; your subjects were placed around them, and nothing left this site.");
    if (map.sources.harmonized) placed.sentences.push_back(report::words::harmonized_map());
  } else {
    placed.sentences.push_back(
        (map.pool.points.rows() < summary::least_points
             ? "The summaries together have fewer than " + std::to_string(summary::least_points) +
                   " rows, which is too few for a common map."
             : "The map is of a run whose method makes no map of the summaries; dsne map makes "
               "one of the same files.") +
        " This is a map of your own subjects alone.");
  }
  return placed;
}

/// The frame's points as parts of a map, each site's own, the reference last. The site's own rows
/// have its subjects' name, and so their colour.
std::vector<report::EmbeddingPart> parts_of(const CommonMap& map, std::optional<std::size_t> own) {
  if (!map.has_coordinates()) return {};
  std::vector<report::EmbeddingPart> parts{
      {report::reference_site, 0, map.coordinates, {}, {}, summary::measured_points(map)}};
  Names names;
  for (const summary::NamedSummary& site : map.sources.sites) {
    names.push_back(site.site);
    parts.push_back({site.site, 0, {}, {}});
  }
  parts = report::with_sources(parts, map.pool.sources, names, map.pool.subjects);
  if (own) parts[*own + 1].site = own_name;
  std::rotate(parts.begin(), parts.begin() + 1, parts.end());
  return parts;
}

/// Makes lists of measures.
/// @param shown how many of the records are the table's, the first ones
run::SiteOutliers lists_of_placed(const Values& values, const CommonMap& map,
                                  const quality::OwnRecords& records, std::size_t shown,
                                  const Placed& placed) {
  std::optional<quality::NamedVerdictModel> model;
  if (values.count("verdict-model") != 0) {
    model = quality::parse_verdict_model(
        read_file(values["verdict-model"].as<std::string>(), the_model), the_model);
  }
  return frame_lists(map, records, shown, placed.own, model, placed.kept ? &*placed.kept : nullptr);
}

/// @param name the map's, for people
report::Page page_of(const CommonMap& map, const std::string& name, std::size_t subjects,
                     Names sentences) {
  report::Page page;
  page.title = map.has_coordinates() ? "Your subjects on the common map" : "Your subjects alone";
  page.origin = {{"Map", name}, {"Made on", today()}, {"Version", std::string(version())}};
  page.highlights = {{"Your subjects", std::to_string(subjects)},
                     {"Sites with a summary", std::to_string(map.sources.sites.size())},
                     {"Rows of summaries",
                      std::to_string(map.pool.point_of_row.size() -
                                     static_cast<std::size_t>(map.sources.reference.rows()))}};
  page.sentences = std::move(sentences);
  return page;
}

int place(const Values& values, const Console& console) {
  const fs::path folder = values["output"].as<std::string>();
  const NamedMap frame = read_frame(values["frame"].as<std::string>());
  const CommonMap& map = frame.map;
  const SummarySettings settings = read_summary_settings(values);
  report::OwnOnMap scans;
  scans.table = read_own_data(values["data"].as<std::string>(), settings.format,
                              [&] { return read_subjects(values, settings, map); });
  scans.measures = map.sources.sites.front().summary.measures;
  const bool afresh = values["new-baseline"].as<bool>();
  KnownScans known =
      known_scans(folder, values["data"].as<std::string>(), scans.table, today(), afresh);
  require_same_table({known});
  Placed placed = place_subjects(values, map, frame.fingerprint, scans.table, known);
  scans.coordinates = std::move(placed.coordinates);
  Names sentences = newcomer_sentences(known, scans.table.ids);
  if (!map.sources.array()) {
    const JudgedScans judged = judged_scans(known, scans.table, scans.measures, afresh);
    scans.outliers = lists_of_placed(values, map, judged.records, scans.table.ids.size(), placed);
    const RowVector medians = data::present_medians(judged.records.values, 1);
    scans.filled =
        data::filled(scans.table.values, medians.array().isNaN().select(map.space.middle, medians));
    sentences = report::words::together(
        {sentences, judged.notes, report::words::lists(scans.outliers->scores)});
  }
  Files more;
  if (auto model = report::verdict_model_file(scans)) more.push_back(*std::move(model));
  report::Page page = page_of(map, frame.name, scans.table.ids.size(),
                              report::words::together({sentences, placed.sentences}));
  show_scans(scans, parts_of(map, placed.own), known, page);
  const data::ScanHistory history = data::read_scan_history(
      values["data"].as<std::string>(), data_option, scans.table, settings.history);
  if (auto figure = report::time_figure(history, scans)) {
    page.figures.push_back(*std::move(figure));
  }
  write_scans(scans, known, page, std::move(more), folder);
  for (const std::string& sentence : page.sentences) console.out << sentence << '\n';
  console.out << "See " << (folder / "index.html").string() << " and embedding.csv there."
              << std::endl;
  return 0;
}

constexpr const char* about_place =
    "Puts a site's own subjects on the common map of summaries, at the site and without a run, "
    "and\n"
    "scores how odd they are. The map is dsne map's, or the summaries.json that a run leaves. "
    "Nothing\n"
    "of it moves. Writes a report, index.html, embedding.csv with the subjects' ids, positions "
    "and\n"
    "scores, and the figures embedding.png and embedding.svg.\n\n"
    "  dsne place --frame frame.json --data group_T1w.tsv --summary kept\n";

Options place_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("frame,f", text("FRAME"), "the common map of summaries, as dsne map made it"),
       option("data,d", text("FILE"), "the site's subjects: a file or a folder"),
       option("summary", text("FOLDER"),
              "the folder where the site keeps its summary and its private file"),
       option("data-set", text("NAME"), "with --summary: the name of the data set"),
       option("settings,s", text("FILE"), "the site's settings, which say how the data are read"),
       option("verdict-model", text("FILE"),
              "the verdict_model.csv that tells what raters elsewhere would exclude"),
       flag("new-baseline", "judge scans by this table from now on, not by those of the first"),
       option("output,o", text("DIR")->default_value("placed"), "where the results go")});
}

}  // namespace

Command place_command() {
  constexpr const char* instead =
      "give the summaries.json of a run on summaries as --frame; a given reference becomes a map "
      "by dsne map SUMMARY... --reference FILE";
  return {"dsne place",
          "--frame FRAME --data FILE [options]",
          "put subjects on a common map",
          about_place,
          place_options(),
          {},
          {"frame", "data"},
          place,
          {{"--map", instead}, {"--site-data", instead}}};
}

}  // namespace dsne::tools
