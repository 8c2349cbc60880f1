#include "federated/landmark_site.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "federated/counting.h"
#include "federated/landmark_rules.h"
#include "federated/mmd.h"
#include "federated/node_moments.h"
#include "federated/oddness_sums.h"
#include "federated/robust_sums.h"
#include "federated/state_names.h"
#include "federated/vetoes.h"
#include "federated/wide_sum.h"
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

/// Whether rows are of length 1 and at right angles, but for rounding.
bool is_rotation(const Matrix& turn) {
  constexpr double rounding = 1e-9;
  const Matrix products = turn * turn.transpose();
  return products.isIdentity(rounding);
}

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
    node_of_ =
        integers_field(state, "node_of", problem_.own_points, 0, landmarks_.rows() - 1, cache_name);
    return;
  }
  for (const Json& each : field(state, "nodes", cache_name)) nodes_.push_back(parse_node(each));
  node_of_ =
      integers_field(state, "node_of", problem_.own_points, 0, std::ssize(nodes_) - 1, cache_name);
  if (answered_ == landmark_stage::moments) {
    moment_question_ = parse_moment_question(field(state, "question", cache_name),
                                             std::ssize(nodes_), components, cache_name);
    return;
  }
  question_ = parse_count_question(field(state, "question", cache_name), std::ssize(nodes_),
                                   components, cache_name);
  own_below_ = counts_field(state, "own_below", question_.counts(), cache_name);
  if (answered_ == landmark_stage::count) return;
  below_ = counts_field(state, "below", question_.counts(), cache_name);
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
  state["node_of"] = node_of_;
  if (is_descent_stage(answered_)) {
    state.update(landmarks_json(landmarks_));
    state["descent_round"] = descent_round_;
    state["counted"] = counted_;
    return state;
  }
  state["nodes"] = Json::array();
  for (const Node& node : nodes_) {
    Json each = to_json(node.moments);
    each["summed"] = node.summed;
    each["counted"] = node.counted;
    each["split"] = node.split;
    state["nodes"].push_back(std::move(each));
  }
  if (answered_ == landmark_stage::moments) {
    state["question"] = to_json(moment_question_);
    return state;
  }
  state["question"] = to_json(question_);
  state["own_below"] = to_json(own_below_);
  if (answered_ == landmark_stage::count) return state;
  state["below"] = to_json(below_);
  return state;
}

LandmarkSite::Node LandmarkSite::parse_node(const Json& json) const {
  return {parse_moments(json, components(), cache_name), flag_field(json, "summed", cache_name),
          flag_field(json, "counted", cache_name), flag_field(json, "split", cache_name)};
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
    answer = count(message);
  } else if (follows(landmark_stage::veto, {landmark_stage::count})) {
    answer = veto(message);
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
  nodes_ = {{{subjects, Matrix::Identity(width, width)}}};
  node_of_.assign(static_cast<std::size_t>(problem_.own_points), 0);
}

void LandmarkSite::take_cuts(const Json& message) {
  const std::vector<bool> refused = vetoed(message, own_vetoes());
  std::vector<Index> axes;
  for (const Node& node : nodes_) axes.push_back(node.moments.axes.rows());
  for (const Cut& cut : parse_cuts(message, axes, coordinator_message_name)) {
    const Index place = place_of(cut.node, question_.nodes);
    if (place < 0 || nodes_[static_cast<std::size_t>(cut.node)].split ||
        cut.threshold >= std::ssize(question_.thresholds[static_cast<std::size_t>(place)])) {
      refuse("cuts");
    }
    const Index count = question_.first_count(place) + cut.threshold;
    if (refused[static_cast<std::size_t>(count)] || !is_rotation(cut.turn)) refuse("cuts");
    split(cut, place, below_(count));
  }
  for (const Index node : question_.nodes) {
    Moments& moments = nodes_[static_cast<std::size_t>(node)].moments;
    moments = {moments.members, Matrix(0, components())};
  }
}

void LandmarkSite::split(const Cut& cut, Index place, Index below) {
  Node& node = nodes_[static_cast<std::size_t>(cut.node)];
  const Index above = node.moments.members - below;
  const double threshold =
      question_
          .thresholds[static_cast<std::size_t>(place)][static_cast<std::size_t>(cut.threshold)];
  const Matrix axes = cut.turn * node.moments.axes;
  node.split = true;
  const Index next = std::ssize(nodes_);
  nodes_.push_back({{below, axes}});
  nodes_.push_back({{above, axes}});
  for (std::size_t i = 0; i < node_of_.size(); ++i) {
    if (node_of_[i] != cut.node) continue;
    node_of_[i] = along_direction(static_cast<Index>(i), place) <= threshold ? next : next + 1;
  }
}

