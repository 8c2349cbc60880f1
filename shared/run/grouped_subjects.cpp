#include "run/grouped_subjects.h"

#include <limits>

#include "data/missing.h"
#include "run/treatment.h"

namespace dsne::run {
namespace {

using Eigen::Index;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Returns the subjects as affinities would see them if they were the reference.
Matrix in_own_units(const Matrix& values, data::Normalization kind, Index dimensions) {
  Matrix scaled = scaled_points(data::fit_scaling(values, kind), values);
  if (dimensions == 0 || dimensions >= scaled.cols() || scaled.rows() < 2) return scaled;
  return data::project(data::fit_pca(scaled, dimensions), scaled);
}

}  // namespace

privacy::Groups grouped_subjects(const Matrix& values, const RowVector& fill,
                                 const Preprocessing& preprocessing,
                                 const methods::Parameters& parameters, Index least) {
  const data::Scaling& scaling = preprocessing.scaling;
  const RowVector medians = data::present_medians(values, least);
  const Matrix known =
      medians.array().isNaN().replicate(values.rows(), 1).select(not_a_number, values);
  const Matrix whole = data::filled(known, medians);
  const Matrix near = in_own_units(data::filled(whole, RowVector::Zero(whole.cols())), scaling.kind,
                                   parameters.initial_dims);
  privacy::Groups groups = privacy::averaged(whole, privacy::microaggregated(near, least));
  const data::Harmonization kind = harmonization(parameters);
  groups.means = kind == data::Harmonization::none
                     ? apply(preprocessing, data::filled(groups.means, fill))
                     : apply(preprocessing, groups.means, data::site_effect(known, scaling, kind));
  return groups;
}

}  // namespace dsne::run
