#include "federated/reference/landmark_site.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "federated/reference/landmark_rules.h"
#include "federated/reference/mmd.h"
#include "federated/reference/robust_sums.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/oddness_sums.h"
#include "federated/sums/wide_sum.h"
#include "tsne/neighbours.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

[[noreturn]] void refuse(const std::string& name) {
  throw MessageError(std::string(coordinator_message_name) + ": " + name +
                     " is not what may be asked now");
}

/// Also of what came from outside with another shape.
template <typename Array>
bool are_equal(const Array& a, const Array& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// As a term of a sum that all sites are told.
SumTerm told(SumTerm term) {
  term.verified = true;
  return term;
}

/// Machines' rounding may differ by less than this, of the largest number.
constexpr double between_machines = 1e-9;

bool are_close(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return (a - b).cwiseAbs().maxCoeff() <= between_machines * b.cwiseAbs().maxCoeff();
}

/// Once to find landmarks that too few are nearest to, and once without these.
constexpr Index most_counts = 2;

}  // namespace

LandmarkSite::LandmarkSite(LandmarkSiteProblem problem, const Json& state)
    : problem_(std::move(problem)) {
  if (state.is_null()) return;
  answered_ = text_field(state, "answered", cache_name);
  if (!is_landmark_stage(answered_)) {
    throw MessageError(std::string(cache_name) + ": answered is damaged");
  }
  if (answered_ == landmark_stage::mean) return;
  scales_.sums.subjects =
      static_cast<double>(integer_field(state, "subjects", 0, max_points, cache_name));
  parse_centres(state, scale_plan(), cache_name, scales_);
  if (answered_ == landmark_stage::spread) return;
  parse_spreads(state, scale_plan(), cache_name, scales_);
  if (answered_ == landmark_stage::oddness) return;
  columns_ = integer_field(state, "columns", 1, max_points, cache_name);
  if (answered_ == landmark_stage::subspace) return;
  const Index components =
      integer_field(state, "number_of_components", 1, problem_.features, cache_name);
  components_ = matrix_field(state, "components", problem_.features, components, cache_name);
  variances_ = matrix_field(state, "variances", components, 1, cache_name);
  if (is_descent_stage(answered_)) {
    landmarks_ = landmarks_field(state, max_points, components, cache_name);
    descent_round_ = integer_field(state, "descent_round", 1, max_points, cache_name);
    counted_ = integer_field(state, "counted", 0, most_counts, cache_name);
    if (answered_ == landmark_stage::descend) return;
    node_of_ =
        integers_field(state, "node_of", problem_.own_points, 0, landmarks_.rows() - 1, cache_name);
    if (answered_ == landmark_stage::nearest) return;
    members_ = counts_field(state, "members", landmarks_.rows(), cache_name);
    return;
  }
  tree_.emplace(tree_problem(), state, answered_);
}

Json LandmarkSite::state() const {
  Json state = {{"answered", answered_}};
  if (answered_ == landmark_stage::mean) return state;
  state["subjects"] = static_cast<Index>(scales_.sums.subjects);
  state.update(to_json_centres(scales_));
  if (answered_ == landmark_stage::spread) return state;
  state.update(to_json_spreads(scales_));
  if (answered_ == landmark_stage::oddness) return state;
  state["columns"] = columns_;
  if (answered_ == landmark_stage::subspace) return state;
  state["number_of_components"] = components();
  state["components"] = pack(components_);
  state["variances"] = pack(variances_);
  if (is_descent_stage(answered_)) {
    if (answered_ != landmark_stage::descend) state["node_of"] = node_of_;
    if (answered_ == landmark_stage::members) state["members"] = to_json(members_);
    state.update(landmarks_json(landmarks_));
    state["descent_round"] = descent_round_;
    state["counted"] = counted_;
    return state;
  }
  state.update(tree_->state(answered_));
  return state;
}

SiteAnswer LandmarkSite::answer(const Json& message) {
  const std::string asked = text_field(message, "stage", coordinator_message_name);
  const bool by_tree = problem_.parameters.landmark_method == LandmarkMethod::tree;
  const auto follows = [&](const char* stage, std::initializer_list<const char*> before) {
    return asked == stage && std::any_of(before.begin(), before.end(),
                                         [&](const char* last) { return answered_ == last; });
  };
  SiteAnswer answer;
  if (follows(landmark_stage::mean, {""})) {
    answer = sum_values();
  } else if (follows(landmark_stage::spread, {landmark_stage::mean})) {
    answer = sum_squares(message);
  } else if (follows(landmark_stage::oddness, {landmark_stage::spread})) {
    answer = sum_oddness(message);
  } else if (follows(landmark_stage::subspace,
                     {landmark_stage::oddness, landmark_stage::subspace})) {
    answer = multiply(message);
  } else if (by_tree &&
             follows(landmark_stage::moments, {landmark_stage::subspace, landmark_stage::veto})) {
    answer = sum_moments(message);
  } else if (follows(landmark_stage::count, {landmark_stage::moments})) {
    answer = tree_->count(message);
  } else if (follows(landmark_stage::veto, {landmark_stage::count})) {
    answer = tree_->veto(message);
  } else if (by_tree && follows(landmark_stage::leaves, {landmark_stage::moments})) {
    answer = tree_->leaves(message);
  } else if (!by_tree && follows(landmark_stage::descend,
                                 {landmark_stage::subspace, landmark_stage::descend})) {
    answer = descend(message);
  } else if (follows(landmark_stage::nearest, {landmark_stage::descend, landmark_stage::nearest})) {
    answer = count_nearest(message);
  } else if (follows(landmark_stage::members, {landmark_stage::nearest})) {
    answer = take_members(message);
  } else {
    throw MessageError("the remote's message: stage is not the one expected");
  }
  answered_ = asked;
  return answer;
}

