#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cmath>

#include "core/phrases.h"
#include "data/normalization.h"
#include "report/words.h"
#include "summary/common_map.h"
#include "summary/covariates.h"

namespace dsne::report::words {
namespace {

std::string moved_landmarks(const RunFacts& run) {
  // The published "+" form is described by what it protects.
  const std::string noise =
      run.landmarks->noise == 0
          ? ""
          : str(boost::format(" Sites added noise to their gradients (mmd_noise %g), which hides "
                              "little, because exact sums over the same subjects also left.") %
                run.landmarks->noise);
  return "The reference points are " + counted(run.reference_points, "landmark") + ", moved in " +
         counted(run.landmarks->rounds, "round") +
         " towards all sites' subjects as Fed-tSNE was published (landmark_method mmd). Each round "
         "told everyone a sum over all subjects, and many rounds can reveal records: it is for "
         "study only. No privacy guarantee covers it." +
         noise;
}

Sentences covariates(const Summaries& summaries) {
  Sentences sentences;
  if (!summaries.covariates.empty()) {
    sentences.push_back(
        "Covariates of all summaries: " + covariate_names(summaries.covariates) + ". " +
        (summaries.harmonized
             ? "What they explain of the measures was kept: only what is left was made the same."
             : "The map uses the measures as they are.") +
        " Beside each site's own scores are scores adjusted for them. Subjects who are in no row "
        "count as their site's mean.");
  }
  if (!summaries.left_out_covariates.empty()) {
    sentences.push_back(
        "Left out, since not all summaries, or the reference's points, have them: covariates " +
        boost::algorithm::join(summaries.left_out_covariates, ", ") + ".");
  }
  return sentences;
}

Sentences public_scans(const RunFacts& run) {
  if (run.public_scans.empty()) return {};
  return {run.public_scans +
          ". These scans came with the program. Later versions of MRIQC compute many measures in "
          "other ways: a site may stand apart for its version alone, which plays no part in its "
          "lists."};
}

/// What the map's points are: "60 rows of 2 sites' summaries".
std::string sources(const Summaries& summaries) {
  std::string of_sites = counted(summaries.rows, "row") + " of " + std::to_string(summaries.sites) +
                         (summaries.sites == 1 ? " site's summary" : " sites' summaries");
  if (summaries.public_rows == 0) return of_sites;
  return (summaries.sites == 0 ? "" : of_sites + " and ") + counted(summaries.public_rows, "row") +
         " of public scans, shown as the reference";
}

}  // namespace

std::string covariate_names(Names names) {
  for (std::string& name : names) name = summary::covariate_base(name);
  return boost::algorithm::join(names, ", ");
}

Sentences reference(const RunFacts& run) {
  if (run.landmarks) return {moved_landmarks(run)};
  if (run.maps_summaries) return {};
  if (!run.summaries) return public_scans(run);
  return together(
      {{"The reference points are the " + counted(run.reference_points, "row") +
        " of the sites' summaries" + (run.public_scans.empty() ? "" : " and of public scans") +
        ", each the mean of a group of a site's subjects with noise."},
       public_scans(run)});
}

Sentences replaced_summaries(const Names& sites) {
  if (sites.empty()) return {};
  return {"Ask before you use this map: " + in_words(sites, sites.size()) +
          (sites.size() == 1 ? " has a summary" : " have summaries") +
          " without any row of the one before. A site makes its summary once; two of the same "
          "persons can reveal them. If other persons are in it (dsne summarize --renew), all is "
          "well; if not, the site should bring its first summary again."};
}

std::string harmonized_map() {
  return "For the map only, sites were given the same middle and spread (harmonization): what all "
         "rows of a site share does not show there. Scores and lists use the measures as they are.";
}

Sentences map_of_summaries(const RunFacts& run) {
  const Summaries& summaries = *run.summaries;
  if (!run.has_common_map) {
    return {"There is no common map: the summaries together have " +
            counted(summaries.rows, "row") + ", and a common map needs " +
            std::to_string(summary::least_points) +
            ". Each site has a map of its own subjects alone."};
  }
  std::string made =
      "The map was made of " + sources(summaries) +
      ". Each large dot is a row, the mean of a group of a site's subjects with noise, sized by "
      "how "
      "many they are. Each site placed its own subjects around the rows, by itself.";
  if (summaries.harmonized) made += ' ' + harmonized_map();
  return together({{made}, public_scans(run), covariates(summaries)});
}

Sentences treatment(const RunFacts& run) {
  if (run.maps_summaries) {
    return {
        "Measures are compared on the scale of all sites' rows. On the map a missing value is "
        "replaced by the site's median."};
  }
  Names chosen;
  if (run.treatment.scaled_by_name) {
    chosen.emplace_back(
        "each is scaled by the reference's median and interquartile range (normalization robust)");
  }
  if (run.treatment.filled_by_name) {
    chosen.emplace_back("a missing value is replaced by the reference's median (missing impute)");
  }
  if (chosen.empty()) return {};
  return {"By their names, the features are measures of MRIQC or QAP: " +
          boost::algorithm::join(chosen, ", and ") + "."};
}

Sentences scales(const RunFacts& run) {
  if (!run.treatment.scales_differ) return {};
  return {
      "The features' scales differ more than a million-fold and normalization is none: a few "
      "features alone decide who is near whom on the map. Set normalization to robust."};
}

Sentences harmonization(const RunFacts& run) {
  if (!run.treatment.harmonizes) return {};
  return {
      "For the map only, each site's subjects were given the same location and spread "
      "(harmonization site): what all subjects of a site have in common does not show there. "
      "Scores and flags use the measures as they are."};
}

Sentences harmonization(const RunFacts& run, Eigen::Index points) {
  if (!run.treatment.harmonizes || points >= data::least_harmonized) return harmonization(run);
  return {"This site has too few subjects to be harmonized; on the map they are as measured."};
}

Sentences harmonization_removed(bool keeps_covariates) {
  Sentences table = {
      "How far each site's mean lay from the common mean, in standard deviations of subjects. The "
      "map is without this difference. harmonization.csv has all measures, in their units."};
  if (!keeps_covariates) return table;
  return {
      table.front(),
      "Sites are compared at the same covariates. What was kept is how much a measure grows for "
      "each unit of a covariate, or from its first word to its second."};
}

Sentences before_harmonization() {
  return {
      "The same rows with the measures as they are. Where sites lie apart here and not above, "
      "harmonization has removed what told them apart."};
}

}  // namespace dsne::report::words
