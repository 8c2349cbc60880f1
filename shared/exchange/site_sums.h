#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/json.h"
#include "core/phase.h"
#include "exchange/site_answer.h"
#include "exchange/site_keys.h"
#include "privacy/identity.h"
#include "privacy/masked_sum.h"
#include "privacy/random_source.h"

namespace dsne::exchange {

/// The identities that the site's settings accept.
struct KeyPolicy {
  std::set<Bytes32> known_keys;  ///< of all sites that may take part; empty: whoever takes part
  Eigen::Index least_sites = 3;  ///< that a sum must be over, this site included
};

/// A site's part in a run's sums over sites: its keys, the secrets that it shares with each other
/// site, and a transcript of all that the coordinator has told it, on which every mask depends. So
/// a coordinator that tells one site something else than another, now or before, gets random
/// numbers. What the coordinator tells them of a sum is its word. It lives for one step; what must
/// last is in its state. docs/protocol.md says how, docs/threats.md what is promised.
class SiteSums {
 public:
  /// At registration: draws the run's key.
  /// @param identity the site's long-term public key
  static SiteSums begin(std::string site, const std::optional<Bytes32>& identity);

  /// In later steps. @throws MessageError when the state is damaged
  SiteSums(const Json& state, std::string site);

  /// What the site registers.
  SiteKeys keys() const;

  /// Takes note of a message of the coordinator's. Before anything is answered to it.
  void hear(const Json& message, const Moment& moment);

  /// Meets the other sites, once; told again, they must be the same.
  /// @throws MessageError when this site is not among them as it registered, or they are others
  /// than
  ///   before, or a key is no good
  void meet(const Roster& roster);

  /// The site's word, under its long-term key, that its key is one of this run's.
  /// @throws MessageError when the identity is not the one registered
  std::string signature(const privacy::Identity& identity) const;

  /// Checks that each other site with an identity has signed its key and, where the policy lists
  /// keys, that each other site has an identity on the list.
  /// @param signatures by site
  /// @throws MessageError when a signature is missing or not good
  /// @throws InputError naming the sites that are not on the list
  void check_signatures(const Json& signatures, const KeyPolicy& policy) const;

  /// The site's long-term public key, if it has one.
  const std::optional<Bytes32>& identity() const { return identity_; }

  /// Sites that a sum is over, this one included.
  Eigen::Index sites() const { return std::ssize(others_) + 1; }

  /// The terms as they leave the site, masked, and the 1 that goes with them; for messages' field
  /// "masked".
  /// @throws MessageError when the site has not met the others, or a number is beyond its bound
  Json mask(const std::vector<SumTerm>& terms) const;

  /// Random numbers that nobody else knows: the same when a step is made again, and fresh where the
  /// coordinator has said anything else.
  /// @param purpose what they are for; no name of a sum
  privacy::KeyedSource secret_source(const std::string& purpose) const;

  /// A key that the site may give to the coordinator, under which that can tell something to this
  /// site alone; made from the run's key.
  /// @throws MessageError when the site has not met the others
  Bytes32 reading_key() const;

  Json state() const;

 private:
  /// Where in the run masks are made, and all that was said before.
  struct Point {
    Moment moment;
    Bytes32 transcript{};
  };

  SiteSums(std::string site, const Bytes32& secret);

  /// The term's values with the site's share of noise: the same when a step is made again, and
  /// fresh where the coordinator has said anything else.
  Matrix with_noise(const SumTerm& term, const privacy::SumPlace& place) const;
  privacy::SumPlace place_of(const SumTerm& term, const Point& point) const;
  privacy::FixedPoint fixed_point(const SumTerm& term) const;
  std::string site_;
  Bytes32 secret_;  ///< of the run's key
  std::optional<Bytes32> identity_;
  std::optional<Bytes32> run_;   ///< which run it is; nothing before the sites have met
  privacy::PairSecrets others_;  ///< the other sites
  std::map<std::string, Bytes32> identities_;  ///< of those that have one
  Point now_;
};

}  // namespace dsne::exchange
