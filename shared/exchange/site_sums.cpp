#include "exchange/site_sums.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "core/message.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/keys.h"
#include "privacy/random_source.h"

namespace dsne::exchange {
namespace {

constexpr const char* mechanism = "distributed discrete gaussian";

}  // namespace

Matrix whole_rows(const Matrix& rows) {
  // Slightly below 1, so that rounding never makes a row too long.
  constexpr double room = 1 - 1e-9;
  Matrix whole =
      (rows * (room * whole_length)).array().unaryExpr([](double x) { return std::trunc(x); });
  for (auto row : whole.rowwise()) {
    // Exact, because sums of squares of such numbers are far below 2^53.
    if (!(row.squaredNorm() <= whole_length * whole_length)) row.setZero();
  }
  return whole;
}

double apart_at_right_angles(Eigen::Index numbers, double cosine_below_0) {
  const double c = whole_length;
  const double d = static_cast<double>(numbers);
  // Rounding changes each number by less than 1, so a product falls by less than 2c√d + d.
  return std::sqrt(2 * c * c * (1 + cosine_below_0) + 4 * std::sqrt(d) * c + 2 * d);
}

privacy::Cost cost_of(double epsilon, double delta) {
  return privacy::Cost(privacy::gaussian_dp_within(epsilon, delta));
}

double NoisySum::share_variance(Eigen::Index sites) const {
  if (sites <= colluding) throw InputError(what + " needs more sites than dp_colluding");
  if (sites > max_noisy_sites) throw InputError(what + " cannot be of so many sites");
  const double variance =
      privacy::discrete_gaussian_variance(sensitivity, privacy::GaussianDp(cost.mu()));
  return std::max(privacy::min_share_variance,
                  std::ceil(variance / static_cast<double>(sites - colluding)));
}

double NoisySum::deviation(Eigen::Index sites) const {
  return std::sqrt(share_variance(sites) * static_cast<double>(sites));
}

privacy::PrivateRelease NoisySum::release(Eigen::Index sites) const {
  const double variance = share_variance(sites) * static_cast<double>(sites - colluding);
  return {told,
          mechanism,
          sensitivity,
          std::sqrt(variance),
          privacy::Cost(privacy::discrete_gaussian_dp(sensitivity, variance)),
          false};
}

privacy::PrivateRelease NoisySum::planned() const {
  return {told, mechanism, sensitivity, sensitivity / cost.mu(), cost, false};
}

namespace {

/// Returns the statement that a site signs.
std::string statement(const Bytes32& run, const std::string& site) {
  return to_hex(hash_of({"dsne site of run", view_of(run), site}));
}

/// Clamped terms would show in their sum which site's was beyond the bound, and a coordinator that
/// lies can push them there. Honest ones never get so far; those with noise are whole numbers below
/// it by the way they are made.
void check_bound(const SumTerm& term) {
  if (term.noise > 0 || (term.values.array().abs() <= term.bound).all()) return;
  throw MessageError("this run's " + term.name + " is beyond all bounds: it has come apart");
}

}  // namespace

Bytes32 key_field(const Json& object, const std::string& name, std::string_view what) {
  const auto key = from_hex(text_field(object, name, what));
  if (!key) throw MessageError(std::string(what) + ": " + name + " is not a key");
  return *key;
}

Json to_json(const Roster& roster) {
  Json json = Json::object();
  for (const auto& [site, keys] : roster.sites) json[site] = to_message(keys);
  return json;
}

Roster parse_roster(const Json& roster, std::string_view what) {
  if (!roster.is_object()) throw MessageError(std::string(what) + ": keys is not an object");
  Roster parsed;
  std::set<Bytes32> seen;
  std::set<Bytes32> identities;
  for (const auto& [site, keys] : roster.items()) {
    const SiteKeys& added = parsed.sites[site] = parse_message<SiteKeys>(keys, what);
    if (!privacy::is_canonical(added.run)) {
      throw MessageError(std::string(what) + ": a site's key is not canonical");
    }
    if (!seen.insert(added.run).second) {
      throw MessageError(std::string(what) + ": two sites have the same key");
    }
    if (added.identity && !identities.insert(*added.identity).second) {
      throw MessageError(std::string(what) + ": two sites have the same identity");
    }
  }
  parsed.run = hash_of({"dsne run", to_ascii(to_json(parsed))});
  return parsed;
}

SiteSums SiteSums::begin(std::string site, const std::optional<Bytes32>& identity) {
  SiteSums sums(std::move(site));
  sums.secret_ = privacy::RunKey::make().secret();
  sums.identity_ = identity;
  sums.now_.moment = {phase::registration, 0};
  return sums;
}

SiteSums::SiteSums(const Json& state, std::string site) : SiteSums(std::move(site)) {
  restore(state, *this);
}

Bytes32 SiteSums::secret_key(const std::string& purpose) const {
  return privacy::noise_key(secret_, {now_.moment, purpose, 0, 0, now_.transcript});
}

Json SiteSums::state() const { return state_of(*this); }

SiteKeys SiteSums::keys() const { return {privacy::RunKey(secret_).public_key(), identity_}; }

void SiteSums::hear(const Json& message, const Moment& moment) {
  // The form in which every orchestrator delivers it: sorted, and 1.0 as 1.
  const std::string text = to_ascii(with_plain_numbers(message));
  now_ = {moment, hash_of({"dsne transcript", view_of(now_.transcript), text})};
}

void SiteSums::meet(const Roster& roster) {
  if (run_) {
    if (*run_ == roster.run) return;
    throw MessageError("the remote's message: keys differ from before");
  }
  const auto own = roster.sites.find(site_);
  if (own == roster.sites.end()) {
    throw MessageError("the run goes on without this site: it did not answer in time");
  }
  if (own->second != keys()) {
    throw MessageError(
        "the remote's message: keys is not right for this site; does another site have its id?");
  }
  for (const auto& [site, keys] : roster.sites) {
    if (site == site_) continue;
    others_[site] = keys.run;
    if (keys.identity) identities_[site] = *keys.identity;
  }
  run_ = roster.run;
}

void SiteSums::agree_on_secrets() {
  if (!secrets_.empty()) return;
  const privacy::RunKey key(secret_);
  for (const auto& [site, other] : others_) {
    const auto secret = key.pair_secret(site_, site, other, run_.value());
    if (!secret) throw MessageError("the key of site " + site + " is no good");
    secrets_[site] = *secret;
  }
}

std::string SiteSums::signature(const privacy::Identity& identity) const {
  if (!run_ || identity_ != identity.public_key()) {
    throw MessageError("the site's identity is not the one that it registered with");
  }
  return identity.sign(statement(*run_, site_));
}

void SiteSums::check_signatures(const Json& signatures, const KeyPolicy& policy) const {
  if (!run_) throw MessageError("the remote's message: signatures came before the sites' keys");
  for (const auto& [site, identity] : identities_) {
    if (!privacy::is_signed(statement(*run_, site),
                            text_field(signatures, site, "the remote's message: signatures"),
                            identity)) {
      throw MessageError("the signature of site " + site + " is not its own");
    }
  }
  if (policy.known_keys.empty()) return;
  std::string strangers;
  for (const auto& [site, key] : others_) {
    const auto identity = identities_.find(site);
    if (identity == identities_.end() || policy.known_keys.count(identity->second) == 0) {
      strangers += (strangers.empty() ? "" : ", ") + site;
    }
  }
  if (strangers.empty()) return;
  throw InputError("not on this site's known_keys: " + strangers +
                   "; add their keys to the roster, or run without them");
}

Json SiteSums::mask(const std::vector<SumTerm>& terms) {
  if (!run_) throw MessageError("the remote asked for a sum before the sites had met");
  agree_on_secrets();
  Json masked = Json::object();
  const auto send = [&](const SumTerm& term) {
    check_bound(term);
    const privacy::SumPlace place{now_.moment, term.name, term.values.rows(), term.values.cols(),
                                  now_.transcript};
    Matrix values = term.values;
    if (term.noise > 0) {
      // A repeated step adds the same noise; a different message of the coordinator gives fresh
      // noise.
      privacy::KeyedSource source(privacy::noise_key(secret_, place));
      const privacy::DiscreteGaussian noise(term.noise);
      for (double& value : values.reshaped()) value += static_cast<double>(noise.sample(source));
    }
    const privacy::FixedPoint fixed_point{term.bound, others_.size() + 1};
    privacy::Words words = fixed_point.from_matrix(values);
    privacy::add_masks(words, site_, secrets_, place);
    masked[term.name] = pack_words(words, place.rows, place.columns);
  };
  for (const SumTerm& term : terms) send(term);
  send({one_per_site, 1, Matrix::Ones(1, 1)});
  return masked;
}

Bytes32 SiteSums::reading_key() const {
  if (!run_) throw MessageError("the remote began the map before the sites had met");
  return keyed_hash(secret_, {"dsne reading", view_of(*run_)});
}

std::string roster_fingerprint(const SiteSums& sums, const KeyPolicy& policy) {
  if (policy.known_keys.empty()) return "";
  std::set<Bytes32> keys = policy.known_keys;
  if (sums.identity()) keys.insert(*sums.identity());
  return privacy::fingerprint(keys);
}

}  // namespace dsne::exchange
