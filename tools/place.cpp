#include "tools/place.h"

#include <optional>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "report/embedding_csv.h"
#include "report/reasons.h"
#include "report/strips.h"
#include "report/time_figure.h"
#include "run/subjects.h"
#include "tools/data_options.h"
#include "tools/finished_run.h"
#include "tools/folders.h"
#include "tools/frame_placement.h"
#include "tools/placement.h"
#include "tools/placement_page.h"

namespace dsne::tools {
namespace {

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

  const fs::path folder = values["output"].as<std::string>();
  make_output_folder(folder);
  report::Page page = placement_page(subjects, placement, run);
  const data::Reference& points = run.reference.points;
  const auto names = report::shown_names(points.features, points.values.cols());
  if (auto figure =
          report::time_figure(matched.history, subjects.rows, matched.with_missing, names)) {
    page.figures.push_back(*std::move(figure));
  }
  const quality::OutlierScores& scores = placement.outliers.scores;
  Files files = {{"embedding.csv",
                  report::own_csv(subjects.ids, placement.coordinates, subjects.labels, scores,
                                  run::lists_of(placement.outliers)),
                  "embedding.csv"},
                 {"flagged.csv",
                  report::flagged_csv(subjects.ids, scores, run::lists_of(placement.outliers),
                                      names, run::ranges_of(placement.outliers)),
                  "flagged.csv"}};
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  write_files(files, folder);
  for (const std::string& sentence : page.sentences) console.out << sentence << '\n';
  console.out << "See " << (folder / "index.html").string() << " and embedding.csv there."
              << std::endl;
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
