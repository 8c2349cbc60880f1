#include "federated/reference/extension_coordinator.h"

#include <utility>

#include "core/errors.h"
#include "federated/reference/landmark_rules.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/vetoes.h"

namespace dsne::federated {

using Eigen::Index;

ExtensionCoordinator::ExtensionCoordinator(const Parameters& parameters, ExtensionSpace space,
                                           const Json& state)
    : parameters_(parameters), space_(std::move(space)) {
  if (state.is_null()) return;
  stage_ = text_field(state, "stage", coordinator_cache_name);
  done_ = flag_field(state, "done", coordinator_cache_name);
  lacking_ = integer_field(state, "lacking", 0, max_points, coordinator_cache_name);
  handed_on_ = field(state, "handed_on", coordinator_cache_name);
  const Json& tree = field(state, "tree", coordinator_cache_name);
  if (!tree.is_null()) tree_.emplace(plan(), tree);
  const bool begins = stage_ == lacking_stage || stage_ == landmark_stage::veto;
  if (tree_ ? stage_ != tree_->stage() : !begins) {
    throw MessageError(std::string(coordinator_cache_name) + ": stage is damaged");
  }
}

Json ExtensionCoordinator::state() const {
  return {{"stage", stage_},
          {"done", done_},
          {"lacking", lacking_},
          {"handed_on", handed_on_},
          {"tree", tree_ ? tree_->state() : Json()}};
}

Json ExtensionCoordinator::message() const {
  Json message = {{"stage", stage_}};
  message.update(handed_on_);
  if (tree_) message.update(tree_->message());
  return message;
}

void ExtensionCoordinator::combine(const SiteAnswers& answers) {
  handed_on_ = Json::object();
  if (tree_) {
    tree_->combine(answers);
    stage_ = tree_->stage();
    done_ = tree_->done();
  } else if (stage_ == lacking_stage) {
    take_lacking(answers);
  } else {
    take_first_vetoes(answers);
  }
}

void ExtensionCoordinator::take_lacking(const SiteAnswers& answers) {
  const Index subjects = all_subjects(answers, handed_on_);
  lacking_ = counts_from(answers.hand_on(lacking_term(0), handed_on_)).front()(0);
  done_ = !may_part(subjects, lacking_, 0, 0, parameters_.least_members);
  stage_ = landmark_stage::veto;
}

void ExtensionCoordinator::take_first_vetoes(const SiteAnswers& answers) {
  const Matrix votes = answers.sum(vetoes_name, 1, 1, 1);
  if (vetoed(votes).front()) {
    done_ = true;
    return;
  }
  handed_on_ = {{vetoes_name, pack(votes)}};
  tree_.emplace(plan());
  stage_ = tree_->stage();
}

LandmarkTreePlan ExtensionCoordinator::plan() const {
  return {lacking_, space_.middle.size(), space_.squares(lacking_), parameters_.least_members,
          max_landmarks(lacking_, parameters_.landmarks)};
}

std::optional<AddedLandmarks> ExtensionCoordinator::result() const {
  if (!tree_) return std::nullopt;
  return AddedLandmarks{tree_->landmarks().rowwise() + space_.middle, tree_->members()};
}

}  // namespace dsne::federated
