#include "federated/reference/extension_site.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "federated/reference/landmark_rules.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/vetoes.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr const char* first_veto_stage = "first_veto";

}  // namespace

ExtensionSite::ExtensionSite(ExtensionSiteProblem problem, const Json& state)
    : problem_(std::move(problem)) {
  if (state.is_null()) return;
  answered_ = text_field(state, "answered", cache_name);
  lacking_ = integers_field(state, "lacking", 0, problem_.own_points - 1, cache_name);
  subjects_ = integer_field(state, "subjects", 0, max_points, cache_name);
  lacking_of_all_ = integer_field(state, "lacking_of_all", 0, max_points, cache_name);
  if (answered_ == lacking_stage || answered_ == first_veto_stage) return;
  if (answered_ != landmark_stage::moments && answered_ != landmark_stage::count &&
      answered_ != landmark_stage::veto && answered_ != landmark_stage::leaves) {
    throw MessageError(std::string(cache_name) + ": answered is damaged");
  }
  tree_.emplace(tree_problem(), state, answered_);
}

Json ExtensionSite::state() const {
  Json state = {{"answered", answered_},
                {"lacking", lacking_},
                {"subjects", subjects_},
                {"lacking_of_all", lacking_of_all_}};
  if (tree_) state.update(tree_->state(answered_));
  return state;
}

SiteAnswer ExtensionSite::answer(const Json& message) {
  const std::string asked = text_field(message, "stage", coordinator_message_name);
  SiteAnswer answer;
  std::string answered = asked;
  if (asked == lacking_stage && answered_.empty()) {
    answer = count_lacking();
  } else if (asked == landmark_stage::veto && answered_ == lacking_stage) {
    answer = first_veto(message);
    answered = first_veto_stage;
  } else if (asked == landmark_stage::moments && answered_ == first_veto_stage) {
    answer = first_moments(message);
  } else if (asked == landmark_stage::moments && answered_ == landmark_stage::veto) {
    answer = tree_->moments(message);
  } else if (asked == landmark_stage::count && answered_ == landmark_stage::moments) {
    answer = tree_->count(message);
  } else if (asked == landmark_stage::veto && answered_ == landmark_stage::count) {
    answer = tree_->veto(message);
  } else if (asked == landmark_stage::leaves && answered_ == landmark_stage::moments) {
    answer = tree_->leaves(message);
  } else {
    throw MessageError("the remote's message: stage is not the one expected");
  }
  answered_ = std::move(answered);
  return answer;
}

SiteAnswer ExtensionSite::count_lacking() {
  const ExtensionSpace space = this->space();
  for (const Index row : problem_.read_lacking()) {
    const double distance = (all_points().own.row(row) - space.middle).norm();
    if (distance <= space.radius) lacking_.push_back(row);
  }
  keep_parts_large();
  return {Json::object(), {size_term(problem_.own_points), lacking_term(std::ssize(lacking_))}};
}

void ExtensionSite::keep_parts_large() {
  const Index least = problem_.parameters.least_members;
  const Index rest = problem_.own_points - std::ssize(lacking_);
  if (rest > 0 && rest < least) {
    lacking_.resize(
        static_cast<std::size_t>(std::max<Index>(0, std::ssize(lacking_) + rest - least)));
  }
  if (std::ssize(lacking_) < least) lacking_.clear();
}

SiteAnswer ExtensionSite::first_veto(const Json& message) {
  subjects_ = all_subjects(problem_.verified_sum, message);
  lacking_of_all_ =
      counts_from(verified_sum(problem_.verified_sum, message, lacking_term(0))).front()(0);
  return {Json::object(), {veto_term(own_veto())}};
}

std::vector<bool> ExtensionSite::own_veto() const {
  return {!may_part(subjects_, lacking_of_all_, problem_.own_points, std::ssize(lacking_),
                    problem_.parameters.least_members)};
}

SiteAnswer ExtensionSite::first_moments(const Json& message) {
  if (vetoed(message, own_veto()).front()) {
    throw MessageError("the remote's message: landmarks are vetoed");
  }
  tree_.emplace(tree_problem());
  return tree_->first_moments(message);
}

LandmarkTreeProblem ExtensionSite::tree_problem() {
  const ExtensionSpace space = this->space();
  return {lacking_of_all_,
          std::ssize(lacking_),
          space.middle.size(),
          space.squares(lacking_of_all_),
          problem_.parameters.least_members,
          [this]() -> const Matrix& { return points(); },
          problem_.verified_sum};
}

const SitePoints& ExtensionSite::all_points() const {
  if (!all_points_) all_points_ = problem_.read_points();
  return *all_points_;
}

const Matrix& ExtensionSite::points() {
  if (!points_) {
    points_ = all_points().own(lacking_, Eigen::all).rowwise() - space().middle;
  }
  return *points_;
}

void ExtensionSite::check(const AddedLandmarks& added) const {
  const RowVector middle = space().middle;
  if (!tree_ || added.landmarks.cols() != middle.size() ||
      !tree_->has_leaves(added.landmarks.rowwise() - middle, added.members)) {
    throw MessageError("the remote's reference is not the one that was learned");
  }
}

}  // namespace dsne::federated
