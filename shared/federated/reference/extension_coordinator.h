#pragma once

#include <optional>

#include "federated/reference/extension.h"
#include "federated/reference/landmark_tree_coordinator.h"

namespace dsne::federated {

/// The coordinator's half of extending a given reference. It lives for one step.
class ExtensionCoordinator {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  ExtensionCoordinator(const Parameters& parameters, ExtensionSpace space, const Json& state);

  /// What all sites are asked next. @pre !done()
  Json message() const;

  /// Takes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape
  void combine(const SiteAnswers& answers);

  bool done() const { return done_; }

  /// What the reference is extended by; nothing where it lacks too few. @pre done()
  std::optional<AddedLandmarks> result() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  LandmarkTreePlan plan() const;
  void take_lacking(const SiteAnswers& answers);
  void take_first_vetoes(const SiteAnswers& answers);

  Parameters parameters_;
  ExtensionSpace space_;
  std::string stage_ = lacking_stage;
  bool done_ = false;
  Eigen::Index lacking_ = 0;  ///< of all sites
  Json handed_on_ = Json::object();
  std::optional<LandmarkTreeCoordinator> tree_;
};

}  // namespace dsne::federated
