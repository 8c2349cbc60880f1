
#include <algorithm>
#include <iterator>

#include "core/phrases.h"
#include "methods/findings.h"
#include "remote/joint_page.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "report/cluster_page.h"
#include "report/sphere_page.h"
#include "report/strips.h"
#include "report/text.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"

namespace dsne::remote {
namespace {

/// Begins the joint report of a run that ends in a result.
/// @param title without a mark of simulations
/// @param found such as ", 3 clusters"
void begin_page(const std::string& title, const std::string& found, const RemoteRun& run,
                report::PageText& page) {
  page.title = sentences::marked_title(title, run.plan.parameters);
  page.headline = headline(run, found);
  page.sentences = {run.plan.method->description(run.plan.parameters)};
}

/// Ends a page with the measures left out, and its list of files.
/// @param first the file that only this kind of run has, and its content
void end_page(const std::pair<std::string, std::string>& first, const RemoteRun& run,
              report::PageText& page) {
  add_measures_table(run, page.tables);
  page.files = {first,
                {"measures.csv", "which measures count, and which sites lack some"},
                {"result.json", "all that was found, and the run's settings"}};
}

Files cluster_files(spectral::JointClusters clusters, const run::RunReference& reference,
                    const Step& step, const RemoteRun& run) {
  for (spectral::SiteClusterSizes& site : clusters.sites) site.site = run.names.at(site.site);
  std::ranges::sort(clusters.sites, report::natural_less, &spectral::SiteClusterSizes::site);
  report::PageText page;
  begin_page("All sites' subjects in clusters",
             ", " + counted(clusters.found.clusters(), "cluster"), run, page);
  page.highlights = {{"Landmarks", std::to_string(clusters.found.landmarks)}};
  if (auto sentence = replaced_summaries_sentence(step, run, reference)) {
    page.sentences.push_back(*std::move(sentence));
  }
  page.sentences.push_back(report::eigenvalues_sentence(clusters.found));
  if (auto sentence = sentences::reference_sentence(reference, run.plan.parameters)) {
    page.sentences.push_back(*std::move(sentence));
  }
  page.sentences.push_back(run.plan.method->disclosure(run.plan.parameters));
  const std::string unread = sentences::unread_sentence(run.plan.parameters);
  if (!unread.empty()) page.sentences.push_back(unread);
  page.tables = {report::joint_cluster_table(clusters, run.plan.parameters.least_in_sum)};
  end_page({"clusters.csv", "how many subjects of each site are in which cluster"}, run, page);
  return {{"clusters.csv", report::joint_clusters_csv(clusters), "joint/clusters.csv"},
          {"index.html", report::cluster_page_html(page), "the joint report"}};
}

Files sphere_files(const sphere::GroupSphere& group, const RemoteRun& run) {
  report::SpherePage page;
  begin_page("All sites' brain network on a sphere",
             ", " + counted(std::ssize(group.regions), "region"), run, page);
  std::ranges::copy(report::sphere_sentences(group), std::back_inserter(page.sentences));
  page.sentences.push_back(sentences::privacy_sentence(run.plan.parameters));
  end_page({"sphere.csv", "the regions' places"}, run, page);
  page.group = group;
  return {{"sphere.csv", report::sphere_csv(group), "joint/sphere.csv"},
          {"index.html", report::sphere_page_html(page), "the joint report"}};
}

/// Returns the names of the measures used.
std::vector<std::string> used_measures(const RemoteRun& run, const Step& step) {
  if (!run.plan.needs_reference) {
    return report::shown_names(run.features, run.number_of_features);
  }
  const data::Reference points = read_reference(run, step).points;
  return report::shown_names(points.features, points.values.cols());
}

}  // namespace

Json begun_metrics(const RemoteRun& run) {
  Json metrics = {{"parameters", to_json(run.plan.parameters)},
                  {"rounds", run.embed_round},
                  {"sites", Json::object()}};
  for (const auto& [site, points] : run.sites) {
    metrics["sites"][run.names.at(site)]["points"] = points;
  }
  const Json privacy = sentences::privacy_figures(run.plan.parameters);
  if (!privacy.is_null()) metrics["privacy"] = privacy;
  return metrics;
}

Json site_table(const Json& metrics) {
  std::vector<std::string> names;
  for (const auto& [site, entry] : metrics.at("sites").items()) names.push_back(site);
  std::sort(names.begin(), names.end(), report::natural_less);
  Json sites = Json::array();
  for (const std::string& site : names) {
    sites.push_back({{"site", site}, {"subjects", metrics.at("sites").at(site).at("points")}});
  }
  return sites;
}

Output end_with_result(const Step& step, const RemoteRun& run) {
  const Json& result = run.report.at("result");
  Json metrics = begun_metrics(run);
  metrics["result"] = result;
  name_left_out_sites(run, metrics);
  const std::string unread = sentences::unread_sentence(run.plan.parameters);
  if (!unread.empty()) metrics["note"] = unread;
  Files files = {{"result.json", metrics.dump(2, ' ', true) + '\n', "joint/result.json"},
                 measures_file(used_measures(run, step), run)};
  methods::JointFindings found = make_coordinator_method(run, step)->findings();
  Files pages;
  if (const auto* group = std::get_if<sphere::GroupSphere>(&found.value)) {
    pages = sphere_files(*group, run);
  } else if (auto* clusters = std::get_if<spectral::JointClusters>(&found.value)) {
    pages = cluster_files(std::move(*clusters), read_reference(run, step), step, run);
  }
  std::ranges::move(pages, std::back_inserter(files));
  for (File& file : files) file.name = "joint/" + file.name;
  Json shown = {{"result", result}, {"sites", site_table(metrics)}};
  return {std::move(shown), std::move(files)};
}

}  // namespace dsne::remote
