#include "tools/place.h"

#include <optional>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "federated/subjects.h"
#include "report/embedding_csv.h"
#include "report/reasons.h"
#include "report/strips.h"
#include "tools/data_options.h"
#include "tools/finished_run.h"
#include "tools/output_folder.h"
#include "tools/placement.h"
#include "tools/placement_page.h"

namespace dsne::tools {
namespace {

constexpr const char* about_place =
    "Puts new subjects on the map of a finished run, at the site and without a new run, and "
    "scores\n"
    "how odd they are. Nothing of the map moves. With --site-data, the site's subjects of the run, "
    "a\n"
    "new one goes beside those that it is like, and is odd when it is unlike these, too. Writes a\n"
    "report, index.html, embedding.csv with the new subjects' ids, places and scores, and the "
    "figures\n"
    "embedding.png and embedding.svg with them on the joint map.\n\n"
    "  dsne place --map output/local0/simulatorRun/joint --data new.csv --id-column subject\n";

Options place_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("map,m", text("JOINT"),
              "the folder joint of the site's output folder, whose reference is used, too"),
       option("data,d", text("FILE"),
              "the new subjects, with the run's features: a file or a folder"),
       option("site-data", text("FILE"),
              "the site's subjects of the run, as they were given to it"),
       option("output,o", text("DIR")->default_value("placed"), "where the results go")});
}

/// The subjects with the reference's features, their gaps treated as the run did.
MatchedSubjects read_matched(const Values& values, const std::string& option,
                             const FinishedRun& run, const data::TableFormat& format) {
  const std::string input = "the data (--" + option + ")";
  const data::Table read =
      data::read_data(values[option].as<std::string>(), input, data_format_of(values), format);
  return {federated::match_reference(read, run.reference, run.parameters, input),
          federated::match_with_gaps(read, run.reference, run.parameters, input).values};
}

int place(const Values& values, const Console& console) {
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
  const report::Page page = placement_page(subjects, placement, run);
  const data::Reference& points = run.reference.points;
  const quality::OutlierScores& scores = placement.outliers.scores;
  Files files = {{"embedding.csv",
                  report::own_csv(subjects.ids, placement.coordinates, subjects.labels, scores,
                                  federated::lists_of(placement.outliers)),
                  "embedding.csv"},
                 {"flagged.csv",
                  report::flagged_csv(subjects.ids, scores, federated::lists_of(placement.outliers),
                                      report::shown_names(points.features, points.values.cols()),
                                      federated::ranges_of(placement.outliers)),
                  "flagged.csv"}};
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  write_files(files, folder);
  for (const std::string& sentence : page.sentences) console.out << sentence << '\n';
  console.out << "See " << (folder / "index.html").string() << " and embedding.csv there."
              << std::endl;
  return 0;
}

}  // namespace

Command place_command() {
  return {"dsne place",
          "--map JOINT --data FILE [options]",
          "put new subjects on the map of a finished run",
          about_place,
          place_options(),
          {},
          {"map", "data"},
          place};
}

}  // namespace dsne::tools
