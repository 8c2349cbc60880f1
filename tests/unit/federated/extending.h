#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/phase.h"
#include "federated/reference/extension_coordinator.h"
#include "federated/reference/extension_site.h"
#include "federated/reference/lacking_subjects.h"
#include "federated/sums/masked_fields.h"
#include "federated/sums/site_sums.h"
#include "meeting.h"

/// Sites that extend a reference in one process; messages and states pass through JSON text.
class Extending {
 public:
  Extending(dsne::Matrix reference, std::vector<dsne::Matrix> sites,
            dsne::federated::Parameters parameters = {})
      : parameters_(std::move(parameters)),
        reference_(std::move(reference)),
        values_(std::move(sites)) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      sums_.emplace(name(i), dsne::federated::SiteSums::begin(name(i), std::nullopt));
    }
    meet(sums_);
    message_ = coordinator().message();
  }

  /// Makes one round. @return whether it was the last
  bool round() {
    auto half = coordinator();
    ++rounds_;
    std::map<std::string, dsne::Json> answers;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      dsne::federated::SiteSums& sums = sums_.at(name(i));
      sums.hear(message_, {dsne::phase::landmarks, rounds_});
      dsne::federated::ExtensionSite site = at(i);
      dsne::federated::SiteAnswer answer = site.answer(message_);
      if (lie && i == 0) lie(answer.sums);
      states_[name(i)] = dsne::Json::parse(site.state().dump());
      answers[name(i)] = {{dsne::federated::masked_field, sums.mask(answer.sums)}};
    }
    half.combine(dsne::federated::SiteAnswers(answers));
    state_ = dsne::Json::parse(half.state().dump());
    if (half.done()) return true;
    message_ = dsne::Json::parse(half.message().dump());
    return false;
  }

  std::optional<dsne::federated::AddedLandmarks> extend() {
    while (!round()) {
    }
    return coordinator().result();
  }

  void run_until(const std::string& stage) {
    while (message_.at("stage") != stage) round();
  }

  std::string refusal(const dsne::Json& message) const {
    try {
      Extending copy(*this);
      copy.sums_.at(name(0)).hear(message, {dsne::phase::landmarks, rounds_ + 1});
      copy.at(0).answer(message);
    } catch (const dsne::Error& error) {
      return error.what();
    }
    return "";
  }

  dsne::federated::ExtensionSite at(std::size_t i) const {
    const auto state = states_.find(name(i));
    return {{parameters_, values_[i].rows(),
             [this, i] { return dsne::federated::lacking_subjects(values_[i], reference_); },
             [this, i] {
               return dsne::federated::SitePoints{values_[i], reference_};
             },
             [this, i](const dsne::Json& handed_on, const dsne::federated::SumTerm& shape) {
               return sums_.at(name(i)).verified_sum(handed_on, shape);
             }},
            state == states_.end() ? dsne::Json() : state->second};
  }

  dsne::federated::ExtensionCoordinator coordinator() const {
    return {parameters_, dsne::federated::extension_space(reference_), state_};
  }

  const dsne::Json& message() const { return message_; }
  dsne::Json& state(std::size_t i) { return states_[name(i)]; }
  int rounds() const { return rounds_; }

  std::function<void(std::vector<dsne::federated::SumTerm>&)>
      lie;  ///< what the first site makes of its terms

 private:
  static std::string name(std::size_t i) { return "site" + std::to_string(i); }

  dsne::federated::Parameters parameters_;
  dsne::Matrix reference_;
  std::vector<dsne::Matrix> values_;
  std::map<std::string, dsne::federated::SiteSums> sums_;
  std::map<std::string, dsne::Json> states_;
  dsne::Json state_;
  dsne::Json message_;
  int rounds_ = 0;
};
