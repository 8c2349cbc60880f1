#include "local/site_sphere.h"

#include <algorithm>
#include <utility>

#include "core/phrases.h"
#include "report/measures_table.h"
#include "report/sphere_page.h"
#include "sentences/privacy_note.h"

namespace dsne::local {
namespace {

std::string headline(const sphere::OwnNetworks& own) {
  const auto flagged = std::count(own.flagged.begin(), own.flagged.end(), true);
  return std::to_string(flagged) + " to look at of " + counted(std::ssize(own.flagged), "subject");
}

std::string flagged_sentence(const sphere::SiteSphere& sphere) {
  if (sphere.group.noise) {
    return "Nobody is flagged: with a guarantee no site sends its subjects' distances from the "
           "group.";
  }
  if (!sphere.group.ordinary) {
    return "Nobody is flagged: no site has the 12 subjects needed to know ordinary distances "
           "from the group.";
  }
  const auto flagged = std::count(sphere.own.flagged.begin(), sphere.own.flagged.end(), true);
  return "Flagged: " + counted(flagged, "subject") +
         " of this site, further from the group than 99 % of ordinary subjects would be, by the "
         "middle and the spread of distances at all sites.";
}

}  // namespace

Files sphere_files(const sphere::SiteSphere& sphere, SiteTables& tables, const SiteRun& run,
                   const ToldMeasures& told) {
  const methods::Parameters& parameters = run.inputs.parameters;
  const methods::Method& method = methods::find_method(parameters.method);
  report::SpherePage page;
  page.title = sentences::marked_title("This site's brain networks on the sphere", parameters);
  page.headline = headline(sphere.own);
  page.highlights = {{"Subjects at all sites", std::to_string(sphere.group.subjects)},
                     {"Regions", std::to_string(sphere.group.regions.size())}};
  page.sentences = {method.description(parameters), flagged_sentence(sphere)};
  if (const auto sentence = report::left_out_sites_sentence(told.left_out_sites)) {
    page.headline += ". " + *sentence;
  }
  if (auto table = report::measures_table(told.uneven, false))
    page.tables.push_back(std::move(*table));
  for (const std::string& sentence : report::sphere_sentences(sphere.group)) {
    page.sentences.push_back(sentence);
  }
  page.sentences.push_back(sentences::sums_sentence(*run.sums, run.inputs.settings.keys));
  page.sentences.push_back(sentences::privacy_sentence(parameters, false));
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
