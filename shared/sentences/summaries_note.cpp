#include "sentences/summaries_note.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <utility>

#include "core/phrases.h"
#include "sentences/run_note.h"
#include "summary/covariates.h"
#include "summary/public_map.h"

namespace dsne::sentences {

namespace {

std::string bases_of(std::vector<std::string> names) {
  for (std::string& name : names) name = summary::covariate_base(name);
  return boost::algorithm::join(names, ", ");
}

/// What the map's covariates do, and which not all summaries have; nothing of none.
std::vector<std::string> covariate_sentences(const summary::CommonMap& map) {
  std::vector<std::string> sentences;
  const summary::CommonCovariates& covariates = map.covariates;
  if (!covariates.names.empty()) {
    sentences.push_back(
        "Covariates of all summaries: " + bases_of(covariates.names) + ". " +
        (map.sources.harmonized
             ? "What they explain of the measures was kept: only what is left was made the same."
             : "The map uses the measures as they are.") +
        " Beside each site's own scores are scores adjusted for them. Subjects who are in no row "
        "count as their site's mean.");
  }
  if (!covariates.left_out.empty()) {
    sentences.push_back(
        "Left out, since not all summaries, or the reference's points, have them: covariates " +
        boost::algorithm::join(covariates.left_out, ", ") + ".");
  }
  return sentences;
}

}  // namespace

const char* const no_summaries =
    "no site brings a summary (or reference_data): each site makes its summary once, with: dsne "
    "summarize DATA --output FOLDER, and gives the file as its input summary";

std::string public_scans_sentence() {
  return summary::public_map().sources.about +
         ". These scans came with the program. Later versions of MRIQC compute many measures in "
         "other ways: a site may stand apart for its version alone, which plays no part in its "
         "lists.";
}

std::vector<std::string> map_sentences(const summary::CommonMap& map) {
  Eigen::Index rows = 0;
  Eigen::Index public_rows = 0;
  std::size_t sites = 0;
  for (const summary::NamedSummary& site : map.sources.sites) {
    const bool is_public = summary::is_public_site(site.site);
    (is_public ? public_rows : rows) += site.summary.means.rows();
    if (!is_public) ++sites;
  }
  std::string sources = counted(rows, "row") + " of " + std::to_string(sites) +
                        (sites == 1 ? " site's summary" : " sites' summaries");
  if (public_rows > 0) {
    sources = (sites == 0 ? "" : sources + " and ") + counted(public_rows, "row") +
              " of public scans, shown as the reference";
  }
  if (!map.has_coordinates()) {
    return {"There is no common map: the summaries together have " + counted(rows, "row") +
            ", and a common map needs " + std::to_string(summary::least_points) +
            ". Each site has a map of its own subjects alone."};
  }
  std::vector<std::string> sentences = {
      "The map was made of " + sources +
      ". Each large dot is a row, the mean of a group of a site's subjects with noise, sized "
      "by how many they are. Each site placed its own subjects around the rows, by itself." +
      std::string(map.sources.harmonized
                      ? " For the map only, sites were given the same middle and spread "
                        "(harmonization): what all rows of a site share does not show there. "
                        "Scores and lists use the measures as they are."
                      : "")};
  if (public_rows > 0) sentences.push_back(public_scans_sentence());
  for (std::string& sentence : covariate_sentences(map)) sentences.push_back(std::move(sentence));
  return sentences;
}

std::string summaries_reading_sentence() {
  return "Each small mark is one subject, each large dot a group of subjects; those whose data are "
         "alike lie close together. Directions and axes mean nothing.";
}

std::string summary_privacy_sentence() {
  return "No privacy guarantee covers a shared summary: no row is a person, and anyone who holds a "
         "person's measurements can tell better than by chance whether that person took part.";
}

std::optional<std::string> replaced_sentence(const std::vector<std::string>& sites) {
  if (sites.empty()) return std::nullopt;
  return "Ask before you use this map: " + in_words(sites, sites.size()) +
         (sites.size() == 1 ? " has a summary" : " have summaries") +
         " without any row of the one before. A site makes its summary once; two of the same "
         "persons can reveal them. If other persons are in it (dsne summarize --renew), all is "
         "well; if not, the site should bring its first summary again.";
}

std::string shared_summary_sentence(const summary::Summary& summary) {
  return "Shared: your summary (" + counted(summary.means.rows(), "row") + ", each the mean of " +
         std::to_string(static_cast<std::int64_t>(summary.subjects.minCoeff())) +
         " or more of your subjects" +
         (summary.covariates.names.empty()
              ? ""
              : ", with covariates " + bases_of(summary.covariates.names) + " and their slopes") +
         "). Not shared: records, ids.";
}

}  // namespace dsne::sentences
