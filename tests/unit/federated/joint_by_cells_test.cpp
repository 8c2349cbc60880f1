#include "joint_by_cells.h"

#include <doctest/doctest.h>

#include "test_points.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "whole_objective.h"

using dsne::Matrix;
using dsne::data::stacked;
using dsne::federated::Parameters;
using dsne::tsne::random_coordinates;

namespace {

Parameters by_cells_parameters() {
  Parameters p;
  p.method = "joint";
  p.perplexity = 8;
  p.max_iterations = 30;
  return p;
}

std::vector<dsne::tsne::Affinities> parts_of(const std::vector<Matrix>& sites) {
  Eigen::Index all = reference_data().rows();
  for (const Matrix& own : sites) all += own.rows();
  std::vector<dsne::tsne::Affinities> parts;
  for (const Matrix& own : sites) {
    parts.push_back(part_of_site(own, reference_data(), by_cells_parameters().perplexity, all));
  }
  return parts;
}

dsne::tsne::Affinities part_of_reference(const std::vector<Matrix>& sites) {
  Eigen::Index points = reference_data().rows();
  for (const Matrix& own : sites) points += own.rows();
  return dsne::federated::reference_part(*embedding_of(by_cells_parameters().perplexity),
                                         reference_data(), points);
}

/// One iteration from rest in which everyone knows all coordinates, [reference; site after site].
Matrix moved_by_all(const std::vector<Matrix>& sites, Matrix y) {
  const Parameters p = by_cells_parameters();
  const dsne::federated::JointStep step = dsne::federated::joint_step(p.schedule, 0, y.rows());
  dsne::tsne::OptimizerState optimizer = dsne::tsne::OptimizerState::at_rest(y.rows(), y.cols());
  dsne::tsne::update_optimizer(
      optimizer,
      dsne::tsne::gradient(
          whole_affinities(sites, reference_data(), p.perplexity, p.site_exaggeration), y,
          step.exaggeration),
      step.learning_rate, step.momentum);
  return y + optimizer.velocity;
}

}  // namespace

TEST_CASE("by cells a site alone moves as by all coordinates") {
  for (const int dimensions : {2, 3}) {
    const std::vector<Matrix> sites = {own_data(50, 103)};
    const Matrix map = random_coordinates(40, dimensions, 3.0, 199);
    const Matrix own = random_coordinates(50, dimensions, 3.0, 211);
    JointByCells descent(by_cells_parameters(), parts_of(sites), part_of_reference(sites), map,
                         {own}, 5);
    const Matrix expected = moved_by_all(sites, stacked(map, own));
    descent.iterate(0);
    const Matrix moved = descent.coordinates();
    CHECK((moved - expected).bottomRows(50).norm() < 1e-5 * expected.norm());
  }
}

TEST_CASE("where each cell's members lie in one place, all move as by all coordinates") {
  for (const int dimensions : {2, 3}) {
    const std::vector<Matrix> sites = {own_data(120, 103), own_data(40, 107), own_data(1, 109)};
    const Matrix map = random_coordinates(40, dimensions, 4.0, 229);
    const Matrix beside = map.array() + 0.01;
    const std::vector<Matrix> starts = {stacked({beside, beside, beside}), beside,
                                        beside.topRows(1)};
    JointByCells descent(by_cells_parameters(), parts_of(sites), part_of_reference(sites), map,
                         starts, 1, false);
    REQUIRE(descent.cells().count == 40);
    const Matrix expected = moved_by_all(sites, stacked({map, starts[0], starts[1], starts[2]}));
    descent.iterate(0);
    CHECK((descent.coordinates() - expected).norm() < 1e-5 * expected.norm());
  }
}

TEST_CASE("the descent by cells is nearly the one by all coordinates, and nearer with more cells") {
  const std::vector<Matrix> sites = {own_data(100, 103), own_data(150, 107)};
  const Matrix map = random_coordinates(40, 2, 6.0, 199);
  const std::vector<Matrix> starts = {random_coordinates(100, 2, 6.0, 211),
                                      random_coordinates(150, 2, 6.0, 223)};
  const Matrix before = stacked({map, starts[0], starts[1]});
  const Matrix expected = moved_by_all(sites, before) - before;
  double error = 0.5;
  for (const Eigen::Index min_members : {60, 5}) {
    JointByCells descent(by_cells_parameters(), parts_of(sites), part_of_reference(sites), map,
                         starts, min_members, false);
    descent.iterate(0);
    const double now = (descent.coordinates() - before - expected).norm() / expected.norm();
    CHECK(now < error);
    error = now / 1.5;
  }
}

TEST_CASE("the descent by cells stays finite and small for sites of any size") {
  for (const std::vector<Matrix>& sites :
       {std::vector<Matrix>{own_data(1, 103), own_data(60, 107), own_data(5, 109)},
        std::vector<Matrix>{own_data(6, 113)}}) {
    std::vector<Matrix> starts;
    for (const Matrix& own : sites) starts.push_back(random_coordinates(own.rows(), 2, 1.0, 211));
    JointByCells descent(by_cells_parameters(), parts_of(sites), part_of_reference(sites),
                         random_coordinates(40, 2, 1.0, 199), starts, 5);
    for (int t = 0; t < 30; ++t) descent.iterate(t);
    CHECK(descent.coordinates().allFinite());
    CHECK(descent.coordinates().cwiseAbs().maxCoeff() < 1e3);
  }
}
