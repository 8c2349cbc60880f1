#include "remote/joint_clusters.h"

#include <algorithm>

#include "core/phrases.h"
#include "methods/method.h"
#include "remote/joint_page.h"
#include "remote/measures.h"
#include "report/cluster_page.h"
#include "report/measures_table.h"
#include "report/text.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"

namespace dsne::remote {

Files cluster_files(spectral::JointClusters clusters, const run::RunReference& reference,
                    const RemoteRun& run) {
  for (spectral::SiteCounts& site : clusters.sites) site.site = run.names.at(site.site);
  std::sort(clusters.sites.begin(), clusters.sites.end(),
            [](const auto& a, const auto& b) { return report::natural_less(a.site, b.site); });
  const methods::Method& method = methods::find_method(run.parameters.method);
  report::PageText page;
  page.title = sentences::marked_title("All sites' subjects in clusters", run.parameters);
  page.headline = headline(run, ", " + counted(clusters.found.clusters(), "cluster"));
  page.highlights = {{"Landmarks", std::to_string(clusters.found.landmarks)}};
  page.sentences = {method.description(run.parameters)};
  page.sentences.push_back(report::eigenvalues_sentence(clusters.found));
  if (auto sentence = sentences::reference_sentence(reference, run.parameters)) {
    page.sentences.push_back(*std::move(sentence));
  }
  page.sentences.push_back(method.disclosure(run.parameters));
  const std::string unread = sentences::unread_sentence(run.parameters);
  if (!unread.empty()) page.sentences.push_back(unread);
  page.tables = {report::joint_cluster_table(clusters, run.parameters.least_members)};
  if (auto table = report::measures_table(shown_measures(run), run.is_on_summaries())) {
    page.tables.push_back(std::move(*table));
  }
  page.files = {{"clusters.csv", "how many subjects of each site are in which cluster"},
                {"measures.csv", "which measures count, and which sites lack some"},
                {"result.json", "all that was found, and the run's settings"}};
  return {{"joint/clusters.csv", report::joint_clusters_csv(clusters), "joint/clusters.csv"},
          {"joint/index.html", report::cluster_page_html(page), "the joint report"}};
}

}  // namespace dsne::remote
