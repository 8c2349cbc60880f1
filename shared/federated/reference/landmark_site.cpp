#include "federated/reference/landmark_site.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
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
  sums_.subjects = static_cast<double>(integer_field(state, "subjects", 0, max_points, cache_name));
  take_means(state, cache_name);
  if (answered_ == landmark_stage::spread) return;
  take_spreads(state, problem_.features, is_robust(), cache_name, sums_, measures_);
  if (answered_ == landmark_stage::oddness) return;
  if (!is_robust()) {
    sums_.squares = matrix_field(state, "squares", 1, problem_.features, cache_name);
  }
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
    if (answered_ == landmark_stage::nearest) {
      node_of_ = integers_field(state, "node_of", problem_.own_points, 0, landmarks_.rows() - 1,
                                cache_name);
    }
    return;
  }
  tree_.emplace(tree_problem(), state, answered_);
}

Json LandmarkSite::state() const {
  Json state = {{"answered", answered_}};
  if (answered_ == landmark_stage::mean) return state;
  state["subjects"] = static_cast<Index>(sums_.subjects);
  if (!is_robust()) state["mean"] = pack(sums_.mean);
  state.update(to_json_centres(sums_, measures_));
  if (answered_ == landmark_stage::spread) return state;
  state.update(to_json_spreads(sums_, measures_));
  if (answered_ == landmark_stage::oddness) return state;
  if (!is_robust()) state["squares"] = pack(sums_.squares);
  state["columns"] = columns_;
  if (answered_ == landmark_stage::subspace) return state;
  state["number_of_components"] = components();
  state["components"] = pack(components_);
  state["variances"] = pack(variances_);
  if (is_descent_stage(answered_)) {
    if (answered_ == landmark_stage::nearest) state["node_of"] = node_of_;
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
  } else if (!by_tree && follows(landmark_stage::descend,
                                 {landmark_stage::subspace, landmark_stage::descend})) {
    answer = descend(message);
  } else if (follows(landmark_stage::nearest, {landmark_stage::descend, landmark_stage::nearest})) {
    answer = count_nearest(message);
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
  SiteAnswer answer{{{"points", problem_.own_points}},
                    {size_term(problem_.own_points),
                     {present_name, members_bound, present},
                     {weights_name, members_bound, middle.weight},
                     wide_term(middles_name, mean_part(middle)),
                     wide_term(log_middles_name, mean_part(middle_half(logarithms.array().log()))),
                     {no_logarithm_name, 1, unfit}}};
  if (!is_robust()) {
    const Matrix values = scaled_rows(measured);
    const RowVector sums = values.array().isNaN().select(0.0, values.array()).colwise().sum();
    answer.sums.push_back(wide_term(values_name, sums));
  }
  return answer;
}

void LandmarkSite::take_means(const Json& object, std::string_view what) {
  take_centres(object, problem_.features, what, sums_, measures_);
  if (is_robust()) {
    sums_.mean = sums_.middles;
  } else {
    sums_.mean = matrix_field(object, "mean", 1, problem_.features, what);
  }
}

SiteAnswer LandmarkSite::sum_squares(const Json& message) {
  sums_.subjects = static_cast<double>(all_subjects(problem_.verified_sum, message));
  take_means(message, coordinator_message_name);
  const Matrix measured = problem_.read_values();
  const MiddleHalf measures = middle_half(quality::with_logarithms(measured, measures_.logarithms));
  const SumTerm own = wide_term(measure_spreads_name, spread_part(measures, measures_.centre));
  if (is_robust()) {
    return {Json::object(),
            {own, wide_term(spreads_name, spread_part(middle_half(measured), sums_.middles))}};
  }
  const Matrix deviations = filled(scaled_rows(measured)).rowwise() - sums_.mean;
  return {Json::object(), {own, wide_term(squares_name, deviations.colwise().squaredNorm())}};
}

SiteAnswer LandmarkSite::sum_oddness(const Json& message) {
  take_spreads(message, problem_.features, is_robust(), coordinator_message_name, sums_, measures_);
  const Vector odd = quality::log_oddness(quality::standardized(measures_, problem_.read_values()));
  return {Json::object(), {oddness_term(oddness_name, odd)}};
}

SiteAnswer LandmarkSite::multiply(const Json& message) {
  if (!is_robust()) take_squares(message);
  const Index width =
      integer_field(message, "width", 1, problem_.features, coordinator_message_name);
  columns_ += width;
  if (columns_ > max_directions(static_cast<Index>(sums_.subjects) - problem_.own_points)) {
    refuse("basis");
  }
  const Matrix basis =
      directions_field(message, "basis", problem_.features, width, coordinator_message_name);
  const data::Scaling scaling = learned_scaling(sums_, problem_.normalization);
  const Matrix points = mapped_values(scaling).rowwise() - scaled_mean(sums_, scaling);
  return {Json::object(),
          {{subspace_name, bound_of_squares(), points.transpose() * (points * basis)}}};
}

void LandmarkSite::take_squares(const Json& message) {
  const RowVector squares =
      matrix_field(message, "squares", 1, problem_.features, coordinator_message_name);
  const bool begun = answered_ == landmark_stage::subspace;
  if ((begun && squares != sums_.squares) || (squares.array() < 0).any()) refuse("squares");
  sums_.squares = squares;
}

void LandmarkSite::take_components(const Json& message) {
  const auto subjects = static_cast<Index>(sums_.subjects);
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
  return {static_cast<Index>(sums_.subjects),
          problem_.own_points,
          components(),
          bound_of_squares(),
          problem_.parameters.least_members,
          [this]() -> const Matrix& { return points(); },
          problem_.verified_sum};
}

void LandmarkSite::take_landmarks(const Json& message) {
  const Index most =
      max_landmarks(static_cast<Index>(sums_.subjects), problem_.parameters.landmarks);
  landmarks_ = landmarks_field(message, most, components(), coordinator_message_name);
}

SiteAnswer LandmarkSite::descend(const Json& message) {
  if (answered_ == landmark_stage::subspace) take_components(message);
  if (!(variances_.sum() > 0)) refuse("variances");
  if (++descent_round_ > problem_.parameters.mmd_rounds) refuse("stage");
  take_landmarks(message);
  return {Json::object(),
          {{landmarks_name, bound_of_landmarks(bound_of_squares()),
            mmd_answer(points(), landmarks_, variances_, problem_.parameters,
                       problem_.secret_source)}}};
}

SiteAnswer LandmarkSite::count_nearest(const Json& message) {
  if (++counted_ > most_counts) refuse("stage");
  take_landmarks(message);
  const tsne::Neighbours nearest = tsne::nearest_candidates(points(), landmarks_, 1);
  node_of_.assign(nearest.indices.begin(), nearest.indices.end());
  return {Json::object(),
          {{members_name, members_bound, counts_of(node_of_, landmarks_.rows()).cast<double>()}}};
}

const Matrix& LandmarkSite::points() {
  if (!points_) points_ = problem_.read_points(preprocessing());
  return *points_;
}

bool LandmarkSite::are_plausible(const LearnedReference& reference) const {
  if (!is_descent_stage(answered_)) return are_equal(reference.members, tree_->members());
  return are_equal(reference.landmarks, landmarks_) &&
         reference.members.size() == landmarks_.rows() &&
         reference.members.sum() == static_cast<Index>(sums_.subjects) &&
         (reference.members - counts_of(node_of_, landmarks_.rows())).minCoeff() >= 0;
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
      are_plausible(reference) && reference.measures.logarithms == measures_.logarithms &&
      are_equal(reference.measures.centre, measures_.centre) &&
      are_equal(reference.measures.deviation, measures_.deviation);
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

Matrix LandmarkSite::filled(Matrix values) const {
  for (auto row : values.rowwise()) row = row.array().isNaN().select(sums_.mean, row);
  return values;
}

Matrix LandmarkSite::mapped_values(const data::Scaling& scaling) const {
  const Matrix values = problem_.read_values();
  const data::Harmonization kind = harmonization(problem_.parameters);
  return kind == data::Harmonization::none
             ? scaled_points(scaling, filled(scaled_rows(values)))
             : data::without_effect(values, scaling, data::site_effect(values, scaling, kind));
}

bool LandmarkSite::is_robust() const {
  return problem_.normalization == data::Normalization::robust;
}

Preprocessing LandmarkSite::preprocessing() const {
  return learned_preprocessing(sums_, problem_.normalization, components_, variances_);
}

double LandmarkSite::bound_of_squares() const {
  return total_squares(sums_, learned_scaling(sums_, problem_.normalization));
}

}  // namespace dsne::federated
