#include "joint_by_cells.h"

#include <doctest/doctest.h>

#include "test_points.h"
#include "tsne/initialization.h"
#include "whole_objective.h"

using dsne::Matrix;
using dsne::federated::Cells;
using dsne::federated::Parameters;

namespace {

Parameters by_cells_parameters() {
  Parameters p;
  p.method = "joint";
  p.perplexity = 8;
  p.max_iterations = 30;
  return p;
}

Cells cells_of(const std::vector<Matrix>& sites, Eigen::Index min_members) {
  dsne::federated::Counts counts = dsne::federated::Counts::Zero(reference_data().rows());
  for (const Matrix& own : sites) {
    counts += dsne::federated::counts_of(
        dsne::federated::nearest_reference_points(own, reference_data()), counts.size());
  }
  return dsne::federated::merged_cells(reference_data(), {counts}, min_members);
}

JointByCells started(const std::vector<Matrix>& sites, const Cells& cells) {
  JointByCells descent(by_cells_parameters(), reference_data(), sites, cells);
  std::vector<Matrix> starts;
  std::uint64_t seed = 211;
  for (const Matrix& own : sites) {
    starts.push_back(dsne::tsne::random_places(own.rows(), 2, 1.0, seed++));
  }
  descent.start(dsne::tsne::random_places(reference_data().rows(), 2, 1.0, 199), starts);
  return descent;
}

}  // namespace

TEST_CASE("a site alone, all of whose neighbours are its own, is moved as by all coordinates") {
  const std::vector<Matrix> sites = {own_data(50, 103)};
  JointByCells descent = started(sites, cells_of(sites, 5));
  Matrix y = dsne::data::stacked(descent.sites()[0].coordinates, descent.reference().coordinates);
  const dsne::federated::JointStep step =
      dsne::federated::joint_step(by_cells_parameters().schedule, 0, 90);
  const dsne::tsne::Affinities part = dsne::federated::with_exaggerated_site(
      dsne::federated::site_part({sites[0], reference_data()}, dsne::Vector::Ones(50), 8,
                                 {90, 1}),
      50, 90, by_cells_parameters().site_exaggeration);
  const Matrix slope = dsne::tsne::gradient(part, y, step.exaggeration);
  dsne::tsne::Motion motion = dsne::tsne::Motion::at_rest(90, 2);
  dsne::tsne::update_motion(motion, slope, step.learning_rate, step.momentum);
  y += motion.velocity;
  descent.iterate(0);
  CHECK((descent.sites()[0].coordinates - y.topRows(50)).norm() < 1e-12 * y.norm());
}

TEST_CASE("where each cell's others lie in one place, a site is moved as by all coordinates") {
  const Matrix& reference = reference_data();
  const std::vector<Matrix> sites = {dsne::data::stacked(reference, reference), reference};
  const Cells cells = cells_of(sites, 1);
  REQUIRE(cells.count == 40);
  JointByCells descent(by_cells_parameters(), reference, sites, cells);
  const std::vector<Matrix> starts = {dsne::tsne::random_places(80, 2, 4.0, 227),
                                      dsne::tsne::random_places(40, 2, 4.0, 223)};
  const Matrix map = dsne::tsne::random_places(40, 2, 4.0, 229);
  descent.start(map, starts);
  // Each cell has two of the first site, so one of each point's two others is at its own site.
  const dsne::tsne::Affinities part = dsne::federated::with_exaggerated_site(
      dsne::federated::site_part({sites[0], reference}, dsne::Vector::Constant(80, 0.5), 8,
                                 {160, 2}),
      80, 160, by_cells_parameters().site_exaggeration);
  const dsne::federated::JointStep step =
      dsne::federated::joint_step(by_cells_parameters().schedule, 0, 160);
  const Matrix attractive =
      dsne::tsne::attraction(part, dsne::data::stacked(starts[0], map)).topRows(80);
  const Matrix everyone = dsne::data::stacked({starts[0], map, starts[1]});
  const Matrix slope = dsne::tsne::gradient(
      attractive, dsne::tsne::repulsion(everyone, dsne::tsne::Precision::full), step.exaggeration);
  dsne::tsne::Motion motion = dsne::tsne::Motion::at_rest(80, 2);
  dsne::tsne::update_motion(motion, slope, step.learning_rate, step.momentum);
  descent.iterate(0);
  CHECK((descent.sites()[0].motion.velocity - motion.velocity).norm() <
        1e-5 * motion.velocity.norm());
}

TEST_CASE("the descent by cells stays finite and small for sites of any size") {
  for (const std::vector<Matrix>& sites :
       {std::vector<Matrix>{own_data(1, 103), own_data(60, 107), own_data(5, 109)},
        std::vector<Matrix>{own_data(6, 113)}}) {
    const Cells cells = cells_of(sites, 5);
    JointByCells descent = started(sites, cells);
    for (int t = 0; t < 30; ++t) descent.iterate(t);
    CHECK(descent.coordinates().allFinite());
    CHECK(descent.coordinates().cwiseAbs().maxCoeff() < 1e3);
  }
}
