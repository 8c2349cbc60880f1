#include "summary/frame.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "tsne/tsne.h"
#include "unit/summary/frame_values.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::summary;

TEST_CASE("the frame's affinities, gradient and divergence are those of the definitions") {
  const dsne::Json values = frame_values();
  const Vector subjects = vector_of(values["subjects"]);
  const Matrix coordinates = matrix_of(values["coordinates"]);
  const auto affinities =
      frame_affinities(matrix_of(values["points"]), subjects, values["perplexity"].get<double>());
  CHECK((dense(affinities) - matrix_of(values["affinities"])).norm() < 1e-5);
  const Matrix expected = matrix_of(values["gradient"]);
  const Matrix found = frame_gradient(affinities, subjects, coordinates, 12);
  CHECK((found - expected).norm() < 1e-4 * expected.norm());
  CHECK(frame_divergence(affinities, subjects, coordinates) ==
        doctest::Approx(values["divergence"].get<double>()).epsilon(1e-4));
}

TEST_CASE("the frame's gradient is the divergence's slope over the subjects") {
  for (const Eigen::Index dimensions : {2, 3}) {
    CAPTURE(dimensions);
    const Matrix features = dsne::tsne::random_coordinates(30, 3, 1, 1);
    const Vector subjects = Vector::LinSpaced(30, 5, 12);
    Matrix coordinates = dsne::tsne::random_coordinates(30, dimensions, 1, 2);
    const auto affinities = frame_affinities(features, subjects, 4);
    const Matrix gradient = frame_gradient(affinities, subjects, coordinates, 1);
    for (const Eigen::Index i : {0, 11, 29}) {
      double& moved = coordinates(i, dimensions - 1);
      const double place = moved;
      moved = place + 1e-2;
      const double above = frame_divergence(affinities, subjects, coordinates);
      moved = place - 1e-2;
      const double below = frame_divergence(affinities, subjects, coordinates);
      moved = place;
      CHECK((above - below) / 2e-2 ==
            doctest::Approx(gradient(i, dimensions - 1) * subjects(i)).epsilon(0.01));
    }
  }
}

TEST_CASE("the map is the same on one and on two threads, and far better than its start") {
  const Matrix features = dsne::tsne::random_coordinates(150, 4, 1, 1);
  const Vector subjects = Vector::Constant(150, 10);
  const auto map = [&] { return frame(features, subjects, 10, 2); };
  const Matrix one = with_threads(1, map);
  CHECK(one == with_threads(2, map));
  const auto affinities = frame_affinities(features, subjects, 10);
  CHECK(frame_divergence(affinities, subjects, one) <
        0.8 * frame_divergence(affinities, subjects, features.leftCols(2)));
}

TEST_CASE("degenerate points have a map that is finite") {
  const Vector ten = Vector::Constant(25, 10);
  Matrix far = dsne::tsne::random_coordinates(25, 3, 1, 1);
  far.row(3).setConstant(1e150);
  Matrix line = Matrix::Zero(25, 3);
  line.col(0).setLinSpaced(0, 1);
  for (const Matrix& features : {Matrix(Matrix::Ones(25, 3)), far, line}) {
    for (const Eigen::Index dimensions : {2, 3}) {
      const Matrix map = frame(features, ten, 30, dimensions);
      CHECK(map.rows() == 25);
      CHECK(map.cols() == dimensions);
      CHECK(map.allFinite());
    }
  }
  CHECK(frame(Matrix::Identity(2, 3), Vector::Constant(2, 10), 30, 2).allFinite());
  CHECK_THROWS_AS(frame(Matrix::Ones(1, 3), Vector::Ones(1), 30, 2), dsne::InputError);
}
