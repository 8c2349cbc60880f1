#include "federated/methods/joint_objective.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "data/pca.h"
#include "data/stacked.h"
#include "test_points.h"
#include "tsne/initialization.h"
#include "umap/graph.h"
#include "whole_objective.h"

using dsne::Matrix;
using dsne::data::stacked;
using dsne::federated::SitePoints;
using dsne::tsne::Affinities;

namespace {

/// The entries of rows and columns [begin, end).
Matrix square_block(const Affinities& p, Eigen::Index begin, Eigen::Index end) {
  return dense(p).block(begin, begin, end - begin, end - begin);
}

double leaning_on_reference(const Affinities& part, Eigen::Index own) {
  const Matrix p = dense(part);
  return p.topRows(own).rightCols(p.cols() - own).sum() / p.topRows(own).sum();
}

}  // namespace

TEST_CASE("the sites' parts add up to symmetric affinities with a sum of 1") {
  const std::vector<Matrix> sites = {dsne::tsne::random_coordinates(30, 6, 1.0, 103),
                                     dsne::tsne::random_coordinates(1, 6, 1.0, 107),
                                     dsne::tsne::random_coordinates(7, 6, 1.0, 109)};
  const Matrix p = dense(whole_affinities(sites, reference_data(), 8));
  CHECK(p.sum() == doctest::Approx(1).epsilon(1e-12));
  CHECK(p == p.transpose());
  CHECK(p.diagonal().isZero());
  // No affinity between points of different sites: 40 reference points, then 30, 1 and 7.
  CHECK(p.block(40, 70, 30, 8).isZero());
  CHECK(p.block(70, 71, 1, 7).isZero());
  // Every point has its own row of C in P: at least 1/2N.
  CHECK(p.rowwise().sum().minCoeff() >= 0.5 / 78 * (1 - 1e-12));
}

TEST_CASE("the reference's own affinities are t-SNE's, and no part of a site's") {
  const SitePoints points{dsne::tsne::random_coordinates(9, 6, 1.0, 113), reference_data()};
  const Matrix alone = dense(dsne::tsne::joint_affinities(reference_data(), 5));
  const Matrix part =
      dense(dsne::federated::reference_part(*embedding_of(5), reference_data(), 200));
  CHECK((part - alone * (40.0 / 200)).norm() < 1e-12);
  CHECK(square_block(part_of_site(points.own, points.reference, 5, 200), 9, 49).isZero());
}

TEST_CASE(
    "a point unlike its own site leans on the reference, one unlike the reference on its site") {
  const Matrix centre = Matrix::Constant(1, 6, 100);
  const Matrix far = dsne::tsne::random_coordinates(30, 6, 1.0, 127).rowwise() + centre.row(0);
  const Matrix near = dsne::tsne::random_coordinates(2, 6, 1.0, 131);
  CHECK(leaning_on_reference(part_of_site(far, reference_data(), 5, 70), 30) < 0.01);
  CHECK(leaning_on_reference(part_of_site(near, reference_data(), 5, 42), 2) > 0.5);
  CHECK(leaning_on_reference(part_of_site(near.topRows(1), reference_data(), 5, 41), 1) ==
        doctest::Approx(1));
}

TEST_CASE("no affinity is negative where all of a point's neighbours are in the reference") {
  constexpr Eigen::Index groups = 30;
  Matrix reference = dsne::tsne::random_coordinates(40 * groups, 3, 1.0, 151);
  Matrix own = dsne::tsne::random_coordinates(groups, 3, 1.0, 157);
  for (Eigen::Index i = 0; i < groups; ++i) {
    reference.middleRows(40 * i, 40).array() += 100.0 * static_cast<double>(i);
    own.row(i).array() += 100.0 * static_cast<double>(i);
  }
  const Affinities part = part_of_site(own, reference, 5, 41 * groups);
  CHECK(*std::min_element(part.values.begin(), part.values.end()) >= 0);
}

TEST_CASE("the share at a site is its share of the landmarks' members that a point is near") {
  // Two landmarks far apart: at the first two of five members are the site's, at the second all.
  Matrix landmarks(2, 2);
  landmarks << 0, 0, 1000, 0;
  Matrix own = dsne::tsne::random_coordinates(5, 2, 0.1, 19);
  own.bottomRows(3).rowwise() += landmarks.row(1);
  const dsne::federated::CellNumbers landmark_of = {0, 0, 1, 1, 1};
  dsne::federated::Counts members(2);
  members << 5, 3;
  const dsne::Vector shares =
      dsne::federated::shares_at_site({own, landmarks}, landmark_of, members);
  REQUIRE(shares.size() == 5);
  // Of a point's four fellow members one is at its site.
  CHECK(shares(0) == doctest::Approx(0.25).epsilon(1e-6));
  CHECK(shares(1) == doctest::Approx(0.25).epsilon(1e-6));
  CHECK(shares(2) == doctest::Approx(1).epsilon(1e-6));
  CHECK(shares.maxCoeff() <= 1);
}

