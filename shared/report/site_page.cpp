#include <algorithm>
#include <utility>

#include "core/phrases.h"
#include "core/version.h"
#include "data/csv.h"
#include "report/figures.h"
#include "report/own_lists.h"
#include "report/page.h"
#include "report/reasons.h"
#include "report/tables.h"
#include "report/words.h"

namespace dsne::report {
namespace {

using words::Sentences;

Sentences about(const SiteMapFacts& site) {
  const RunFacts& run = site.run;
  const Sentences first = words::together(
      {words::lists(site.own.outliers->scores), words::replaced_summaries(run.replaced),
       words::left_out_sites(run.left_out), words::scales(run), words::treatment(run)});
  if (run.maps_summaries) {
    return words::together(
        {first, words::map_of_summaries(run), words::summary_privacy(run), words::reading(run)});
  }
  return words::together({first, words::harmonization(run, site.points),
                          words::few_points(site.few_points, "this site's and the reference's"),
                          words::description(run), words::reference(run), words::silence(site),
                          words::sums(site), words::privacy(run), words::summary_privacy(run),
                          words::reading(run)});
}

Sentences own_data(const SiteMapFacts& site) {
  return words::together({words::table(site.read), words::incomplete(site.incomplete),
                          words::missing_values(site),
                          site.run.maps_summaries ? Sentences() : words::dominating(site),
                          words::outside(site.own.outliers->outside, site.own.measures),
                          words::own_summary(site), words::sharing(site)});
}

Entries highlights(const SiteMapFacts& site) {
  std::int64_t subjects = 0;
  for (const EmbeddingPart& part : site.parts) {
    if (part.site != reference_site) subjects += part.points;
  }
  return {{"Sites", std::to_string(site.parts.size() - 1)},
          {"Subjects at all sites", std::to_string(subjects)},
          {"At this site", std::to_string(site.points)},
          {site.run.summaries ? "Rows of summaries" : "Reference points",
           std::to_string(site.run.reference_points)}};
}

OwnSubjects own_subjects(const SiteMapFacts& site, const Embedding& map) {
  const auto number = std::ranges::find(map.site_names, site.site) - map.site_names.begin();
  OwnSubjects own =
      shown_subjects(site.own, site.known, map, static_cast<std::size_t>(number), site.compared);
  own.compared_with = site.run.summaries ? "this site" : "reference";
  return own;
}

}  // namespace

Entries origin(const std::string& site, const std::string& run, const std::string& day) {
  Entries entries = {{"Run", run}, {"Made on", day}, {"Version", std::string(version())}};
  if (!site.empty()) entries.insert(entries.begin(), {"Site", site});
  return entries;
}

Entries changed_settings(const RunFacts& run) {
  Entries entries = run.changed;
  if (run.left_out.measures.empty()) entries.insert(entries.begin(), {left_out_heading, "none"});
  return entries;
}

namespace {

/// Returns the page of a site's own report of a map, with its subjects' ids and measures.
Page site_page(const SiteMapFacts& site) {
  const RunFacts& run = site.run;
  const quality::OutlierScores& scores = site.own.outliers->scores;
  Page page;
  page.title = words::title("Site " + site.site + "'s subjects on " +
                                (run.has_common_map ? "the joint map" : "a map of their own"),
                            run);
  page.figure_title = words::title(site.site + ": " + to_look_at(scores), run);
  page.origin = origin(site.site, run.name, run.day);
  page.headline = headline(scores);
  page.highlights = highlights(site);
  page.sentences = about(site);
  page.own_data = own_data(site);
  page.plots.scene = make_scene(joined(site.parts));
  page.plots.own = own_subjects(site, page.plots.scene.map);
  add_measures_table(run, page);
  if (auto figure = time_figure(site.history, site.own)) {
    page.figures.push_back(*std::move(figure));
  }
  page.facts = changed_settings(run);
  if (site.epsilon_spent) {
    page.facts.insert(page.facts.begin(), {"Epsilon spent by all private releases of this site",
                                           data::number_text(*site.epsilon_spent)});
  }
  page.defaults = run.defaults;
  page.files = {{"embedding.csv",
                 "this site's subjects with their ids, positions, labels and outlier scores"},
                {"flagged.csv", "who is flagged, who else to check, and why"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"},
                {"release_log.jsonl", "everything that left this site"},
                {"joint/index.html", "the joint report, the same at every site"},
                {"joint/embedding.csv", "the joint map, without ids"}};
  if (scores.lists.like_excluded) {
    page.files.emplace_back("verdict_model.csv",
                            "what raters at other sites taught, a weight for each measure");
  }
  if (site.own_summary && site.own_summary->sent) {
    page.own_files = {{site.own_summary->file, "the summary that left this site, to open"}};
  }
  return page;
}

}  // namespace

Files site_files(const SiteMapFacts& site) {
  Files files = own_files(site.own);
  if (auto model = verdict_model_file(site.own)) files.push_back(*std::move(model));
  for (File& file : files_of(site_page(site))) files.push_back(std::move(file));
  return files;
}

Files left_out_files(const std::string& site, const std::string& run, const std::string& day,
                     const Names& faults) {
  PageText page;
  page.title = "This site was left out of the run";
  page.origin = origin(site, run, day);
  page.headline = counted(std::ssize(faults), "fault") + " in this site's files";
  PageTable table{"Faults", {"", "What is wrong"}, {}, words::left_out_here()};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    table.rows.push_back({{std::to_string(i + 1)}, {faults[i]}});
  }
  page.tables = {std::move(table)};
  page.files = {{"joint/index.html", "the joint report, when the run has ended"},
                {"release_log.jsonl", "everything that left this site"}};
  return {{"index.html", cluster_page_html(page), "the report page"}};
}

}  // namespace dsne::report
