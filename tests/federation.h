#pragma once

#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/matrix.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "meeting.h"
#include "methods/embedding/initial_coordinates.h"
#include "methods/method.h"
#include "temporary_folder.h"

/// A site of a test federation.
struct SiteData {
  std::string name;
  dsne::Matrix own;
};

/// Subjects in memory. A letter of `events` stands for what a site does.
struct PlainSubjects final : dsne::methods::SiteSubjects {
  dsne::Matrix own;
  dsne::Matrix reference;
  std::vector<std::string> names;  ///< of their features
  std::string* events = nullptr;   ///< gets an r for each time that the points are read

  dsne::methods::SitePoints points() override {
    if (events != nullptr) *events += 'r';
    return {own, reference};
  }
  std::vector<std::string> features() override { return names; }
  dsne::privacy::Groups groups(Eigen::Index least) override {
    return dsne::privacy::averaged(own, dsne::privacy::microaggregated(own, least));
  }
  dsne::Matrix places_on_summaries() override { return {}; }
};

/// A federation of halves in one process whose messages and states pass through JSON text, as in a
/// real run.
class Federation {
 public:
  /// No term of an honest site's answer is beyond its bound. @throws std::logic_error otherwise
  static void check_within_bounds(const dsne::exchange::SiteAnswer& answer) {
    for (const dsne::exchange::SumTerm& term : answer.sums) {
      if (term.values.size() > 0 && !(term.values.cwiseAbs().maxCoeff() <= term.bound)) {
        throw std::logic_error(term.name + " is beyond its bound");
      }
    }
  }

  Federation(dsne::methods::Parameters parameters, std::vector<SiteData> sites,
             dsne::Matrix reference, const dsne::methods::Method& method)
      : method_(method),
        parameters_(std::move(parameters)),
        sites_(std::move(sites)),
        reference_(std::move(reference)) {
    message_ = coordinator()->message();
    for (const SiteData& site : sites_) {
      sums_.emplace(site.name, dsne::exchange::SiteSums::begin(site.name, std::nullopt));
    }
    meet(sums_);
  }
  /// @param given the parameters, the method among them
  Federation(const dsne::Json& given, std::vector<SiteData> sites, dsne::Matrix reference,
             std::vector<std::string> names = {})
      : Federation(
            dsne::methods::parse_parameters(given), std::move(sites), std::move(reference),
            dsne::methods::find_method(given.value("method", dsne::methods::Parameters().method))) {
    features = std::move(names);
  }

  /// A site's answer to a message, with unmasked terms.
  dsne::exchange::SiteAnswer open_answer(const SiteData& site, const dsne::Json& message) {
    const auto half = site_half(site);
    dsne::exchange::SiteAnswer answer = half->round(message);
    site_states_[site.name] = dsne::Json::parse(half->state().dump());
    open_answers_[site.name] = answer;
    return answer;
  }

  /// The answer as it leaves the site.
  dsne::Json answer(const SiteData& site, const dsne::Json& message) {
    dsne::exchange::SiteSums& sums = sums_.at(site.name);
    sums.hear(message, {dsne::phase::embed, ++heard_[site.name]});
    const dsne::exchange::SiteAnswer answer = open_answer(site, message);
    dsne::Json leaves = answer.fields;
    if (!answer.sums.empty()) leaves[dsne::exchange::masked_field] = sums.mask(answer.sums);
    return dsne::Json::parse(leaves.dump());
  }

  /// All sites' answers to a message.
  std::map<std::string, dsne::Json> answers_to(const dsne::Json& message) {
    std::map<std::string, dsne::Json> answers;
    for (const SiteData& site : sites_) {
      answers[site.name] = answer(site, message);
      if (!may_diverge) check_within_bounds(open_answers_.at(site.name));
    }
    return answers;
  }

  /// What a site refuses a message with; "" if it answers. It keeps nothing of it.
  std::string refusal(const SiteData& site, const dsne::Json& message) {
    try {
      site_half(site)->round(message);
    } catch (const dsne::Error& error) {
      return error.what();
    }
    return "";
  }

  /// Makes so many rounds, or all.
  void run(int count) {
    for (int made = 0; made < count; ++made) round();
  }
  void run() {
    for (int made = 0; made < rounds(); ++made) round();
  }

