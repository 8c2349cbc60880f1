#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cmath>

#include "core/phrases.h"
#include "privacy/cost.h"
#include "report/words.h"

namespace dsne::report::words {
namespace {

std::string counted_iterations(const Iterations& iterations) {
  if (iterations.of_training) {
    return counted(iterations.number, "round") + " of the network's training.";
  }
  const std::string of_map = counted(iterations.number, "iteration") + " of the map";
  if (iterations.in_a_round == 0) return of_map + ".";
  return of_map + ", " + std::to_string(iterations.in_a_round) + " in each round.";
}

std::string went_on_without(const Names& sites) {
  return "This run went on without " + std::string(sites.size() == 1 ? "site " : "sites ") +
         boost::algorithm::join(sites, ", ");
}

}  // namespace

Sentences together(std::initializer_list<Sentences> parts) {
  Sentences all;
  for (const Sentences& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::string title(const std::string& text, const RunFacts& run) {
  return run.is_simulation ? text + " - NOT PRIVATE (simulated noise)" : text;
}

Sentences method(const RunFacts& run) {
  const std::string method = "Method " + run.method;
  if (run.maps_summaries || run.on_reference_alone || !run.iterations) {
    const std::string on = run.maps_summaries       ? " on the sites' summaries"
                           : run.on_reference_alone ? " on a reference"
                                                    : "";
    return {method + on + ": it does not use max_iterations."};
  }
  return {method + ": max_iterations counted " + counted_iterations(*run.iterations)};
}

Sentences description(const RunFacts& run) { return {run.description}; }

Sentences without_effect(const RunFacts& run) {
  if (run.unread.empty()) return {};
  return {"Set for this run, but without effect with method " + run.method + ": " +
          boost::algorithm::join(run.unread, ", ") + "."};
}

Sentences left_out_sites(const run::LeftOutOfRun& left_out) {
  Sentences sentences;
  if (!left_out.left_out_sites.empty()) {
    sentences.push_back(went_on_without(left_out.left_out_sites) +
                        ": the files there have faults (faulty_sites).");
  }
  if (!left_out.lost_sites.empty()) {
    sentences.push_back(went_on_without(left_out.lost_sites) +
                        (left_out.lost_sites.size() == 1 ? ": it" : ": they") +
                        " stopped answering (at_least_sites). What was sent before counts.");
  }
  return sentences;
}

std::string after_headline(const run::LeftOutOfRun& left_out) {
  std::string text;
  for (const std::string& sentence : left_out_sites(left_out)) {
    text += (text.empty() ? ". " : " ") + sentence;
  }
  return text;
}

Sentences left_out_here() {
  return {
      "The run goes on without this site. Nothing about its subjects left it but the lines below. "
      "Correct the files, and take part in the next run."};
}

Sentences few_points(const std::optional<FewPoints>& map, const std::string& whose) {
  if (!map) return {};
  return {str(boost::format("With %d points, %s, the perplexity is %s in place of %.0f.") %
              map->points % whose % rounded_down(map->used) % map->wanted)};
}

Sentences few_points(const std::vector<FewPoints>& maps, std::size_t sites) {
  if (maps.empty()) return {};
  const auto [least, most] = std::ranges::minmax_element(maps, {}, &FewPoints::used);
  const std::string low = rounded_down(least->used);
  const std::string high = rounded_down(most->used);
  return {str(boost::format("At %d of %d sites there are few points, with the reference's: the "
                            "perplexity there is %s in place of %.0f.") %
              maps.size() % sites % (low == high ? low : low + " to " + high) %
              maps.front().wanted)};
}

Sentences reading(const RunFacts& run, bool shows_subjects) {
  const std::string marks =
      !run.maps_summaries ? "Each mark is one subject, or one point of the reference; subjects"
      : shows_subjects ? "Each small mark is one subject, each large dot a group of subjects; those"
                       : "Each dot is a group of subjects; those";
  return {marks + " whose data are alike lie close together. Directions and axes mean nothing."};
}

std::string joint_headline(std::int64_t sites, std::int64_t subjects, const std::string& found,
                           const Names& shared_names, const run::LeftOutOfRun& left_out) {
  std::string text = counted(sites, "site") + ", " + counted(subjects, "subject") + found;
  for (const std::string& name : shared_names) {
    text +=
        ". Several sites call themselves " + name + ": they are numbered in the order of their ids";
  }
  return text + after_headline(left_out);
}

Sentences sites() {
  return {
      "A site stands apart in a measure when its median is outside every other site's groups. The "
      "numbers say how far, in typical deviations within a site. Ask such a site about the unit "
      "and the scanner. A site lacks a measure that its table or summary leaves out and another "
      "site's has."};
}

Sentences measures(const std::vector<data::UnevenMeasure>& uneven, bool on_summaries,
                   std::size_t shown) {
  Sentences sentences;
  const auto used = std::ranges::count(uneven, true, &data::UnevenMeasure::used);
  const auto unused = std::ssize(uneven) - used;
  if (unused > 0) {
    sentences.push_back(
        "Left out at every site: " + counted(unused, "measure") +
        (on_summaries
             ? ". A measure counts if all summaries have it, and the tables of sites without one. "
               "A summary leaves out a measure where half of the site's subjects share a value, or "
               "too few values differ."
             : ". A measure counts if every site has it and, where a reference was given, the "
               "reference has it."));
  }
  if (used > 0) {
    sentences.emplace_back(
        "If a site has no value at all of a measure, it was filled in: nothing is known about it "
        "at that site.");
  }
  if (uneven.size() > shown) {
    sentences.push_back("These are the first " + std::to_string(shown) + " of " +
                        std::to_string(uneven.size()) + "; joint/measures.csv has all of them.");
  }
  return sentences;
}

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
