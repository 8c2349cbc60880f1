#include <doctest/doctest.h>

#include <limits>

#include "data/normalization.h"
#include "helpers.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::data::Normalization;
using dsne::data::Scaling;
using dsne::data::SiteEffect;

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

Matrix harmonization_peer(const std::string& name) {
  return peer_values("harmonization/" + name + ".txt");
}

Matrix harmonized(const Matrix& points, const Scaling& scaling) {
  return without_effect(points, scaling, site_effect(points, scaling));
}

/// A scaling that leaves values as they are.
Scaling units(Normalization kind, Eigen::Index features) {
  return {kind, RowVector::Zero(features), RowVector::Ones(features)};
}

Matrix column(std::initializer_list<double> values) {
  Matrix points(static_cast<Eigen::Index>(values.size()), 1);
  std::copy(values.begin(), values.end(), points.data());
  return points;
}

}  // namespace

TEST_CASE("site moves a site to the scaling's location and spread") {
  const Matrix reference = harmonization_peer("reference");
  for (const auto kind : {Normalization::zscore, Normalization::robust}) {
    const Scaling scaling = dsne::data::fit_scaling(reference, kind);
    const Matrix result = harmonized(harmonization_peer("site"), scaling);
    const Scaling left = dsne::data::fit_scaling(result, kind);
    CHECK(left.centre.cwiseAbs().maxCoeff() < 1e-12);
    CHECK(difference(left.scale, RowVector::Ones(8)) < 1e-12);
  }
}

TEST_CASE("at a site of few subjects points are only scaled") {
  const Matrix site = harmonization_peer("site");
  const Scaling scaling =
      dsne::data::fit_scaling(harmonization_peer("reference"), Normalization::robust);
  const Matrix few = site.topRows(dsne::data::least_harmonized - 1);
  CHECK(harmonized(few, scaling) == apply(scaling, few));
}

TEST_CASE("a site's own location uses all its values, before the scaling's limit") {
  const Matrix site = harmonization_peer("site");
  for (const auto kind : {Normalization::zscore, Normalization::robust}) {
    // One subject's values lie within the limit, all others' beyond it.
    Scaling window = units(kind, site.cols());
    window.centre = site.row(3);
    window.scale.setConstant(1e-9);
    const SiteEffect expected = site_effect(site, units(kind, site.cols()));
    const RowVector away = (expected.location - window.centre) / 1e-9;
    const RowVector location = site_effect(site, window).location;
    CHECK(difference(location, away.cwiseMax(-1e6).cwiseMin(1e6)) < 1e-6);
  }
}

TEST_CASE("missing values are ignored and get the site's location") {
  const Scaling scaling = units(Normalization::robust, 1);
  const Matrix whole = column({4, 5, 6, 7, 8});
  const Matrix with_gap = column({4, 5, 6, 7, 8, gap});
  const Matrix result = harmonized(with_gap, scaling);
  CHECK(result.topRows(5) == harmonized(whole, scaling));
  CHECK(result(5, 0) == 0);
  const Matrix empty = column({gap, gap, gap, gap, gap});
  CHECK(harmonized(empty, scaling).isZero(0));
}

TEST_CASE("a site's effect is removed, and rounded values make nobody odd") {
  const Scaling scaling = units(Normalization::robust, 1);
  CHECK(harmonized(column({3, 3, 3, 3, 3}), scaling).isZero(1e-12));
  const Matrix rounded = column({3, 3.000001, 3.000002, 3.000003, 3.1});
  CHECK(harmonized(rounded, scaling).maxCoeff() < 3);
}

TEST_CASE("a distant site keeps its order, and the scaling's limit holds") {
  Scaling scaling = units(Normalization::robust, 1);
  scaling.limit = 10;
  const Matrix far = column({101, 102, 103, 104, 105, 1000});
  const Matrix result = harmonized(far, scaling);
  CHECK(result(0, 0) < result(1, 0));
  CHECK(result(5, 0) == 10);
  const Matrix huge = column({-1e100, 1e100, 0, 1, 2});
  CHECK(harmonized(huge, scaling).allFinite());
}

TEST_CASE("features without spread in the reference stay out") {
  Scaling scaling = units(Normalization::zscore, 2);
  scaling.without_spread = {1};
  const Matrix points = harmonization_peer("site").leftCols(2);
  const Matrix result = harmonized(points, scaling);
  CHECK(result.col(1).isZero(0));
  CHECK(result.col(0).cwiseAbs().maxCoeff() > 0);
}
