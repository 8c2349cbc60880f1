#include "tools/place.h"

#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>
#include <ostream>
#include <utility>

#include "core/digest.h"
#include "core/files.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/stacked.h"
#include "report/joint_embedding.h"
#include "report/reasons.h"
#include "report/strips.h"
#include "report/time_figure.h"
#include "run/subjects.h"
#include "sentences/outlier_note.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/treatment_note.h"
#include "tools/commands.h"
#include "tools/data_options.h"
#include "tools/finished_run.h"
#include "tools/placement.h"

namespace dsne::tools {
namespace {

constexpr const char* new_subjects = "new subjects";

/// Reads subjects with the reference's features, missing values treated as in the run.
MatchedSubjects read_matched(const Values& values, const std::string& option,
                             const FinishedRun& run, const data::TableFormat& format) {
  const std::string input = "the data (--" + option + ")";
  const fs::path file = values[option].as<std::string>();
  const data::Table read = data::read_data(file, input, data_format_of(values), format);
  return {run::match_reference(read, run.reference, run.parameters, input),
          run::match_with_missing(read, run.reference, run.parameters, input).values,
          data::read_scan_history(file, input, read, {})};
}

/// Adds the new subjects to the joint map as a site of their own.
report::Embedding with_new_subjects(const EmbeddingFile& joint, const Matrix& coordinates,
                                    const std::vector<std::string>& labels) {
  report::Embedding embedding;
  embedding.coordinates = data::stacked({joint.coordinates, coordinates});
  const auto add = [&embedding](const std::string& site, const std::string& label) {
    const auto found = std::find(embedding.site_names.begin(), embedding.site_names.end(), site);
    embedding.sites.push_back(static_cast<std::size_t>(found - embedding.site_names.begin()));
    if (found == embedding.site_names.end()) embedding.site_names.push_back(site);
    embedding.labels.push_back(label);
  };
  for (Eigen::Index i = 0; i < joint.coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    add(joint.sites.empty() ? "joint map" : joint.sites[point],
        joint.labels.empty() ? "" : joint.labels[point]);
  }
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    add(new_subjects, labels.empty() ? "" : labels[static_cast<std::size_t>(i)]);
  }
  return embedding;
}

std::vector<std::string> sentences(const Placement& placement, const FinishedRun& run,
                                   const std::vector<std::string>& names) {
  std::vector<std::string> all = sentences::outlier_sentences(placement.outliers, run.reference);
  if (const auto apart = sentences::outside_sentence(
          placement.outliers.outside, names,
          run.reference.summaries ? "the other sites'" : "the reference's")) {
    all.push_back(*apart);
  }
  if (placement.known > 0) {
    all.push_back(counted(placement.known, "subject") + (placement.known == 1 ? " was" : " were") +
                  " in the run and can be found where it put them.");
  }
  for (const auto& sentence : {sentences::scales_sentence(run.parameters, run.reference),
                               sentences::chosen_sentence(run.parameters, run.reference),
                               sentences::harmonization_sentence(run.parameters)}) {
    if (sentence) all.push_back(*sentence);
  }
  all.emplace_back("Nothing of the run's map has moved, and nothing left this site.");
  all.push_back(sentences::reading_sentence());
  return all;
}

/// Returns the page of new subjects on a finished run's map. Like a site's own report, it has ids
/// and measures and stays at the site.
report::Page placement_page(const data::Table& subjects, const Placement& placement,
                            const FinishedRun& run, const std::vector<std::string>& names) {
  const data::Reference& points = run.reference.points;
  report::Page page;
  page.title = sentences::marked_title("New subjects on the joint map", run.parameters);
  page.origin = {{"Made on", today()}, {"Version", std::string(version())}};
  page.headline = report::headline(placement.outliers.scores);
  page.highlights = {{"New subjects", std::to_string(placement.coordinates.rows())},
                     {"Points on the run's map", std::to_string(run.joint.coordinates.rows())},
                     {"Reference points", std::to_string(points.values.rows())}};
  page.sentences = sentences(placement, run, names);
  page.plots.embedding = with_new_subjects(run.joint, placement.coordinates, subjects.labels);
  page.figure = report::draw_embedding(page.plots.embedding, page.title);
  const auto& sites = page.plots.embedding.site_names;
  const auto site = std::find(sites.begin(), sites.end(), new_subjects);
  report::OwnSubjects own =
      placed_subjects(subjects, static_cast<std::size_t>(site - sites.begin()));
  own.compared_with = run::compared_with(run.reference);
  own.outliers = placement.outliers.scores;
  own.lists = placement.outliers.lists;
  own.features = names;
  own.strips =
      report::make_strips(subjects.values, points.values, names, &placement.outliers.scores);
  page.plots.own = std::move(own);
  sentences::Settings settings =
      sentences::settings_of(run.parameters, run::treatment(run.parameters, points.features));
  page.facts = std::move(settings.changed);
  page.defaults = std::move(settings.defaults);
  page.files = {{"embedding.csv", "the new subjects with their ids, positions and outlier scores"},
                {"flagged.csv", "who is flagged, who else to check, and why"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"}};
  return page;
}

constexpr const char* about_place =
    "Puts subjects on an existing map, at the site and without a run.\n\n"
    "With --frame, a site's own subjects on the common map of summaries (dsne map):\n\n"
    "  dsne place --frame frame.json --data group_T1w.tsv --summary /data/dsne\n\n"
    "With --map, new subjects on the map of a finished run, and scores how odd they are. Nothing "
    "of\n"
    "the map moves. Name the site's subjects of the run with --site-data: a new one is then "
    "placed\n"
    "beside those that it resembles, and is odd only if it is unlike them, too. Writes a report,\n"
    "index.html, embedding.csv with the new subjects' ids, positions and scores, and the figures\n"
    "embedding.png and embedding.svg with them on the joint map.\n\n"
    "  dsne place --map output/local0/simulatorRun/joint --data new.csv --id-column subject\n";

Options place_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("frame,f", text("FRAME"), "the common map of summaries, as dsne map made it"),
       option("summary", text("FOLDER"),
              "with --frame: the folder where the site keeps its summary and its private file"),
       option("data-set", text("NAME"), "with --summary: the name of the data set"),
       option("settings,s", text("FILE"),
              "with --frame: the site's settings, which say how the data are read"),
       option("verdict-model", text("FILE"),
              "with --frame: the verdict_model.csv that tells what raters elsewhere would exclude"),
       option("map,m", text("JOINT"),
              "the folder joint of the site's output folder, whose reference is used, too"),
       option("data,d", text("FILE"),
              "the new subjects, with the run's features: a file or a folder"),
       option("site-data", text("FILE"),
              "the site's subjects of the run, as they were given to it"),
       option("output,o", text("DIR")->default_value("placed"), "where the results go")});
}

