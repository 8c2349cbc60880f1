#include "tools/evaluation/class_hulls.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "unit/data/helpers.h"

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::class_hulls;
using dsne::evaluation::ClassHulls;
using std::numbers::pi;

namespace {

/// A map that is put together class by class.
struct LabelledEmbedding {
  Matrix coordinates = Matrix(0, 2);
  std::vector<std::string> labels;

  void add(const Matrix& points, const std::string& label) {
    const Matrix before = coordinates;
    coordinates.resize(before.rows() + points.rows(), points.cols());
    coordinates << before, points;
    labels.insert(labels.end(), static_cast<std::size_t>(points.rows()), label);
  }
  ClassHulls measures() const { return class_hulls(coordinates, labels); }
};

/// The corners of a square with sides of 1; too few points for outliers.
Matrix square(double x) {
  Matrix corners(4, 2);
  corners << x, 0, x, 1, x + 1, 0, x + 1, 1;
  return corners;
}

Matrix disc(Eigen::Index points, double x) {
  std::mt19937_64 engine(17);
  std::uniform_real_distribution<double> uniform(0, 1);
  Matrix coordinates(points, 2);
  for (Eigen::Index i = 0; i < points; ++i) {
    const double angle = 2 * pi * uniform(engine);
    const double distance = std::sqrt(uniform(engine));
    coordinates.row(i) << x + distance * std::cos(angle), distance * std::sin(angle);
  }
  return coordinates;
}

}  // namespace

TEST_CASE("squares overlap by what they have in common") {
  const auto intersection = [](const std::vector<double>& positions) {
    LabelledEmbedding embedding;
    for (const double x : positions) embedding.add(square(x), "square at " + std::to_string(x));
    return *embedding.measures().intersection_area;
  };
  CHECK(intersection({0}) == 0);
  CHECK(intersection({0, 5}) == Approx(0));
  CHECK(intersection({0, 1}) == Approx(0));
  CHECK(intersection({0, 0.5}) == Approx(0.5 / 1.5));
  CHECK(intersection({0, 0.5, 1}) == Approx(1.0 / 2));
}

TEST_CASE("classes at the same places overlap by 1 for each that is too many") {
  LabelledEmbedding embedding;
  embedding.add(disc(60, 0), "a");
  embedding.add(disc(60, 0), "b");
  CHECK(*embedding.measures().intersection_area == Approx(1));
  embedding.add(disc(60, 0), "c");
  CHECK(*embedding.measures().intersection_area == Approx(2));
}

TEST_CASE("the roundness of squares, nonagons and discs, and the mean of two") {
  LabelledEmbedding squares;
  squares.add(square(0), "a");
  CHECK(*squares.measures().circle_roundness == Approx(2 / pi));
  CHECK(*squares.measures().perimeter_roundness == Approx(pi / 4));

  LabelledEmbedding nonagons;
  Matrix corners(9, 2);
  for (Eigen::Index i = 0; i < 9; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / 9;
    corners.row(i) << std::cos(angle), std::sin(angle);
  }
  nonagons.add(corners, "a");
  CHECK(*nonagons.measures().circle_roundness == Approx(4.5 * std::sin(2 * pi / 9) / pi));
  CHECK(*nonagons.measures().perimeter_roundness == Approx(pi / 9 / std::tan(pi / 9)));

  // A disc's outliers are on its edge, so what is left is not quite round.
  LabelledEmbedding discs;
  discs.add(disc(3000, 0), "a");
  const ClassHulls round = discs.measures();
  CHECK(*round.circle_roundness > 0.9);
  CHECK(*round.circle_roundness < 1);
  CHECK(*round.perimeter_roundness > 0.97);
  CHECK(*round.perimeter_roundness < 1);

  squares.add(disc(3000, 0), "b");
  CHECK(*squares.measures().circle_roundness == Approx((2 / pi + *round.circle_roundness) / 2));
  CHECK(*squares.measures().perimeter_roundness ==
        Approx((pi / 4 + *round.perimeter_roundness) / 2));
}

