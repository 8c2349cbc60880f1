#include "federated/landmark_site.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "federated/cell_sums.h"
#include "federated/landmark_rules.h"
#include "federated/node_moments.h"
#include "federated/state_names.h"
#include "federated/wide_sum.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

[[noreturn]] void refuse(const std::string& name) {
  throw MessageError(std::string(coordinator_message_name) + ": " + name +
                     " is not what may be asked now");
}

SumTerm subjects_term(Index subjects) {
  return {all_subjects_name, subjects_bound, Matrix::Constant(1, 1, static_cast<double>(subjects)),
          true};
}

/// Vectors of length 1, as far as a site need look: none of their numbers is beyond ±1.
Matrix basis_field(const Json& message, Index features, Index width) {
  constexpr double rounding = 1e-9;
  Matrix basis = matrix_field(message, "basis", features, width, coordinator_message_name);
  if ((basis.array().abs() > 1 + rounding).any()) refuse("basis");
  return basis;
}

/// Also of what came from outside with another shape.
template <typename Array>
bool are_equal(const Array& a, const Array& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

Json flags_json(const std::vector<bool>& flags) {
  Json json = Json::array();
  for (const bool flag : flags) json.push_back(flag ? 1 : 0);
  return json;
}

CellNumbers numbers_of(const Json& state, const std::string& name, Index end) {
  const Json& array = field(state, name, cache_name);
  CellNumbers numbers;
  for (const Json& number : array) {
    if (!number.is_number_integer() || number < 0 || number >= end) break;
    numbers.push_back(number.get<Index>());
  }
  if (!array.is_array() || numbers.size() != array.size()) {
    throw MessageError(std::string(cache_name) + ": " + name + " is damaged");
  }
  return numbers;
}

Counts counts_field(const Json& state, const std::string& name, Index size) {
  const CellNumbers numbers = numbers_of(state, name, max_points);
  if (std::ssize(numbers) != size) {
    throw MessageError(std::string(cache_name) + ": " + name + " is damaged");
  }
  return Eigen::Map<const Counts>(numbers.data(), size);
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
  sums_.mean = matrix_field(state, "mean", 1, problem_.features, cache_name);
  if (answered_ == landmark_stage::spread) return;
  sums_.squares = matrix_field(state, "squares", 1, problem_.features, cache_name);
  columns_ = integer_field(state, "columns", 1, max_points, cache_name);
  if (answered_ == landmark_stage::subspace) return;
  const Index components =
      integer_field(state, "number_of_components", 1, problem_.features, cache_name);
  components_ = matrix_field(state, "components", problem_.features, components, cache_name);
  variances_ = matrix_field(state, "variances", components, 1, cache_name);
  const CellNumbers members = numbers_of(state, "members", max_points);
  const CellNumbers summed = numbers_of(state, "summed", 2);
  const CellNumbers counted = numbers_of(state, "counted", 2);
  const CellNumbers split = numbers_of(state, "split", 2);
  node_of_ = numbers_of(state, "node_of", std::ssize(members));
  if (summed.size() != members.size() || counted.size() != members.size() ||
      split.size() != members.size() || std::ssize(node_of_) != problem_.own_points) {
    throw MessageError(std::string(cache_name) + ": the nodes are damaged");
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    nodes_.push_back({members[i], summed[i] == 1, counted[i] == 1, split[i] == 1});
  }
  if (answered_ == landmark_stage::moments) return;
  question_ = parse_count_question(field(state, "question", cache_name), std::ssize(nodes_),
                                   components, cache_name);
  own_below_ = counts_field(state, "own_below", question_.counts());
  if (answered_ == landmark_stage::count) return;
  below_ = counts_field(state, "below", question_.counts());
}

Json LandmarkSite::state() const {
  Json state = {{"answered", answered_}};
  if (answered_ == landmark_stage::mean) return state;
  state["subjects"] = static_cast<Index>(sums_.subjects);
  state["mean"] = pack(sums_.mean);
  if (answered_ == landmark_stage::spread) return state;
  state["squares"] = pack(sums_.squares);
  state["columns"] = columns_;
  if (answered_ == landmark_stage::subspace) return state;
  state["number_of_components"] = components();
  state["components"] = pack(components_);
  state["variances"] = pack(variances_);
  state["node_of"] = node_of_;
  std::vector<Index> members;
  std::vector<bool> summed;
  std::vector<bool> counted;
  std::vector<bool> split;
  for (const Node& node : nodes_) {
    members.push_back(node.members);
    summed.push_back(node.summed);
    counted.push_back(node.counted);
    split.push_back(node.split);
  }
  state["members"] = members;
  state["summed"] = flags_json(summed);
  state["counted"] = flags_json(counted);
  state["split"] = flags_json(split);
  if (answered_ == landmark_stage::moments) return state;
  state["question"] = to_json(question_);
  state["own_below"] = std::vector<Index>(own_below_.begin(), own_below_.end());
  if (answered_ == landmark_stage::count) return state;
  state["below"] = std::vector<Index>(below_.begin(), below_.end());
  return state;
}

SiteAnswer LandmarkSite::answer(const Json& message) {
  const std::string asked = text_field(message, "stage", coordinator_message_name);
  const auto follows = [&](const char* stage, std::initializer_list<const char*> before) {
    return asked == stage && std::any_of(before.begin(), before.end(),
                                         [&](const char* last) { return answered_ == last; });
  };
  SiteAnswer answer;
  if (follows(landmark_stage::mean, {""})) {
    answer = sum_values();
  } else if (follows(landmark_stage::spread, {landmark_stage::mean})) {
    answer = sum_squares(message);
  } else if (follows(landmark_stage::subspace,
                     {landmark_stage::spread, landmark_stage::subspace})) {
    answer = multiply(message);
  } else if (follows(landmark_stage::moments, {landmark_stage::subspace, landmark_stage::veto})) {
    answer = sum_moments(message);
  } else if (follows(landmark_stage::count, {landmark_stage::moments})) {
    answer = count(message);
  } else if (follows(landmark_stage::veto, {landmark_stage::count})) {
    answer = veto(message);
  } else {
    throw MessageError("the remote's message: stage is not the one expected");
  }
  answered_ = asked;
  return answer;
}

SiteAnswer LandmarkSite::sum_values() {
  const Matrix values = scaled_values();
  const RowVector sums = values.array().isNaN().select(0.0, values.array()).colwise().sum();
  const RowVector present = (1 - values.array().isNaN().cast<double>()).colwise().sum();
  return {{{"points", problem_.own_points}},
          {subjects_term(problem_.own_points),
           wide_term(values_name, sums),
           {present_name, subjects_bound, present}}};
}

SiteAnswer LandmarkSite::sum_squares(const Json& message) {
  const Matrix subjects =
      problem_.verified_sum(field(message, all_subjects_name, coordinator_message_name),
                            subjects_term(problem_.own_points));
  sums_.subjects = std::round(subjects(0, 0));
  sums_.mean = matrix_field(message, "mean", 1, problem_.features, coordinator_message_name);
  const Matrix deviations = filled_values().rowwise() - sums_.mean;
  return {Json::object(), {wide_term(squares_name, deviations.colwise().squaredNorm())}};
}

SiteAnswer LandmarkSite::multiply(const Json& message) {
  const RowVector squares =
      matrix_field(message, "squares", 1, problem_.features, coordinator_message_name);
  const bool begun = answered_ == landmark_stage::subspace;
  if ((begun && squares != sums_.squares) || (squares.array() < 0).any()) refuse("squares");
  sums_.squares = squares;
  const Index width =
      integer_field(message, "width", 1, problem_.features, coordinator_message_name);
  columns_ += width;
  if (columns_ > max_directions(static_cast<Index>(sums_.subjects) - problem_.own_points)) {
    refuse("basis");
  }
  const Matrix basis = basis_field(message, problem_.features, width);
  const Preprocessing scaled =
      learned_preprocessing(sums_, problem_.parameters.normalization,
                            Matrix::Zero(problem_.features, 1), Vector::Zero(1));
  const Matrix points = scaled_points(scaled, filled_values()).rowwise() - scaled.pca->mean;
  return {Json::object(),
          {{subspace_name, bound_of_squares(), points.transpose() * (points * basis)}}};
}

void LandmarkSite::take_components(const Json& message) {
  const auto subjects = static_cast<Index>(sums_.subjects);
  const Index width =
      integer_field(message, "width", 1, problem_.features, coordinator_message_name);
  if (width > wanted_components(problem_.parameters, problem_.features)) refuse("width");
  if (width > max_directions(subjects - problem_.own_points)) {
    throw InputError("the other sites have too few subjects for a reference to be learned");
  }
  components_ = basis_field(message, problem_.features, width);
  variances_ = matrix_field(message, "variances", width, 1, coordinator_message_name);
  nodes_ = {{subjects, false, false, false}};
  node_of_.assign(static_cast<std::size_t>(problem_.own_points), 0);
}

void LandmarkSite::check_vetoes(const Json& message) const {
  const Matrix vetoes =
      matrix_field(message, landmark_vetoes_name, below_.size(), 1, coordinator_message_name);
  if (((vetoes - own_vetoes()).array() < 0).any()) {
    throw MessageError("the remote's message: vetoes leaves out this site's");
  }
}

void LandmarkSite::take_cuts(const Json& message) {
  check_vetoes(message);
  const Matrix vetoes =
      matrix_field(message, landmark_vetoes_name, below_.size(), 1, coordinator_message_name);
  for (const Cut& cut : parse_cuts(message, std::ssize(nodes_), coordinator_message_name)) {
    const auto asked = std::find(question_.nodes.begin(), question_.nodes.end(), cut.node);
    const auto place = static_cast<std::size_t>(asked - question_.nodes.begin());
    if (asked == question_.nodes.end() || nodes_[static_cast<std::size_t>(cut.node)].split ||
        cut.threshold >= std::ssize(question_.thresholds[place])) {
      refuse("cuts");
    }
    Index first = 0;
    for (std::size_t i = 0; i < place; ++i) first += std::ssize(question_.thresholds[i]);
    if (vetoes(first + cut.threshold, 0) != 0) refuse("cuts");
    split(cut, first);
  }
}

void LandmarkSite::split(const Cut& cut, Index first_count) {
  const auto node = static_cast<std::size_t>(cut.node);
  const auto place =
      static_cast<std::size_t>(std::find(question_.nodes.begin(), question_.nodes.end(), cut.node) -
                               question_.nodes.begin());
  const Index members = nodes_[node].members;
  const Index below = below_(first_count + cut.threshold);
  if (!may_split(members, below, 0, 0, problem_.parameters.least_members)) refuse("cuts");
  const Index next = std::ssize(nodes_);
  nodes_[node].split = true;
  nodes_.push_back({below, false, false, false});
  nodes_.push_back({members - below, false, false, false});
  const Vector along = points() * question_.directions.row(static_cast<Index>(place)).transpose();
  const double threshold = question_.thresholds[place][static_cast<std::size_t>(cut.threshold)];
  for (std::size_t i = 0; i < node_of_.size(); ++i) {
    if (node_of_[i] != cut.node) continue;
    node_of_[i] = along(static_cast<Index>(i)) <= threshold ? next : next + 1;
  }
}

SiteAnswer LandmarkSite::sum_moments(const Json& message) {
  if (nodes_.empty()) {
    take_components(message);
  } else {
    take_cuts(message);
  }
  const MomentQuestion question =
      parse_moment_question(message, std::ssize(nodes_), components(), coordinator_message_name);
  for (std::size_t i = 0; i < question.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question.nodes[i])];
    if (node.split || node.summed ||
        question.components[i] > max_moment_components(node.members, components())) {
      refuse("nodes");
    }
    node.summed = true;
  }
  const NodeMoments moments = node_moments(points(), node_of_, question);
  const double squares = bound_of_squares();
  return {Json::object(),
          {{node_sums_name, std::sqrt(sums_.subjects * squares), moments.sums},
           {node_products_name, squares, moments.products}}};
}

