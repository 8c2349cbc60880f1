#include "local/site_page.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/digest.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/csv.h"
#include "exchange/state_names.h"
#include "local/own_summary.h"
#include "methods/embedding/perplexity.h"
#include "report/measures_table.h"
#include "report/reasons.h"
#include "run/reference/private_reference.h"
#include "sentences/outlier_note.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/summaries_note.h"
#include "sentences/treatment_note.h"

namespace dsne::local {
namespace {

std::string sharing_sentence(const run::SiteSettings& settings) {
  if (!settings.share_places) {
    return "This site does not share its subjects' positions: the others do not see them.";
  }
  return settings.share_labels
             ? "This site shares its subjects' positions on the map and their labels."
             : "This site shares its subjects' positions on the map, not their labels.";
}

/// Returns what left a site under a method whose rounds reveal nothing about its subjects.
std::string silent_sentence(const run::SiteSettings& settings,
                            std::optional<data::Missing> missing) {
  if (settings.share_places) {
    return "Nothing about its subjects left this site before their final positions did.";
  }
  if (missing == data::Missing::drop) {
    return "Nothing about its subjects left this site but how many have every value; no privacy "
           "guarantee covers that number.";
  }
  return "Nothing about its subjects but their number left this site, so the run's privacy loss, "
         "epsilon, is 0.";
}

std::int64_t count_subjects(const SiteReport& report) {
  std::int64_t subjects = 0;
  for (const report::EmbeddingPart& part : report.parts) {
    if (part.site != report::reference_site) subjects += part.points;
  }
  return subjects;
}

void add(std::vector<std::string>& all, const std::optional<std::string>& sentence) {
  if (sentence) all.push_back(*sentence);
}

/// Returns sentences about the site's data: how they were read, what was left out, and what left
/// the site.
std::vector<std::string> own_data(const SiteRun& run, const SiteReport& report) {
  std::vector<std::string> all = report.reading;
  if (report.left_out > 0) {
    all.push_back(counted(static_cast<std::int64_t>(report.left_out), "subject") +
                  (report.left_out == 1 ? " is" : " are") +
                  " not on the map: a value of theirs is missing.");
  }
  add(all, sentences::missing_values_sentence(report.missing_values, run.inputs.parameters,
                                              report.reference, measure_names(report)));
  add(all, report.dominating);
  add(all, sentences::outside_sentence(
               report.outliers.outside, measure_names(report),
               report.reference.summaries ? "the other sites'" : "the reference's"));
  all.insert(all.end(), report.summary.begin(), report.summary.end());
  all.push_back(sharing_sentence(run.inputs.settings));
  return all;
}

std::vector<std::string> summaries_run_sentences(const SiteReport& report) {
  std::vector<std::string> all = report.summaries;
  all.push_back(sentences::summary_privacy_sentence());
  all.push_back(sentences::summaries_reading_sentence());
  return all;
}

std::vector<std::string> sentences(const SiteRun& run, const SiteReport& report) {
  const methods::Parameters& parameters = run.inputs.parameters;
  const methods::Method& method = methods::find_method(parameters.method);
  std::vector<std::string> all = sentences::outlier_sentences(report.outliers, report.reference);
  add(all, report::left_out_sites_sentence(report.told.left_out_sites));
  add(all, sentences::scales_sentence(parameters, report.reference));
  add(all, sentences::chosen_sentence(parameters, report.reference));
  if (run::is_map_of_summaries(report.reference, parameters)) {
    const std::vector<std::string> more = summaries_run_sentences(report);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  add(all, sentences::harmonization_sentence(parameters, run.points));
  add(all, methods::perplexity_sentence(parameters, run.points + run.reference_points));
  all.push_back(method.description(parameters));
  if (auto sentence = sentences::reference_sentence(report.reference, parameters)) {
    all.push_back(*std::move(sentence));
  } else if (methods::is_silent(method)) {
    all.push_back(silent_sentence(run.inputs.settings, parameters.missing));
  }
  if (!report.sums_sentence.empty()) all.push_back(report.sums_sentence);
  all.push_back(sentences::privacy_sentence(parameters, run::is_private_reference(parameters)));
  if (report.reference.summaries) all.push_back(sentences::summary_privacy_sentence());
  all.push_back(sentences::reading_sentence());
  return all;
}

report::Page::Entries highlights(const SiteRun& run, const SiteReport& report) {
  return {{"Sites", std::to_string(report.parts.size() - 1)},
          {"Subjects at all sites", std::to_string(count_subjects(report))},
          {"At this site", std::to_string(run.points)},
          {report.reference.summaries ? "Rows of summaries" : "Reference points",
           std::to_string(run.reference_points)}};
}

report::Page::Entries facts(const SiteReport& report, const sentences::Settings& settings) {
  report::Page::Entries entries = settings.changed;
  if (report.told.uneven.empty()) {
    entries.insert(entries.begin(), {report::left_out_heading, "none"});
  }
  if (report.epsilon) {
    entries.insert(entries.begin(), {"Epsilon spent by all private releases of this site",
                                     data::number_text(*report.epsilon)});
  }
  return entries;
}

/// Identifies the run, the site and its subjects, so that each has its own decisions.
std::string decisions_key(const SiteReport& report) {
  std::string ids;
  for (const std::string& id : report.subjects.ids) ids += id + '\n';
  return report.run + '/' + report.site + '/' + sha256(ids).substr(0, 16);
}

/// Returns a site's first point on the joined map.
Eigen::Index first_row(const std::vector<report::EmbeddingPart>& parts, const std::string& site) {
  Eigen::Index row = 0;
  for (const report::EmbeddingPart& part : parts) {
    if (part.site == site) break;
    row += part.coordinates.rows();
  }
  return row;
}

/// For earlier maps, this site knows the coordinates of the reference and of its own subjects.
std::vector<report::EarlierEmbedding> earlier_embeddings(const SiteRun& run,
                                                         const SiteReport& report,
                                                         Eigen::Index points) {
  const Eigen::Index own = first_row(report.parts, report.site);
  std::vector<report::EarlierEmbedding> embeddings;
  for (const run::Snapshot& snapshot :
       run::unpack_evolution(run.evolution, run.reference_points + run.points)) {
    Matrix coordinates = Matrix::Constant(points, snapshot.coordinates.cols(),
                                          std::numeric_limits<double>::quiet_NaN());
    coordinates.topRows(run.reference_points) = snapshot.coordinates.topRows(run.reference_points);
    coordinates.middleRows(own, run.points) = snapshot.coordinates.bottomRows(run.points);
    embeddings.push_back({snapshot.round, std::move(coordinates)});
  }
  return embeddings;
}

std::vector<report::Strip> strips(const SiteReport& report,
                                  const std::vector<std::string>& features) {
  const Matrix& own = report.subjects.values;
  const quality::OutlierScores& scores = report.outliers.scores;
  return report::make_strips(own, report.reference.summaries ? own : report.reference.points.values,
                             features, &scores);
}

report::OwnSubjects own_subjects(const SiteReport& report, const report::Embedding& embedding) {
  report::OwnSubjects own;
  const auto site =
      std::find(embedding.site_names.begin(), embedding.site_names.end(), report.site);
  own.site = static_cast<std::size_t>(site - embedding.site_names.begin());
  own.ids = report.subjects.ids;
  own.key = decisions_key(report);
  own.compared_with = run::compared_with(report.reference);
  own.outliers = report.outliers.scores;
  own.lists = report.outliers.lists;
  own.features = measure_names(report);
  own.strips = strips(report, own.features);
  own.thumbnails = report.thumbnails;
  return own;
}

}  // namespace

std::vector<std::string> measure_names(const SiteReport& report) {
  const data::Reference& points = report.reference.points;
  return report::shown_names(points.features, points.values.cols());
}

report::Page site_page(const SiteRun& run, const SiteReport& report) {
  report::Page page;
  page.title = sentences::marked_title("Site " + report.site + "'s subjects on the joint map",
                                       run.inputs.parameters);
  page.origin = {{"Site", report.site},
                 {"Run", report.run},
                 {"Made on", report.day},
                 {"Version", std::string(version())}};
  page.headline = report::headline(report.outliers.scores);
  page.highlights = highlights(run, report);
  page.sentences = sentences(run, report);
  page.own_data = own_data(run, report);
  page.plots.embedding = report::joined(report.parts);
  page.figure = report::draw_embedding(
      page.plots.embedding,
      sentences::marked_title("Joint map, with the labels that this site knows",
                              run.inputs.parameters));
  if (auto table =
          report::measures_table(report.told.uneven, report.reference.summaries.has_value())) {
    page.tables.push_back(std::move(*table));
  }
  if (report.over_time) page.figures.push_back(*report.over_time);
  page.plots.evolution = earlier_embeddings(run, report, page.plots.embedding.coordinates.rows());
  page.plots.own = own_subjects(report, page.plots.embedding);
  const sentences::Settings settings = sentences::settings_of(
      run.inputs.parameters,
      run::treatment(run.inputs.parameters, report.reference.points.features));
  page.facts = facts(report, settings);
  page.defaults = settings.defaults;
  page.files = {{"embedding.csv",
                 "this site's subjects with their ids, positions, labels and outlier scores"},
                {"flagged.csv", "who is flagged, who else to check, and why"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"},
                {"release_log.jsonl", "everything that left this site"},
                {"joint/index.html", "the joint report, the same at every site"},
                {"joint/embedding.csv", "the joint map, without ids"}};
  if (report.outliers.lists && report.outliers.lists->like_excluded) {
    page.files.emplace_back(verdict_model_name,
                            "what raters at other sites taught, a weight for each measure");
  }
  // In a run that is not on summaries the site's summary does not leave it.
  const auto& map = report.reference.summaries;
  if (map && !run.summary_digest.empty()) {
    page.own_files = {
        {kept_summary_name(map->sources.array), "the summary that left this site, to open"}};
  }
  return page;
}

}  // namespace dsne::local
