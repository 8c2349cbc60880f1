#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "exchange/site_answer.h"
#include "exchange/site_answers.h"
#include "methods/disk_cache.h"
#include "methods/parameters.h"
#include "methods/site_subjects.h"
#include "privacy/release_ledger.h"

namespace dsne::methods {

struct SiteFindings;   // methods/findings.h
struct JointFindings;  // methods/findings.h

/// What a site's half of a method has to work with.
struct SiteProblem {
  Parameters parameters;
  Eigen::Index own_points = 0;
  Eigen::Index reference_points = 0;
  std::uint64_t seed = 0;            ///< of random starts, another one at each site
  SiteSubjects* subjects = nullptr;  ///< must outlive the half
  DiskCache disk_cache;              ///< where what is slow is kept between steps
  /// Counts a private release against the site's budget, before it is made; throws when it must not
  /// be made. Only for methods with a privacy plan.
  std::function<void(const privacy::PrivateRelease&)> spend = {};
  bool shares_coordinates = true;  ///< whether the others will see where its points end
  Eigen::Index sites = 1;          ///< in the run
  std::string site = {};           ///< its name
  Bytes32 reading_key = {};        ///< SiteSums::reading_key of the run
  bool on_summaries = false;       ///< the run's map is that of the sites' summaries
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

  /// Answers one embed message: everything in the result leaves the site, sums masked.
  /// @throws MessageError when the message is not what this method's coordinator sends
  virtual exchange::SiteAnswer round(const Json& message) = 0;

  /// Takes the coordinator's last message. What it returns is sent with `collect`; a site that
  /// keeps its places sends none of the fields, and adds 0 to the sums.
  virtual exchange::SiteAnswer finish(const Json& message) = 0;

  /// The site's own points on the map (own_points × no_dims), after `finish`.
  virtual Matrix coordinates() const = 0;

  /// What it ends in beside the positions, after `finish`.
  /// @param result CoordinatorMethod::result, or null where the run ends in a map
  /// @throws MessageError when the result is not what this method's coordinator sends
  virtual SiteFindings findings(const Json& result) const;

  /// What the next step's object is made from.
  virtual Json state() const = 0;
};

/// What the coordinator's half of a method has to work with.
struct CoordinatorProblem {
  Parameters parameters;
  std::map<std::string, Eigen::Index> site_points;  ///< own points by site
  Eigen::Index reference_points = 0;
  std::function<Matrix()> reference;         ///< reads the preprocessed reference; slow
  std::optional<DiskCache> disk_cache = {};  ///< where what is slow is kept between steps
  std::optional<Matrix> summaries_map = {};  ///< in a run on summaries where their points lie
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
  virtual void combine(const exchange::SiteAnswers& answers) = 0;

  /// Number of rounds the method takes in all.
  virtual int rounds() const = 0;

  /// The reference's places (reference_points × no_dims).
  virtual Matrix reference_coordinates() const = 0;

  /// What the run has found, after the last round of a method that ends in a result: every site is
  /// told it.
  virtual Json result() const { return nullptr; }

  /// What it ends in beside the map, after the last round.
  virtual JointFindings findings() const;

  /// What the next step's object is made from.
  virtual Json state() const = 0;
};

/// A guarantee by noise of all sites together: it holds as long as no more than dp_colluding of
/// them collude with the coordinator, and the others are real.
struct SharedNoise {
  std::string what;       ///< has it, for errors
  std::string parameter;  ///< by which the owner asks for it
  double epsilon = 0;     ///< that this is
};

/// What a differentially private method releases of a site's data in a whole run.
struct PrivacyPlan {
  privacy::PrivateRelease each;
  std::int64_t releases = 0;
  bool covers_coordinates = false;  ///< places are made of releases alone: a site may share them
  std::optional<SharedNoise> shared_noise = {};  ///< where the noise is of all sites together
  std::string beside = {};  ///< what it does not cover, in a sentence; Method::disclosure if empty
};

/// What a field that leaves a site shows of the site's subjects.
enum class Shows {
  sums,         ///< exact sums over all of them
  coordinates,  ///< something of each of them
  records,      ///< what each one's data can be solved for
  density,      ///< how densely a site's subjects lie anywhere on the map, by itself
  noise,        ///< nothing but what the method's privacy plan allows
  nothing       ///< nothing of any
};

/// A field of a method's own that a site sends. The tables of docs/protocol.md come from these.
struct SentField {
  std::string phase;  ///< embed; or collect, where a site that keeps its places adds 0 to the sums
                      ///< and sends nothing else
  std::string name;
  Shows shows = Shows::coordinates;
  std::string what;     ///< its shape, its meaning, and to which question it is an answer
  std::string privacy;  ///< what it shows, in words
  bool masked = false;  ///< it is a term of a sum over the sites, which nobody sees
};

/// The sum, over the sites that share their places, of how well their maps fit, and their number.
inline constexpr const char* kl_divergence_name = "kl_divergence";
inline constexpr double kl_divergence_bound = 1000;

/// How well a map fits, which methods send at the end.
SentField kl_divergence_field();

/// A site's term of that.
exchange::SumTerm kl_divergence_term(double divergence);

/// What a run ends in.
enum class Ending {
  embedding,  ///< a map with everybody's places as far as sites share them, and its reports
  result      ///< CoordinatorMethod::result, in `result.json`
};

/// A method: what it is, in words and figures, and its two halves. All that others have to know of
/// a method it says here; nothing else looks at its name.
class Method {
 public:
  Method() = default;
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  Method(Method&&) = delete;
  Method& operator=(Method&&) = delete;