SiteAnswer LandmarkSite::sum_moments(const Json& message) {
  if (nodes_.empty()) {
    take_components(message);
  } else {
    take_cuts(message);
  }
  moment_question_ =
      parse_moment_question(message, std::ssize(nodes_), components(), coordinator_message_name);
  const std::vector<Matrix> axes = asked_axes(moment_question_);
  const NodeMoments moments = node_moments(points(), node_of_, moment_question_, axes);
  const double squares = bound_of_squares();
  return {Json::object(),
          {{node_sums_name, bound_of_sums(sums_.subjects, squares), moments.sums, true},
           {node_products_name, squares, moments.products, true}}};
}

std::vector<Matrix> LandmarkSite::asked_axes(const MomentQuestion& question) {
  std::vector<Matrix> axes;
  for (std::size_t i = 0; i < question.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question.nodes[i])];
    if (node.split || node.summed ||
        question.axes[i] > max_moment_axes(node.moments.members, node.moments.axes.rows())) {
      refuse("nodes");
    }
    node.summed = true;
    node.moments.axes.conservativeResize(question.axes[i], components());
    axes.push_back(node.moments.axes);
  }
  return axes;
}

void LandmarkSite::take_moments(const Json& message) {
  const double squares = bound_of_squares();
  const auto sum_of = [&](const char* name, double bound, Index rows, Index columns) {
    return verified_sum(problem_.verified_sum, message, {name, bound, Matrix::Zero(rows, columns)});
  };
  const NodeMoments sums{sum_of(node_sums_name, bound_of_sums(sums_.subjects, squares),
                                std::ssize(moment_question_.nodes), components()),
                         sum_of(node_products_name, squares, moment_question_.products(), 1)};
  for (std::size_t i = 0; i < moment_question_.nodes.size(); ++i) {
    if (moment_question_.axes[i] == 0) continue;
    nodes_[static_cast<std::size_t>(moment_question_.nodes[i])].moments.take(moment_question_, sums,
                                                                             static_cast<Index>(i));
  }
}

SiteAnswer LandmarkSite::count(const Json& message) {
  take_moments(message);
  question_ =
      parse_count_question(message, std::ssize(nodes_), components(), coordinator_message_name);
  const Index least = problem_.parameters.least_members;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question_.nodes[i])];
    const Moments& moments = node.moments;
    if (node.split || node.counted || moments.products.size() == 0 ||
        std::ssize(question_.thresholds[i]) > max_thresholds(moments.members, least)) {
      refuse("nodes");
    }
    if (!is_along_first_axis(moments, question_.directions.row(static_cast<Index>(i)),
                             question_.thresholds[i], least)) {
      refuse("thresholds");
    }
    node.counted = true;
  }
  own_below_ = count_below();
  return {Json::object(), {{below_name, members_bound, own_below_.cast<double>(), true}}};
}

SiteAnswer LandmarkSite::veto(const Json& message) {
  below_ =
      counts_from(verified_sum(problem_.verified_sum, message,
                               {below_name, members_bound, Matrix::Zero(question_.counts(), 1)}))
          .front();
  return {Json::object(), {veto_term(own_vetoes())}};
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

Counts LandmarkSite::count_below() {
  Counts below = Counts::Zero(question_.counts());
  for (std::size_t i = 0; i < node_of_.size(); ++i) {
    const Index place = place_of(node_of_[i], question_.nodes);
    if (place < 0) continue;
    const std::vector<double>& thresholds = question_.thresholds[static_cast<std::size_t>(place)];
    const auto first = std::lower_bound(thresholds.begin(), thresholds.end(),
                                        along_direction(static_cast<Index>(i), place));
    below.segment(question_.first_count(place), std::ssize(thresholds))
        .tail(thresholds.end() - first)
        .array() += 1;
  }
  return below;
}

double LandmarkSite::along_direction(Index subject, Index place) {
  return points().row(subject).dot(question_.directions.row(place));
}

const Matrix& LandmarkSite::points() {
  if (!points_) points_ = problem_.read_points(preprocessing());
  return *points_;
}

std::vector<bool> LandmarkSite::own_vetoes() const {
  const Counts own = counts_of(node_of_, std::ssize(nodes_));
  std::vector<bool> vetoes;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    const Index node = question_.nodes[i];
    const Index members = nodes_[static_cast<std::size_t>(node)].moments.members;
    for (std::size_t t = 0; t < question_.thresholds[i].size(); ++t) {
      const auto count = std::ssize(vetoes);
      vetoes.push_back(!may_split(members, below_(count), own(node), own_below_(count),
                                  problem_.parameters.least_members));
    }
  }
  return vetoes;
}

Counts LandmarkSite::members() const {
  Counts members(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.split; }));
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (!node.split) members(leaf++) = node.moments.members;
  }
  return members;
}

bool LandmarkSite::are_plausible(const LearnedReference& reference) const {
  if (!is_descent_stage(answered_)) return are_equal(reference.members, members());
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
  CellNumbers landmark_of_node;
  for (Index leaves = 0; const Node& node : nodes_) {
    landmark_of_node.push_back(leaves);
    if (!node.split) ++leaves;
  }
  CellNumbers landmarks;
  for (const Index node : node_of_) {
    landmarks.push_back(landmark_of_node[static_cast<std::size_t>(node)]);
  }
  return landmarks;
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
