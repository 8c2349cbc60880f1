#include "federated/notes/sums_note.h"

#include "federated/notes/run_note.h"

namespace dsne::federated {

std::string sums_sentence(const SiteSums& sums, const KeyPolicy& policy) {
  return sums_sentence(sums.sites(), sums.known_sites(), !policy.known_keys.empty());
}

std::string sums_sentence(Eigen::Index sites, Eigen::Index known, bool by_keys) {
  if (sites == 1) {
    return "This site was alone in the run: the coordinator's sums over the sites were this "
           "site's own.";
  }
  const std::string over = sites == 2
                               ? "The coordinator saw sums over this site and one other, which can "
                                 "subtract its own part to get this site's."
                               : "The coordinator saw sums over all " + std::to_string(sites) +
                                     " sites, but no single site's part.";
  if (!by_keys) {
    return over +
           " This site checked no keys (known_keys): a coordinator that invented the other sites "
           "could see its part.";
  }
  return over + " Of the " + counted(sites - 1, "other site") + ", this site knew the keys of " +
         std::to_string(known - 1) + ".";
}

}  // namespace dsne::federated
