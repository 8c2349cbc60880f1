#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/json.h"
#include "core/matrix.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "privacy/keys.h"
#include "privacy/masked_sum.h"
#include "privacy/random_source.h"
#include "privacy/release_ledger.h"

namespace dsne::exchange {

// Sums over all sites' subjects with noise that the sites add together. Each subject contributes a
// vector of whole numbers of limited length. Each site adds its share of the noise before it masks
// its term (SumTerm::noise).

/// The greatest length of a subject's vector, in whole numbers.
inline constexpr double whole_length = 65536;

/// The bound of the sums: 2³⁰ subjects, and noise.
inline constexpr double noisy_bound = 70368744177664;  // 2^46

/// The most sites whose whole numbers add up within that bound without rounding.
inline constexpr Eigen::Index max_noisy_sites = 65536;

/// A smaller ε would leave nothing but noise.
inline constexpr double min_shared_epsilon = 0.01;

/// Converts rows of length up to 1 to whole numbers, rounded towards 0: none is longer than
/// whole_length.
Matrix whole_rows(const Matrix& rows);

/// Returns the greatest distance between two subjects' whole vectors whose original angle is at
/// most 90°.
/// @param cosine_below_0 how far below 0 rounding may take the cosine of that angle
double apart_at_right_angles(Eigen::Index numbers, double cosine_below_0);

/// Returns the largest cost within ε at a δ.
privacy::Cost cost_of(double epsilon, double delta);

/// A sum of whole numbers with the noise that it is to have. Every site adds its own share before
/// it masks its term, so nobody sees the sum with less noise. A share is drawn from
/// DiscreteGaussian(v) for each number; the sum of several shares is almost a discrete Gaussian.
/// Kairouz, Liu, Steinke, "The Distributed Discrete Gaussian Mechanism for Federated Learning with
/// Secure Aggregation" (2021).
struct NoisySum {
  std::string told;            ///< a site's part of it, in words
  std::string what;            ///< has the guarantee, for errors
  double sensitivity = 0;      ///< when one record is replaced, in whole numbers
  privacy::Cost cost;          ///< what it may cost each site
  Eigen::Index colluding = 1;  ///< sites whose shares of the noise the coordinator may know

  /// Returns the variance v of each site's share, so that those of all sites that do not collude
  /// make up what the sum may cost.
  /// @throws InputError when there are no sites beside those that collude, or too many
  double share_variance(Eigen::Index sites) const;

  /// Returns the standard deviation of all sites' noise together, on each number.
  double deviation(Eigen::Index sites) const;

  /// Returns the release as a site's ledger has it.
  privacy::PrivateRelease release(Eigen::Index sites) const;

  /// Returns the release before it is known how many sites there are; it costs no less.
  privacy::PrivateRelease planned() const;
};

/// A site's public keys.
struct SiteKeys {
  Bytes32 run{};                    ///< for this run only (privacy::RunKey)
  std::optional<Bytes32> identity;  ///< its long-term key (privacy::Identity), if it has one

  bool operator==(const SiteKeys&) const = default;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("run", self.run);
    visit("identity", self.identity);
  }
};

/// All sites of a run, as the coordinator sends them to each site.
struct Roster {
  std::map<std::string, SiteKeys> sites;
  Bytes32 run{};  ///< hash of all names and keys; identifies the run
};

/// Returns a member that must be 64 hexadecimal digits. @throws MessageError otherwise
Bytes32 key_field(const Json& object, const std::string& name, std::string_view what);

Json to_json(const Roster& roster);

/// Reads the roster that the coordinator sends.
/// @throws MessageError when it is malformed, a key is not canonical, or two sites have the same
///   key or identity
Roster parse_roster(const Json& roster, std::string_view what);

/// The identities that the site's settings accept.
struct KeyPolicy {
  std::set<Bytes32> known_keys;  ///< of all sites that may take part; empty means any site
  Eigen::Index least_sites = 3;  ///< the fewest sites of a sum, this site included
};

