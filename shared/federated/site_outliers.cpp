#include "federated/site_outliers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "federated/notes/outlier_note.h"
#include "quality/own_outliers.h"
#include "quality/spread.h"
#include "summary/subjects.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

quality::OwnRecords records_of(const data::Table& own, const Matrix& with_gaps) {
  quality::OwnRecords records{with_gaps, {}};
  for (const std::string& id : own.ids) records.persons.push_back(summary::person_of(id));
  return records;
}

/// Each measure's median over the records that are compared; NaN where they have no value.
RowVector medians_of(const Matrix& values, const std::vector<Index>& rows) {
  RowVector medians(values.cols());
  for (Index f = 0; f < values.cols(); ++f) {
    std::vector<double> known;
    for (const Index row : rows) {
      if (!std::isnan(values(row, f))) known.push_back(values(row, f));
    }
    medians(f) = known.empty()
                     ? std::nan("")
                     : quality::median(Eigen::Map<const Vector>(known.data(), std::ssize(known)));
  }
  return medians;
}

SiteOutliers by_own_subjects(const data::Table& own, const Matrix& with_gaps,
                             const LearnedReference* learned,
                             const std::vector<quality::SummarizedSite>& others) {
  const quality::OwnRecords records = records_of(own, with_gaps);
  SiteOutliers result;
  result.lists = quality::own_scores(records, others);
  result.scores = quality::outliers_of(*result.lists, own.values);
  if (learned != nullptr) result.units = quality::standardized(learned->measures, own.values);
  if (learned != nullptr && others.empty()) {
    result.site_extremes = quality::site_extremes(result.units, learned->measures);
  }
  if (!others.empty()) {
    const RowVector medians = medians_of(with_gaps, result.lists->compared.rows);
    result.outside = quality::outside_others(medians, others);
  }
  return result;
}

}  // namespace

SiteOutliers site_outliers(const data::Table& own, const Matrix& with_gaps,
                           const RunReference& reference,
                           const std::vector<quality::SummarizedSite>& others) {
  if (reference.learned || reference.summaries) {
    return by_own_subjects(own, with_gaps, reference.learned ? &*reference.learned : nullptr,
                           others);
  }
  const quality::JudgedReference judged =
      quality::judged(reference.points.values, reference.points.labels);
  SiteOutliers result;
  result.scores = quality::outlier_scores(own.values, judged);
  result.shift = quality::site_shift(own.values, judged.accepted);
  return result;
}

std::vector<std::string> outlier_sentences(const SiteOutliers& outliers,
                                           const RunReference& reference,
                                           const std::vector<std::string>& names) {
  if (!reference.learned && !reference.summaries) {
    return outlier_sentences(outliers.scores, outliers.shift);
  }
  std::vector<std::string> all = own_list_sentences(outliers.lists.value(), outliers.scores);
  std::optional<std::string> site;
  if (!outliers.outside.empty()) {
    site = outside_sentence(outliers.outside, names);
  } else if (reference.learned) {
    site = extremes_sentence(outliers.site_extremes, names);
  }
  if (site) all.push_back(*site);
  return all;
}

std::string ranges_of(const SiteOutliers& outliers) {
  return outliers.lists ? "this site" : "reference";
}

const quality::OwnScores* lists_of(const SiteOutliers& outliers) {
  return outliers.lists ? &*outliers.lists : nullptr;
}

std::string compared_with(const RunReference& reference) {
  if (reference.summaries) return "this site";
  return reference.learned ? "all sites" : "reference";
}

quality::SummarizedSite summarized_site(const summary::Summary& summary,
                                        const std::vector<std::string>& measures,
                                        const std::string& input) {
  std::vector<Eigen::Index> columns;
  for (const std::string& measure : measures) {
    const auto found = std::find(summary.measures.begin(), summary.measures.end(), measure);
    if (found == summary.measures.end()) {
      throw InputError(input + ": a measure of the run is not in the summary");
    }
    columns.push_back(found - summary.measures.begin());
  }
  return {summary.means(Eigen::all, columns), summary.subjects, summary.spread(columns)};
}

}  // namespace dsne::federated
