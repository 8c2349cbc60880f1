#include "federated/reference/landmark_tree_coordinator.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "federated/reference/landmark_rules.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "federated/sums/vetoes.h"

namespace dsne::federated {

using Eigen::Index;

LandmarkTreeCoordinator::LandmarkTreeCoordinator(const LandmarkTreePlan& plan) : plan_(plan) {
  Node root;
  root.moments.members = plan_.subjects;
  root.moments.axes = Matrix::Identity(plan_.components, plan_.components);
  nodes_.push_back(std::move(root));
  ask_moments({0});
}

LandmarkTreeCoordinator::LandmarkTreeCoordinator(const LandmarkTreePlan& plan, const Json& state)
    : plan_(plan) {
  constexpr std::string_view what = coordinator_cache_name;
  stage_ = text_field(state, "stage", what);
  if (stage_ != landmark_stage::moments && stage_ != landmark_stage::count &&
      stage_ != landmark_stage::veto && stage_ != landmark_stage::leaves) {
    throw MessageError(std::string(what) + ": stage is damaged");
  }
  done_ = flag_field(state, "done", what);
  handed_on_ = field(state, "handed_on", what);
  for (const Json& each : field(state, "nodes", what)) {
    Node node;
    node.moments = parse_moments(each, plan_.components, what);
    node.counted = flag_field(each, "counted", what);
    node.split = flag_field(each, "split", what);
    nodes_.push_back(std::move(node));
  }
  if (stage_ == landmark_stage::leaves) return;
  const Json& question = field(state, "question", what);
  const Index nodes = std::ssize(nodes_);
  if (stage_ == landmark_stage::moments) {
    moment_question_ = parse_moment_question(question, nodes, plan_.components, what);
  } else {
    count_question_ = parse_count_question(question, nodes, plan_.components, what);
  }
  if (stage_ == landmark_stage::veto) {
    below_ = counts_field(state, "below", count_question_.counts(), what);
  }
}

Json LandmarkTreeCoordinator::state() const {
  Json state = {
      {"stage", stage_}, {"done", done_}, {"handed_on", handed_on_}, {"nodes", Json::array()}};
  for (const Node& node : nodes_) {
    Json each = to_json(node.moments);
    each["counted"] = node.counted;
    each["split"] = node.split;
    state["nodes"].push_back(std::move(each));
  }
  if (stage_ == landmark_stage::leaves) return state;
  state["question"] =
      stage_ == landmark_stage::moments ? to_json(moment_question_) : to_json(count_question_);
  if (stage_ == landmark_stage::veto) state["below"] = to_json(below_);
  return state;
}

Json LandmarkTreeCoordinator::message() const {
  Json message = handed_on_;
  if (stage_ == landmark_stage::moments) message.update(to_json(moment_question_));
  if (stage_ == landmark_stage::count) message.update(to_json(count_question_));
  return message;
}

void LandmarkTreeCoordinator::combine(const SiteAnswers& answers) {
  handed_on_ = Json::object();
  if (stage_ == landmark_stage::moments) {
    take_moments(answers);
  } else if (stage_ == landmark_stage::count) {
    take_counts(answers);
  } else if (stage_ == landmark_stage::veto) {
    take_vetoes(answers);
  } else {
    done_ = true;
  }
}

void LandmarkTreeCoordinator::ask_moments(const std::vector<Index>& nodes) {
  moment_question_ = {};
  const bool room = leaves() < plan_.max_landmarks;
  for (const Index node : nodes) {
    Moments& moments = nodes_[static_cast<std::size_t>(node)].moments;
    const bool may_be_split = room && moments.members >= Index{2} * plan_.least_members;
    const Index axes = may_be_split ? max_moment_axes(moments.members, moments.axes.rows()) : 0;
    moments.axes.conservativeResize(axes, plan_.components);
    moment_question_.nodes.push_back(node);
    moment_question_.axes.push_back(axes);
  }
  stage_ = landmark_stage::moments;
}

void LandmarkTreeCoordinator::take_moments(const SiteAnswers& answers) {
  const double squares = plan_.squares;
  const auto sum_of = [&](const char* name, double bound, Index rows, Index columns) {
    return answers.hand_on({name, bound, Matrix::Zero(rows, columns)}, handed_on_);
  };
  const NodeMoments sums{
      sum_of(node_sums_name, bound_of_sums(static_cast<double>(plan_.subjects), squares),
             std::ssize(moment_question_.nodes), plan_.components),
      sum_of(node_products_name, squares, moment_question_.products(), 1)};
  for (std::size_t i = 0; i < moment_question_.nodes.size(); ++i) {
    nodes_[static_cast<std::size_t>(moment_question_.nodes[i])].moments.take(moment_question_, sums,
                                                                             static_cast<Index>(i));
  }
  ask_counts();
}

bool LandmarkTreeCoordinator::is_splittable(const Node& node) const {
  return !node.split && !node.counted && node.moments.products.size() > 0 &&
         node.moments.spread() > 0;
}

void LandmarkTreeCoordinator::ask_counts() {
  std::vector<Index> nodes;
  for (Index i = 0; i < std::ssize(nodes_); ++i) {
    if (is_splittable(nodes_[static_cast<std::size_t>(i)])) nodes.push_back(i);
  }
  const auto spread = [&](Index node) {
    return nodes_[static_cast<std::size_t>(node)].moments.spread();
  };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Index a, Index b) { return spread(a) > spread(b); });
  const auto room = static_cast<std::size_t>(std::max<Index>(0, plan_.max_landmarks - leaves()));
  nodes.resize(std::min(nodes.size(), room));
  std::sort(nodes.begin(), nodes.end());
  if (nodes.empty()) {
    stage_ = landmark_stage::leaves;
    return;
  }
  count_question_ = {nodes, Matrix(std::ssize(nodes), plan_.components), {}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(nodes[i])];
    const PrincipalAxes axes = principal_axes(node.moments);
    const Index least = plan_.least_members;
    node.counted = true;
    count_question_.directions.row(static_cast<Index>(i)) = axes.first;
    count_question_.thresholds.push_back(
        thresholds_along(axes, node.moments, max_thresholds(node.moments.members, least), least));
  }
  stage_ = landmark_stage::count;
}

void LandmarkTreeCoordinator::take_counts(const SiteAnswers& answers) {
  const Matrix below = Matrix::Zero(count_question_.counts(), 1);
  below_ = counts_from(answers.hand_on({below_name, members_bound, below}, handed_on_)).front();
  stage_ = landmark_stage::veto;
}

void LandmarkTreeCoordinator::take_vetoes(const SiteAnswers& answers) {
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
    done_ = true;
    return;
  }
  ask_moments(parts);
}

Matrix LandmarkTreeCoordinator::landmarks() const {
  Matrix landmarks(leaves(), plan_.components);
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (!node.split) landmarks.row(leaf++) = node.moments.mean();
  }
  return landmarks;
}

Counts LandmarkTreeCoordinator::members() const {
  Counts members(leaves());
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (!node.split) members(leaf++) = node.moments.members;
  }
  return members;
}

Index LandmarkTreeCoordinator::leaves() const {
  return std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.split; });
}

}  // namespace dsne::federated
