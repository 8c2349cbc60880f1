#include "remote/joint_page.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/phrases.h"
#include "core/version.h"
#include "exchange/state_names.h"
#include "methods/embedding/perplexity.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "report/measures_table.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/summaries_note.h"
#include "sentences/treatment_note.h"

namespace dsne::remote {
namespace {

constexpr std::size_t most_sites_named = 6;

/// Returns a sentence about the sites that do not share their positions.
std::string keeping_sentence(const std::vector<std::string>& sites, const RemoteRun& run) {
  const methods::Parameters& parameters = run.plan.parameters;
  const bool one = sites.size() == 1;
  const bool all = sites.size() == run.sites.size();
  const std::string who =
      one   ? "Site " + sites.front() + " does not share its"
      : all ? "None of the " + std::to_string(sites.size()) + " sites shares its"
            : "Sites " + in_words(sites, most_sites_named) + " do not share their";
  const std::string sentence = who + " subjects' positions";
  if (run.is_on_summaries() || !run.plan.is_silent) return sentence + ".";
  const std::string where = one ? " left it" : " left their site";
  if (parameters.missing == data::Missing::drop) {
    return sentence + ": nothing about them" + where +
           " but how many have every value, and no privacy guarantee covers that number.";
  }
  return sentence + ": nothing about them but their number" + where +
         ", and the site's privacy loss, epsilon, is 0.";
}

/// Returns sentences about what the sites share, one for all that share the same.
std::vector<std::string> sharing_sentences(const std::vector<report::EmbeddingPart>& parts,
                                           const RemoteRun& run) {
  std::vector<std::string> keeping;
  std::vector<std::string> labelled;
  for (const report::EmbeddingPart& part : parts) {
    if (part.site == report::reference_site) continue;
    const bool places = part.coordinates.rows() > 0 && part.subjects.empty();
    if (part.points > 0 && !places) keeping.push_back(part.site);
    if (!part.labels.empty()) labelled.push_back(part.site);
  }
  std::vector<std::string> sentences;
  if (!keeping.empty()) sentences.push_back(keeping_sentence(keeping, run));
  if (!labelled.empty()) {
    sentences.push_back(
        "Sites that share their subjects' labels: " + in_words(labelled, most_sites_named) + ".");
  }
  return sentences;
}

std::vector<Eigen::Index> subjects_of(const RemoteRun& run) {
  std::vector<Eigen::Index> subjects;
  for (const auto& [site, points] : run.sites) subjects.push_back(points);
  return subjects;
}

std::vector<std::string> sentences(const RemoteRun& run, const run::RunReference& reference,
                                   const std::vector<report::EmbeddingPart>& parts) {
  const methods::Parameters& parameters = run.plan.parameters;
  const bool on_map = reference.is_map();
  std::vector<std::string> all = {sentences::method_sentence(parameters, on_map)};
  const auto add = [&all](std::optional<std::string> sentence) {
    if (sentence && !sentence->empty()) all.push_back(*std::move(sentence));
  };
  if (on_map) {
    std::ranges::copy(sentences::map_sentences(*reference.summaries), std::back_inserter(all));
  } else {
    add(run.plan.method->description(parameters));
  }
  add(sentences::unread_sentence(parameters));
  std::ranges::copy(sharing_sentences(parts, run), std::back_inserter(all));
  add(sentences::reference_sentence(reference, parameters));
  add(sentences::scales_sentence(parameters, reference));
  add(sentences::chosen_sentence(parameters, reference));
  if (!on_map) {
    add(sentences::harmonization_sentence(parameters));
    add(methods::perplexity_sentence(parameters, run.reference_points, subjects_of(run)));
    add(sentences::privacy_sentence(parameters));
  }
  if (reference.summaries) add(sentences::summary_privacy_sentence());
  add(on_map ? sentences::summaries_reading_sentence() : sentences::reading_sentence());
  return all;
}

report::Page::Entries highlights(const RemoteRun& run,
                                 const std::vector<report::EmbeddingPart>& parts) {
  Eigen::Index shown = 0;
  for (const report::EmbeddingPart& part : parts) {
    if (part.site == report::reference_site) continue;
    if (part.subjects.empty()) shown += part.coordinates.rows();
  }
  return {{"Subjects on this map", std::to_string(shown)},
          {run.is_on_summaries() ? "Rows of summaries" : "Reference points",
           std::to_string(run.reference_points)},
          {"Rounds", std::to_string(run.embed_round)}};
}

report::Page::Entries facts(const Json& metrics) {
  report::Page::Entries entries;
  if (metrics.contains("label_accuracy")) {
    entries.emplace_back(
        "10-nearest-neighbour label accuracy",
        with_plain_numbers(rounded(metrics.at("label_accuracy").at("value"))).dump());
  }
  return entries;
}

}  // namespace

std::string headline(const RemoteRun& run, const std::string& found) {
  Eigen::Index subjects = 0;
  for (const auto& [site, points] : run.sites) subjects += points;
  std::string text =
      counted(std::ssize(run.sites), "site") + ", " + counted(subjects, "subject") + found;
  for (const std::string& name : run::shared_names(run.names)) {
    text.append(". Several sites call themselves ").append(name);
    text.append(": they are numbered in the order of their ids");
  }
  if (const auto sentence = report::left_out_sites_sentence(shown_left_out_sites(run))) {
    text.append(". ").append(*sentence);
  }
  return text;
}

double rounded(const Json& number) { return std::round(number.get<double>() * 1e4) / 1e4; }

report::Page joint_page(const RemoteRun& run, const Step& step, const Json& metrics,
                        const run::RunReference& reference,
                        const std::vector<report::EmbeddingPart>& parts) {
  report::Page page;
  page.title = sentences::marked_title(
      run::has_common_map(reference) ? "Joint map of all sites" : "All sites, without a common map",
      run.plan.parameters);
  page.origin = {{"Run", step.folders.own.filename().string()},
                 {"Made on", step.day},
                 {"Version", std::string(version())}};
  page.headline = headline(run, "");
  page.highlights = highlights(run, parts);
  page.sentences = sentences(run, reference, parts);
  page.plots.scene = report::make_scene(report::joined(parts));
  page.overview = sites_table(run, reference, parts);
  add_measures_table(run, page.tables);
  sentences::Settings settings = sentences::settings_of(
      run.plan.parameters, run::treatment(run.plan.parameters, reference.points.features));
  page.facts = facts(metrics);
  if (run.uneven.empty()) page.facts.emplace_back(report::left_out_heading, "none");
  std::ranges::move(settings.changed, std::back_inserter(page.facts));
  page.defaults = std::move(settings.defaults);
  return page;
}

void add_file(const std::string& name, std::string content, const std::string& holds,
              report::PageText& page, Files& files) {
  page.files.emplace_back(name, holds);
  files.push_back({name, std::move(content), "joint/" + name});
}

}  // namespace dsne::remote
