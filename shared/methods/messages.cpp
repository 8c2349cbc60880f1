#include "methods/messages.h"

#include <cmath>
#include <string>

namespace dsne::methods {

using Eigen::Index;

void expect(bool holds, const std::string& otherwise) {
  if (!holds) {
    throw MessageError(std::string(exchange::coordinator_message_name) + ": " + otherwise);
  }
}

void check_iteration(const Json& message, const Parameters& parameters, int made) {
  const int last = iterations(parameters) - 1;
  expect(integer_field(message, "iteration", 0, last, exchange::coordinator_message_name) == made,
         "iteration is not the one expected");
}

Matrix told_sum(const Json& message, const exchange::SumTerm& shape, Index sites) {
  Matrix sum = matrix_field(message, shape.name, shape.values.rows(), shape.values.cols(),
                            exchange::coordinator_message_name);
  const double most = shape.bound * static_cast<double>(sites);
  expect((sum.array().abs() <= most).all(), shape.name + " is more than the sites can have sent");
  return sum;
}

exchange::SumTerm size_term(Index own_points) {
  return {subjects_name, members_bound, Matrix::Constant(1, 1, static_cast<double>(own_points))};
}

Index all_subjects(const Json& message, Index own_points) {
  const Matrix told =
      matrix_field(message, subjects_name, 1, 1, exchange::coordinator_message_name);
  expect(told(0, 0) >= static_cast<double>(own_points) && told(0, 0) <= members_bound,
         "subjects is not the number of the sites' subjects");
  return static_cast<Index>(std::llround(told(0, 0)));
}

Index all_subjects(const exchange::SiteAnswers& answers, Json& message) {
  return counts_from(answers.hand_on(size_term(0), message).row(0))(0);
}

Json to_json(const Counts& counts) { return std::vector<Index>(counts.begin(), counts.end()); }

Counts counts_from(const RowVector& sums) {
  if (!(sums.array() > -0.5).all()) throw MessageError("a count over the sites is below 0");
  return sums.array().round().cast<Index>().transpose();
}

Counts counts_field(const Json& object, const std::string& name, Index size,
                    std::string_view what) {
  const std::vector<Index> numbers =
      integers_field(object, name, size, 0, exchange::max_points, what);
  return Eigen::Map<const Counts>(numbers.data(), size);
}

Matrix reference_places(const Json& told, const SiteProblem& problem) {
  Matrix places;
  message::Reader{told, exchange::coordinator_message_name}.read(
      reference_places_name, places,
      within_map(problem.reference_points, problem.parameters.no_dims));
  return places;
}

void expect_first_round(bool made) { expect(!made, "this run has one round, and it was made"); }

Matrix rounded_places(const Matrix& places, double extent) {
  constexpr double steps_across_map = 1000;
  const double step = extent / steps_across_map;
  return step > 0 ? Matrix((places / step).array().round() * step) : places;
}

}  // namespace dsne::methods
