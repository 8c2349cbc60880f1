#include "local/site_page.h"

#include <algorithm>
#include <limits>

#include "data/csv.h"
#include "dsne/outlier_note.h"
#include "dsne/privacy_note.h"
#include "dsne/run_note.h"
#include "dsne/state_names.h"

namespace dsne {
namespace {

std::string sharing_sentence(const SiteSettings& settings) {
  if (!settings.share_places) {
    return "This site does not share its subjects' places: the others do not see them.";
  }
  return settings.share_labels
             ? "This site shares its subjects' places on the map and their labels."
             : "This site shares its subjects' places on the map, not their labels.";
}

/// What left a site under single-shot, in which a site's rounds say nothing of its subjects.
std::string single_shot_sentence(const SiteSettings& settings, Missing missing) {
  if (settings.share_places) {
    return "Nothing about its subjects left this site before their final places did.";
  }
  if (missing == Missing::drop) {
    return "Nothing about its subjects left this site but how many have every value; no privacy "
           "guarantee covers that number.";
  }
  return "Nothing about its subjects but their number left this site, so the run's privacy loss, "
         "epsilon, is 0.";
}

std::int64_t count_subjects(const SiteReport& report) {
  std::int64_t subjects = 0;
  for (const MapPart& part : report.parts) {
    if (part.site != reference_site) subjects += part.points;
  }
  return subjects;
}

std::vector<std::string> sentences(const SiteRun& run, const SiteReport& report) {
  const Parameters parameters = parse_parameters(run.input);
  std::vector<std::string> all = outlier_sentences(report.outliers, report.shift);
  if (report.left_out > 0) {
    all.push_back(counted(static_cast<std::int64_t>(report.left_out), "subject") +
                  (report.left_out == 1 ? " is" : " are") +
                  " not on the map: a value of theirs is missing.");
  }
  all.push_back(method_sentence(parameters));
  all.push_back(sharing_sentence(report.settings));
  if (parameters.method == "single-shot")
    all.push_back(single_shot_sentence(report.settings, parameters.missing));
  all.push_back(privacy_sentence(parameters));
  all.push_back(reading_sentence());
  return all;
}

Page::Entries highlights(const SiteRun& run, const SiteReport& report) {
  const std::vector<bool>& flagged = report.outliers.flagged;
  return {{"Sites", std::to_string(report.parts.size() - 1)},
          {"Subjects at all sites", std::to_string(count_subjects(report))},
          {"Of this site", std::to_string(run.points)},
          {"Flagged of them", std::to_string(std::count(flagged.begin(), flagged.end(), true))},
          {"Reference points", std::to_string(run.reference_points)}};
}

Page::Entries facts(const SiteRun& run, const SiteReport& report) {
  Page::Entries entries;
  if (report.epsilon) {
    entries.emplace_back("Epsilon spent by all private releases of this site",
                         number_text(*report.epsilon));
  }
  const Json parameters = with_plain_numbers(to_json(parse_parameters(run.input)));
  for (const auto& [name, value] : parameters.items()) {
    entries.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return entries;
}

/// Where a site's points begin on the joined map.
Eigen::Index first_row(const std::vector<MapPart>& parts, const std::string& site) {
  Eigen::Index row = 0;
  for (const MapPart& part : parts) {
    if (part.site == site) break;
    row += part.places.rows();
  }
  return row;
}

/// Of the earlier maps this site knows the reference's places and its own subjects'.
std::vector<EarlierMap> earlier_maps(const SiteRun& run, const SiteReport& report,
                                     Eigen::Index points) {
  const Eigen::Index own = first_row(report.parts, report.site);
  std::vector<EarlierMap> maps;
  for (const MapMoment& moment : unpack_evolution(run.evolution, run.reference_points + run.points,
                                                  report.places.cols(), cache_name)) {
    Matrix places =
        Matrix::Constant(points, moment.places.cols(), std::numeric_limits<double>::quiet_NaN());
    places.topRows(run.reference_points) = moment.places.topRows(run.reference_points);
    places.middleRows(own, run.points) = moment.places.bottomRows(run.points);
    maps.push_back({moment.round, std::move(places)});
  }
  return maps;
}

OwnSubjects own_subjects(const SiteReport& report, const Map& map) {
  OwnSubjects own;
  const auto site = std::find(map.site_names.begin(), map.site_names.end(), report.site);
  own.site = static_cast<std::size_t>(site - map.site_names.begin());
  own.ids = report.subjects.ids;
  own.outliers = report.outliers;
  own.features = shown_names(report.reference.features, report.reference.values.cols());
  own.strips =
      make_strips(report.subjects.values, report.reference.values, own.features, &report.outliers);
  own.thumbnails = report.thumbnails;
  return own;
}

}  // namespace

Page site_page(const SiteRun& run, const SiteReport& report) {
  Page page;
  page.title = marked_title("This site's subjects on the joint map", parse_parameters(run.input));
  page.highlights = highlights(run, report);
  page.sentences = sentences(run, report);
  page.plots.map = joined(report.parts);
  page.plots.evolution = earlier_maps(run, report, page.plots.map.places.rows());
  page.plots.own = own_subjects(report, page.plots.map);
  page.facts = facts(run, report);
  page.files = {
      {"embedding.csv", "this site's subjects with their ids, places, labels and outlier scores"},
      {"embedding.png", "the figure as an image"},
      {"embedding.svg", "the figure for print"},
      {"release_log.jsonl", "everything that left this site"},
      {"joint/index.html", "the joint report, the same at every site"},
      {"joint/embedding.csv", "the joint map, without ids"}};
  return page;
}

}  // namespace dsne
