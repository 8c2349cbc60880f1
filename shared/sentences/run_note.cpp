#include "sentences/run_note.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <utility>

#include "core/phrases.h"
#include "methods/method.h"
#include "run/run_plan.h"
#include "sentences/privacy_note.h"
#include "sentences/summaries_note.h"
#include "sentences/treatment_note.h"

namespace dsne::sentences {
namespace {

constexpr std::size_t most_shown = 20;

/// Columns that were left out for the same reason.
struct Reason {
  std::string text;
  std::vector<std::string> columns;
};

std::vector<Reason> reasons_of(const std::vector<data::LeftOut>& columns) {
  std::vector<Reason> reasons;
  for (const data::LeftOut& column : columns) {
    auto known = std::find_if(reasons.begin(), reasons.end(),
                              [&](const Reason& reason) { return reason.text == column.reason; });
    if (known == reasons.end()) known = reasons.insert(known, Reason{column.reason, {}});
    known->columns.push_back(column.name);
  }
  return reasons;
}

/// "36 subjects, 68 measures"; of images and networks what these are.
std::string content_text(const data::Table& table) {
  const std::string geometry = geometry_text(table.reading.geometry);
  return counted(table.values.rows(), "subject") + ", " +
         (geometry.empty() ? counted(table.values.cols(), "measure") : geometry);
}

/// Describes the published "+" form by what it protects.
std::string noise_sentence(const methods::Parameters& parameters) {
  if (parameters.mmd_noise == 0) return "";
  return str(boost::format(" Sites added noise to their gradients (mmd_noise %g), which hides "
                           "little, because exact sums over the same subjects also left.") %
             parameters.mmd_noise);
}

std::string landmarks_sentence(Eigen::Index landmarks, const methods::Parameters& parameters) {
  return "The reference points are " + counted(landmarks, "landmark") + ", moved in " +
         counted(parameters.mmd_rounds, "round") +
         " towards all sites' subjects as Fed-tSNE was published (landmark_method mmd). Each round "
         "told everyone a sum over all subjects, and many rounds can reveal records: it is for "
         "study only. No privacy guarantee covers it." +
         noise_sentence(parameters);
}

}  // namespace

std::string reading_sentence() {
  return "Each mark is one subject, or one point of the reference; subjects whose data are alike "
         "lie close together. Directions and axes mean nothing.";
}

std::string unread_sentence(const methods::Parameters& parameters) {
  const std::string names = boost::algorithm::join(methods::unread(parameters), ", ");
  if (names.empty()) return "";
  return "Set for this run, but without effect with method " + parameters.method + ": " + names +
         '.';
}

std::string method_sentence(const methods::Parameters& parameters, bool on_summaries) {
  const std::string method = "Method " + parameters.method;
  const methods::Method& chosen = methods::find_method(parameters.method);
  const bool by_reference =
      methods::reads(chosen, "placement") && parameters.placement == methods::Placement::reference;
  if (on_summaries || by_reference) {
    return method + (on_summaries ? " on the sites' summaries" : " on a reference") +
           ": it does not use max_iterations.";
  }
  if (!methods::reads(chosen, "max_iterations"))
    return method + ": it does not use max_iterations.";
  const std::string count = method + ": max_iterations counted ";
  const int number = methods::iterations(parameters);
  if (methods::reads(chosen, "local_iterations")) {
    return count + counted(number, "iteration") + " of the map, " +
           std::to_string(parameters.local_iterations) + " in each round.";
  }
  if (methods::reads(chosen, "network_width")) {
    return count + counted(number, "round") + " of the network's training.";
  }
  return count + counted(number, "iteration") + " of the map.";
}

Settings settings_of(const methods::Parameters& parameters, const run::Treatment& chosen) {
  const Json given = with_plain_numbers(to_json(parameters));
  const Json usual = with_plain_numbers(to_json(methods::Parameters()));
  Settings settings;
  for (const auto& [name, value] : given.items()) {
    (value == usual.at(name) ? settings.defaults : settings.changed)
        .emplace_back(name, setting_text(name, value, chosen));
  }
  return settings;
}

std::vector<std::string> reading_sentences(const data::Table& table) {
  const data::Reading& reading = table.reading;
  std::vector<std::string> sentences = {"Your table was read as " + content_text(table) + "."};
  sentences.insert(sentences.end(), reading.notes.begin(), reading.notes.end());
  for (const Reason& reason : reasons_of(reading.left_out)) {
    sentences.push_back("Left out: " + in_words(reason.columns, most_shown) + " (" + reason.text +
                        ").");
  }
  return sentences;
}

std::optional<std::string> reference_sentence(const run::RunReference& reference,
                                              const methods::Parameters& parameters) {
  const Eigen::Index points = run::number_of_points(reference);
  if (reference.landmarks) return landmarks_sentence(points, parameters);
  if (reference.is_map()) return std::nullopt;
  const bool is_public = run::RunPlan(parameters).takes_public;
  if (!reference.summaries)
    return is_public ? std::optional(public_scans_sentence()) : std::nullopt;
  return "The reference points are the " + counted(points, "row") + " of the sites' summaries" +
         (is_public ? " and of public scans" : "") +
         ", each the mean of a group of a site's subjects with noise." +
         (is_public ? " " + public_scans_sentence() : "");
}

}  // namespace dsne::sentences