/// Places new subjects on the map of a finished run.
int place_on_run(const Values& values, const Console& console) {
  const FinishedRun run = read_finished_run(values["map"].as<std::string>());
  data::TableFormat format = table_format_of(values);
  format.features_later = true;
  const MatchedSubjects matched = read_matched(values, "data", run, format);
  const data::Table& subjects = matched.table;
  std::optional<MatchedSubjects> site;
  if (values.count("site-data") != 0) {
    format.may_lack_columns = true;
    site = read_matched(values, "site-data", run, format);
  }
  const Placement placement = placed(matched, site, run);
  const data::Reference& points = run.reference.points;
  const auto names = report::shown_names(points.features, points.values.cols());
  report::Page page = placement_page(subjects, placement, run, names);
  if (auto figure =
          report::time_figure(matched.history, subjects.rows, matched.with_missing, names)) {
    page.figures.push_back(*std::move(figure));
  }
  const quality::OutlierScores& scores = placement.outliers.scores;
  const quality::OwnScores* lists = run::lists_of(placement.outliers);
  write_placed(
      page,
      {{"embedding.csv",
        report::own_csv(subjects.ids, placement.coordinates, subjects.labels, scores, lists),
        "embedding.csv"},
       {"flagged.csv",
        report::flagged_csv(subjects.ids, scores, lists, names, run::ranges_of(placement.outliers)),
        "flagged.csv"}},
      values, console);
  return 0;
}

int place(const Values& values, const Console& console) {
  const bool frame = values.count("frame") != 0;
  if (frame == (values.count("map") != 0)) throw UsageError("give either --frame or --map");
  if (frame && values.count("site-data") != 0) throw UsageError("--frame takes no --site-data");
  if (!frame && values.count("summary") + values.count("data-set") + values.count("settings") +
                        values.count("verdict-model") >
                    0) {
    throw UsageError("--summary, --data-set, --settings and --verdict-model need --frame");
  }
  return frame ? place_on_frame(values, console) : place_on_run(values, console);
}

}  // namespace

report::OwnSubjects placed_subjects(const data::Table& subjects, std::size_t site) {
  std::string ids;
  for (const std::string& id : subjects.ids) ids += id + '\n';
  report::OwnSubjects own;
  own.site = site;
  own.ids = subjects.ids;
  own.key = "placed/" + sha256(ids).substr(0, 16);
  return own;
}

void write_placed(const report::Page& page, Files files, const Values& values,
                  const Console& console) {
  const fs::path folder = values["output"].as<std::string>();
  boost::system::error_code error;
  fs::create_directories(folder, error);
  if (error) throw StorageError("cannot make the folder of the results (--output)");
  if (::access(folder.c_str(), W_OK) != 0) {
    throw StorageError("cannot write to the folder of the results (--output)");
  }
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  write_files(files, folder);
  for (const std::string& sentence : page.sentences) console.out << sentence << '\n';
  console.out << "See " << (folder / "index.html").string() << " and embedding.csv there."
              << std::endl;
}

Command place_command() {
  return {"dsne place",
          "--frame FRAME | --map JOINT, --data FILE [options]",
          "put subjects on a common map or on a finished run's",
          about_place,
          place_options(),
          {},
          {"data"},
          place};
}

}  // namespace dsne::tools
