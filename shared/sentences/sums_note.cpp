#include "sentences/sums_note.h"

#include "privacy/keys.h"

namespace dsne::sentences {

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
