#include "federated/counting.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "federated/state_names.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr double members_bound = max_points;
constexpr Index cells_per_counting_point = 2;

Matrix verified_sum(const SiteProblem& problem, const Json& message, const SumTerm& shape) {
  return problem.verified_sum(field(message, shape.name, coordinator_message_name), shape);
}

}  // namespace

Index subjects_per_counting_point(const Parameters& parameters) {
  return cells_per_counting_point * parameters.least_members;
}

CellNumbers nearest_counting_points(const SiteProblem& problem, const Matrix& own,
                                    const Matrix& reference, Index subjects) {
  return nearest_reference_points(
      own, reference,
      sampled_points(reference.rows(), subjects, subjects_per_counting_point(problem.parameters)));
}

SiteAnswer say_size(const SiteProblem& problem) {
  const auto points = static_cast<double>(problem.own_points);
  return {Json::object(), {{subjects_name, members_bound, Matrix::Constant(1, 1, points), true}}};
}

SiteAnswer say_members(const std::vector<Counts>& counts) {
  return {Json::object(), {{members_name, members_bound, to_matrix(counts), true}}};
}

Json handed_on(const SiteAnswers& answers, const char* name) {
  return {{name, answers.masked_terms(name)}};
}

Index all_subjects(const SiteProblem& problem, const Json& message) {
  const Matrix sum =
      verified_sum(problem, message, {subjects_name, members_bound, Matrix::Zero(1, 1)});
  return static_cast<Index>(std::llround(sum(0, 0)));
}

std::vector<Counts> all_members(const SiteProblem& problem, const Json& message, Index kinds) {
  return counts_from(
      verified_sum(problem, message,
                   {members_name, members_bound, Matrix::Zero(problem.reference_points, kinds)}));
}

std::vector<Counts> all_members(const SiteAnswers& answers, Index reference_points, Index kinds) {
  return counts_from(answers.sum(members_name, reference_points, kinds, members_bound));
}

void check_size(const SiteAnswers& answers) {
  static_cast<void>(answers.sum(subjects_name, 1, 1, members_bound));
}

Matrix to_matrix(const std::vector<Counts>& counts) {
  Matrix members(counts.front().size(), std::ssize(counts));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    members.col(static_cast<Index>(i)) = counts[i].cast<double>();
  }
  return members;
}

std::vector<Counts> counts_from(const Matrix& members) {
  std::vector<Counts> counts;
  for (const auto& column : members.colwise()) {
    counts.emplace_back(column.array().round().cast<Index>());
  }
  return counts;
}

CellNumbers numbers_field(const Json& object, const std::string& name, Index size, Index below,
                          std::string_view what) {
  const Json& values = field(object, name, what);
  CellNumbers numbers;
  for (const Json& value : values) {
    if (!value.is_number_integer() || value < 0 || value >= below) break;
    numbers.push_back(value.get<Index>());
  }
  if (!values.is_array() || std::ssize(numbers) != size || std::ssize(values) != size) {
    throw MessageError(std::string(what) + ": " + name + " is damaged");
  }
  return numbers;
}

Cells cells_field(const Json& object, const std::string& name, Index reference_points,
                  std::string_view what) {
  Cells cells{numbers_field(object, name, reference_points, reference_points, what), 0};
  for (const Index cell : cells.of_reference) cells.count = std::max(cells.count, cell + 1);
  return cells;
}

}  // namespace dsne::federated
