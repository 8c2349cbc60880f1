#include "federated/sums/counting.h"

#include <algorithm>

#include "core/errors.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr Index cells_per_counting_point = 2;

}  // namespace

void check_iteration(const Json& message, const Parameters& parameters, int made) {
  const int last = iterations(parameters) - 1;
  if (integer_field(message, "iteration", 0, last, coordinator_message_name) == made) return;
  throw MessageError("the remote's message: iteration is not the one expected");
}

Matrix verified_sum(const VerifiedSum& sum, const Json& message, const SumTerm& shape) {
  return sum(field(message, shape.name, coordinator_message_name), shape);
}

Index subjects_per_counting_point(const Parameters& parameters) {
  return cells_per_counting_point * parameters.least_members;
}

CellNumbers nearest_counting_points(const SiteProblem& problem, const Matrix& own,
                                    const Matrix& reference, Index subjects) {
  return nearest_reference_points(
      own, reference,
      sampled_points(reference.rows(), subjects, subjects_per_counting_point(problem.parameters)));
}

SumTerm size_term(Index own_points) {
  return {subjects_name, members_bound, Matrix::Constant(1, 1, static_cast<double>(own_points)),
          true};
}

SumTerm members_shape(Index reference_points, Index kinds) {
  return {members_name, members_bound, Matrix::Zero(reference_points, kinds), true};
}

SiteAnswer say_members(const std::vector<Counts>& counts) {
  return {Json::object(), {{members_name, members_bound, to_matrix(counts), true}}};
}

Index all_subjects(const VerifiedSum& sum, const Json& message) {
  return counts_from(verified_sum(sum, message, size_term(0))).front()(0);
}

Index all_subjects(const SiteAnswers& answers, Json& message) {
  return counts_from(answers.hand_on(size_term(0), message)).front()(0);
}

std::vector<Counts> all_members(const SiteProblem& problem, const Json& message, Index kinds) {
  return counts_from(
      verified_sum(problem.verified_sum, message, members_shape(problem.reference_points, kinds)));
}

std::vector<Counts> all_members(const SiteAnswers& answers, Index reference_points, Index kinds,
                                Json& message) {
  return counts_from(answers.hand_on(members_shape(reference_points, kinds), message));
}

Json to_json(const Counts& counts) { return std::vector<Index>(counts.begin(), counts.end()); }

Matrix to_matrix(const std::vector<Counts>& counts) {
  Matrix members(counts.front().size(), std::ssize(counts));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    members.col(static_cast<Index>(i)) = counts[i].cast<double>();
  }
  return members;
}

std::vector<Counts> counts_from(const Matrix& members) {
  std::vector<Counts> counts;
  if (!(members.array() > -0.5).all()) throw MessageError("a count over the sites is below 0");
  for (const auto& column : members.colwise()) {
    counts.emplace_back(column.array().round().cast<Index>());
  }
  return counts;
}

Counts counts_field(const Json& object, const std::string& name, Index size,
                    std::string_view what) {
  const CellNumbers numbers = integers_field(object, name, size, 0, max_points, what);
  return Eigen::Map<const Counts>(numbers.data(), size);
}

Cells cells_field(const Json& object, const std::string& name, Index reference_points,
                  std::string_view what) {
  Cells cells{integers_field(object, name, reference_points, 0, reference_points - 1, what), 0};
  for (const Index cell : cells.of_reference) cells.count = std::max(cells.count, cell + 1);
  return cells;
}

}  // namespace dsne::federated