SiteAnswer LandmarkSite::sum_values() {
  const Matrix measured = problem_.read_values();
  const RowVector present = (1 - measured.array().isNaN().cast<double>()).colwise().sum();
  const MiddleHalf middle = middle_half(measured);
  const RowVector unfit = without_logarithm(measured);
  const Matrix logarithms = (unfit.array() > 0).replicate(measured.rows(), 1).select(1, measured);
  SiteAnswer answer{
      {{"points", problem_.own_points}},
      {size_term(problem_.own_points),
       {present_name, members_bound, present, true},
       {weights_name, members_bound, middle.weight, true},
       told(wide_term(middles_name, mean_part(middle))),
       told(wide_term(log_middles_name, mean_part(middle_half(logarithms.array().log())))),
       {no_logarithm_name, 1, unfit, true}}};
  if (!is_robust()) {
    const Matrix values = scaled_rows(measured);
    const RowVector sums = values.array().isNaN().select(0.0, values.array()).colwise().sum();
    answer.sums.push_back(told(wide_term(values_name, sums)));
  }
  return answer;
}

ReadSum LandmarkSite::verified(const Json& message) const {
  return [&](const SumTerm& shape) { return verified_sum(problem_.verified_sum, message, shape); };
}

SiteAnswer LandmarkSite::sum_squares(const Json& message) {
  scales_.sums.subjects = static_cast<double>(all_subjects(problem_.verified_sum, message));
  take_centres(verified(message), scale_plan(), scales_);
  const Matrix measured = problem_.read_values();
  const MiddleHalf measures =
      middle_half(quality::with_logarithms(measured, scales_.measures.logarithms));
  const SumTerm own =
      told(wide_term(measure_spreads_name, spread_part(measures, scales_.measures.centre)));
  if (is_robust()) {
    const RowVector spreads = spread_part(middle_half(measured), scales_.sums.middles);
    return {Json::object(), {own, told(wide_term(spreads_name, spreads))}};
  }
  const Matrix deviations =
      data::filled(scaled_rows(measured), scales_.sums.mean).rowwise() - scales_.sums.mean;
  return {Json::object(), {own, told(wide_term(squares_name, deviations.colwise().squaredNorm()))}};
}

SiteAnswer LandmarkSite::sum_oddness(const Json& message) {
  take_spreads(verified(message), scale_plan(), scales_);
  const Vector odd =
      quality::log_oddness(quality::standardized(scales_.measures, problem_.read_values()));
  return {Json::object(), {oddness_term(oddness_name, odd)}};
}

SiteAnswer LandmarkSite::multiply(const Json& message) {
  const Index width =
      integer_field(message, "width", 1, problem_.features, coordinator_message_name);
  columns_ += width;
  if (columns_ > max_directions(static_cast<Index>(scales_.sums.subjects) - problem_.own_points)) {
    refuse("basis");
  }
  const Matrix basis =
      directions_field(message, "basis", problem_.features, width, coordinator_message_name);
  const data::Scaling scaling = learned_scaling(scales_.sums, problem_.normalization);
  const Matrix points = mapped_values(scaling).rowwise() - scaled_mean(scales_.sums, scaling);
  return {Json::object(),
          {{subspace_name, bound_of_squares(), points.transpose() * (points * basis)}}};
}

void LandmarkSite::take_components(const Json& message) {
  const auto subjects = static_cast<Index>(scales_.sums.subjects);
  const Index width =
      integer_field(message, "width", 1, problem_.features, coordinator_message_name);
  if (width > wanted_components(problem_.parameters, problem_.features)) refuse("width");
  if (width > max_directions(subjects - problem_.own_points)) {
    throw InputError("the other sites have too few subjects for a reference to be learned");
  }
  components_ =
      directions_field(message, "basis", problem_.features, width, coordinator_message_name);
  variances_ = matrix_field(message, "variances", width, 1, coordinator_message_name);
}

SiteAnswer LandmarkSite::sum_moments(const Json& message) {
  if (tree_) return tree_->moments(message);
  take_components(message);
  tree_.emplace(tree_problem());
  return tree_->first_moments(message);
}

LandmarkTreeProblem LandmarkSite::tree_problem() {
  return {static_cast<Index>(scales_.sums.subjects),
          problem_.own_points,
          components(),
          bound_of_squares(),
          problem_.parameters.least_members,
          [this]() -> const Matrix& { return points(); },
          problem_.verified_sum};
}

