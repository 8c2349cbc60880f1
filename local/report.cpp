#include <algorithm>

#include "data/csv.h"
#include "dsne/outlier_note.h"
#include "dsne/privacy_note.h"
#include "dsne/subjects.h"
#include "local/phases.h"
#include "report/figure.h"
#include "report/joint_map.h"
#include "report/map_csv.h"
#include "report/page.h"

namespace dsne {
namespace {

constexpr std::string_view message_name = "the remote's message";

/// The joint map with this site's own part in it, shared with the others or not.
std::vector<MapPart> with_own_part(std::vector<MapPart> parts, const std::string& site,
                                   const Matrix& places, const std::vector<std::string>& labels) {
  const MapPart own{site, places.rows(), places, labels};
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const MapPart& part) { return part.site == site; });
  if (found == parts.end()) {
    parts.push_back(own);
  } else {
    *found = own;
  }
  return parts;
}

std::string sharing_sentence(const SiteSettings& settings) {
  if (!settings.share_places) {
    return "This site does not share its subjects' places: the others do not see them.";
  }
  return settings.share_labels
             ? "This site shares its subjects' places on the map and their labels."
             : "This site shares its subjects' places on the map, not their labels.";
}

/// What left a site under single-shot, in which a site's rounds say nothing of its subjects.
std::string single_shot_sentence(const SiteSettings& settings) {
  if (settings.share_places) {
    return "Nothing about its subjects left this site before their final places did.";
  }
  return "Nothing about its subjects but their number left this site, so the run's privacy loss, "
         "epsilon, is 0.";
}

Page site_page(const SiteRun& run, const SiteSettings& settings, std::size_t left_out) {
  Page page;
  const Parameters parameters = parse_parameters(run.input);
  page.title = marked_title("This site's subjects on the joint map", parameters);
  page.sentences = {
      "Each mark is one subject; subjects whose data are alike lie near each other. "
      "Directions and axes mean nothing.",
      sharing_sentence(settings)};
  if (left_out > 0) {
    page.sentences.push_back(std::to_string(left_out) +
                             " subjects are not on the map: a value of theirs is missing.");
  }
  page.facts = {{"This site's subjects on the map", std::to_string(run.points)},
                {"Reference points", std::to_string(run.reference_points)}};
  if (parameters.method == "single-shot") {
    page.sentences.push_back(single_shot_sentence(settings));
  }
  const std::string privacy = privacy_sentence(parameters);
  if (!privacy.empty()) page.sentences.push_back(privacy);
  const Json parameter_values = with_plain_numbers(to_json(parameters));
  for (const auto& [name, value] : parameter_values.items()) {
    page.facts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  page.files = {
      {"embedding.csv", "this site's subjects with their ids, places, labels and outlier scores"},
      {"embedding.png", "the figure as an image"},
      {"embedding.svg", "the figure for print"},
      {"release_log.jsonl", "everything that left this site"},
      {"joint/index.html", "the joint report, the same at every site"},
      {"joint/embedding.csv", "the joint map, without ids"}};
  return page;
}

}  // namespace

Json answer_report(const Step& step, SiteRun& run) {
  const Parameters parameters = parse_parameters(run.input);
  const SiteInputs inputs = parse_site_inputs(run.input, step.directories);
  const Matrix places = make_site_method(run, step)->places();
  const Table subjects = subjects_on_map(run, step);
  const auto all_rows =
      static_cast<std::size_t>(read_subjects(inputs, step.directories).values.rows());
  const std::vector<MapPart> parts =
      parse_map(field(step.input, "map", message_name), parameters.no_dims, message_name);

  const fs::path& folder = step.directories.output;
  const Reference reference = run_reference(run, step);
  const OutlierScores outliers = outlier_scores(subjects.values, reference.values);
  write_atomically(folder / "embedding.csv",
                   own_csv(subjects.ids, places, subjects.labels, outliers), "embedding.csv");
  const Map map = joined(with_own_part(parts, step.client_id, places, subjects.labels));
  draw_map(map, marked_title("Joint map, with the labels that this site knows", parameters),
           folder);
  Page page = site_page(run, inputs.settings, all_rows - subjects.ids.size());
  for (const std::string& sentence :
       outlier_sentences(outliers, site_shift(subjects.values, reference.values))) {
    page.sentences.push_back(sentence);
  }
  if (const auto ledger = make_ledger(run, step)) {
    page.facts.emplace_back("Epsilon spent, by all that release_log.jsonl holds",
                            number_text(ledger->epsilon()));
  }
  write_page(page, folder);
  make_memo(run, step).forget();

  Json message = message_at(run.moment);
  message["done"] = true;
  return message;
}

}  // namespace dsne
