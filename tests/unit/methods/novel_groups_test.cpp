#include <algorithm>
#include <numeric>

#include "method_runs.h"
#include "methods/embedding/initial_coordinates.h"

using dsne::methods::Group;

namespace {

/// Points of which the mean is `centre` in one of five features.
Matrix cloud(Eigen::Index points, Eigen::Index feature, double centre, std::uint64_t seed) {
  Matrix result = dsne::tsne::random_coordinates(points, 5, 1.0, seed);
  result.col(feature).array() += centre;
  return result;
}

const Matrix& known() {
  static const Matrix data = cloud(80, 0, 0, 3);
  return data;
}

/// The map shows the first two features.
Matrix known_coordinates() { return 10 * known().leftCols(2); }

double embedding_radius() {
  const Matrix coordinates = known_coordinates();
  return (coordinates.rowwise() - coordinates.colwise().mean()).rowwise().norm().maxCoeff();
}

std::vector<Group> groups_of(const Matrix& own) {
  return dsne::methods::novel_groups(own, known(), dsne::methods::unrepresented(own, known()));
}

Group all_rows(Eigen::Index count) {
  Group rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

/// The places of a group that is all of a site's points.
Matrix placed_outside(const Matrix& own,
                      const Matrix& reference_coordinates = known_coordinates()) {
  return dsne::methods::with_groups_outside(Matrix::Zero(own.rows(), 2), {all_rows(own.rows())},
                                            own, known(), reference_coordinates);
}

}  // namespace

TEST_CASE("points like the reference, and strays, are not a novel group") {
  CHECK(groups_of(cloud(60, 0, 0, 5)).empty());
  Matrix own = cloud(60, 0, 0, 7);
  own.row(3).setConstant(30);
  own.row(4).setConstant(-30);
  CHECK(groups_of(own).empty());
  CHECK(groups_of(cloud(1, 0, 0, 11)).empty());
}

TEST_CASE("novel groups are found whole and separate") {
  const Matrix own =
      dsne::stacked({cloud(40, 0, 0, 13), cloud(30, 0, 40, 17), cloud(25, 1, -40, 19)});
  const std::vector<Group> groups = groups_of(own);
  REQUIRE(groups.size() == 2);
  const bool first_is_first = groups[0].front() < groups[1].front();
  const Group& first = groups[first_is_first ? 0 : 1];
  const Group& second = groups[first_is_first ? 1 : 0];
  CHECK(first.size() == 30);
  CHECK(*std::min_element(first.begin(), first.end()) == 40);
  CHECK(*std::max_element(first.begin(), first.end()) == 69);
  CHECK(second.size() == 25);
  CHECK(*std::min_element(second.begin(), second.end()) == 70);
}

TEST_CASE("a reference that holds its subjects twice represents similar ones") {
  const Matrix once = cloud(20, 0, 0, 5);
  const Matrix twice = dsne::stacked(once, once);
  const Matrix own = cloud(160, 0, 0, 7);
  const std::vector<bool> strange = dsne::methods::unrepresented(own, twice);
  CHECK(std::count(strange.begin(), strange.end(), true) > 150);
  CHECK(dsne::methods::novel_groups(own, twice, strange).empty());
  const Matrix far = cloud(160, 0, 40, 7);
  CHECK(dsne::methods::novel_groups(far, twice, dsne::methods::unrepresented(far, twice)).size() ==
        1);
}

TEST_CASE("a site not represented in the reference is one group, but a few strays are not") {
  CHECK(groups_of(cloud(2, 0, 40, 23)).empty());
  CHECK(groups_of(cloud(8, 0, 40, 23)).empty());
  CHECK(groups_of(cloud(9, 0, 40, 23)).size() == 1);
  REQUIRE(groups_of(cloud(50, 0, 40, 29)).size() == 1);
  CHECK(groups_of(cloud(50, 0, 40, 29))[0].size() == 50);
}

TEST_CASE("groups lie outside of the reference's map, on the side that their data points to") {
  const double radius = embedding_radius();
  const Matrix right = placed_outside(cloud(30, 0, 20, 31));
  const Matrix also_right = placed_outside(cloud(30, 0, 20, 37));
  const Matrix below = placed_outside(cloud(30, 1, -20, 41));
  CHECK(right.rowwise().norm().minCoeff() > radius);
  CHECK(below.rowwise().norm().minCoeff() > radius);
  CHECK(right.col(0).minCoeff() > radius);
  CHECK(below.col(1).maxCoeff() < -radius);
  const dsne::RowVector middle = right.colwise().mean();
  CHECK((middle - also_right.colwise().mean()).norm() < radius);
}

TEST_CASE("other points stay where they are") {
  const Matrix own = dsne::stacked(cloud(10, 0, 0, 43), cloud(30, 0, 40, 47));
  const Matrix before = dsne::tsne::random_coordinates(40, 2, 5.0, 53);
  const Matrix after =
      dsne::methods::with_groups_outside(before, groups_of(own), own, known(), known_coordinates());
  CHECK(after.topRows(10) == before.topRows(10));
  CHECK((after.bottomRows(30) - before.bottomRows(30)).rowwise().norm().minCoeff() > 0);
}

TEST_CASE("a group is near enough to be seen, however distant and wide in the data") {
  const double radius = embedding_radius();
  const Matrix far = placed_outside(cloud(30, 0, 1e9, 59));
  CHECK(far.rowwise().norm().minCoeff() > 10 * radius);
  CHECK(far.rowwise().norm().maxCoeff() < 35 * radius);
  const Matrix wide = placed_outside(1e6 * cloud(30, 0, 3, 61));
  CHECK((wide.rowwise() - wide.colwise().mean()).rowwise().norm().maxCoeff() <= radius * 1.001);
}

TEST_CASE("a group around the reference's middle lies outside of its map, too") {
  const Matrix noisy = placed_outside(3 * cloud(30, 0, 0, 89));
  CHECK(noisy.rowwise().norm().minCoeff() > embedding_radius());
}

TEST_CASE("a group does not move if the linear map cannot place it") {
  CHECK(placed_outside(cloud(30, 0, 40, 67), Matrix::Constant(80, 2, 4)).isZero());
  CHECK(placed_outside(Matrix::Constant(30, 5, 1e308)).isZero());
  const Matrix middle = known().colwise().mean().replicate(3, 1);
  CHECK(placed_outside(middle).allFinite());
  const Matrix same = Matrix::Constant(80, 5, 3);
  const Matrix own = cloud(30, 0, 40, 67);
  CHECK(dsne::methods::with_groups_outside(Matrix::Zero(30, 2), {all_rows(30)}, own, same,
                                           known_coordinates())
            .isZero());
}

TEST_CASE("on dsne's map novel groups lie apart, and equal ones together") {
  const std::vector<SiteData> sites = {
      {"a", cloud(40, 0, 25, 71)}, {"b", cloud(40, 1, 25, 73)}, {"c", cloud(40, 1, 25, 79)}};
  Federation federation({{"method", "dsne"}, {"perplexity", 10}}, sites, known());
  federation.run();
  std::vector<Matrix> coordinates;
  for (const SiteData& site : sites) coordinates.push_back(federation.own_coordinates(site));
  const auto middle = [&](std::size_t site) {
    return dsne::RowVector(coordinates[site].colwise().mean());
  };
  const auto width = [&](std::size_t site) {
    return (coordinates[site].rowwise() - middle(site)).rowwise().norm().maxCoeff();
  };
  CHECK((middle(0) - middle(1)).norm() > width(0) + width(1));
  CHECK((middle(1) - middle(2)).norm() < (middle(0) - middle(1)).norm() / 3);
}