TEST_CASE("the measures are shapely's") {
  const Matrix table = peer_values("class_hulls/points.txt");
  const Matrix measures = peer_values("class_hulls/measures.txt");
  std::vector<std::string> labels;
  for (const double value : table.col(0)) labels.push_back(std::to_string(value));
  const ClassHulls hulls = class_hulls(table.rightCols(2), labels);
  CHECK(*hulls.intersection_area == Approx(measures(0)).epsilon(1e-12));
  CHECK(*hulls.circle_roundness == Approx(measures(1)).epsilon(1e-9));
  CHECK(*hulls.perimeter_roundness == Approx(measures(2)).epsilon(1e-12));
}

TEST_CASE("a tenth of each class, the points farthest from the others, is dropped") {
  Matrix grid(36, 2);
  for (Eigen::Index i = 0; i < 36; ++i) {
    grid.row(i) << static_cast<double>(i % 6), static_cast<double>(i / 6);
  }
  Matrix far(4, 2);
  far << 90, 0, -80, 3, 2, 70, 3, -60;
  LabelledEmbedding embedding;
  embedding.add(grid, "a");
  embedding.add(far, "a");
  CHECK(*embedding.measures().circle_roundness == Approx(2 / pi));
  CHECK(*embedding.measures().perimeter_roundness == Approx(pi / 4));

  // Of nine points none is.
  LabelledEmbedding few;
  few.add(grid.topRows(8), "a");
  few.add(far.topRows(1), "a");
  CHECK(*few.measures().circle_roundness < 0.1);
}

TEST_CASE("neither the order of the points nor the scale matters") {
  LabelledEmbedding embedding;
  LabelledEmbedding reversed;
  for (int i = 0; i < 5; ++i) {
    const Matrix coordinates = disc(50, i) * (1 + i);
    embedding.add(coordinates, std::to_string(i));
    reversed.add(coordinates.colwise().reverse(), std::to_string(i));
  }
  const ClassHulls measures = embedding.measures();
  CHECK(reversed.measures().intersection_area == measures.intersection_area);
  CHECK(reversed.measures().circle_roundness == measures.circle_roundness);
  CHECK(reversed.measures().perimeter_roundness == measures.perimeter_roundness);
  const ClassHulls scaled = class_hulls(embedding.coordinates * 1024, embedding.labels);
  CHECK(*scaled.intersection_area == Approx(*measures.intersection_area));
  CHECK(*scaled.circle_roundness == Approx(*measures.circle_roundness));
}

TEST_CASE("points without a label are left out") {
  LabelledEmbedding embedding;
  embedding.add(square(0), "a");
  embedding.add(disc(30, 0) * 50, "");
  CHECK(*embedding.measures().circle_roundness == Approx(2 / pi));
  CHECK(*embedding.measures().intersection_area == 0);
}

TEST_CASE("classes on a line have no area and no roundness, those at one place no shape") {
  Matrix line(3, 2);
  line << 0.1, 0.3, 0.2, 0.6, 0.7, 2.1;
  LabelledEmbedding embedding;
  embedding.add(square(0), "a");
  embedding.add(line, "b");
  CHECK(*embedding.measures().intersection_area == 0);
  CHECK(*embedding.measures().circle_roundness == Approx(2 / pi / 2));
  embedding.add(line.topRows(2), "c");
  CHECK(*embedding.measures().perimeter_roundness == Approx(pi / 4 / 3));
  embedding.add(line.topRows(1), "d");
  embedding.add(Matrix::Ones(30, 2), "e");
  CHECK(*embedding.measures().intersection_area == 0);
  CHECK(*embedding.measures().perimeter_roundness == Approx(pi / 4 / 3));
}

TEST_CASE("no measures without classes, without area or in three dimensions") {
  const auto has_none = [](const ClassHulls& measures) {
    return !measures.intersection_area && !measures.circle_roundness &&
           !measures.perimeter_roundness;
  };
  CHECK(has_none(class_hulls(Matrix(0, 2), {})));
  CHECK(has_none(class_hulls(square(0), std::vector<std::string>(4))));
  CHECK(has_none(class_hulls(square(0), {"a", "b", "c", "d"})));
  CHECK(has_none(class_hulls(Matrix::Identity(3, 3), {"a", "a", "a"})));
  const ClassHulls lines = class_hulls(square(0), {"a", "a", "b", "b"});
  CHECK_FALSE(lines.intersection_area);
  CHECK(*lines.circle_roundness == 0);
  CHECK(*lines.perimeter_roundness == 0);
}
