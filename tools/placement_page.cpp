#include "tools/placement_page.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "core/phrases.h"
#include "core/today.h"
#include "core/version.h"
#include "data/stacked.h"
#include "report/reasons.h"
#include "sentences/outlier_note.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/treatment_note.h"

namespace dsne::tools {
namespace {

constexpr const char* new_subjects = "new subjects";

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

/// Identifies the subjects, so that each set has its own decisions.
std::string decisions_key(const data::Table& subjects) {
  std::string ids;
  for (const std::string& id : subjects.ids) ids += id + '\n';
  return "placed/" + sha256(ids).substr(0, 16);
}

std::vector<report::Strip> strips(const data::Table& subjects, const Placement& placement,
                                  const FinishedRun& run, const std::vector<std::string>& names) {
  const quality::OutlierScores& scores = placement.outliers.scores;
  return report::make_strips(subjects.values, run.reference.points.values, names, &scores);
}

report::OwnSubjects own_subjects(const data::Table& subjects, const Placement& placement,
                                 const FinishedRun& run, const report::Embedding& embedding,
                                 const std::vector<std::string>& names) {
  report::OwnSubjects own;
  const auto site =
      std::find(embedding.site_names.begin(), embedding.site_names.end(), new_subjects);
  own.site = static_cast<std::size_t>(site - embedding.site_names.begin());
  own.ids = subjects.ids;
  own.key = decisions_key(subjects);
  own.compared_with = run::compared_with(run.reference);
  own.outliers = placement.outliers.scores;
  own.lists = placement.outliers.lists;
  own.features = names;
  own.strips = strips(subjects, placement, run, names);
  return own;
}

}  // namespace

report::Page placement_page(const data::Table& subjects, const Placement& placement,
                            const FinishedRun& run) {
  const data::Reference& points = run.reference.points;
  const auto names = report::shown_names(points.features, points.values.cols());
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
  page.plots.own = own_subjects(subjects, placement, run, page.plots.embedding, names);
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

}  // namespace dsne::tools
