#include "remote/joint_page.h"

#include <cmath>
#include <limits>

#include "dsne/privacy_note.h"
#include "dsne/run_note.h"
#include "dsne/state_names.h"

namespace dsne {
namespace {

/// What is to be said of a site that does not share its places.
std::string keeping_sentence(const std::string& site, const Parameters& parameters) {
  const std::string sentence = "Site " + site + " does not share its subjects' places";
  if (parameters.method != "single-shot") return sentence + ".";
  if (parameters.missing == Missing::drop) {
    return sentence +
           ": nothing about them left it but how many have every value, and no privacy "
           "guarantee covers that number.";
  }
  return sentence +
         ": nothing about them but their number left it, and its privacy loss, epsilon, "
         "is 0.";
}

/// What each site shares, the sites that share alike in one sentence.
std::vector<std::string> sharing_sentences(const std::vector<MapPart>& parts,
                                           const Parameters& parameters) {
  std::vector<std::string> sentences;
  for (const MapPart& part : parts) {
    if (part.points == 0 || part.places.rows() > 0) continue;
    sentences.push_back(keeping_sentence(part.site, parameters));
  }
  std::string labelled;
  for (const MapPart& part : parts) {
    if (part.site == reference_site || part.labels.empty()) continue;
    labelled += (labelled.empty() ? "" : ", ") + part.site;
  }
  if (!labelled.empty())
    sentences.push_back("Sites that share their subjects' labels: " + labelled + ".");
  return sentences;
}

std::vector<std::string> sentences(const Parameters& parameters,
                                   const std::vector<MapPart>& parts) {
  std::vector<std::string> all = {method_sentence(parameters)};
  for (const std::string& sentence : sharing_sentences(parts, parameters)) {
    all.push_back(sentence);
  }
  all.push_back(privacy_sentence(parameters));
  all.push_back(reading_sentence());
  return all;
}

Page::Entries highlights(const RemoteRun& run, const std::vector<MapPart>& parts) {
  Eigen::Index subjects = 0;
  Eigen::Index shown = 0;
  for (const MapPart& part : parts) {
    if (part.site == reference_site) continue;
    subjects += part.points;
    shown += part.places.rows();
  }
  return {{"Sites", std::to_string(run.sites.size())},
          {"Subjects at all sites", std::to_string(subjects)},
          {"Subjects on this map", std::to_string(shown)},
          {"Reference points", std::to_string(run.reference_points)},
          {"Rounds", std::to_string(run.embed_round)}};
}

Page::Entries facts(const Json& metrics) {
  Page::Entries entries;
  for (const auto& [site, entry] : metrics.at("sites").items()) {
    entries.emplace_back("Subjects at " + site, entry.at("points").dump());
  }
  if (metrics.contains("label_accuracy")) {
    entries.emplace_back(
        "10-nearest-neighbour label accuracy",
        with_plain_numbers(rounded(metrics.at("label_accuracy").at("value"))).dump());
  }
  for (const auto& [name, value] : metrics.at("parameters").items()) {
    entries.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return entries;
}

/// Of the earlier maps the remote knows the reference's places.
std::vector<EarlierMap> earlier_maps(const RemoteRun& run, Eigen::Index points,
                                     Eigen::Index dimensions) {
  std::vector<EarlierMap> maps;
  for (const MapMoment& moment :
       unpack_evolution(run.evolution, run.reference_points, dimensions, remote_cache_name)) {
    Matrix places =
        Matrix::Constant(points, moment.places.cols(), std::numeric_limits<double>::quiet_NaN());
    places.topRows(run.reference_points) = moment.places;
    maps.push_back({moment.round, std::move(places)});
  }
  return maps;
}

}  // namespace

double rounded(const Json& number) { return std::round(number.get<double>() * 1e4) / 1e4; }

Page joint_page(const RemoteRun& run, const Json& metrics, const std::vector<MapPart>& parts) {
  const Parameters parameters = parse_parameters(metrics.at("parameters"));
  Page page;
  page.title = marked_title("Joint map of all sites", parameters);
  page.highlights = highlights(run, parts);
  page.sentences = sentences(parameters, parts);
  page.plots.map = joined(parts);
  page.plots.evolution =
      earlier_maps(run, page.plots.map.places.rows(), page.plots.map.places.cols());
  page.facts = facts(metrics);
  page.files = {{"embedding.csv", "every place that the sites share, and the reference's"},
                {"reference_embedding.csv", "the reference's places"},
                {"metrics.json", "what was measured"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"}};
  return page;
}

}  // namespace dsne
