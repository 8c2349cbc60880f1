#include "sentences/privacy_note.h"

#include <boost/format.hpp>

#include "core/phrases.h"
#include "methods/method.h"
#include "privacy/keys.h"
#include "privacy/protection.h"

namespace dsne::sentences {
namespace {

/// Reports say that a larger ε protects nobody: odds may change by a factor of 22,000 or more.
constexpr double largest_useful_epsilon = 10;

/// Rounding may raise the cost of noise chosen for an ε by this share.
constexpr double noise_rounding = 1e-9;

/// Returns the clause that says against which colluding sites the noise holds.
std::string shared_noise_clause(const methods::PrivacyPlan& plan,
                                const methods::Parameters& parameters) {
  if (!plan.shared_noise) return "";
  return ", even if the coordinator colludes with up to " +
         counted(parameters.dp_colluding, "site") + ", as long as the other sites are real";
}

}  // namespace

Json privacy_figures(const methods::Parameters& parameters) {
  const auto plan = methods::privacy_plan(parameters);
  if (!plan) return nullptr;
  const privacy::Cost cost = privacy::compose(plan->each.cost, plan->releases);
  Json figures = {{"epsilon", cost.epsilon(parameters.dp_delta)},
                  {"delta", parameters.dp_delta},
                  {"releases", plan->releases},
                  {"neighbours", "replace one"}};
  if (plan->shared_noise) figures["colluding_sites"] = parameters.dp_colluding;
  if (methods::is_simulation(parameters))
    figures["not_private"] = "simulation: the noise came from a seed";
  return figures;
}

std::string shown_epsilon(double epsilon) {
  return privacy::rounded_up(epsilon * (1 - noise_rounding), 4);
}

std::string privacy_sentence(const methods::Parameters& parameters) {
  if (methods::is_simulation(parameters)) {
    return "NOT PRIVATE: this is a simulation, its noise came from a seed.";
  }
  const Json figures = privacy_figures(parameters);
  if (figures.is_null()) return methods::find_method(parameters.method).disclosure(parameters);
  const methods::PrivacyPlan plan = *methods::privacy_plan(parameters);
  const double epsilon = figures["epsilon"];
  std::string sentence = str(
      boost::format("Each site's messages in this run are differentially private with epsilon %s "
                    "at delta %g, when one subject's record is replaced by another%s.") %
      shown_epsilon(epsilon) % parameters.dp_delta % shared_noise_clause(plan, parameters));
  if (epsilon > largest_useful_epsilon) sentence += " An epsilon that large protects nobody.";
  return sentence + ' ' +
         (plan.beside.empty() ? methods::find_method(parameters.method).disclosure(parameters)
                              : plan.beside);
}

std::string marked_title(const std::string& title, const methods::Parameters& parameters) {
  return methods::is_simulation(parameters) ? title + " - NOT PRIVATE (simulated noise)" : title;
}

std::string roster_fingerprint(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy) {
  if (policy.known_keys.empty()) return "";
  std::set<Bytes32> keys = policy.known_keys;
  if (sums.identity()) keys.insert(*sums.identity());
  return privacy::fingerprint(keys);
}

std::string sums_sentence(const exchange::SiteSums& sums, const exchange::KeyPolicy& policy) {
  return sums_sentence(sums.sites(), roster_fingerprint(sums, policy));
}

std::string sums_sentence(Eigen::Index sites, const std::string& roster) {
  if (sites == 1) {
    return "This site was alone in the run: the coordinator's sums over the sites were this "
           "site's own.";
  }
  const std::string over = sites == 2
                               ? "The coordinator saw sums over this site and one other, which can "
                                 "subtract its own part to get this site's."
                               : "The coordinator saw sums over all " + std::to_string(sites) +
                                     " sites, but no single site's part.";
  if (roster.empty()) {
    return over +
           " This site checked no keys (known_keys): a coordinator that invented the other sites "
           "could see its part.";
  }
  return over + ' ' + roster_sentence(roster);
}

std::string roster_sentence(const std::string& roster) {
  if (roster.empty()) return "";
  return "Every site was on this site's roster, fingerprint " + roster +
         ": compare it with the other sites by telephone.";
}

}  // namespace dsne::sentences
