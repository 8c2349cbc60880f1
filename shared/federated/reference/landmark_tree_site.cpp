#include "federated/reference/landmark_tree_site.h"

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

[[noreturn]] void refuse_of_tree(const std::string& name) {
  throw MessageError(std::string(coordinator_message_name) + ": " + name +
                     " is not what may be asked now");
}

constexpr double largest_rounding = 1e-9;
constexpr double least_length =
    1e-3;  ///< of a mean, in comparisons: zero has no rounding of its own

/// Whether rows are of length 1 and at right angles, but for rounding.
bool is_rotation(const Matrix& turn) {
  const Matrix products = turn * turn.transpose();
  return products.isIdentity(largest_rounding);
}

}  // namespace

LandmarkTreeSite::LandmarkTreeSite(LandmarkTreeProblem problem)
    : problem_(std::move(problem)),
      node_of_(static_cast<std::size_t>(problem_.own_points), 0),
      nodes_{{{problem_.subjects, Matrix::Identity(problem_.components, problem_.components)}}} {}

LandmarkTreeSite::LandmarkTreeSite(LandmarkTreeProblem problem, const Json& state,
                                   const std::string& answered)
    : problem_(std::move(problem)) {
  for (const Json& each : field(state, "nodes", cache_name)) nodes_.push_back(parse_node(each));
  node_of_ =
      integers_field(state, "node_of", problem_.own_points, 0, std::ssize(nodes_) - 1, cache_name);
  if (answered == landmark_stage::leaves) return;
  if (answered == landmark_stage::moments) {
    moment_question_ = parse_moment_question(field(state, "question", cache_name),
                                             std::ssize(nodes_), problem_.components, cache_name);
    return;
  }
  question_ = parse_count_question(field(state, "question", cache_name), std::ssize(nodes_),
                                   problem_.components, cache_name);
  own_below_ = counts_field(state, "own_below", question_.counts(), cache_name);
  if (answered == landmark_stage::count) return;
  below_ = counts_field(state, "below", question_.counts(), cache_name);
}

Json LandmarkTreeSite::state(const std::string& answered) const {
  Json state = {{"node_of", node_of_}, {"nodes", Json::array()}};
  for (const Node& node : nodes_) {
    Json each = to_json(node.moments);
    each["summed"] = node.summed;
    each["counted"] = node.counted;
    each["split"] = node.split;
    state["nodes"].push_back(std::move(each));
  }
  if (answered == landmark_stage::leaves) return state;
  if (answered == landmark_stage::moments) {
    state["question"] = to_json(moment_question_);
    return state;
  }
  state["question"] = to_json(question_);
  state["own_below"] = to_json(own_below_);
  if (answered == landmark_stage::count) return state;
  state["below"] = to_json(below_);
  return state;
}

LandmarkTreeSite::Node LandmarkTreeSite::parse_node(const Json& json) const {
  return {parse_moments(json, problem_.components, cache_name),
          flag_field(json, "summed", cache_name), flag_field(json, "counted", cache_name),
          flag_field(json, "split", cache_name)};
}

void LandmarkTreeSite::take_cuts(const Json& message) {
  const std::vector<bool> refused = vetoed(message, own_vetoes());
  std::vector<Index> axes;
  for (const Node& node : nodes_) axes.push_back(node.moments.axes.rows());
  for (const Cut& cut : parse_cuts(message, axes, coordinator_message_name)) {
    const Index place = place_of(cut.node, question_.nodes);
    if (place < 0 || nodes_[static_cast<std::size_t>(cut.node)].split ||
        cut.threshold >= std::ssize(question_.thresholds[static_cast<std::size_t>(place)])) {
      refuse_of_tree("cuts");
    }
    const Index count = question_.first_count(place) + cut.threshold;
    if (refused[static_cast<std::size_t>(count)] || !is_rotation(cut.turn)) refuse_of_tree("cuts");
    split(cut, place, below_(count));
  }
  for (const Index node : question_.nodes) {
    Node& counted = nodes_[static_cast<std::size_t>(node)];
    counted.moments.forget_products();
    if (counted.split) counted.moments.sum.resize(0);
  }
}

