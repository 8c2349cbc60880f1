#include "federated/landmark_coordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "data/pca.h"
#include "federated/counting.h"
#include "federated/landmark_rules.h"
#include "federated/mmd.h"
#include "federated/oddness_sums.h"
#include "federated/robust_sums.h"
#include "federated/second_moments.h"
#include "federated/state_names.h"
#include "federated/vetoes.h"
#include "federated/wide_sum.h"

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
  for (const Json& each : field(state, "nodes", what)) {
    Node node;
    node.moments = parse_moments(each, width, what);
    node.counted = flag_field(each, "counted", what);
    node.split = flag_field(each, "split", what);
    nodes_.push_back(std::move(node));
  }
  const Index nodes = std::ssize(nodes_);
  if (stage_ == landmark_stage::moments) {
    moment_question_ = parse_moment_question(field(state, "question", what), nodes, width, what);
  }
  if (stage_ == landmark_stage::count || stage_ == landmark_stage::veto) {
    count_question_ = parse_count_question(field(state, "question", what), nodes, width, what);
  }
  if (stage_ == landmark_stage::veto) {
    below_ = counts_field(state, "below", count_question_.counts(), what);
  }
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
  state["nodes"] = Json::array();
  for (const Node& node : nodes_) {
    Json each = to_json(node.moments);
    each["counted"] = node.counted;
    each["split"] = node.split;
    state["nodes"].push_back(std::move(each));
  }
  if (stage_ == landmark_stage::moments) state["question"] = to_json(moment_question_);
  if (stage_ == landmark_stage::count || stage_ == landmark_stage::veto) {
    state["question"] = to_json(count_question_);
  }
  if (stage_ == landmark_stage::veto) {
    state["below"] = to_json(below_);
  }
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
  } else if (stage_ == landmark_stage::moments) {
    message.update(to_json(moment_question_));
  } else if (stage_ == landmark_stage::count) {
    message.update(to_json(count_question_));
  } else if (is_descent_stage(stage_)) {
    message.update(landmarks_json(landmarks_));
  }
  const bool first_of_tree = stage_ == landmark_stage::moments && nodes_.size() == 1;
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
  } else if (stage_ == landmark_stage::moments) {
    take_moments(answers);
  } else if (stage_ == landmark_stage::count) {
    take_counts(answers);
  } else if (stage_ == landmark_stage::veto) {
    take_vetoes(answers);
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
  sums_.subjects = static_cast<double>(all_subjects(answers));
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
  handed_on_ = handed_on(answers, subjects_name);
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
  Node root;
  root.moments.members = static_cast<Index>(sums_.subjects);
  root.moments.axes = Matrix::Identity(count, count);
  nodes_.push_back(std::move(root));
  ask_moments({0});
}

void LandmarkCoordinator::ask_moments(const std::vector<Index>& nodes) {
  moment_question_ = {};
  const bool room = leaves() < max_landmarks();
  for (const Index node : nodes) {
    Moments& moments = nodes_[static_cast<std::size_t>(node)].moments;
    const bool may_be_split =
        room && moments.members >= Index{2} * problem_.parameters.least_members;
    const Index axes = may_be_split ? max_moment_axes(moments.members, moments.axes.rows()) : 0;
    moments.axes.conservativeResize(axes, components());
    moment_question_.nodes.push_back(node);
    moment_question_.axes.push_back(axes);
  }
  stage_ = landmark_stage::moments;
}

void LandmarkCoordinator::take_moments(const SiteAnswers& answers) {
  const double squares = bound_of_squares();
  const NodeMoments sums{answers.sum(node_sums_name, std::ssize(moment_question_.nodes),
                                     components(), bound_of_sums(sums_.subjects, squares)),
                         answers.sum(node_products_name, moment_question_.products(), 1, squares)};
  for (std::size_t i = 0; i < moment_question_.nodes.size(); ++i) {
    nodes_[static_cast<std::size_t>(moment_question_.nodes[i])].moments.take(moment_question_, sums,
                                                                             static_cast<Index>(i));
  }
  handed_on_ = handed_on(answers, node_sums_name);
  handed_on_.update(handed_on(answers, node_products_name));
  ask_counts();
}