SiteAnswer LandmarkSite::count(const Json& message) {
  question_ =
      parse_count_question(message, std::ssize(nodes_), components(), coordinator_message_name);
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(question_.nodes[i])];
    if (node.split || !node.summed || node.counted ||
        std::ssize(question_.thresholds[i]) >
            max_thresholds(node.members, problem_.parameters.least_members)) {
      refuse("nodes");
    }
    node.counted = true;
  }
  own_below_ = count_below();
  return {Json::object(), {{below_name, subjects_bound, own_below_.cast<double>(), true}}};
}

SiteAnswer LandmarkSite::veto(const Json& message) {
  const Matrix below =
      problem_.verified_sum(field(message, below_name, coordinator_message_name),
                            {below_name, subjects_bound, Matrix::Zero(question_.counts(), 1)});
  below_ = below.col(0).array().round().cast<Index>();
  return {Json::object(), {{landmark_vetoes_name, 1, own_vetoes()}}};
}

Counts LandmarkSite::count_below() {
  const Matrix along = points() * question_.directions.transpose();
  Counts below = Counts::Zero(question_.counts());
  Index row = 0;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    for (const double threshold : question_.thresholds[i]) {
      for (std::size_t subject = 0; subject < node_of_.size(); ++subject) {
        if (node_of_[subject] != question_.nodes[i]) continue;
        if (along(static_cast<Index>(subject), static_cast<Index>(i)) <= threshold) ++below(row);
      }
      ++row;
    }
  }
  return below;
}

