#include "federated/reference/landmark_messages.h"

#include <algorithm>
#include <string>

#include "core/errors.h"
#include "federated/second_moments.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

[[noreturn]] void refuse(std::string_view what, const std::string& name) {
  throw MessageError(std::string(what) + ": " + name + " is damaged");
}

/// Nodes, each once, in rising order.
std::vector<Index> nodes_field(const Json& message, Index nodes, std::string_view what) {
  std::vector<Index> asked = integers_field(message, "nodes", 0, nodes - 1, what);
  const bool rising =
      std::adjacent_find(asked.begin(), asked.end(), std::greater_equal<>()) == asked.end();
  if (!rising || asked.empty()) refuse(what, "nodes");
  return asked;
}

std::vector<double> threshold_list(const Json& array, std::string_view what) {
  if (!array.is_array() || array.empty()) refuse(what, "thresholds");
  std::vector<double> thresholds;
  for (const Json& number : array) {
    if (!number.is_number() || !(std::abs(number.get<double>()) <= largest_number)) {
      refuse(what, "thresholds");
    }
    thresholds.push_back(number);
  }
  if (!std::is_sorted(thresholds.begin(), thresholds.end())) refuse(what, "thresholds");
  return thresholds;
}

}  // namespace

bool is_landmark_stage(std::string_view text) {
  using namespace landmark_stage;
  return text == mean || text == spread || text == oddness || text == subspace || text == moments ||
         text == count || text == veto || text == leaves || text == descend || text == nearest ||
         text == members;
}

bool is_descent_stage(std::string_view text) {
  return text == landmark_stage::descend || text == landmark_stage::nearest ||
         text == landmark_stage::members;
}

Matrix landmarks_field(const Json& message, Index most, Index components, std::string_view what) {
  const Index count = integer_field(message, "number_of_landmarks", 2, most, what);
  return matrix_field(message, "landmarks", count, components, what);
}

Json landmarks_json(const Matrix& landmarks) {
  return {{"number_of_landmarks", landmarks.rows()}, {"landmarks", pack(landmarks)}};
}

Index MomentQuestion::products() const {
  Index sum = std::ssize(nodes);
  for (const Index each : axes) sum += products_of(each);
  return sum;
}

Index CountQuestion::counts() const { return first_count(std::ssize(thresholds)); }

Index CountQuestion::first_count(Index place) const {
  Index sum = 0;
  for (Index i = 0; i < place; ++i) sum += std::ssize(thresholds[static_cast<std::size_t>(i)]);
  return sum;
}

Index place_of(Index node, const std::vector<Index>& nodes) {
  const auto found = std::lower_bound(nodes.begin(), nodes.end(), node);
  return found == nodes.end() || *found != node ? -1 : found - nodes.begin();
}

Json to_json(const MomentQuestion& question) {
  return {{"nodes", question.nodes}, {"axes", question.axes}};
}

Json to_json(const CountQuestion& question) {
  return {{"nodes", question.nodes},
          {"directions", pack(question.directions)},
          {"thresholds", question.thresholds}};
}

Json to_json(const std::vector<Cut>& cuts) {
  Json json = Json::array();
  for (const Cut& cut : cuts) {
    json.push_back({{"node", cut.node}, {"threshold", cut.threshold}, {"turn", pack(cut.turn)}});
  }
  return json;
}

MomentQuestion parse_moment_question(const Json& message, Index nodes, Index components,
                                     std::string_view what) {
  MomentQuestion question;
  question.nodes = nodes_field(message, nodes, what);
  question.axes = integers_field(message, "axes", std::ssize(question.nodes), 0, components, what);
  return question;
}

Matrix directions_field(const Json& message, const std::string& name, Index count, Index length,
                        std::string_view what) {
  constexpr double rounding = 1e-6;
  Matrix directions = matrix_field(message, name, count, length, what);
  if (!(directions.transpose() * directions).isIdentity(rounding)) refuse(what, name);
  return directions;
}

CountQuestion parse_count_question(const Json& message, Index nodes, Index components,
                                   std::string_view what) {
  CountQuestion question;
  question.nodes = nodes_field(message, nodes, what);
  question.directions =
      matrix_field(message, "directions", std::ssize(question.nodes), components, what);
  const Json& thresholds = field(message, "thresholds", what);
  if (!thresholds.is_array() || thresholds.size() != question.nodes.size()) {
    refuse(what, "thresholds");
  }
  for (const Json& each : thresholds) question.thresholds.push_back(threshold_list(each, what));
  return question;
}

std::vector<Cut> parse_cuts(const Json& message, const std::vector<Index>& axes,
                            std::string_view what) {
  const Json& array = field(message, "cuts", what);
  if (!array.is_array()) refuse(what, "cuts");
  std::vector<Cut> cuts;
  for (const Json& each : array) {
    const Index node = integer_field(each, "node", 0, std::ssize(axes) - 1, what);
    const Index count = axes[static_cast<std::size_t>(node)];
    cuts.push_back({node, integer_field(each, "threshold", 0, 1000, what),
                    directions_field(each, "turn", count, count, what)});
  }
  return cuts;
}

}  // namespace dsne::federated
