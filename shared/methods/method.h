#pragma once

#include <boost/core/noncopyable.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/digest.h"
#include "core/matrix.h"
#include "exchange/site_answers.h"
#include "methods/disk_cache.h"
#include "methods/parameters.h"
#include "privacy/microaggregation.h"
#include "privacy/release_ledger.h"
#include "quality/site_density.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// A site's data as affinities see it: preprocessed, one row per point.
struct SitePoints {
  Matrix own;
  Matrix reference;
};

/// A site's subjects as its method sees them. Each table is read when it is asked for, which is
/// slow; a method that spends a budget asks after it has spent.
class SiteSubjects : private boost::noncopyable {
 public:
  virtual ~SiteSubjects() = default;

  virtual SitePoints points() = 0;

  /// The names of the features of SitePoints::own; none when they have none.
  virtual std::vector<std::string> features() = 0;

  /// Groups of at least so many, as affinities see the groups' means (grouped_subjects).
  virtual privacy::Groups groups(Eigen::Index least) = 0;

  /// Where the own points lie on the map of the sites' summaries, in a run on such a map.
  virtual Matrix places_on_summaries() = 0;
};

/// The result of a site's half of a method besides positions: the group's network on a sphere, or
/// clusters; nothing for most methods.
struct SiteFindings {
  std::variant<std::monostate, sphere::SiteSphere, spectral::SiteClusters> value;
};

/// The result of the coordinator's half besides the map: the density of each site's subjects, the
/// group's network on a sphere, or clusters; nothing for most methods.
struct JointFindings {
  std::variant<std::monostate, quality::SiteDensities, sphere::GroupSphere, spectral::JointClusters>
      value;
};

/// The inputs of a site's half of a method.
struct SiteProblem {
  Parameters parameters;
  Eigen::Index own_points = 0;
  Eigen::Index reference_points = 0;
  std::uint64_t seed = 0;            ///< of random starts, another one at each site
  SiteSubjects* subjects = nullptr;  ///< must outlive the half
  DiskCache disk_cache;              ///< where what is slow is kept between steps
  /// Called before any private data are used for a release. Only for methods with a privacy plan.
  privacy::Spend spend = {};
  bool shares_coordinates = true;  ///< whether others will see its points' final positions
  Eigen::Index sites = 1;          ///< in the run
  std::string site = {};           ///< its name
  Bytes32 reading_key = {};        ///< SiteSums::reading_key of the run
  bool on_summaries = false;       ///< the run's map is that of the sites' summaries
};

/// A site's half of a method. It lives for one step; `state` saves what must last.
class SiteMethod : private boost::noncopyable {
 public:
  virtual ~SiteMethod() = default;

  /// Answers one embed message. Everything in the result leaves the site, sums masked.
  /// @throws MessageError when this method's coordinator would not send the message
  virtual exchange::SiteAnswer round(const Json& message) = 0;

  /// Processes the coordinator's last message. The result is sent with `collect`; a site that keeps
  /// its positions sends none of the fields, and adds 0 to the sums.
  virtual exchange::SiteAnswer finish(const Json& message) = 0;

  /// Returns the site's own points on the map (own_points × no_dims), after `finish`.
  virtual Matrix coordinates() const = 0;

  /// Returns the result besides the positions, after `finish`.
  /// @param result CoordinatorMethod::result, or null if the run ends in a map
  /// @throws MessageError when this method's coordinator would not send the result
  virtual SiteFindings findings(const Json& /*result*/) const { return {}; }

  /// Returns the state for the next step's object.
  virtual Json state() const = 0;
};

/// The inputs of the coordinator's half of a method.
struct CoordinatorProblem {
  Parameters parameters;
  std::map<std::string, Eigen::Index> site_points;  ///< own points by site
  Eigen::Index reference_points = 0;
  std::function<Matrix()> reference;         ///< reads the preprocessed reference; slow
  std::optional<DiskCache> disk_cache = {};  ///< where what is slow is kept between steps
  std::optional<Matrix> summaries_map = {};  ///< in a run on summaries where their points lie
};

/// The coordinator's half of a method. It lives for one step; `state` saves what must last.
class CoordinatorMethod : private boost::noncopyable {
 public:
  virtual ~CoordinatorMethod() = default;

  /// Returns the message to all sites for their next round or, after all rounds, for the end.
  virtual Json message() const = 0;

  /// Processes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape or a value not finite
  virtual void combine(const exchange::SiteAnswers& answers) = 0;

  /// Returns the method's total number of rounds.
  virtual int rounds() const = 0;

  /// Returns the reference's coordinates (reference_points × no_dims).
  virtual Matrix reference_coordinates() const = 0;

  /// Returns the run's result for all sites, after the last round of a method that ends in a
  /// result.
  virtual Json result() const { return nullptr; }

  /// Returns the result besides the map, after the last round.
  virtual JointFindings findings() const { return {}; }

  /// Returns the state for the next step's object.
  virtual Json state() const = 0;
};

/// A guarantee by noise of all sites together. It holds if no more than dp_colluding of them
/// collude with the coordinator, and the others are real.
struct SharedNoise {
  std::string what;       ///< names what has the guarantee, in errors
  std::string parameter;  ///< the parameter that asks for it
  double epsilon = 0;     ///< its value
};