/// A site's part in a run's sums over sites: its keys, the secrets that it shares with each other
/// site, and a transcript of the coordinator's messages. Every mask depends on the transcript, so a
/// coordinator that tells two sites different things gets random numbers. A sum that the
/// coordinator tells the sites is not verified. The object lives for one step; `state` saves what
/// must last. docs/protocol.md describes the exchange, docs/threats.md the promises.
class SiteSums {
 public:
  /// Begins at registration: draws the run's key.
  /// @param identity the site's long-term public key
  static SiteSums begin(std::string site, const std::optional<Bytes32>& identity);

  /// Continues in a later step.
  SiteSums(const Json& state, std::string site);

  /// Returns the keys that the site registers.
  SiteKeys keys() const;

  /// Adds the coordinator's message to the transcript. Call before answering it.
  void hear(const Json& message, const Moment& moment);

  /// Sets the other sites, once. A repeated roster must be the same.
  /// @throws MessageError when this site's entry is missing or wrong, or the sites differ from
  /// before
  void meet(const Roster& roster);

  /// Signs the run and the site's name with the site's long-term key.
  /// @throws MessageError when the identity is not the registered one
  std::string signature(const privacy::Identity& identity) const;

  /// Checks that each other site with an identity has signed its key and, if the policy lists keys,
  /// that each other site's identity is on the list.
  /// @param signatures by site
  /// @throws MessageError when a signature is missing or invalid
  /// @throws InputError naming the sites that are not on the list
  void check_signatures(const Json& signatures, const KeyPolicy& policy) const;

  const std::optional<Bytes32>& identity() const { return identity_; }

  /// Returns the number of sites in a sum, this one included.
  Eigen::Index sites() const { return std::ssize(others_) + 1; }

  /// The terms as they leave the site, masked, and the 1 that goes with them; for messages' field
  /// "masked".
  /// @throws MessageError when the site has not met the others, another site's key is invalid, or a
  ///   number is beyond its bound
  Json mask(const std::vector<SumTerm>& terms);

  /// Returns a key that only this site knows. A repeated step gets the same one; a different
  /// message of the coordinator gives another.
  /// @param purpose what it is for; not the name of a sum
  Bytes32 secret_key(const std::string& purpose) const;

  /// Returns a key that lets the coordinator address this site alone, derived from the run's key.
  /// The site may send it to the coordinator.
  /// @throws MessageError when the site has not met the others
  Bytes32 reading_key() const;

  Json state() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("secret", self.secret_);
    visit("identity", self.identity_);
    visit("run", self.run_);
    visit("others", self.others_);
    visit("secrets", self.secrets_);
    visit("identities", self.identities_);
    visit("now", self.now_);
  }

 private:
  /// The current step of the run, and the transcript up to it.
  struct Point {
    Moment moment;
    Bytes32 transcript{};

    template <typename Self, typename Visit>
    static void visit(Self& self, const Visit& visit) {
      visit("moment", self.moment);
      visit("transcript", self.transcript);
    }
  };

  explicit SiteSums(std::string site) : site_(std::move(site)) {}

  /// Computes the secrets that the site shares with the others. Most runs have no sums, and need
  /// none.
  void agree_on_secrets();

  std::string site_;
  Bytes32 secret_{};  ///< of the run's key
  std::optional<Bytes32> identity_;
  std::optional<Bytes32> run_;             ///< identifies the run; empty before the sites have met
  std::map<std::string, Bytes32> others_;  ///< the other sites' keys for this run
  privacy::PairSecrets secrets_;           ///< shared with them; empty before the first sum
  std::map<std::string, Bytes32> identities_;  ///< of the sites that have one
  Point now_;
};

/// Returns the fingerprint (privacy::fingerprint) of the site's key and the keys that it accepts,
/// the same at all sites with one roster; "" if its settings list no keys.
std::string roster_fingerprint(const SiteSums& sums, const KeyPolicy& policy);

}  // namespace dsne::exchange