bool LandmarkCoordinator::is_splittable(const Node& node) const {
  return !node.split && !node.counted && node.moments.products.size() > 0 &&
         node.moments.spread() > 0;
}

void LandmarkCoordinator::ask_counts() {
  std::vector<Index> nodes;
  for (Index i = 0; i < std::ssize(nodes_); ++i) {
    if (is_splittable(nodes_[static_cast<std::size_t>(i)])) nodes.push_back(i);
  }
  const auto spread = [&](Index node) {
    return nodes_[static_cast<std::size_t>(node)].moments.spread();
  };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Index a, Index b) { return spread(a) > spread(b); });
  const auto room = static_cast<std::size_t>(std::max<Index>(0, max_landmarks() - leaves()));
  nodes.resize(std::min(nodes.size(), room));
  std::sort(nodes.begin(), nodes.end());
  if (nodes.empty()) {
    finish();
    return;
  }
  count_question_ = {nodes, Matrix(std::ssize(nodes), components()), {}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(nodes[i])];
    const PrincipalAxes axes = principal_axes(node.moments);
    const Index least = problem_.parameters.least_members;
    node.counted = true;
    count_question_.directions.row(static_cast<Index>(i)) = axes.first;
    count_question_.thresholds.push_back(
        thresholds_along(axes, node.moments, max_thresholds(node.moments.members, least), least));
  }
  stage_ = landmark_stage::count;
}

void LandmarkCoordinator::take_counts(const SiteAnswers& answers) {
  below_ = counts_from(answers.sum(below_name, count_question_.counts(), 1, members_bound)).front();
  handed_on_ = handed_on(answers, below_name);
  stage_ = landmark_stage::veto;
}

void LandmarkCoordinator::take_vetoes(const SiteAnswers& answers) {
  const Matrix votes = answers.sum(vetoes_name, count_question_.counts(), 1, 1);
  const std::vector<bool> refused = vetoed(votes);
  std::vector<Cut> cuts;
  std::vector<Index> parts;
  for (std::size_t i = 0; i < count_question_.nodes.size(); ++i) {
    const std::vector<double>& thresholds = count_question_.thresholds[i];
    const Index count = std::ssize(thresholds);
    const Index first = count_question_.first_count(static_cast<Index>(i));
    const auto index = static_cast<std::size_t>(count_question_.nodes[i]);
    const Index members = nodes_[index].moments.members;
    const Matrix turn = principal_axes(nodes_[index].moments).turn;
    const Matrix axes = turn * nodes_[index].moments.axes;
    nodes_[index].moments.forget_products();
    const Counts below = below_.segment(first, count);
    const std::vector<bool> ruled_out(refused.begin() + first, refused.begin() + first + count);
    const Index best = best_threshold(thresholds, below, members, ruled_out);
    if (best < 0) continue;
    cuts.push_back({count_question_.nodes[i], best, turn});
    nodes_[index].split = true;
    for (const Index part : {below(best), members - below(best)}) {
      parts.push_back(std::ssize(nodes_));
      nodes_.emplace_back();
      nodes_.back().moments.members = part;
      nodes_.back().moments.axes = axes;
    }
  }
  handed_on_ = {{vetoes_name, pack(votes)}, {"cuts", to_json(cuts)}};
  if (parts.empty()) {
    finish();
    return;
  }
  ask_moments(parts);
}

void LandmarkCoordinator::finish() {
  if (leaves() < min_landmarks) refuse_few_landmarks();
  done_ = true;
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
  reference.landmarks.resize(leaves(), components());
  reference.members.resize(leaves());
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (node.split) continue;
    reference.landmarks.row(leaf) = node.moments.mean();
    reference.members(leaf++) = node.moments.members;
  }
  return reference;
}

SubspacePlan LandmarkCoordinator::plan() const {
  return subspace_plan(wanted_components(problem_.parameters, problem_.features), problem_.features,
                       static_cast<Index>(sums_.subjects) - largest_site_);
}

Index LandmarkCoordinator::leaves() const {
  return std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.split; });
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
