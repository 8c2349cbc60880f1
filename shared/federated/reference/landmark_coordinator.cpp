#include "federated/reference/landmark_coordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "data/pca.h"
#include "federated/reference/landmark_rules.h"
#include "federated/reference/mmd.h"
#include "federated/reference/robust_sums.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/oddness_sums.h"
#include "federated/sums/wide_sum.h"

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
  sums_.subjects = static_cast<double>(integer_field(state, "subjects", 0, max_points, what));
  largest_site_ = integer_field(state, "largest_site", 0, max_points, what);
  sums_.mean = matrix_field(state, "mean", 1, problem_.features, what);
  weights_ = matrix_field(state, "weights", 1, problem_.features, what);
  take_centres(state, problem_.features, what, sums_, measures_);
  if (stage_ == landmark_stage::spread) return;
  if (!is_robust()) sums_.squares = matrix_field(state, "squares", 1, problem_.features, what);
  take_spreads(state, problem_.features, is_robust(), what, sums_, measures_);
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
    if (done_) members_ = counts_field(state, "members", landmarks_.rows(), what);
    return;
  }
  tree_.emplace(tree_plan(), state);
}

Json LandmarkCoordinator::state() const {
  Json state = {{"stage", stage_}, {"done", done_}};
  if (stage_ == landmark_stage::mean) return state;
  state["handed_on"] = handed_on_;
  state["subjects"] = static_cast<Index>(sums_.subjects);
  state["largest_site"] = largest_site_;
  state["mean"] = pack(sums_.mean);
  state["weights"] = pack(weights_);
  state.update(to_json_centres(sums_, measures_));
  if (stage_ == landmark_stage::spread) return state;
  if (!is_robust()) state["squares"] = pack(sums_.squares);
  state.update(to_json_spreads(sums_, measures_));
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
    if (done_) state["members"] = to_json(members_);
    return state;
  }
  state.update(tree_->state());
  return state;
}

Json LandmarkCoordinator::message() const {
  Json message = {{"stage", stage_}};
  message.update(handed_on_);
  if (stage_ == landmark_stage::spread) {
    if (!is_robust()) message["mean"] = pack(sums_.mean);
    message.update(to_json_centres(sums_, measures_));
  } else if (stage_ == landmark_stage::oddness) {
    message.update(to_json_spreads(sums_, measures_));
  } else if (stage_ == landmark_stage::subspace) {
    if (!is_robust()) message["squares"] = pack(sums_.squares);
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
  } else {
    take_nearest(answers);
  }
}

void LandmarkCoordinator::take_values(const SiteAnswers& answers) {
  for (const auto& [site, message] : answers.messages()) {
    largest_site_ = std::max<Index>(
        largest_site_, integer_field(message, "points", 1, max_points, message_name(site)));
  }
  sums_.subjects = static_cast<double>(all_subjects(answers, handed_on_));
  if (max_landmarks() < min_landmarks) {
    throw InputError("there are too few subjects for a reference to be learned");
  }
  const RowVector present =
      answers.sum(present_name, 1, problem_.features, members_bound).array().round();
  weights_ = answers.sum(weights_name, 1, problem_.features, members_bound).array().round();
  for (Index f = 0; f < present.size(); ++f) {
    if (present(f) >= static_cast<double>(problem_.parameters.least_members)) continue;
    if (!is_robust()) {
      throw InputError("feature " + std::to_string(f + 1) +
                       " has a value for fewer than least_members subjects");
    }
    weights_(f) = 0;  // it has no spread then, and is left out
  }
  sums_.middles = weighted_mean(wide_sum(answers, middles_name), weights_);
  if (is_robust()) {
    sums_.mean = sums_.middles;
  } else {
    sums_.mean = wide_sum(answers, values_name).cwiseQuotient(present);
  }
  const RowVector log_middles = weighted_mean(wide_sum(answers, log_middles_name), weights_);
  const RowVector unfit = answers.sum(no_logarithm_name, 1, problem_.features, 1);
  measures_.centre = sums_.middles;
  for (Index f = 0; f < unfit.size(); ++f) {
    if (unfit(f) > 0) continue;
    measures_.logarithms.push_back(f);
    measures_.centre(f) = log_middles(f);
  }
  stage_ = landmark_stage::spread;
}

void LandmarkCoordinator::take_squares(const SiteAnswers& answers) {
  if (is_robust()) {
    sums_.spreads = weighted_mean(wide_sum(answers, spreads_name), weights_).cwiseMax(0);
  } else {
    sums_.squares = wide_sum(answers, squares_name);
  }
  measures_.deviation =
      weighted_mean(wide_sum(answers, measure_spreads_name), weights_).cwiseMax(0).cwiseSqrt();
  learned_scaling(sums_, problem_.normalization);
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
  const Vector variances = pairs.values / std::max(1.0, sums_.subjects - 1);
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
  return {static_cast<Index>(sums_.subjects), components(), bound_of_squares(),
          problem_.parameters.least_members, max_landmarks()};
}

void LandmarkCoordinator::take_tree() {
  stage_ = tree_->stage();
  done_ = tree_->done();
  if (done_ && tree_->leaves() < min_landmarks) refuse_few_landmarks();
}

void LandmarkCoordinator::take_landmarks(const SiteAnswers& answers) {
  const Matrix sum = answers.sum(landmarks_name, landmarks_.rows(), components(),
                                 bound_of_landmarks(bound_of_squares()));
  landmarks_ = moved_landmarks(landmarks_, sum / static_cast<double>(answers.messages().size()),
                               problem_.parameters);
  if (++descent_round_ == problem_.parameters.mmd_rounds) stage_ = landmark_stage::nearest;
}

void LandmarkCoordinator::take_nearest(const SiteAnswers& answers) {
  members_ = counts_from(answers.sum(members_name, landmarks_.rows(), 1, members_bound)).front();
  if (few_left_out_) {
    done_ = true;
    return;
  }
  std::vector<Index> kept;
  for (Index i = 0; i < members_.size(); ++i) {
    if (members_(i) >= problem_.parameters.least_members) kept.push_back(i);
  }
  if (std::ssize(kept) < min_landmarks) refuse_few_landmarks();
  landmarks_ = Matrix(landmarks_(kept, Eigen::all));
  few_left_out_ = true;
}

LearnedReference LandmarkCoordinator::result() const {
  LearnedReference reference;
  reference.preprocessing =
      learned_preprocessing(sums_, problem_.normalization, basis_, variances_);
  reference.measures = measures_;
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
                       static_cast<Index>(sums_.subjects) - largest_site_);
}

Index LandmarkCoordinator::max_landmarks() const {
  return federated::max_landmarks(static_cast<Index>(sums_.subjects),
                                  problem_.parameters.landmarks);
}

RowVector LandmarkCoordinator::wide_sum(const SiteAnswers& answers, const char* name) const {
  return from_wide_digits(answers.sum(name, problem_.features, wide_digits, wide_bound));
}

bool LandmarkCoordinator::is_robust() const {
  return problem_.normalization == data::Normalization::robust;
}

double LandmarkCoordinator::bound_of_squares() const {
  return total_squares(sums_, learned_scaling(sums_, problem_.normalization));
}

}  // namespace dsne::federated
