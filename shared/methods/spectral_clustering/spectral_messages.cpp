#include <algorithm>
#include <cmath>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/uniform.h"
#include "exchange/state_names.h"
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
      std::min({Index{parameters.landmarks}, most_spectral_landmarks, reference.rows(),
                subjects / subjects_per_landmark, static_cast<Index>(std::sqrt(numbers) / 2)});
  if (most < least_spectral_landmarks) {
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

Json to_json(const spectral::Spectrum& spectrum) {
  return {{"values", json_array(RowVector(spectrum.values))}, {"vectors", pack(spectrum.vectors)}};
}

spectral::Spectrum parse_spectrum(const Json& object, Index landmarks, Index clusters,
                                  Index subjects, std::string_view what) {
  spectral::Spectrum spectrum{vector_field(object, "values", clusters, what),
                              matrix_field(object, "vectors", landmarks, clusters, what)};
  const auto& values = spectrum.values;
  if (!std::is_sorted(values.begin(), values.end(), std::greater<>()) ||
      values(clusters - 1) < least_eigenvalue || values(0) > static_cast<double>(subjects)) {
    refuse_field(what, "values");
  }
  if (!is_orthonormal(spectrum.vectors)) refuse_field(what, "vectors");
  return spectrum;
}

Json to_json(const spectral::FoundClusters& found) {
  return {{"clusters", found.clusters()},
          {"by_gap", found.by_gap},
          {"subjects", found.subjects},
          {"landmarks", found.landmarks},
          {"eigenvalues", json_array(RowVector(found.eigenvalues))},
          {"counts", to_json(found.counts)},
          {"others", found.others}};
}

spectral::FoundClusters parse_found_clusters(const Json& json, std::string_view what) {
  spectral::FoundClusters found;
  const Index clusters = integer_field(json, "clusters", 1, most_clusters, what);
  found.by_gap = flag_field(json, "by_gap", what);
  found.subjects = integer_field(json, "subjects", 1, exchange::max_points, what);
  found.landmarks =
      integer_field(json, "landmarks", least_spectral_landmarks, most_spectral_landmarks, what);
  found.eigenvalues =
      vector_field(json, "eigenvalues", std::min(clusters + 1, found.landmarks), what);
  found.counts = counts_field(json, "counts", clusters, what);
  found.others = integer_field(json, "others", 0, exchange::max_points, what);
  if (found.counts.sum() + found.others > found.subjects) refuse_field(what, "counts");
  return found;
}

}  // namespace dsne::methods
