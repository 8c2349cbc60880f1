#include "sentences/summaries_note.h"

#include "core/phrases.h"
#include "sentences/run_note.h"

namespace dsne::sentences {

const char* const no_summaries =
    "no site brings a summary (or reference_data): each site makes its summary once, with: dsne "
    "summarize DATA --output FOLDER, and gives the file as its input summary";

std::vector<std::string> map_sentences(const summary::CommonMap& map) {
  Eigen::Index rows = 0;
  for (const summary::NamedSummary& site : map.sources.sites) rows += site.summary.means.rows();
  const std::size_t sites = map.sources.sites.size();
  const std::string sources = counted(rows, "row") + " of " + std::to_string(sites) +
                              (sites == 1 ? " site's summary" : " sites' summaries");
  if (!map.has_coordinates()) {
    return {"There is no common map: the summaries together have " + counted(rows, "row") +
            ", and a common map needs " + std::to_string(summary::least_points) +
            ". Each site has a map of its own subjects alone."};
  }
  return {"The map was made of " + sources +
          ". Each large dot is a row, the mean of a group of a site's subjects with noise, sized "
          "by how many they are. Each site placed its own subjects around the rows, at home." +
          std::string(map.sources.harmonized
                          ? " For the map only, sites were given the same middle and spread "
                            "(harmonization): what all rows of a site share does not show there. "
                            "Scores and lists use the measures as they are."
                          : "")};
}

std::string summaries_reading_sentence() {
  return "Each small mark is one subject, each large dot a group of subjects; those whose data are "
         "alike lie close together. Directions and axes mean nothing.";
}

std::string summary_privacy_sentence() {
  return "No privacy guarantee covers a shared summary: no row is a person, and who already holds "
         "somebody's measurements can tell better than by chance whether she took part.";
}

std::string shared_summary_sentence(const summary::Summary& summary) {
  return "Shared: your summary (" + counted(summary.means.rows(), "row") + ", each the mean of " +
         std::to_string(static_cast<std::int64_t>(summary.subjects.minCoeff())) +
         " or more of your subjects). Not shared: records, ids.";
}

}  // namespace dsne::sentences
