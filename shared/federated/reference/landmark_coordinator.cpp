#include "federated/reference/landmark_coordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "data/pca.h"
#include "federated/reference/landmark_rules.h"
#include "federated/reference/mmd.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/oddness_sums.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr Index min_landmarks = 4;
/// Components along which there is less than this share of the first one's variance are none.
constexpr double min_variance = 1e-12;

[[noreturn]] void refuse_few_landmarks() {
  throw InputError(
      "the subjects cannot be parted into landmarks: there are too few, or a few lie too far "
      "from all others");
}

}  // namespace

LandmarkCoordinator::LandmarkCoordinator(LandmarkCoordinatorProblem problem, const Json& state)
    : problem_(std::move(problem)) {
  if (state.is_null()) return;
  constexpr std::string_view what = coordinator_cache_name;
  stage_ = text_field(state, "stage", what);
  if (!is_landmark_stage(stage_)) throw MessageError(std::string(what) + ": stage is damaged");
  done_ = flag_field(state, "done", what);
  if (stage_ == landmark_stage::mean) return;
  handed_on_ = field(state, "handed_on", what);
  scales_.sums.subjects =
      static_cast<double>(integer_field(state, "subjects", 0, max_points, what));
  largest_site_ = integer_field(state, "largest_site", 0, max_points, what);
  parse_centres(state, scale_plan(), what, scales_);
  if (stage_ == landmark_stage::spread) return;
  parse_spreads(state, scale_plan(), what, scales_);
  if (stage_ == landmark_stage::oddness) return;
  ordinary_ = {number_field(state, "oddness_centre", what),
               number_field(state, "oddness_deviation", what)};
  subspace_round_ = integer_field(state, "subspace_round", 0, max_points, what);
  const Index width = integer_field(state, "width", 1, problem_.features, what);
  basis_ = matrix_field(state, "basis", problem_.features, width, what);
  if (stage_ == landmark_stage::subspace) return;
  variances_ = matrix_field(state, "variances", width, 1, what);
  if (is_descent_stage(stage_)) {
    landmarks_ = landmarks_field(state, max_points, width, what);
    descent_round_ = integer_field(state, "descent_round", 0, max_points, what);
    few_left_out_ = flag_field(state, "few_left_out", what);
    if (stage_ == landmark_stage::members)
      members_ = counts_field(state, "members", landmarks_.rows(), what);
    return;
  }
  tree_.emplace(tree_plan(), state);
}

Json LandmarkCoordinator::state() const {
  Json state = {{"stage", stage_}, {"done", done_}};
  if (stage_ == landmark_stage::mean) return state;
  state["handed_on"] = handed_on_;
  state["subjects"] = static_cast<Index>(scales_.sums.subjects);
  state["largest_site"] = largest_site_;
  state.update(to_json_centres(scales_));
  if (stage_ == landmark_stage::spread) return state;
  state.update(to_json_spreads(scales_));
  if (stage_ == landmark_stage::oddness) return state;
  state["oddness_centre"] = ordinary_.centre;
  state["oddness_deviation"] = ordinary_.deviation;
  state["subspace_round"] = subspace_round_;
  state["width"] = basis_.cols();
  state["basis"] = pack(basis_);
  if (stage_ == landmark_stage::subspace) return state;
  state["variances"] = pack(variances_);
  if (is_descent_stage(stage_)) {
    state.update(landmarks_json(landmarks_));
    state["descent_round"] = descent_round_;
    state["few_left_out"] = few_left_out_;
    if (stage_ == landmark_stage::members) state["members"] = to_json(members_);
    return state;
  }
  state.update(tree_->state());
  return state;
}

Json LandmarkCoordinator::message() const {
  Json message = {{"stage", stage_}};
  message.update(handed_on_);
  if (stage_ == landmark_stage::subspace) {
    message["width"] = basis_.cols();
    message["basis"] = pack(basis_);
  } else if (tree_) {
    message.update(tree_->message());
  } else if (is_descent_stage(stage_)) {
    message.update(landmarks_json(landmarks_));
  }
  const bool first_of_tree = tree_ && tree_->has_just_begun();
  const bool first_of_descent = stage_ == landmark_stage::descend && descent_round_ == 0;
  if (first_of_tree || first_of_descent) {
    message["width"] = basis_.cols();
    message["basis"] = pack(basis_);
    message["variances"] = pack(variances_);
  }
  return message;
}

void LandmarkCoordinator::combine(const SiteAnswers& answers) {
  handed_on_ = Json::object();
  if (stage_ == landmark_stage::mean) {
    take_values(answers);
  } else if (stage_ == landmark_stage::spread) {
    take_squares(answers);
  } else if (stage_ == landmark_stage::oddness) {
    take_oddness(answers);
  } else if (stage_ == landmark_stage::subspace) {
    take_products(answers);
  } else if (tree_) {
    tree_->combine(answers);
    take_tree();
  } else if (stage_ == landmark_stage::descend) {
    take_landmarks(answers);
  } else if (stage_ == landmark_stage::nearest) {
    take_nearest(answers);
  } else {
    done_ = true;
  }
}

