#include "federated/site_outliers.h"

#include <utility>

#include "federated/notes/outlier_note.h"

namespace dsne::federated {

SiteOutliers site_outliers(const Matrix& own, const RunReference& reference) {
  if (reference.learned) {
    const LearnedReference& learned = *reference.learned;
    Matrix units = quality::standardized(learned.measures, own);
    return {quality::pooled_scores(own, units, learned.measures, learned.ordinary), 0,
            quality::site_extremes(units, learned.measures), std::move(units)};
  }
  if (reference.summaries) {
    // Rows are means, which lie closer together than subjects: a site's own are what is usual.
    return {quality::outlier_scores(own, quality::judged(own, {})), 0, {}, {}};
  }
  const quality::JudgedReference judged =
      quality::judged(reference.points.values, reference.points.labels);
  return {quality::outlier_scores(own, judged), quality::site_shift(own, judged.accepted), {}, {}};
}

std::vector<std::string> outlier_sentences(const SiteOutliers& outliers,
                                           const RunReference& reference,
                                           const std::vector<std::string>& names) {
  if (reference.summaries) {
    std::vector<std::string> all = outlier_sentences_of_learned(outliers.scores, {}, names);
    all.pop_back();  // it is of the measures in which the site differs from all, which are not
                     // known
    return all;
  }
  return reference.learned
             ? outlier_sentences_of_learned(outliers.scores, outliers.site_extremes, names)
             : outlier_sentences(outliers.scores, outliers.shift);
}

std::string compared_with(const RunReference& reference) {
  if (reference.summaries) return "this site";
  return reference.learned ? "all sites" : "reference";
}

}  // namespace dsne::federated
