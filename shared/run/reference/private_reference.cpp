#include "run/reference/private_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/errors.h"
#include "data/measure_names.h"
#include "methods/method.h"

namespace dsne::run {
namespace {

using Eigen::Index;

/// Returns a stage's part of the whole cost; for `cells` that of all its rounds.
double stage_part(const std::string& stage) {
  if (stage == private_stage::centre) return 0.1;
  if (stage == private_stage::radius) return 0.03;
  if (stage == private_stage::moments) return 0.42;
  return 0.45;
}

}  // namespace

std::string stage_of_round(int round) {
  if (round == 0) return private_stage::centre;
  if (round == 1) return private_stage::radius;
  if (round == 2) return private_stage::moments;
  return round < private_rounds ? private_stage::cells : "";
}

double stage_sensitivity(const std::string& stage, Index numbers) {
  if (stage == private_stage::centre) return 2 * exchange::whole_length;
  // Two vectors at right angles: products of records never have a larger angle, except for
  // rounding.
  return stage == private_stage::moments ? exchange::apart_at_right_angles(numbers)
                                         : std::numbers::sqrt2 * exchange::whole_length;
}

exchange::NoisySum stage_sum(const std::string& stage, const methods::Parameters& parameters,
                             Index numbers) {
  const double rounds = stage == private_stage::cells ? cell_rounds : 1;
  return {"its part of the sum \"" + stage + "\" for the reference", "a reference with a guarantee",
          stage_sensitivity(stage, numbers),
          part_of(reference_cost(parameters), stage_part(stage) / rounds), parameters.dp_colluding};
}

privacy::Cost reference_cost(const methods::Parameters& parameters) {
  return exchange::cost_of(parameters.reference_epsilon, parameters.dp_delta);
}

bool is_private_reference(const methods::Parameters& parameters) {
  return parameters.reference == methods::ReferenceChoice::guaranteed &&
         needs_reference(parameters);
}

bool spends_budget(const methods::Parameters& parameters) {
  return methods::privacy_plan(parameters) || is_private_reference(parameters);
}

std::vector<std::string> named_bounds(const methods::Parameters& parameters) {
  std::vector<std::string> names;
  if (!parameters.feature_bounds.is_object()) return names;
  for (const auto& item : parameters.feature_bounds.items()) names.push_back(item.key());
  return names;
}

FeatureBounds bounds_of(const methods::Parameters& parameters,
                        const std::vector<std::string>& names, Index features) {
  const Json& given = parameters.feature_bounds;
  FeatureBounds bounds{RowVector(features), RowVector(features)};
  const auto take = [&](Index feature, const Json& pair) {
    bounds.low(feature) = pair[0].get<double>();
    bounds.high(feature) = pair[1].get<double>();
  };
  if (given.is_array() && names.empty()) {
    for (Index f = 0; f < features; ++f) take(f, given);
    return bounds;
  }
  if (!given.is_object() || std::ssize(names) != features) {
    throw InputError(
        "a reference with a guarantee needs feature_bounds: of features with names each by its "
        "name, of others one pair for all");
  }
  const std::vector<std::string> bounded = named_bounds(parameters);
  const data::MeasureNames spellings(bounded);
  for (Index f = 0; f < features; ++f) {
    const auto found = spellings.find(names[static_cast<std::size_t>(f)]);
    if (!found) throw InputError("a feature of the run is not in feature_bounds");
    take(f, given[bounded[*found]]);
  }
  return bounds;
}

Matrix to_unit(const Matrix& values, const FeatureBounds& bounds) {
  const RowVector width = bounds.high - bounds.low;
  const Matrix unit = (values.rowwise() - bounds.low).array().rowwise() / width.array() - 0.5;
  return unit.array().isNaN().select(0.0, unit.cwiseMax(-0.5).cwiseMin(0.5));
}

Matrix from_unit(const Matrix& unit, const FeatureBounds& bounds) {
  const RowVector width = bounds.high - bounds.low;
  const Matrix within = unit.cwiseMax(-0.5).cwiseMin(0.5);
  return ((within.array() + 0.5).rowwise() * width.array()).matrix().rowwise() + bounds.low;
}

double unit_radius(Index features) { return std::sqrt(static_cast<double>(features)) / 2; }

std::vector<Index> features_that_may_vary(const RowVector& mean) {
  std::vector<Index> kept(static_cast<std::size_t>(mean.size()));
  std::iota(kept.begin(), kept.end(), Index{0});
  // (½ − m)(½ + m) falls with |m|.
  std::ranges::stable_sort(kept,
                           [&](Index a, Index b) { return std::abs(mean(a)) < std::abs(mean(b)); });
  if (mean.size() > max_kept_features) kept.resize(max_kept_features);
  std::ranges::sort(kept);
  return kept;
}

double variance_without_noise(double eigenvalue, double edge) {
  return eigenvalue > edge ? std::sqrt(eigenvalue * eigenvalue - edge * edge) : 0;
}

Matrix cut_to(Matrix rows, double length) {
  for (auto row : rows.rowwise()) {
    const double norm = row.norm();
    if (norm > length) row *= length / norm;
  }
  return rows;
}

Vector radii(double radius) {
  return Vector::NullaryExpr(number_of_radii, [&](Index i) {
    return radius * std::exp2(static_cast<double>(i + 1 - number_of_radii) / 4);
  });
}

Index symmetric_size(Index dimensions) { return dimensions * (dimensions + 1) / 2; }

RowVector symmetric_vector(const RowVector& z) {
  RowVector vector(symmetric_size(z.size()));
  Index place = 0;
  for (Index i = 0; i < z.size(); ++i) {
    vector(place++) = z(i) * z(i);
    for (Index j = i + 1; j < z.size(); ++j) vector(place++) = std::numbers::sqrt2 * z(i) * z(j);
  }
  return vector;
}

Matrix symmetric_matrix(const RowVector& vector, Index dimensions) {
  Matrix matrix(dimensions, dimensions);
  Index place = 0;
  for (Index i = 0; i < dimensions; ++i) {
    matrix(i, i) = vector(place++);
    for (Index j = i + 1; j < dimensions; ++j) {
      matrix(i, j) = matrix(j, i) = vector(place++) / std::numbers::sqrt2;
    }
  }
  return matrix;
}

}  // namespace dsne::run
