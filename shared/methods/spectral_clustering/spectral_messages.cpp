#include <algorithm>
#include <cmath>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/message.h"
#include "core/uniform.h"
#include "methods/messages.h"
#include "methods/spectral_clustering/spectral_clustering.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr Index subjects_per_landmark = 8;

[[noreturn]] void refuse_field(std::string_view what, const char* name) {
  throw MessageError(std::string(what) + ": " + name + " is not one of a run's");
}

}  // namespace

Index number_of_landmarks(const Parameters& parameters, const Matrix& reference, Index subjects) {
  const auto numbers = static_cast<double>(subjects) * static_cast<double>(reference.cols());
  const Index most =
      std::min({Index{parameters.landmarks}, spectral::most_landmarks, reference.rows(),
                subjects / subjects_per_landmark, static_cast<Index>(std::sqrt(numbers) / 2)});
  if (most < spectral::least_landmarks) {
    throw InputError("too few subjects or reference points for method spectral-clustering");
  }
  if (most < parameters.clusters) {
    throw InputError("parameter clusters asks for more clusters than there are landmarks: " +
                     std::to_string(most));
  }
  return most;
}

Matrix landmarks_among(const Matrix& reference, Index landmarks) {
  constexpr std::uint64_t seed = 1;
  std::vector<Index> points = shuffled(reference.rows(), seed);
  points.resize(static_cast<std::size_t>(std::min(landmarks, reference.rows())));
  std::sort(points.begin(), points.end());
  return reference(points, Eigen::all);
}

exchange::SumTerm affinity_sums_term(const RowVector& sums, Index subjects) {
  return {affinity_sums_name, static_cast<double>(subjects), sums};
}

exchange::SumTerm vector_products_term(const Matrix& products, Index subjects) {
  return {vector_products_name, static_cast<double>(subjects), products};
}

RowVector packed_symmetric(const Matrix& matrix) {
  RowVector entries(matrix.rows() * (matrix.rows() + 1) / 2);
  for (Index b = 0, k = 0; b < matrix.rows(); k += ++b) {
    entries.segment(k, b + 1) = matrix.col(b).head(b + 1).transpose();
  }
  return entries;
}

Matrix symmetric_from(const RowVector& entries, Index size) {
  Matrix matrix(size, size);
  for (Index b = 0, k = 0; b < size; k += ++b) {
    matrix.row(b).head(b + 1) = entries.segment(k, b + 1);
  }
  return matrix.selfadjointView<Eigen::Lower>();
}

spectral::Spectrum parse_spectrum(const Json& object, Index landmarks, Index clusters,
                                  Index subjects, std::string_view what) {
  auto spectrum = parse_message<spectral::Spectrum>(
      object, what, {Vector(clusters), Matrix(landmarks, clusters)});
  const auto& values = spectrum.values;
  if (!std::is_sorted(values.begin(), values.end(), std::greater<>()) ||
      values(clusters - 1) < least_eigenvalue || values(0) > static_cast<double>(subjects)) {
    refuse_field(what, "values");
  }
  if (!is_orthonormal(spectrum.vectors)) refuse_field(what, "vectors");
  return spectrum;
}

spectral::FoundClusters parse_found_clusters(const Json& json, std::string_view what) {
  auto found = parse_message<spectral::FoundClusters>(json, what);
  if (found.counts.sum() + found.others > found.subjects) refuse_field(what, "counts");
  return found;
}

}  // namespace dsne::methods