/// The private releases of a site's data in a whole run.
struct PrivacyPlan {
  privacy::PrivateRelease each;
  std::int64_t releases = 0;
  bool covers_coordinates =
      false;  ///< positions derive from releases alone, so a site may share them
  std::optional<SharedNoise> shared_noise = {};  ///< if the noise is of all sites together
  std::string beside =
      {};  ///< a sentence about what it does not cover; Method::disclosure if empty
};

/// What a sent field reveals about the site's subjects.
enum class Shows {
  sums,         ///< exact sums over all of them
  coordinates,  ///< something about each of them
  records,      ///< enough to compute each one's data
  density,      ///< the density of this site's subjects on the map
  noise,        ///< only what the method's privacy plan allows
  nothing       ///< nothing about any
};

/// A field of a method's own that a site sends. The tables of docs/protocol.md come from these.
struct SentField {
  std::string phase;  ///< embed; or collect, where a site that keeps its positions adds 0 to the
                      ///< sums and sends nothing else
  std::string name;
  Shows shows = Shows::coordinates;
  std::string what;     ///< its shape, its meaning, and to which question it is an answer
  std::string privacy;  ///< what it shows, in words
  bool masked = false;  ///< it is a term of a sum over the sites, which nobody sees
};

/// The sum of the KL divergences of the sites that share their positions, and their number.
inline constexpr const char* kl_divergence_name = "kl_divergence";
inline constexpr double kl_divergence_bound = 1000;

/// Returns the field of a map's KL divergence, which methods send at the end.
SentField kl_divergence_field();

/// Returns a site's term of that sum.
exchange::SumTerm kl_divergence_term(double divergence);

/// The kind of a run's result.
enum class Ending {
  embedding,  ///< a map with all shared positions, and its reports
  result      ///< CoordinatorMethod::result, in `result.json`
};

/// A method: its description and its two halves. Everything that other code needs to know about a
/// method is here; no other code depends on its name.
struct Method {
  std::string name;  ///< its value of the parameter `method`

  /// Whether its runs need a public reference. Without one, SitePoints::own holds the measured
  /// values.
  bool needs_reference = true;

  /// Whether a run on the sites' summaries makes a map of their rows, on which each site places its
  /// own subjects. Such a run has no rounds, and its sites only call `finish`. Otherwise the rows
  /// are the run's reference points.
  bool maps_summaries = false;

  Ending ending = Ending::embedding;
  Layout layout = Layout::tsne;  ///< the kind of map that its runs make
  int iterations = 1;            ///< if max_iterations is 0

  /// The names of the parameters that its halves read. Parameters that every run reads are not
  /// included, see `reads`.
  std::vector<std::string> parameters;

  /// The fields that a site sends, besides the positions and labels that it may share at the end.
  std::vector<SentField> sent_fields;

  /// Returns a sentence for reports about how the run's map was made.
  std::function<std::string(const Parameters&)> description;

  /// Returns a sentence for reports about what the method reveals about a site's subjects; for a
  /// private method, about what its guarantee does not cover.
  std::function<std::string(const Parameters&)> disclosure;

  /// Returns its releases in a run; nothing if it is not differentially private.
  std::function<std::optional<PrivacyPlan>(const Parameters&)> privacy_plan;

  /// Checks a site's values (subjects × features; NaN for a missing value) when it registers: a
  /// later error would depend on its subjects.
  /// @throws InputError when the method cannot take them
  std::function<void(const Parameters&, const Matrix& values)> check_values = [](const Parameters&,
                                                                                 const Matrix&) {};

  /// Make the halves, new (`state` null) or from the state of the previous step.
  std::function<std::unique_ptr<SiteMethod>(SiteProblem problem, const Json& state)> site;
  std::function<std::unique_ptr<CoordinatorMethod>(CoordinatorProblem problem, const Json& state)>
      coordinator;
};

/// Makes a half of a class (Method::site and Method::coordinator).
template <typename Half>
constexpr auto make_half = [](auto problem, const Json& state) {
  return std::make_unique<Half>(std::move(problem), state);
};

/// The privacy plan of a method without a guarantee.
inline std::optional<PrivacyPlan> no_guarantee(const Parameters& /*parameters*/) {
  return std::nullopt;
}

/// Returns a sentence for any parameters.
inline auto always(const char* sentence) {
  return [sentence](const Parameters&) { return sentence; };
}

/// All methods, the default first.
const std::vector<const Method*>& known_methods();

/// Returns the method with a name. @throws InputError when there is none
const Method& find_method(const std::string& name);

/// Returns whether a parameter affects the method's runs: its halves read it, or the phases around
/// their rounds.
bool reads(const Method& method, const std::string& parameter);

/// Returns the parameters that a run sets to other values than their defaults although its method
/// does not read them.
std::vector<std::string> unread(const Parameters& parameters);

/// Returns whether a site sends, in the rounds, exact sums over its subjects, which reveal much
/// about each if they are few.
bool sends_sums(const Method& method);

/// Returns whether its rounds use masked sums over the sites.
bool masks_sums(const Method& method);

/// Returns whether what a site sends in the rounds reveals its subjects' data.
bool shows_records(const Method& method);

/// Returns whether nothing that a site sends in the rounds depends on its subjects.
bool is_silent(const Method& method);

/// Returns the privacy plan of a method with all guarantees that it offers; nothing if it offers
/// none.
std::optional<PrivacyPlan> possible_plan(const Method& method);

/// Returns the privacy plan of the parameters' method; nothing if it is not differentially private.
std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters);

/// Returns the number of iterations: max_iterations, or the method's own number if that is 0.
int iterations(const Parameters& parameters);

}  // namespace dsne::methods