const Matrix& LandmarkSite::points() {
  if (!points_) points_ = problem_.read_points(preprocessing());
  return *points_;
}

Matrix LandmarkSite::own_vetoes() const {
  const Counts own = counts_of(node_of_, std::ssize(nodes_));
  Matrix vetoes(below_.size(), 1);
  Index row = 0;
  for (std::size_t i = 0; i < question_.nodes.size(); ++i) {
    const Index node = question_.nodes[i];
    for (std::size_t t = 0; t < question_.thresholds[i].size(); ++t, ++row) {
      vetoes(row) = may_split(nodes_[static_cast<std::size_t>(node)].members, below_(row),
                              own(node), own_below_(row), problem_.parameters.least_members)
                        ? 0
                        : 1;
    }
  }
  return vetoes;
}

void LandmarkSite::check(const LearnedReference& reference) const {
  Counts members(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.split; }));
  Index leaf = 0;
  for (const Node& node : nodes_) {
    if (!node.split) members(leaf++) = node.members;
  }
  const data::Pca& pca = *reference.preprocessing.pca;
  const Preprocessing expected = preprocessing();
  const bool same =
      are_equal(pca.components, components_) && are_equal(pca.variances, variances_) &&
      are_equal(pca.mean, expected.pca->mean) &&
      reference.preprocessing.scaling.kind == expected.scaling.kind &&
      are_equal(reference.preprocessing.scaling.centre, expected.scaling.centre) &&
      are_equal(reference.preprocessing.scaling.scale, expected.scaling.scale) &&
      reference.preprocessing.scaling.without_spread == expected.scaling.without_spread &&
      are_equal(reference.members, members);
  if (!same) throw MessageError("the remote's reference is not the one that was learned");
}

Matrix LandmarkSite::scaled_values() const {
  Matrix values = problem_.read_values();
  if (problem_.parameters.normalization != data::Normalization::row_max) return values;
  data::Scaling by_row;
  by_row.kind = data::Normalization::row_max;
  return data::apply(by_row, std::move(values));
}

Matrix LandmarkSite::filled_values() const {
  Matrix values = scaled_values();
  for (auto row : values.rowwise()) row = row.array().isNaN().select(sums_.mean, row);
  return values;
}

Preprocessing LandmarkSite::preprocessing() const {
  return learned_preprocessing(sums_, problem_.parameters.normalization, components_, variances_);
}

double LandmarkSite::bound_of_squares() const {
  return total_squares(sums_, learned_scaling(sums_, problem_.parameters.normalization));
}

}  // namespace dsne::federated
