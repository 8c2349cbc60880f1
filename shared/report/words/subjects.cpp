#include <algorithm>

#include "core/phrases.h"
#include "report/words.h"
#include "summary/site_summary.h"

namespace dsne::report::words {

Sentences left_out(const std::vector<data::LeftOut>& columns) {
  constexpr std::size_t most_columns = 20;
  std::vector<std::pair<std::string, Names>> by_reason;
  for (const data::LeftOut& column : columns) {
    auto known = std::ranges::find(by_reason, column.reason, &std::pair<std::string, Names>::first);
    if (known == by_reason.end()) known = by_reason.insert(known, {column.reason, {}});
    known->second.push_back(column.name);
  }
  Sentences sentences;
  for (const auto& [reason, names] : by_reason) {
    sentences.push_back("Left out: " + in_words(names, most_columns) + " (" + reason + ").");
  }
  return sentences;
}

Sentences table(const ReadTable& table) {
  const data::Reading& reading = table.reading;
  const std::string geometry = geometry_text(reading.geometry);
  Sentences sentences = {"Your table was read as " + counted(table.subjects, "subject") + ", " +
                         (geometry.empty() ? counted(table.measures, "measure") : geometry) + "."};
  sentences.insert(sentences.end(), reading.notes.begin(), reading.notes.end());
  return together({sentences, left_out(reading.left_out)});
}

Sentences incomplete(std::int64_t subjects) {
  if (subjects == 0) return {};
  return {counted(subjects, "subject is", "subjects are") +
          " not on the map: a value of theirs is missing."};
}

Sentences left_out_subjects(const SiteFacts& site) {
  if (site.incomplete == 0) return {};
  return {counted(site.incomplete, "subject") + " of this site " +
          (site.incomplete == 1 ? "is" : "are") + " left out for missing values."};
}

Sentences missing_values(const SiteMapFacts& site) {
  constexpr std::size_t most_measures = 5;
  if (site.missing_values == 0 || !site.run.treatment.fills) return {};
  const std::string replaced =
      counted(site.missing_values, "value") + " of this site's subjects " +
      (site.missing_values == 1 ? "is missing and was" : "are missing and were") +
      " replaced by the reference's median.";
  if (site.unknown.empty()) return {replaced};
  return {replaced + " No subject has a value of " + in_words(site.unknown, most_measures) +
          ", so nothing is known about it at this site."};
}

Sentences dominating(const SiteFacts& site) {
  if (!site.dominating) return {};
  return {site.dominating->name + " alone has " +
          std::to_string(static_cast<int>(100 * site.dominating->share)) +
          " % of the variance of this site's data: it decides who is near whom on the map. Check "
          "its unit and its largest values" +
          (site.run.treatment.is_scaled ? "." : ", or set normalization to robust.")};
}

Sentences own_summary(const SiteMapFacts& site) {
  if (!site.own_summary) return {};
  if (!site.own_summary->sent) {
    return {
        "This site brought no summary: it is not on the others' maps." +
        (site.points < summary::least_summarized
             ? " A summary needs " + std::to_string(summary::least_summarized) + " subjects."
             : std::string(" To be on them, make one with: dsne summarize DATA --output FOLDER"))};
  }
  const summary::Summary& sent = *site.own_summary->sent;
  const std::string covariates =
      sent.covariates.names.empty()
          ? ""
          : ", with covariates " + covariate_names(sent.covariates.names) + " and their slopes";
  const std::string shared =
      "Shared: your summary (" + counted(sent.means.rows(), "row") + ", each the mean of " +
      std::to_string(static_cast<std::int64_t>(sent.subjects.minCoeff())) +
      " or more of your subjects" + covariates + "). Not shared: records, ids.";
  if (site.own_summary->has_private_file) return {shared};
  return {shared,
          "The private file of this site's summary was not found beside its runs or in its "
          "ledger_folder, so each subject was placed as if it were in no row."};
}

}  // namespace dsne::report::words