  void round() {
    const auto half = coordinator();
    answers_ = answers_to(message_);
    half->combine(dsne::exchange::SiteAnswers(answers_));
    coordinator_state_ = dsne::Json::parse(half->state().dump());
    message_ = dsne::Json::parse(half->message().dump());
  }

  /// [own; reference] places of a site after the rounds so far.
  dsne::Matrix coordinates(const SiteData& site) {
    const auto half = site_half(site);
    half->finish(message_);
    return dsne::stacked(half->coordinates(), reference_coordinates());
  }

  /// The places of its own points alone.
  dsne::Matrix own_coordinates(const SiteData& site) {
    return coordinates(site).topRows(site.own.rows());
  }
  dsne::Matrix reference_coordinates() { return coordinator()->reference_coordinates(); }
  const dsne::Json& message() const { return message_; }
  const std::vector<SiteData>& sites() const { return sites_; }
  dsne::Json coordinator_state() const { return coordinator_state_; }
  dsne::Json site_state(const std::string& name) const { return site_states_.at(name); }
  /// The sites' answers in the last round.
  const std::map<std::string, dsne::Json>& answers() const { return answers_; }
  /// Those answers with unmasked terms.
  const std::map<std::string, dsne::exchange::SiteAnswer>& open_answers() const {
    return open_answers_;
  }
  int rounds() { return coordinator()->rounds(); }

  std::unique_ptr<dsne::methods::SiteMethod> site_half(const SiteData& site) {
    const auto state = site_states_.find(site.name);
    return method_.site(site_problem(site),
                        state == site_states_.end() ? dsne::Json() : state->second);
  }

  dsne::methods::SiteProblem site_problem(const SiteData& site) {
    PlainSubjects& subjects = subjects_[site.name];
    subjects.own = site.own;
    subjects.reference = reference_;
    subjects.names = features;
    subjects.events = &events;
    return {parameters_,
            site.own.rows(),
            reference_.rows(),
            7,
            &subjects,
            dsne::methods::DiskCache(scratch_.path(), site.name),
            [this, &site](const dsne::privacy::PrivateRelease& release) {
              if (!may_spend) throw dsne::InputError("no budget");
              releases.push_back(release);
              events += 's';
              const std::string draw = draws_anew ? std::to_string(releases.size()) : "";
              return dsne::privacy::KeyedSource(
                  dsne::hash_of({"noise for tests", site.name, release.what,
                                 std::to_string(parameters_.simulation_seed) + draw}));
            },
            !keeping.contains(site.name),
            std::ssize(sites_),
            site.name,
            sums_.contains(site.name) ? sums_.at(site.name).reading_key() : dsne::Bytes32()};
  }

  /// The coordinator's half, in its present state or another one.
  std::unique_ptr<dsne::methods::CoordinatorMethod> coordinator() {
    return coordinator(coordinator_state_);
  }
  std::unique_ptr<dsne::methods::CoordinatorMethod> coordinator(const dsne::Json& state) {
    dsne::methods::CoordinatorProblem problem{
        parameters_, {}, reference_.rows(), [this] { return reference_; }};
    for (const SiteData& site : sites_) problem.site_points[site.name] = site.own.rows();
    return method_.coordinator(std::move(problem), state);
  }

  bool may_diverge = false;       ///< its parameters are of no real run
  bool draws_anew = false;        ///< a release that is paid for again has other noise
  bool may_spend = true;          ///< its sites have a budget for releases
  std::set<std::string> keeping;  ///< sites that keep their places
  std::vector<dsne::privacy::PrivateRelease> releases;  ///< what the sites asked to spend
  std::vector<std::string> features;                    ///< the names of the sites' features
  std::string events;  ///< an s for each release that was paid for, an r for each reading of points

 private:
  TemporaryFolder scratch_;
  std::map<std::string, PlainSubjects> subjects_;
  const dsne::methods::Method& method_;
  dsne::methods::Parameters parameters_;
  std::vector<SiteData> sites_;
  dsne::Matrix reference_;
  dsne::Json message_;
  std::map<std::string, dsne::Json> answers_;
  std::map<std::string, dsne::exchange::SiteAnswer> open_answers_;
  dsne::Json coordinator_state_;
  std::map<std::string, dsne::Json> site_states_;
  std::map<std::string, dsne::exchange::SiteSums> sums_;
  std::map<std::string, int> heard_;  ///< messages, by site
};