TEST_CASE("components of few reference points do not set a site apart that is like these") {
  const Matrix all = dsne::tsne::random_coordinates(280, 200, 2.0, 163) +
                     dsne::tsne::random_coordinates(280, 5, 1.0, 167) *
                         dsne::tsne::random_coordinates(5, 200, 1.0, 173);
  const Matrix reference = all.topRows(40);
  const dsne::data::Pca pca = dsne::data::fit_pca(reference, 30);
  const Matrix subjects = dsne::data::project(pca, all.bottomRows(200));
  const Matrix fitted = dsne::data::project(pca, reference);
  const Matrix others = dsne::data::project(pca, all.middleRows(40, 40));
  const auto mean_apartness = [&](const Matrix& seen, const Matrix& held_out) {
    const SitePoints points{subjects, seen};
    const dsne::Vector at_site = dsne::federated::shares_at_site(subjects, held_out, 10, 240);
    const Affinities part = dsne::federated::site_part(*embedding_of(10), points, at_site, 240);
    return dsne::federated::apartness(part, 200, 240).mean();
  };
  const double expected = mean_apartness(others, others);
  CHECK(mean_apartness(fitted, fitted) > expected + 0.3);
  CHECK(mean_apartness(fitted, dsne::data::project_held_out(pca, reference)) ==
        doctest::Approx(expected).epsilon(0.2));
}

TEST_CASE("a group that is at one site is apart, a site like the reference is not") {
  const Matrix far = dsne::tsne::random_coordinates(30, 6, 1.0, 127).array() + 100;
  const Matrix alike = dsne::tsne::random_coordinates(30, 6, 1.0, 131);
  const auto apart = [&](const Matrix& own) {
    return dsne::federated::apartness(part_of_site(own, reference_data(), 5, 100), 30, 100);
  };
  CHECK(apart(far).minCoeff() > 0.95);
  CHECK(apart(far).maxCoeff() <= 1);
  CHECK(apart(alike).mean() < 0.3);
  CHECK(apart(alike).minCoeff() >= 0);
}

TEST_CASE("a site much larger than the reference is not apart when it is like it") {
  const Matrix all = dsne::tsne::random_coordinates(1300, 6, 1.0, 179);
  const Matrix own = all.topRows(1200);
  const auto mean_apartness = [&](const Matrix& reference) {
    return dsne::federated::apartness(part_of_site(own, reference, 30, 2500), 1200, 2500).mean();
  };
  CHECK(mean_apartness(all.bottomRows(100)) < 0.15);
  CHECK(mean_apartness(all.bottomRows(100).array() + 100) > 0.95);
}

TEST_CASE("only affinities within the site are exaggerated, by how apart both points are") {
  const Matrix own = dsne::tsne::random_coordinates(12, 6, 1.0, 149);
  const Affinities part = part_of_site(own, reference_data(), 5, 90);
  const Matrix before = dense(part);
  const Matrix after = dense(dsne::federated::with_exaggerated_site(part, 12, 90, 4));
  const dsne::Vector a = dsne::federated::apartness(part, 12, 90);
  CHECK(a.maxCoeff() > 0);
  for (Eigen::Index i = 0; i < 12; ++i) {
    for (Eigen::Index j = 0; j < 12; ++j) {
      CHECK(after(i, j) == doctest::Approx(before(i, j) * (1 + 3 * (a(i) + a(j)) / 2)));
    }
  }
  CHECK(after.rightCols(40) == before.rightCols(40));
  CHECK(after.bottomRows(40) == before.bottomRows(40));
  CHECK(after == after.transpose());
  CHECK(dense(dsne::federated::with_exaggerated_site(part, 12, 90, 1)) == before);
}

TEST_CASE("the exaggeration within sites falls evenly and is gone for the last three tenths") {
  CHECK(dsne::federated::site_exaggeration(12, 0, 100) == 12);
  CHECK(dsne::federated::site_exaggeration(12, 35, 100) == doctest::Approx(6.5));
  CHECK(dsne::federated::site_exaggeration(12, 70, 100) == 1);
  CHECK(dsne::federated::site_exaggeration(12, 99, 100) == 1);
  CHECK(dsne::federated::site_exaggeration(1, 0, 100) == 1);
  CHECK(dsne::federated::site_exaggeration(12, 35, 1000) == doctest::Approx(6.5));
  CHECK(dsne::federated::site_exaggeration(12, 5, 20) == doctest::Approx(1 + 11 * 9 / 14.0));
}

