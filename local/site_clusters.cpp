#include "local/site_clusters.h"

#include <utility>

#include "core/phrases.h"
#include "report/cluster_page.h"
#include "report/measures_table.h"
#include "report/strips.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/treatment_note.h"

namespace dsne::local {

Files cluster_files(const spectral::SiteClusters& clusters, SiteTables& tables, const SiteRun& run,
                    const ToldMeasures& told) {
  const methods::Parameters& parameters = run.inputs.parameters;
  const methods::Method& method = methods::find_method(parameters.method);
  const std::vector<std::string>& ids = tables.subjects().ids;
  report::PageText page;
  page.title = sentences::marked_title("This site's subjects in clusters", parameters);
  page.headline = counted(clusters.found.clusters(), "cluster") + ", " +
                  counted(run.points, "subject") + " of this site";
  page.highlights = {{"Subjects at all sites", std::to_string(clusters.found.subjects)},
                     {"Landmarks", std::to_string(clusters.found.landmarks)}};
  page.sentences = {method.description(parameters)};
  if (const auto sentence = report::left_out_sites_sentence(told.left_out_sites)) {
    page.headline += ". " + *sentence;
  }
  const data::Reference& points = tables.reference().points;
  if (const auto sentence = sentences::dominating_sentence(
          tables.scaled(), report::shown_names(points.features, points.values.cols()),
          run::treatment(parameters, points.features))) {
    page.sentences.push_back(*sentence);
  }
  page.sentences.push_back(report::eigenvalues_sentence(clusters.found));
  const std::size_t left_out = tables.rows().size() - tables.subjects().rows.size();
  if (left_out > 0) {
    page.sentences.push_back(counted(static_cast<std::int64_t>(left_out), "subject") +
                             " of this site " + (left_out == 1 ? "is" : "are") +
                             " left out for missing values.");
  }
  page.sentences.push_back(sentences::sums_sentence(*run.sums, run.inputs.settings.keys));
  if (auto sentence = sentences::reference_sentence(tables.reference(), parameters)) {
    page.sentences.push_back(*std::move(sentence));
  }
  page.sentences.push_back(method.disclosure(parameters));
  page.tables = {report::own_cluster_table(clusters, parameters.least_members),
                 report::own_subjects_table(ids, clusters.own)};
  if (auto table = report::measures_table(told.uneven, tables.reference().summaries.has_value()))
    page.tables.push_back(std::move(*table));
  page.files = {{"clusters.csv", "this site's subjects and their clusters"},
                {"joint/index.html", "the report that every site has"}};
  return {{"clusters.csv", report::own_clusters_csv(ids, clusters.own), "clusters.csv"},
          {"index.html", report::cluster_page_html(page), "the report page"}};
}

}  // namespace dsne::local
