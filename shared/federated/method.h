#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "federated/memo.h"
#include "federated/parameters.h"
#include "privacy/release_ledger.h"
#include "quality/site_density.h"

namespace dsne::federated {

/// What a site's half of a method has to work with.
struct SiteProblem {
  Parameters parameters;
  Eigen::Index own_points = 0;
  Eigen::Index reference_points = 0;
  std::uint64_t seed = 0;                   ///< of random starts, another one at each site
  std::function<SitePoints()> read_points;  ///< slow, so only when the memo does not help
  Memo memo;                                ///< where what is slow is kept between steps
  /// Counts a private release against the site's budget, before it is made; throws when it must not
  /// be made. Only for methods with a privacy plan.
  std::function<void(const privacy::PrivateRelease&)> spend = {};
  std::string name = {};                       ///< what the coordinator calls the site
  std::function<Matrix()> read_held_out = {};  ///< held_out_points of the reference; slow, too
};

/// A site's half of a method. It lives for one step; what must last is in its state.
class SiteMethod {
 public:
  SiteMethod() = default;
  virtual ~SiteMethod() = default;
  SiteMethod(const SiteMethod&) = delete;
  SiteMethod& operator=(const SiteMethod&) = delete;
  SiteMethod(SiteMethod&&) = delete;
  SiteMethod& operator=(SiteMethod&&) = delete;

  /// Answers one embed message: everything in the result leaves the site.
  /// @throws MessageError when the message is not what this method's coordinator sends
  virtual Json round(const Json& message) = 0;

  /// Takes the coordinator's last message. What it returns is sent with `collect` by a site that
  /// shares its places.
  virtual Json finish(const Json& message) = 0;

  /// The site's own points on the map (own_points × no_dims), after `finish`.
  virtual Matrix places() const = 0;

  /// What the next step's object is made from.
  virtual Json state() const = 0;
};

/// What the coordinator's half of a method has to work with.
struct CoordinatorProblem {
  Parameters parameters;
  std::map<std::string, Eigen::Index> site_points;  ///< own points by site
  Eigen::Index reference_points = 0;
  std::function<Matrix()> reference;  ///< reads the preprocessed reference; slow
};

/// The coordinator's half of a method. It lives for one step; what must last is in its state.
class CoordinatorMethod {
 public:
  CoordinatorMethod() = default;
  virtual ~CoordinatorMethod() = default;
  CoordinatorMethod(const CoordinatorMethod&) = delete;
  CoordinatorMethod& operator=(const CoordinatorMethod&) = delete;
  CoordinatorMethod(CoordinatorMethod&&) = delete;
  CoordinatorMethod& operator=(CoordinatorMethod&&) = delete;

  /// What all sites are told for their next round, or, when all rounds are done, at the end.
  virtual Json message() const = 0;

  /// Takes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape or a value not finite
  virtual void combine(const std::map<std::string, Json>& answers) = 0;

  /// Number of rounds the method takes in all.
  virtual int rounds() const = 0;

  /// The reference's places (reference_points × no_dims).
  virtual Matrix reference_places() const = 0;

  /// Where each site's points lie, as far as the method has the sites tell it, after the last
  /// round.
  virtual std::optional<quality::SiteDensities> densities() const { return std::nullopt; }

  /// What the next step's object is made from.
  virtual Json state() const = 0;
};

/// What a differentially private method releases of a site's data in a whole run.
struct PrivacyPlan {
  privacy::PrivateRelease each;
  std::int64_t releases = 0;
  bool covers_places = false;  ///< places are made of releases alone: a site may share them
};

/// A method: its two halves, new (`state` null) or from the state of the step before.
/// Both throw MessageError when the state is damaged.
struct Method {
  std::function<std::unique_ptr<SiteMethod>(SiteProblem, const Json& state)> site;
  std::function<std::unique_ptr<CoordinatorMethod>(CoordinatorProblem, const Json& state)>
      coordinator;
  /// Empty when the method is not differentially private.
  std::function<PrivacyPlan(const Parameters&)> privacy_plan;
  int iterations = 5;  ///< when max_iterations leaves the number to the method
  /// A site sends exact sums over its subjects, which say much about each where they are few.
  bool sends_sums = false;
  bool shows_places = false;  ///< every site is shown the others' places in every round
};

/// The method of a name. @throws InputError when there is none
const Method& find_method(const std::string& name);

/// The privacy plan of the parameters' method; nothing when it is not differentially private.
std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters);

/// How many iterations a run makes: max_iterations, or where that is 0 the method's own number.
int iterations(const Parameters& parameters);

/// The names of all methods, the default first.
std::vector<std::string> method_names();

}  // namespace dsne::federated