void LandmarkSite::take_landmarks(const Json& message, const Matrix& expected) {
  landmarks_ = landmarks_field(message, max_landmarks(), components(), coordinator_message_name);
  if (!are_close(landmarks_, expected)) refuse("landmarks");
}

Matrix LandmarkSite::moved(const Json& message) const {
  const Matrix sum = verified_sum(problem_.verified_sum, message,
                                  {moved_name, bound_of_landmarks(bound_of_squares()),
                                   Matrix::Zero(landmarks_.rows(), components())});
  return moved_landmarks(landmarks_, sum / static_cast<double>(problem_.sites),
                         problem_.parameters);
}

Counts LandmarkSite::nearest_members(const Json& message) const {
  return counts_from(
             verified_sum(problem_.verified_sum, message, members_shape(landmarks_.rows(), 1)))
      .front();
}

SiteAnswer LandmarkSite::descend(const Json& message) {
  const bool first = answered_ == landmark_stage::subspace;
  if (first) take_components(message);
  if (!(variances_.sum() > 0)) refuse("variances");
  if (++descent_round_ > problem_.parameters.mmd_rounds) refuse("stage");
  take_landmarks(message, first ? first_landmarks(variances_, max_landmarks()) : moved(message));
  return {
      Json::object(),
      {{moved_name, bound_of_landmarks(bound_of_squares()),
        mmd_answer(points(), landmarks_, variances_, problem_.parameters, problem_.secret_source),
        true}}};
}

SiteAnswer LandmarkSite::count_nearest(const Json& message) {
  if (++counted_ > most_counts) refuse("stage");
  take_landmarks(message, counted_ == 1 ? moved(message)
                                        : with_members(landmarks_, nearest_members(message),
                                                       problem_.parameters.least_members));
  const tsne::Neighbours nearest = tsne::nearest_candidates(points(), landmarks_, 1);
  node_of_.assign(nearest.indices.begin(), nearest.indices.end());
  return say_members({counts_of(node_of_, landmarks_.rows())});
}

SiteAnswer LandmarkSite::take_members(const Json& message) {
  if (counted_ != most_counts) refuse("stage");
  members_ = nearest_members(message);
  return {};
}

const Matrix& LandmarkSite::points() {
  if (!points_) points_ = problem_.read_points(preprocessing());
  return *points_;
}

bool LandmarkSite::are_learned(const LearnedReference& reference) const {
  if (tree_) return tree_->has_leaves(reference.landmarks, reference.members);
  return are_equal(reference.landmarks, landmarks_) && are_equal(reference.members, members_);
}

void LandmarkSite::check(const LearnedReference& reference) const {
  const data::Pca& pca = *reference.preprocessing.pca;
  const Preprocessing expected = preprocessing();
  const bool same =
      are_equal(pca.components, components_) && are_equal(pca.variances, variances_) &&
      are_equal(pca.mean, expected.pca->mean) &&
      reference.preprocessing.scaling.kind == expected.scaling.kind &&
      are_equal(reference.preprocessing.scaling.centre, expected.scaling.centre) &&
      are_equal(reference.preprocessing.scaling.scale, expected.scaling.scale) &&
      reference.preprocessing.scaling.without_spread == expected.scaling.without_spread &&
      are_learned(reference) && reference.measures.logarithms == scales_.measures.logarithms &&
      are_equal(reference.measures.centre, scales_.measures.centre) &&
      are_equal(reference.measures.deviation, scales_.measures.deviation);
  if (!same) throw MessageError("the remote's reference is not the one that was learned");
}

CellNumbers LandmarkSite::landmark_of() const {
  if (is_descent_stage(answered_)) return node_of_;
  return tree_->leaf_of();
}

Matrix LandmarkSite::scaled_rows(Matrix values) const {
  if (problem_.normalization != data::Normalization::row_max) return values;
  data::Scaling by_row;
  by_row.kind = data::Normalization::row_max;
  return data::apply(by_row, std::move(values));
}

Matrix LandmarkSite::mapped_values(const data::Scaling& scaling) const {
  const Matrix values = problem_.read_values();
  const data::Harmonization kind = harmonization(problem_.parameters);
  return kind == data::Harmonization::none
             ? scaled_points(scaling, data::filled(scaled_rows(values), scales_.sums.mean))
             : data::without_effect(values, scaling, data::site_effect(values, scaling, kind));
}

Index LandmarkSite::max_landmarks() const {
  return federated::max_landmarks(static_cast<Index>(scales_.sums.subjects),
                                  problem_.parameters.landmarks);
}

ScalePlan LandmarkSite::scale_plan() const {
  return {problem_.features, is_robust(), problem_.parameters.least_members};
}

bool LandmarkSite::is_robust() const {
  return problem_.normalization == data::Normalization::robust;
}

Preprocessing LandmarkSite::preprocessing() const {
  return learned_preprocessing(scales_.sums, problem_.normalization, components_, variances_);
}

double LandmarkSite::bound_of_squares() const {
  return total_squares(scales_.sums, learned_scaling(scales_.sums, problem_.normalization));
}

}  // namespace dsne::federated
