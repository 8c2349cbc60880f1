#include "federated/notes/outlier_note.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <optional>

#include "federated/notes/run_note.h"

namespace dsne::federated {
namespace {

constexpr double many_flagged = 0.2;  ///< a share that a site's few bad scans seldom reach

/// Nothing where no more are flagged than bad scans would explain.
std::optional<std::string> whole_site_sentence(const quality::OutlierScores& scores) {
  const auto flagged = std::count(scores.flagged.begin(), scores.flagged.end(), true);
  const auto subjects = std::ssize(scores.flagged);
  if (static_cast<double>(flagged) <= many_flagged * static_cast<double>(subjects)) {
    return std::nullopt;
  }
  return str(
      boost::format("That is %1% of %2%: this site as a whole may differ from the others, as "
                    "by its scanner, and then a flag says little about a single subject. Go "
                    "by the outlier score within the site.") %
      flagged % subjects);
}

std::string flagged_sentence(const quality::OutlierScores& scores) {
  const auto flagged = std::count(scores.flagged.begin(), scores.flagged.end(), true);
  return str(boost::format("Flagged as outliers: %2% of %1% subjects (see flagged.csv). About "
                           "%3$.2g %% of good subjects are flagged by chance.") %
             scores.flagged.size() % flagged % (100 * scores.expected_false_alarms));
}

/// Nothing where there is nobody.
std::optional<std::string> lacking_sentence(const quality::OutlierScores& scores) {
  const auto count = std::count_if(scores.lacks.begin(), scores.lacks.end(),
                                   [](Eigen::Index number) { return number > 0; });
  if (count == 0) return std::nullopt;
  return str(boost::format("%1% %2% more than a fifth of the measures, and %3% on the list. With "
                           "ordinary values in the gaps anybody looks ordinary.") %
             counted(count, "subject") % (count == 1 ? "lacks" : "lack") %
             (count == 1 ? "is" : "are"));
}

/// Nothing where there is nobody.
std::optional<std::string> check_sentence(const quality::OutlierScores& scores) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < scores.also_check.size(); ++i) {
    if (scores.also_check[i] && !lacks_measures(scores, i)) ++count;
  }
  if (count == 0) return std::nullopt;
  return str(boost::format("Also to check: %1% that %2% not odd enough for a flag, but odd at this "
                           "site. Of such brain scans, by MRIQC's measures, raters had excluded "
                           "more than half.") %
             counted(count, "subject") % (count == 1 ? "is" : "are"));
}

std::string flag_sentence(const quality::OutlierScores& scores) {
  if (scores.expected_false_alarms == 0) {
    return "The reference has too few points to flag subjects.";
  }
  return flagged_sentence(scores);
}

std::string excluded_sentence(const quality::OutlierScores& scores) {
  const auto like = std::count(scores.like_excluded.begin(), scores.like_excluded.end(), true);
  return str(
      boost::format(
          "Raters excluded %1% of the reference's subjects; the others set the threshold "
          "for flags. Of those flagged or also to check, %2% %3% scans that raters excluded.") %
      scores.excluded % like % (like == 1 ? "resembles" : "resemble"));
}

std::string shift_sentence(double shift) {
  if (shift == 0) {
    return "There are too few subjects or reference points to say how far this site as a whole "
           "lies from the reference.";
  }
  return str(
      boost::format("This site's shift from the reference is %1$.2f, where 0 is none and 1 "
                    "is the most. A different scanner alone can raise it to 0.96, so it does "
                    "not show that something is wrong.") %
      shift);
}

}  // namespace

std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores, double shift) {
  std::vector<std::string> all{flag_sentence(scores)};
  if (const auto also = check_sentence(scores)) all.push_back(*also);
  if (const auto lacking = lacking_sentence(scores)) all.push_back(*lacking);
  if (scores.excluded > 0) all.push_back(excluded_sentence(scores));
  all.push_back(shift_sentence(shift));
  return all;
}

std::vector<std::string> outlier_sentences_of_learned(
    const quality::OutlierScores& scores, const std::vector<quality::OddMeasure>& site_extremes,
    const std::vector<std::string>& names) {
  std::vector<std::string> measures;
  measures.reserve(site_extremes.size());
  for (const quality::OddMeasure& measure : site_extremes) {
    measures.push_back(str(boost::format("%1% (%2$+.1f)") %
                           names[static_cast<std::size_t>(measure.feature)] % measure.deviation));
  }
  std::vector<std::string> all{scores.expected_false_alarms > 0
                                   ? flagged_sentence(scores)
                                   : "There are too few subjects to flag any."};
  if (const auto whole = whole_site_sentence(scores)) all.push_back(*whole);
  if (const auto also = check_sentence(scores)) all.push_back(*also);
  if (const auto lacking = lacking_sentence(scores)) all.push_back(*lacking);
  all.push_back("This site differs most from all sites in " +
                boost::algorithm::join(measures, ", ") +
                ", in standard deviations over all sites. Different scanners alone reach 1 to 4.");
  return all;
}

}  // namespace dsne::federated
