#include "tools/place.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "data/stacked.h"
#include "federated/preprocessing.h"
#include "federated/privacy_note.h"
#include "federated/site_outliers.h"
#include "federated/subjects.h"
#include "report/embedding_csv.h"
#include "report/figure.h"
#include "report/strips.h"
#include "tools/data_options.h"
#include "tools/finished_run.h"
#include "tools/output_folder.h"
#include "tsne/transform.h"

namespace dsne::tools {
namespace {

constexpr const char* about_place =
    "Puts new subjects on the map of a finished run, at the site and without a new run, and "
    "scores\n"
    "how odd they are. Each subject is placed by its nearest points of the run's reference; "
    "nothing\n"
    "of the map moves. Writes embedding.csv with the new subjects' ids, places and scores, and "
    "the\n"
    "figures embedding.png and embedding.svg with them on the joint map.\n\n"
    "  dsne place --map output/local0/simulatorRun/joint --data new.csv --id-column subject\n";

constexpr const char* new_subjects = "new subjects";

Options place_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("map,m", text("JOINT"),
              "the folder joint of the site's output folder, whose reference is used, too"),
       option("data,d", text("FILE"),
              "the new subjects, with the run's features: a file or a folder"),
       option("site-data", text("FILE"),
              "the site's subjects of the run: a new one that is like them is not odd"),
       option("output,o", text("DIR")->default_value("placed"), "where the results go")});
}

/// The subjects with the reference's features, their gaps treated as the run did.
data::Table read_matched(const Values& values, const std::string& option, const FinishedRun& run,
                         const data::TableFormat& format) {
  const std::string input = "the data (--" + option + ")";
  return federated::match_reference(
      data::read_data(values[option].as<std::string>(), input, data_format_of(values), format),
      run.reference, run.parameters.missing, input);
}

Matrix coordinates_of(const Matrix& subjects, const FinishedRun& run) {
  const federated::Preprocessing preprocessing =
      federated::preprocessing_of(run.reference, run.parameters);
  return tsne::transform(federated::apply(preprocessing, subjects),
                         federated::preprocessed(run.reference, preprocessing),
                         run.reference_coordinates);
}

/// The first `count` subjects' part of the scores.
quality::OutlierScores first_of(quality::OutlierScores scores, std::size_t count) {
  scores.scores.conservativeResize(static_cast<Eigen::Index>(count));
  scores.flagged.resize(count);
  scores.reasons.resize(count);
  scores.like_excluded.resize(count);
  return scores;
}

/// The joint map with the new subjects as a site of their own.
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

int place(const Values& values, const Console& console) {
  const FinishedRun run = read_finished_run(values["map"].as<std::string>());
  data::TableFormat format = table_format_of(values);
  format.features_later = true;
  const data::Table subjects = read_matched(values, "data", run, format);
  Matrix known = subjects.values;
  if (values.count("site-data") != 0) {
    format.may_lack_columns = true;
    known = data::stacked({known, read_matched(values, "site-data", run, format).values});
  }
  const Matrix coordinates = coordinates_of(subjects.values, run);
  federated::SiteOutliers outliers = federated::site_outliers(known, run.reference);
  outliers.scores = first_of(std::move(outliers.scores), subjects.ids.size());

  const fs::path folder = values["output"].as<std::string>();
  make_output_folder(folder);
  write_atomically(folder / "embedding.csv",
                   report::own_csv(subjects.ids, coordinates, subjects.labels, outliers.scores),
                   "embedding.csv");
  write_files(report::files_of(report::draw_embedding(
                  with_new_subjects(run.joint, coordinates, subjects.labels),
                  federated::marked_title("New subjects on the joint map", run.parameters))),
              folder);
  const data::Reference& points = run.reference.points;
  for (const std::string& sentence : federated::outlier_sentences(
           outliers, run.reference, report::shown_names(points.features, points.values.cols()))) {
    console.out << sentence << '\n';
  }
  console.out << "See " << (folder / "embedding.csv").string() << " and embedding.png there."
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
