#include <boost/format.hpp>

#include "core/phrases.h"
#include "privacy/cost.h"
#include "report/words.h"

namespace dsne::report::words {
namespace {

constexpr std::size_t most_sites_named = 6;

/// Rounding may raise the cost of noise chosen for an ε by this share.
constexpr double noise_rounding = 1e-9;

std::string guaranteed(const Guarantee& guarantee) {
  // Odds may then change by a factor of 22,000 or more.
  constexpr double largest_useful_epsilon = 10;
  const std::string shared_noise = guarantee.colluding
                                       ? ", even if the coordinator colludes with up to " +
                                             counted(*guarantee.colluding, "site") +
                                             ", as long as the other sites are real"
                                       : "";
  return str(boost::format(
                 "Each site's messages in this run are differentially private with epsilon %s at "
                 "delta %g, when one subject's record is replaced by another%s.") %
             privacy::rounded_up(guarantee.epsilon * (1 - noise_rounding), 4) % guarantee.delta %
             shared_noise) +
         (guarantee.epsilon > largest_useful_epsilon ? " An epsilon that large protects nobody."
                                                     : "") +
         " " + guarantee.beside;
}

/// Who does not share positions, and what left them.
std::string keeping(const RunFacts& run, const Names& keeping, std::size_t sites) {
  const bool one = keeping.size() == 1;
  const std::string who =
      one ? "Site " + keeping.front() + " does not share its"
      : keeping.size() == sites
          ? "None of the " + std::to_string(sites) + " sites shares its"
          : "Sites " + in_words(keeping, most_sites_named) + " do not share their";
  const std::string sentence = who + " subjects' positions";
  if (run.summaries || !run.is_silent) return sentence + ".";
  const std::string where = one ? " left it" : " left their site";
  if (run.treatment.drops) {
    return sentence + ": nothing about them" + where +
           " but how many have every value, and no privacy guarantee covers that number.";
  }
  return sentence + ": nothing about them but their number" + where +
         ", and the site's privacy loss, epsilon, is 0.";
}

}  // namespace

Sentences privacy(const RunFacts& run) {
  if (run.is_simulation) {
    return {"NOT PRIVATE: this is a simulation, its noise came from a seed."};
  }
  return {run.guarantee ? guaranteed(*run.guarantee) : run.disclosure};
}

Sentences summary_privacy(const RunFacts& run) {
  if (!run.summaries) return {};
  return {
      "No privacy guarantee covers a shared summary: no row is a person, and anyone who holds a "
      "person's measurements can tell better than by chance whether that person took part."};
}

Sentences sums(const SiteFacts& site) {
  const auto& [sites, roster] = site.sums;
  const std::string checked = "Every site was on this site's roster, fingerprint " + roster +
                              ": compare it with the other sites by telephone.";
  if (!site.run.masks_sums) return roster.empty() ? Sentences() : Sentences{checked};
  if (sites == 1) {
    return {
        "This site was alone in the run: the coordinator's sums over the sites were this site's "
        "own."};
  }
  const std::string over = sites == 2
                               ? "The coordinator saw sums over this site and one other, which can "
                                 "subtract its own part to get this site's. "
                               : "The coordinator saw sums over all " + std::to_string(sites) +
                                     " sites, but no single site's part. ";
  return {over + (roster.empty() ? "This site checked no keys (known_keys): a coordinator that "
                                   "invented the other sites could see its part."
                                 : checked)};
}

Sentences silence(const SiteMapFacts& site) {
  if (!site.run.is_silent) return {};
  if (site.shares_places) {
    return {"Nothing about its subjects left this site before their final positions did."};
  }
  if (site.run.treatment.drops) {
    return {
        "Nothing about its subjects left this site but how many have every value; no privacy "
        "guarantee covers that number."};
  }
  return {
      "Nothing about its subjects but their number left this site, so the run's privacy loss, "
      "epsilon, is 0."};
}

Sentences sharing(const SiteMapFacts& site) {
  if (!site.run.has_common_map) {
    return {
        "Without a common map this site's positions would tell the others nothing: they stay "
        "here."};
  }
  if (!site.shares_places) {
    return {"This site does not share its subjects' positions: the others do not see them."};
  }
  return {site.shares_labels
              ? "This site shares its subjects' positions on the map and their labels."
              : "This site shares its subjects' positions on the map, not their labels."};
}

Sentences sharing(const RunFacts& run, const std::vector<EmbeddingPart>& parts, std::size_t sites) {
  Names without_places;
  Names with_labels;
  for (const EmbeddingPart& part : parts) {
    if (part.site == reference_site) continue;
    const bool places = part.coordinates.rows() > 0 && part.subjects.empty();
    if (part.points > 0 && !places) without_places.push_back(part.site);
    if (!part.labels.empty()) with_labels.push_back(part.site);
  }
  Sentences sentences;
  if (!without_places.empty()) sentences.push_back(keeping(run, without_places, sites));
  if (!with_labels.empty()) {
    sentences.push_back("Sites that share their subjects' labels: " +
                        in_words(with_labels, most_sites_named) + ".");
  }
  return sentences;
}

}  // namespace dsne::report::words
