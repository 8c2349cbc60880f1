#include <doctest/doctest.h>

#include "summary/frame.h"
#include "tsne/tsne.h"
#include "unit/summary/frame_values.h"
#include "unit/threads.h"

using dsne::Matrix;
using dsne::Vector;
using namespace dsne::summary;

namespace {

struct Example {
  dsne::Json values = frame_values();
  double perplexity = values["perplexity"].get<double>();
  Frame frame{matrix_of(values["points"]), vector_of(values["subjects"]),
              matrix_of(values["coordinates"])};
  SubjectsToPlace own{matrix_of(values["records"]),
                      values["groups"].get<std::vector<Eigen::Index>>(),
                      values["own_points"].get<std::vector<Eigen::Index>>()};
};

/// A site's records that are the frame's only points, one each.
SubjectsToPlace only_site(const Matrix& features) {
  SubjectsToPlace own{features, {}, {}};
  for (Eigen::Index i = 0; i < features.rows(); ++i) {
    own.groups.push_back(i);
    own.points.push_back(i);
  }
  return own;
}

}  // namespace

TEST_CASE("placed alone, subjects are where the definition puts them") {
  const Example example;
  const auto together = place_alone(example.own, example.frame, example.perplexity);
  CHECK((together.alone - matrix_of(example.values["alone"])).rowwise().norm().maxCoeff() < 5e-3);
  const Vector home = vector_of(example.values["home"]);
  const Vector expected = 0.25 * (1 - home.array()) / example.frame.subjects.sum();
  CHECK((together.hold - expected).norm() < 1e-4 * expected.norm());
}

TEST_CASE("the gradient of subjects together is that of the definition") {
  const Example example;
  auto together = place_alone(example.own, example.frame, example.perplexity);
  together.alone = matrix_of(example.values["alone"]);
  const Matrix expected = matrix_of(example.values["together_gradient"]);
  const Matrix found = together_gradient(together, matrix_of(example.values["moved"]));
  CHECK((found - expected).norm() < 1e-3 * expected.norm());
}

TEST_CASE("one site in groups of one has about plain t-SNE's divergence") {
  const Matrix features = dsne::tsne::random_coordinates(120, 4, 1, 3);
  const Vector ones = Vector::Ones(120);
  const Frame whole{features, ones, frame(features, ones, 5, 2)};
  const Matrix placed = place(only_site(features), whole, 5);
  const auto affinities = dsne::tsne::joint_affinities(features, 5);
  dsne::tsne::Schedule schedule;
  schedule.learning_rate = 10;
  schedule.early_exaggeration_iterations = 250;
  const Matrix plain =
      descend(dsne::tsne::random_coordinates(120, 2, 1e-2, 1), schedule, 750,
              [&](const Matrix& y, double e) { return dsne::tsne::gradient(affinities, y, e); });
  CHECK(dsne::tsne::kl_divergence(affinities, placed) <
        1.2 * dsne::tsne::kl_divergence(affinities, plain));
}

TEST_CASE("subjects are placed the same on one and on two threads") {
  const Example example;
  const auto placed = [&] { return place(example.own, example.frame, example.perplexity); };
  CHECK(with_threads(1, placed) == with_threads(2, placed));
}

TEST_CASE("subjects without groups, of no source, alone or far away are placed") {
  Example example;
  example.own.groups.assign(8, -1);
  example.own.points.clear();
  CHECK(place(example.own, example.frame, 30).allFinite());
  example.own.features.row(2).setConstant(1e150);
  CHECK(place(example.own, example.frame, 30).allFinite());
  const SubjectsToPlace single{Matrix::Zero(1, 3), {-1}, {}};
  CHECK(place(single, example.frame, 30).rows() == 1);
  const SubjectsToPlace none{Matrix::Zero(0, 3), {}, {}};
  CHECK(place(none, example.frame, 30).rows() == 0);
}

TEST_CASE("places on a map in three dimensions have three coordinates") {
  Example example;
  example.frame.coordinates = frame(example.frame.features, example.frame.subjects, 4, 3);
  const Matrix placed = place(example.own, example.frame, 4);
  CHECK(placed.cols() == 3);
  CHECK(placed.allFinite());
}
