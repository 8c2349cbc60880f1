#include "sentences/outlier_note.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cmath>
#include <optional>

#include "core/phrases.h"
#include "data/measure_terms.h"

namespace dsne::sentences {
namespace {

constexpr std::size_t most_outside = 5;

std::optional<std::string> lacking_sentence(const quality::OutlierScores& scores) {
  const auto count = std::count_if(scores.lacks.begin(), scores.lacks.end(),
                                   [](Eigen::Index number) { return number > 0; });
  if (count == 0) return std::nullopt;
  return str(boost::format("%1% %2% more than a fifth of the measures, and %3% on the list. With "
                           "missing values filled in, a subject looks ordinary.") %
             counted(count, "subject") % (count == 1 ? "lacks" : "lack") %
             (count == 1 ? "is" : "are"));
}

std::string lists_sentence(const quality::OwnScores& own) {
  if (own.compared.rows.size() < quality::least_compared) {
    return str(
        boost::format("Nobody is listed as odd or unfit: a list needs %1% different subjects "
                      "with enough measures, and this site has %2%.") %
        quality::least_compared % own.compared.rows.size());
  }
  const auto odd = std::count(own.odd.listed.begin(), own.odd.listed.end(), true);
  const auto unfit = std::count(own.unfit.listed.begin(), own.unfit.listed.end(), true);
  std::ptrdiff_t both = 0;
  for (std::size_t i = 0; i < own.odd.listed.size(); ++i) {
    if (own.odd.listed[i] && own.unfit.listed[i]) ++both;
  }
  std::string lists = str(
      boost::format("Of %1%, %2% %3% listed as odd, far from this site's ordinary subjects, and "
                    "%4% as unfit, with measures that do not go together%5% (see flagged.csv).") %
      counted(std::ssize(own.odd.listed), "subject") % odd % (odd == 1 ? "is" : "are") % unfit %
      (both == 0 ? "" : "; " + std::to_string(both) + (both == 1 ? " is" : " are") + " on both"));
  const bool share_is_known = own.usual_low.size() <= quality::most_measures_tried &&
                              own.compared.rows.size() >= quality::least_subjects_tried;
  if (!share_is_known) return lists;
  return str(boost::format("%1% Of good subjects up to %2% %% are listed by chance.") % lists %
             quality::percent_listed_by_chance);
}

std::optional<std::string> copies_sentence(const quality::OwnScores& own) {
  if (own.compared.copies == 0) return std::nullopt;
  return str(boost::format("Exactly the same measures as another subject's: %1% of %2%. Check the "
                           "table. In the ordinary range copies count once.") %
             own.compared.copies % counted(own.compared.records, "subject"));
}

std::optional<std::string> persons_sentence(const quality::OwnScores& own) {
  if (own.compared.persons == own.compared.records) return std::nullopt;
  return str(
      boost::format("The %1% scans are of %2%. In the ordinary range each person counts once, with "
                    "the first scan.") %
      own.compared.records % counted(own.compared.persons, "person"));
}

/// Says why there is no list of what raters elsewhere would exclude.
std::optional<std::string> no_verdicts_sentence(const quality::OwnScores& own) {
  constexpr quality::SharedVerdicts least = quality::least_verdicts;
  if (!own.verdicts_elsewhere || own.compared.rows.size() < quality::least_compared) {
    return std::nullopt;
  }
  const quality::SharedVerdicts& known = *own.verdicts_elsewhere;
  const std::string none = "There is no list \"as raters elsewhere would exclude\": ";
  if (known.sites < least.sites) {
    return none + "it needs " + std::to_string(least.sites) +
           " other sites whose summaries tell of excluded scans, and there " +
           (known.sites == 0 ? "is none." : "is one.");
  }
  if (known.excluded < least.excluded) {
    return none + "it needs " + std::to_string(least.excluded) +
           " excluded scans in the other sites' summaries, and these tell of " +
           std::to_string(known.excluded) + ".";
  }
  return none + "the verdicts in the other sites' summaries do not predict each other's.";
}

std::optional<std::string> verdicts_sentence(const quality::OwnScores& own) {
  if (!own.like_excluded) return no_verdicts_sentence(own);
  const quality::VerdictList& list = *own.like_excluded;
  const auto listed = std::count(list.listed.begin(), list.listed.end(), true);
  const std::string source = str(
      boost::format("The score like_excluded was learned from raters at %1%, who excluded at least "
                    "%2% of %3% scans.") %
      counted(list.model.sites, "other site") % list.model.excluded % list.model.subjects);
  if (listed == 0)
    return source + " Nobody here is on the list \"as raters elsewhere would exclude\".";
  return str(
      boost::format("%1% %2% on the list \"as raters elsewhere would exclude\". Of such "
                    "scans, at sites that the score was not learned from, raters excluded "
                    "%3$.0f in 10. The lists of odd and unfit subjects do not depend on it.") %
      source % (counted(listed, "subject") + (listed == 1 ? " is" : " are")) %
      (10 * list.share_excluded));
}

std::vector<std::string> those_of(const std::vector<std::optional<std::string>>& sentences) {
  std::vector<std::string> there;
  for (const auto& sentence : sentences) {
    if (sentence) there.push_back(*sentence);
  }
  return there;
}

}  // namespace

std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores) {
  const quality::OwnScores& lists = scores.lists;
  return those_of({lists_sentence(lists), verdicts_sentence(lists), copies_sentence(lists),
                   persons_sentence(lists), lacking_sentence(scores)});
}

std::string outside_text(const quality::OutsideMeasure& measure,
                         const std::vector<std::string>& names) {
  const char* const sign = measure.deviation < 0 ? "−" : "+";
  return str(boost::format("%1% (%2%%3$.1f)") %
             data::measure_term(names[static_cast<std::size_t>(measure.measure)]).name % sign %
             std::abs(measure.deviation));
}

std::optional<std::string> outside_sentence(const std::vector<quality::OutsideMeasure>& outside,
                                            const std::vector<std::string>& names) {
  if (outside.empty()) return std::nullopt;
  std::vector<std::string> measures;
  for (const quality::OutsideMeasure& measure : outside) {
    if (measures.size() == most_outside) break;
    measures.push_back(outside_text(measure, names));
  }
  const auto rest = std::ssize(outside) - std::ssize(measures);
  return "This site as a whole may differ: most of its scans lie outside all others' range in " +
         boost::algorithm::join(measures, ", ") +
         (rest > 0 ? " and " + counted(rest, "other measure") : "") +
         ". The numbers say how far, in typical deviations. Check the unit or the scanner.";
}

}  // namespace dsne::sentences
