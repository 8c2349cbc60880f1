#include "local/site_results.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "exchange/state_names.h"
#include "report/cluster_page.h"
#include "report/sphere_page.h"
#include "report/strips.h"
#include "run/measure_choice.h"
#include "run/preprocessing.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/treatment_note.h"

namespace dsne::local {
namespace {

/// Adds the sites and measures that were left out to a page's headline and tables.
void add_left_out(const ToldMeasures& told, bool on_summaries, report::PageText& page) {
  if (const auto sentence = report::left_out_sites_sentence(told.left_out_sites)) {
    page.headline += ". " + *sentence;
  }
  if (auto table = report::measures_table(told.uneven, on_summaries)) {
    page.tables.push_back(*std::move(table));
  }
}

std::string flagged_sentence(const sphere::SiteSphere& sphere, std::ptrdiff_t flagged) {
  if (sphere.group.noise) {
    return "Nobody is flagged: with a guarantee no site sends its subjects' distances from the "
           "group.";
  }
  if (!sphere.group.ordinary) {
    return "Nobody is flagged: no site has the 12 subjects needed to know ordinary distances "
           "from the group.";
  }
  return "Flagged: " + counted(flagged, "subject") +
         " of this site, further from the group than 99 % of ordinary subjects would be, by the "
         "middle and the spread of distances at all sites.";
}

}  // namespace

void check_site_name(const std::string& name) {
  constexpr std::size_t longest = 1000;
  if (name.size() > longest) throw MessageError("the remote's message: a site's name is too long");
}

ToldMeasures told_measures(const Json& message) {
  auto told = parse_message<run::LeftOutOfRun>(message, exchange::coordinator_message_name);
  return {std::move(told.measures), {std::move(told.left_out_sites), std::move(told.lost_sites)}};
}

Files cluster_files(const spectral::SiteClusters& clusters, SiteTables& tables, const SiteRun& run,
                    const ToldMeasures& told) {
  const methods::Parameters& parameters = run.plan().parameters;
  const methods::Method& method = *run.plan().method;
  const std::vector<std::string>& ids = tables.subjects().ids;
  report::PageText page;
  const auto add = [&page](const std::optional<std::string>& sentence) {
    if (sentence) page.sentences.push_back(*sentence);
  };
  page.title = sentences::marked_title("This site's subjects in clusters", parameters);
  page.headline = counted(clusters.found.clusters(), "cluster") + ", " +
                  counted(run.points, "subject") + " of this site";
  page.highlights = {{"Subjects at all sites", std::to_string(clusters.found.subjects)},
                     {"Landmarks", std::to_string(clusters.found.landmarks)}};
  add(method.description(parameters));
  const data::Reference& points = tables.reference().points;
  add(sentences::dominating_sentence(tables.scaled(),
                                     report::shown_names(points.features, points.values.cols()),
                                     run::treatment(parameters, points.features)));
  add(report::eigenvalues_sentence(clusters.found));
  const std::size_t left_out = tables.rows().size() - tables.subjects().rows.size();
  if (left_out > 0) {
    add(counted(static_cast<std::int64_t>(left_out), "subject") + " of this site " +
        (left_out == 1 ? "is" : "are") + " left out for missing values.");
  }
  add(sentences::sums_sentence(*run.sums, run.inputs.settings.keys));
  add(sentences::reference_sentence(tables.reference(), parameters));
  add(method.disclosure(parameters));
  page.tables = {report::own_cluster_table(clusters, parameters.least_in_sum),
                 report::own_subjects_table(ids, clusters.own)};
  add_left_out(told, tables.reference().summaries.has_value(), page);
  page.files = {{"clusters.csv", "this site's subjects and their clusters"},
                {"joint/index.html", "the report that every site has"}};
  return {{"clusters.csv", report::own_clusters_csv(ids, clusters.own), "clusters.csv"},
          {"index.html", report::cluster_page_html(page), "the report page"}};
}

Files sphere_files(const sphere::SiteSphere& sphere, SiteTables& tables, const SiteRun& run,
                   const ToldMeasures& told) {
  const methods::Parameters& parameters = run.plan().parameters;
  const auto flagged = std::ranges::count(sphere.own.flagged, true);
  report::SpherePage page;
  page.title = sentences::marked_title("This site's brain networks on the sphere", parameters);
  page.headline = std::to_string(flagged) + " to look at of " +
                  counted(std::ssize(sphere.own.flagged), "subject");
  page.highlights = {{"Subjects at all sites", std::to_string(sphere.group.subjects)},
                     {"Regions", std::to_string(sphere.group.regions.size())}};
  page.sentences = {run.plan().method->description(parameters), flagged_sentence(sphere, flagged)};
  for (const std::string& sentence : report::sphere_sentences(sphere.group)) {
    page.sentences.push_back(sentence);
  }
  page.sentences.push_back(sentences::sums_sentence(*run.sums, run.inputs.settings.keys));
  page.sentences.push_back(sentences::privacy_sentence(parameters));
  add_left_out(told, false, page);
  page.files = {{"subjects.csv", "this site's subjects and their distances from the group"},
                {"sphere.csv", "the regions' places"},
                {"joint/index.html", "the report that every site has"}};
  page.group = sphere.group;
  page.own = report::OwnOnSphere{tables.subjects().ids, sphere.own};
  return {{"sphere.csv", report::sphere_csv(sphere.group), "sphere.csv"},
          {"subjects.csv", report::sphere_subjects_csv(sphere.group.regions, *page.own),
           "subjects.csv"},
          {"index.html", report::sphere_page_html(page), "the report page"}};
}

}  // namespace dsne::local
