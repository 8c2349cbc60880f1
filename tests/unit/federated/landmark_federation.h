#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/phase.h"
#include "federated/reference/landmark_coordinator.h"
#include "federated/reference/landmark_site.h"
#include "federated/sums/masked_fields.h"
#include "federated/sums/site_sums.h"
#include "meeting.h"
#include "within_bounds.h"

/// Sites that learn a reference in one process; messages and states pass through JSON text.
class LandmarkFederation {
 public:
  LandmarkFederation(dsne::federated::Parameters parameters, std::vector<dsne::Matrix> sites)
      : parameters_(std::move(parameters)), values_(std::move(sites)) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string name = "site" + std::to_string(i);
      names_.push_back(name);
      sums_.emplace(name, dsne::federated::SiteSums::begin(name, std::nullopt));
    }
    meet(sums_);
    message_ = coordinator().message();
  }

  /// Makes one round. @return whether all is learned
  bool round() {
    auto half = coordinator();
    ++rounds_;
    std::map<std::string, dsne::Json> answers;
    for (std::size_t i = 0; i < values_.size(); ++i) answers[names_[i]] = answer(i, message_);
    half.combine(dsne::federated::SiteAnswers(answers));
    coordinator_state_ = dsne::Json::parse(half.state().dump());
    if (half.done()) return true;
    message_ = dsne::Json::parse(half.message().dump());
    return false;
  }

  dsne::federated::LearnedReference learn() {
    while (!round()) {
    }
    return coordinator().result();
  }

  /// Makes rounds until the coordinator asks for this.
  void run_until(const std::string& stage) {
    while (message_.at("stage") != stage) round();
  }

  /// A site's answer, its terms open, to any message; the federation stays what it is.
  dsne::federated::SiteAnswer open_answer(std::size_t i, const dsne::Json& message) const {
    LandmarkFederation copy(*this);
    copy.sums_.at(names_[i]).hear(message, {dsne::phase::embed, rounds_ + 1});
    return copy.site(i).answer(message);
  }

  dsne::federated::LandmarkSite site(std::size_t i) const {
    const dsne::federated::LandmarkSiteProblem problem{
        parameters_,
        dsne::federated::treatment(parameters_, {}).normalization,
        values_[i].rows(),
        values_[i].cols(),
        [this, i] { return values_[i]; },
        [this, i](const dsne::federated::Preprocessing& preprocessing) {
          return apply(preprocessing, filled(i, preprocessing));
        },
        [this, i](const dsne::Json& handed_on, const dsne::federated::SumTerm& shape) {
          return sums_.at(names_[i]).verified_sum(handed_on, shape);
        },
        [this, i](const std::string& purpose) {
          return sums_.at(names_[i]).secret_source(purpose);
        },
        std::ssize(names_)};
    const auto state = states_.find(names_[i]);
    return {problem, state == states_.end() ? dsne::Json() : state->second};
  }

  dsne::federated::LandmarkCoordinator coordinator() const {
    return {{parameters_, dsne::federated::treatment(parameters_, {}).normalization,
             values_.front().cols()},
            coordinator_state_};
  }

  const dsne::Json& message() const { return message_; }
  int rounds() const { return rounds_; }
  dsne::Json& state(std::size_t i) { return states_[names_[i]]; }
  dsne::Json& coordinator_state() { return coordinator_state_; }

 private:
  dsne::Json answer(std::size_t i, const dsne::Json& message) {
    dsne::federated::SiteSums& sums = sums_.at(names_[i]);
    sums.hear(message, {dsne::phase::embed, rounds_});
    auto half = site(i);
    const dsne::federated::SiteAnswer answer = half.answer(message);
    check_within_bounds(answer);
    states_[names_[i]] = dsne::Json::parse(half.state().dump());
    dsne::Json leaves = answer.fields;
    leaves[dsne::federated::masked_field] = sums.mask(answer.sums);
    return dsne::Json::parse(leaves.dump());
  }

  /// The subjects with the features' means in the gaps.
  dsne::Matrix filled(std::size_t i, const dsne::federated::Preprocessing& preprocessing) const {
    const auto& scaling = preprocessing.scaling;
    const dsne::RowVector mean =
        (preprocessing.pca->mean.array() * scaling.scale.array()).matrix() + scaling.centre;
    dsne::Matrix values = values_[i];
    for (auto row : values.rowwise()) row = row.array().isNaN().select(mean, row);
    return values;
  }

  dsne::federated::Parameters parameters_;
  std::vector<dsne::Matrix> values_;
  std::vector<std::string> names_;
  std::map<std::string, dsne::federated::SiteSums> sums_;
  std::map<std::string, dsne::Json> states_;
  dsne::Json coordinator_state_;
  dsne::Json message_;
  int rounds_ = 0;
};