void LandmarkTreeSite::split(const Cut& cut, Index place, Index below) {
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

SiteAnswer LandmarkTreeSite::first_moments(const Json& message) {
  moment_question_ = parse_moment_question(message, std::ssize(nodes_), problem_.components,
                                           coordinator_message_name);
  const std::vector<Matrix> axes = asked_axes(moment_question_);
  const NodeMoments moments = node_moments(problem_.points(), node_of_, moment_question_, axes);
  const auto subjects = static_cast<double>(problem_.subjects);
  return {Json::object(),
          {{node_sums_name, bound_of_sums(subjects, problem_.squares), moments.sums, true},
           {node_products_name, problem_.squares, moments.products, true}}};
}

SiteAnswer LandmarkTreeSite::moments(const Json& message) {
  take_cuts(message);
  return first_moments(message);
}

std::vector<Matrix> LandmarkTreeSite::asked_axes(const MomentQuestion& question) {
  std::vector<Matrix> axes;
  for (std::size_t i = 0; i < question.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question.nodes[i])];
    if (node.split || node.summed ||
        question.axes[i] > max_moment_axes(node.moments.members, node.moments.axes.rows())) {
      refuse_of_tree("nodes");
    }
    node.summed = true;
    node.moments.axes.conservativeResize(question.axes[i], problem_.components);
    axes.push_back(node.moments.axes);
  }
  return axes;
}

void LandmarkTreeSite::take_moments(const Json& message) {
  const auto sum_of = [&](const char* name, double bound, Index rows, Index columns) {
    return verified_sum(problem_.verified_sum, message, {name, bound, Matrix::Zero(rows, columns)});
  };
  const auto subjects = static_cast<double>(problem_.subjects);
  const NodeMoments sums{
      sum_of(node_sums_name, bound_of_sums(subjects, problem_.squares),
             std::ssize(moment_question_.nodes), problem_.components),
      sum_of(node_products_name, problem_.squares, moment_question_.products(), 1)};
  for (std::size_t i = 0; i < moment_question_.nodes.size(); ++i) {
    nodes_[static_cast<std::size_t>(moment_question_.nodes[i])].moments.take(moment_question_, sums,
                                                                             static_cast<Index>(i));
  }
}

SiteAnswer LandmarkTreeSite::count(const Json& message) {
  take_moments(message);
  question_ = parse_count_question(message, std::ssize(nodes_), problem_.components,
                                   coordinator_message_name);
  const Index least = problem_.least_members;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question_.nodes[i])];
    const Moments& moments = node.moments;
    if (node.split || node.counted || moments.products.size() == 0 ||
        std::ssize(question_.thresholds[i]) > max_thresholds(moments.members, least)) {
      refuse_of_tree("nodes");
    }
    if (!is_along_first_axis(moments, question_.directions.row(static_cast<Index>(i)),
                             question_.thresholds[i], least)) {
      refuse_of_tree("thresholds");
    }
    node.counted = true;
  }
  own_below_ = count_below();
  return {Json::object(), {{below_name, members_bound, own_below_.cast<double>(), true}}};
}

SiteAnswer LandmarkTreeSite::veto(const Json& message) {
  below_ =
      counts_from(verified_sum(problem_.verified_sum, message,
                               {below_name, members_bound, Matrix::Zero(question_.counts(), 1)}))
          .front();
  return {Json::object(), {veto_term(own_vetoes())}};
}

SiteAnswer LandmarkTreeSite::leaves(const Json& message) {
  take_moments(message);
  return {};
}

Counts LandmarkTreeSite::count_below() const {
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

double LandmarkTreeSite::along_direction(Index subject, Index place) const {
  return problem_.points().row(subject).dot(question_.directions.row(place));
}

std::vector<bool> LandmarkTreeSite::own_vetoes() const {
  const Counts own = counts_of(node_of_, std::ssize(nodes_));
  std::vector<bool> vetoes;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    const Index node = question_.nodes[i];
    const Index members = nodes_[static_cast<std::size_t>(node)].moments.members;
    for (std::size_t t = 0; t < question_.thresholds[i].size(); ++t) {
      const auto count = std::ssize(vetoes);
      vetoes.push_back(
          !may_split(members, below_(count), own(node), own_below_(count), problem_.least_members));
    }
  }
  return vetoes;
}

bool LandmarkTreeSite::has_leaves(const Matrix& means, const Counts& members) const {
  if (means.rows() != members.size() || means.cols() != problem_.components) return false;
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (node.split) continue;
    const Moments& moments = node.moments;
    if (leaf == members.size() || moments.sum.size() == 0 || members(leaf) != moments.members) {
      return false;
    }
    const double largest = std::max(moments.mean().cwiseAbs().maxCoeff(), least_length);
    const RowVector difference = means.row(leaf++) - moments.mean();
    if (!(difference.cwiseAbs().maxCoeff() <= largest_rounding * largest)) return false;
  }
  return leaf == members.size();
}

CellNumbers LandmarkTreeSite::leaf_of() const {
  CellNumbers leaf_of_node;
  for (Index leaves = 0; const Node& node : nodes_) {
    leaf_of_node.push_back(leaves);
    if (!node.split) ++leaves;
  }
  CellNumbers leaves;
  for (const Index node : node_of_) {
    leaves.push_back(leaf_of_node[static_cast<std::size_t>(node)]);
  }
  return leaves;
}

}  // namespace dsne::federated