void LandmarkCoordinator::take_values(const SiteAnswers& answers) {
  for (const auto& [site, message] : answers.messages()) {
    largest_site_ = std::max<Index>(
        largest_site_, integer_field(message, "points", 1, max_points, message_name(site)));
  }
  scales_.sums.subjects = static_cast<double>(all_subjects(answers, handed_on_));
  if (max_landmarks() < min_landmarks) {
    throw InputError("there are too few subjects for a reference to be learned");
  }
  take_centres([&](const SumTerm& shape) { return answers.hand_on(shape, handed_on_); },
               scale_plan(), scales_);
  stage_ = landmark_stage::spread;
}

void LandmarkCoordinator::take_squares(const SiteAnswers& answers) {
  take_spreads([&](const SumTerm& shape) { return answers.hand_on(shape, handed_on_); },
               scale_plan(), scales_);
  learned_scaling(scales_.sums, problem_.normalization);
  stage_ = landmark_stage::oddness;
}

void LandmarkCoordinator::take_oddness(const SiteAnswers& answers) {
  ordinary_ = oddness_scale_of(answers, oddness_name).value_or(quality::OddnessScale());
  if (plan().components < 1) {
    throw InputError("there are too few subjects for a reference to be learned");
  }
  basis_ = public_basis(problem_.features, plan().width);
  stage_ = landmark_stage::subspace;
}

void LandmarkCoordinator::take_products(const SiteAnswers& answers) {
  const Matrix products =
      answers.sum(subspace_name, problem_.features, basis_.cols(), bound_of_squares());
  if (++subspace_round_ < plan().rounds) {
    basis_ = data::orthonormal(products);
  } else {
    finish_components(products);
  }
}

void LandmarkCoordinator::finish_components(const Matrix& products) {
  const Eigen::MatrixXd within = basis_.transpose() * products;
  const Eigenpairs pairs = all_eigenpairs((within + within.transpose()) / 2);
  const Vector variances = pairs.values / std::max(1.0, scales_.sums.subjects - 1);
  Index count = std::min(plan().components, variances.size());
  while (count > 1 && variances(count - 1) <= min_variance * variances(0)) --count;
  basis_ = data::with_largest_entries_positive(basis_ * pairs.vectors.leftCols(count));
  variances_ = variances.head(count);
  if (problem_.parameters.landmark_method == LandmarkMethod::mmd) {
    if (!(variances_.sum() > 0)) refuse_few_landmarks();
    landmarks_ = first_landmarks(variances_, max_landmarks());
    stage_ = landmark_stage::descend;
    return;
  }
  tree_.emplace(tree_plan());
  stage_ = tree_->stage();
}

LandmarkTreePlan LandmarkCoordinator::tree_plan() const {
  return {static_cast<Index>(scales_.sums.subjects), components(), bound_of_squares(),
          problem_.parameters.least_members, max_landmarks()};
}

void LandmarkCoordinator::take_tree() {
  stage_ = tree_->stage();
  done_ = tree_->done();
  if (done_ && tree_->leaves() < min_landmarks) refuse_few_landmarks();
}

void LandmarkCoordinator::take_landmarks(const SiteAnswers& answers) {
  const Matrix sum =
      answers.hand_on({moved_name, bound_of_landmarks(bound_of_squares()), landmarks_}, handed_on_);
  landmarks_ = moved_landmarks(landmarks_, sum / static_cast<double>(answers.messages().size()),
                               problem_.parameters);
  if (++descent_round_ == problem_.parameters.mmd_rounds) stage_ = landmark_stage::nearest;
}

void LandmarkCoordinator::take_nearest(const SiteAnswers& answers) {
  members_ = counts_from(answers.hand_on(members_shape(landmarks_.rows(), 1), handed_on_)).front();
  if (few_left_out_) {
    stage_ = landmark_stage::members;
    return;
  }
  landmarks_ = with_members(landmarks_, members_, problem_.parameters.least_members);
  if (landmarks_.rows() < min_landmarks) refuse_few_landmarks();
  few_left_out_ = true;
}

LearnedReference LandmarkCoordinator::result() const {
  LearnedReference reference;
  reference.preprocessing =
      learned_preprocessing(scales_.sums, problem_.normalization, basis_, variances_);
  reference.measures = scales_.measures;
  reference.ordinary = ordinary_;
  if (is_descent_stage(stage_)) {
    reference.landmarks = landmarks_;
    reference.members = members_;
    return reference;
  }
  reference.landmarks = tree_->landmarks();
  reference.members = tree_->members();
  return reference;
}

SubspacePlan LandmarkCoordinator::plan() const {
  return subspace_plan(wanted_components(problem_.parameters, problem_.features), problem_.features,
                       static_cast<Index>(scales_.sums.subjects) - largest_site_);
}

Index LandmarkCoordinator::max_landmarks() const {
  return federated::max_landmarks(static_cast<Index>(scales_.sums.subjects),
                                  problem_.parameters.landmarks);
}

ScalePlan LandmarkCoordinator::scale_plan() const {
  return {problem_.features, problem_.normalization == data::Normalization::robust,
          problem_.parameters.least_members};
}

double LandmarkCoordinator::bound_of_squares() const {
  return total_squares(scales_.sums, learned_scaling(scales_.sums, problem_.normalization));
}

}  // namespace dsne::federated