TEST_CASE("affinities of few points and of points that are all the same are finite") {
  for (const Eigen::Index own : {1, 2, 3, 4}) {
    for (const Eigen::Index others : {4, 5, 40}) {
      for (const double spread : {0.0, 1.0}) {
        CAPTURE(own);
        CAPTURE(others);
        CAPTURE(spread);
        const SitePoints points{dsne::tsne::random_coordinates(own, 3, spread, 137),
                                dsne::tsne::random_coordinates(others, 3, spread, 139)};
        const Affinities part = part_of_site(points.own, points.reference, 30, own + others);
        const Affinities shared =
            dsne::federated::reference_part(*embedding_of(30), points.reference, own + others);
        const double sum = std::accumulate(part.values.begin(), part.values.end(), 0.0) +
                           std::accumulate(shared.values.begin(), shared.values.end(), 0.0);
        CHECK(sum == doctest::Approx(1).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("memberships of few points, and of points that are all the same, add up to at most 1") {
  for (const Eigen::Index own : {1, 2, 5, 30}) {
    for (const Eigen::Index others : {2, 5, 40}) {
      for (const double spread : {0.0, 1.0, 1e200}) {
        CAPTURE(own);
        CAPTURE(others);
        CAPTURE(spread);
        const std::vector<Matrix> sites = {dsne::tsne::random_coordinates(own, 3, spread, 137)};
        const Affinities whole =
            whole_affinities(sites, dsne::tsne::random_coordinates(others, 3, spread, 139), 30, 1,
                             dsne::federated::Layout::umap);
        double sum = 0;
        for (const double value : whole.values) {
          CHECK(value > 0);
          sum += value;
        }
        CHECK(sum > 0.2);
        CHECK(sum < 1 + 1e-12);
      }
    }
  }
}

TEST_CASE("between sites nothing attracts by UMAP, and pairs at a site are fuzzy unions") {
  const std::vector<Matrix> sites = {own_data(30, 103), own_data(20, 107)};
  const Matrix p =
      dense(whole_affinities(sites, reference_data(), 5, 1, dsne::federated::Layout::umap));
  CHECK(p == p.transpose());
  CHECK(p.block(40, 70, 30, 20).isZero());
  const Matrix alone = dense(dsne::umap::fuzzy_union(
      dsne::umap::nearest_neighbours(reference_data(), 14, dsne::umap::Metric::euclidean)));
  CHECK((p.topLeftCorner(40, 40) - alone / (2 * 90 * std::log2(15))).cwiseAbs().maxCoeff() <
        1e-4 * p.maxCoeff());
}

TEST_CASE("the learning rate grows with the points, and is less while P is exaggerated") {
  dsne::tsne::Schedule schedule;
  schedule.early_exaggeration = 4;
  schedule.early_exaggeration_iterations = 20;
  schedule.final_momentum = 0.7;
  CHECK(dsne::federated::joint_step(schedule, 19, 5000).exaggeration == 4);
  CHECK(dsne::federated::joint_step(schedule, 19, 5000).learning_rate == 625);
  CHECK(dsne::federated::joint_step(schedule, 20, 5000).exaggeration == 1);
  CHECK(dsne::federated::joint_step(schedule, 20, 5000).learning_rate == 2500);
  CHECK(dsne::federated::joint_step(schedule, 20, 5).learning_rate == 10);
  CHECK(dsne::federated::joint_step(schedule, 0, 5).momentum == 0.7);
  CHECK(dsne::federated::joint_step(schedule, 99, 5000).learning_rate == 2500);
  CHECK(dsne::federated::joint_step(schedule, 399, 5000).learning_rate == 625);
  schedule.learning_rate = 3;
  CHECK(dsne::federated::joint_step(schedule, 399, 5000).learning_rate == 3);
  CHECK(dsne::federated::joint_step(schedule, 0, 5000).learning_rate == 3);
}

TEST_CASE("the whole objective's gradient is its slope, by finite differences") {
  const std::vector<Matrix> sites = {dsne::tsne::random_coordinates(12, 6, 1.0, 149),
                                     dsne::tsne::random_coordinates(5, 6, 1.0, 151)};
  const Affinities p = whole_affinities(sites, reference_data(), 5);
  const Matrix y = dsne::tsne::random_coordinates(57, 2, 1.0, 157);
  const Matrix slope = dsne::tsne::gradient(p, y, 1, dsne::tsne::Precision::full);
  constexpr double h = 1e-5;
  for (Eigen::Index i = 0; i < 57; i += 8) {
    Matrix above = y;
    Matrix below = y;
    above(i, i % 2) += h;
    below(i, i % 2) -= h;
    const double difference =
        (dsne::tsne::kl_divergence(p, above) - dsne::tsne::kl_divergence(p, below)) / (2 * h);
    CHECK(slope(i, i % 2) == doctest::Approx(difference).epsilon(1e-6));
  }
}
