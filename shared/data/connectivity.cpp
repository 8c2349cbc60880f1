#include "data/connectivity.h"

#include <cmath>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "data/region_pairs.h"

namespace dsne::data {
namespace {

using Eigen::Index;

void check_symmetric(const Matrix& matrix, const std::string& input) {
  const double tolerance = symmetry_tolerance * matrix.cwiseAbs().maxCoeff();
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < row; ++column) {
      if (std::abs(matrix(row, column) - matrix(column, row)) > tolerance) {
        throw InputError(input + " is no symmetric matrix: regions " + std::to_string(column + 1) +
                         " and " + std::to_string(row + 1) + " have two values");
      }
    }
  }
}

RegionPairs read_matrix(const boost::filesystem::path& file, const std::string& input) {
  Table subject = resolve_missing(read_table(file, input, {}), Missing::error, {}, input);
  if (subject.values.rows() != subject.values.cols()) {
    throw InputError(input + " is no square matrix: it has " +
                     std::to_string(subject.values.rows()) + " rows and " +
                     std::to_string(subject.values.cols()) + " columns of numbers");
  }
  check_symmetric(subject.values, input);
  return {std::move(subject.values), std::move(subject.features)};
}

}  // namespace

Table read_connectivity(const FileList& list, const std::string& input) {
  return read_region_pairs(list, input, read_matrix);
}

}  // namespace dsne::data