  /// As the parameter `method` names it.
  virtual std::string name() const = 0;

  /// Whether its runs need a public reference. Without one SitePoints::own are the values as they
  /// were measured.
  virtual bool needs_reference() const = 0;

  /// Whether a run on the sites' summaries is a map of their rows, on which each site places its
  /// own subjects: its coordinator then makes no round, and `finish` is all that its sites do. Else
  /// the rows are the run's reference, each a point.
  virtual bool maps_summaries() const { return false; }

  virtual Ending ending() const = 0;

  /// The kind of map that its runs make.
  virtual Layout layout() const { return Layout::tsne; }

  /// How many iterations a run makes when max_iterations leaves that to the method.
  virtual int iterations() const = 0;

  /// The parameters that its halves read, by name. What every run reads, whatever the method, is
  /// not among them, see `reads`.
  virtual std::vector<std::string> parameters() const = 0;

  /// What of its own a site sends, beside the places and labels that it may share at the end.
  virtual std::vector<SentField> sent_fields() const = 0;

  /// How the run's map was made, in a sentence for the reports.
  virtual std::string description(const Parameters& parameters) const = 0;

  /// What the method gives away of a site's subjects, in a sentence for the reports; of a private
  /// method, what its guarantee does not cover.
  virtual std::string disclosure(const Parameters& parameters) const = 0;

  /// What it releases in a run; nothing when it is not differentially private.
  virtual std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters) const = 0;

  /// The halves, new (`state` null) or from the state of the step before.
  /// @throws MessageError when the state is damaged
  virtual std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const = 0;
  virtual std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                         const Json& state) const = 0;
};

/// All methods, the default first.
const std::vector<const Method*>& known_methods();

/// A method beside those, for as long as this lives: for trials, and for tests of what is said of
/// methods in general.
class AddedMethod {
 public:
  /// @param method must outlive this
  explicit AddedMethod(const Method& method);
  ~AddedMethod();
  AddedMethod(const AddedMethod&) = delete;
  AddedMethod& operator=(const AddedMethod&) = delete;
  AddedMethod(AddedMethod&&) = delete;
  AddedMethod& operator=(AddedMethod&&) = delete;

 private:
  const Method* method_;
};

/// The method of a name. @throws InputError when there is none
const Method& find_method(const std::string& name);

/// Whether a parameter counts for the method's runs: its halves read it, or the phases around their
/// rounds do.
bool reads(const Method& method, const std::string& parameter);

/// The parameters that a run sets, differently from their defaults, and that its method's runs do
/// not read.
std::vector<std::string> unread(const Parameters& parameters);

/// Whether a site sends, in the rounds, exact sums over its subjects, which say much about each
/// where they are few.
bool sends_sums(const Method& method);

/// Whether its rounds are sums over the sites, of which nobody sees a term.
bool masks_sums(const Method& method);

/// Whether what a site sends in the rounds is as good as its subjects' data.
bool shows_records(const Method& method);

/// Whether every site is told in the rounds how densely each other's subjects lie on the map.
bool tells_surrogates(const Parameters& parameters);

/// Whether nothing that a site sends in the rounds depends on its subjects.
bool is_silent(const Method& method);

/// What the parameters' method says of itself.
bool needs_reference(const Parameters& parameters);
Ending ending(const Parameters& parameters);

/// The privacy plan of a method with every guarantee that it offers; nothing when it offers none.
std::optional<PrivacyPlan> possible_plan(const Method& method);

/// Where a run's method keeps a guarantee by noise that all sites add together, what has it.
std::optional<SharedNoise> shared_noise(const Parameters& parameters);
bool shares_noise(const Parameters& parameters);

/// These names and those of the parameters by which landmarks are found, for a method that takes
/// landmark_method.
std::vector<std::string> with_landmark_parameters(std::vector<std::string> names);

/// Whether a run's reference points are landmarks that it finds.
bool finds_landmarks(const Parameters& parameters);

/// Whether a run may take the sites' summaries for its reference. A run with a guarantee may not.
bool takes_summaries(const Parameters& parameters);

/// The privacy plan of the parameters' method; nothing when it is not differentially private.
std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters);

/// How many iterations a run makes: max_iterations, or where that is 0 the method's own number.
int iterations(const Parameters& parameters);

}  // namespace dsne::methods
