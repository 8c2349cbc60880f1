#include "federated/outlier_note.h"

#include <algorithm>
#include <boost/format.hpp>

namespace dsne::federated {
namespace {

std::string flag_sentence(const quality::OutlierScores& scores) {
  if (scores.expected_false_alarms == 0) {
    return "The reference has too few points to flag subjects by.";
  }
  const auto flagged = std::count(scores.flagged.begin(), scores.flagged.end(), true);
  return str(boost::format("Flagged as outliers: %2% of %1% subjects (see embedding.csv); of good "
                           "ones %3$.2g %% are flagged by chance.") %
             scores.flagged.size() % flagged % (100 * scores.expected_false_alarms));
}

std::string excluded_sentence(const quality::OutlierScores& scores) {
  const auto like = std::count(scores.like_excluded.begin(), scores.like_excluded.end(), true);
  return str(boost::format("Raters excluded %1% of the reference's subjects; flags are set by the "
                           "others. Of the flagged, %2% %3% like excluded ones.") %
             scores.excluded % like % (like == 1 ? "is" : "are"));
}

std::string shift_sentence(double shift) {
  if (shift == 0) {
    return "There is too little to say how far this site as a whole lies from the reference.";
  }
  return str(
      boost::format("This site's shift from the reference is %1$.2f, where 0 is none and 1 is the "
                    "most. Another scanner alone can make it 0.96, so it does not tell "
                    "whether something is wrong.") %
      shift);
}

}  // namespace

std::vector<std::string> outlier_sentences(const quality::OutlierScores& scores, double shift) {
  std::vector<std::string> all{flag_sentence(scores)};
  if (scores.excluded > 0) all.push_back(excluded_sentence(scores));
  all.push_back(shift_sentence(shift));
  return all;
}

std::vector<std::string> outlier_sentences_of_learned() {
  return {
      "No subject is flagged: the reference was learned, and means of subjects do not tell how "
      "odd an ordinary subject is. The outlier scores rank this site's own subjects."};
}

}  // namespace dsne::federated
