#include "report/joint_embedding.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/figures.h"
#include "report/mark.h"

using dsne::Matrix;
using dsne::report::Embedding;
using dsne::report::EmbeddingPart;

namespace {

/// Two rows of a site, of 10 and of 14 subjects, and two subjects of another.
std::vector<EmbeddingPart> rows_and_subjects() {
  EmbeddingPart rows{"north", 24, Matrix(2, 2), {}};
  rows.coordinates << 0, 0, 4, 4;
  rows.subjects = {10, 14};
  EmbeddingPart subjects{"south", 2, Matrix(2, 2), {"a", ""}};
  subjects.coordinates << 1, 3, 2, 1;
  return {rows, subjects};
}

}  // namespace

TEST_CASE("sites come in natural order, after the reference") {
  std::vector<EmbeddingPart> parts{{"reference", 1, Matrix{{1, 2}}, {}}};
  for (const char* site : {"local10", "local2", "Aachen", "local1"}) {
    parts.push_back({site, 1, Matrix{{3, 4}}, {}});
  }
  const auto read = dsne::report::parse_embedding(dsne::report::to_json(parts), 2, "a map");
  std::vector<std::string> names;
  for (const EmbeddingPart& part : read) names.push_back(part.site);
  CHECK(names == std::vector<std::string>{"reference", "Aachen", "local1", "local2", "local10"});
  CHECK(dsne::report::joined(read).site_names == names);
}

TEST_CASE("a mark's area grows with the subjects that it stands for, up to 40") {
  using dsne::report::mark_width;
  CHECK(mark_width(1) == 1);
  CHECK(mark_width(0) == 1);
  CHECK(mark_width(40) / mark_width(10) == doctest::Approx(2));
  CHECK(mark_width(4000) == mark_width(40));
  CHECK(mark_width(2) >= 1);
}

TEST_CASE("points that stand for several keep their numbers when parts are joined") {
  auto parts = rows_and_subjects();
  CHECK(joined(parts).subjects == std::vector<double>{10, 14, 1, 1});
  std::swap(parts[0], parts[1]);
  CHECK(joined(parts).subjects == std::vector<double>{1, 1, 10, 14});
  parts[1].subjects.clear();
  CHECK(joined(parts).subjects.empty());
}

TEST_CASE("three dimensions have three columns") {
  const Embedding embedding{(Matrix(1, 3) << 1, 2, 3).finished(), {"s"}, {0}, {"l"}};
  CHECK(dsne::report::joint_csv(embedding) == "site,x,y,z,label\ns,1,2,3,l\n");
  const dsne::report::Embedding formula{
      embedding.coordinates, embedding.site_names, embedding.sites, {"=HYPERLINK(1)"}};
  CHECK(dsne::report::joint_csv(formula) == "site,x,y,z,label\ns,1,2,3,'=HYPERLINK(1)\n");
}

TEST_CASE("a map's points go to the sites that share no positions, others stay the reference's") {
  EmbeddingPart all{"reference", 5, Matrix(5, 2), {}};
  all.coordinates << 0, 0, 1, 1, 2, 2, 3, 3, 4, 4;
  EmbeddingPart own{"south", 1, Matrix(1, 2), {}};
  own.coordinates << 9, 9;
  const dsne::Vector subjects = Eigen::VectorXd::LinSpaced(5, 10, 14);
  // Two of north, one each of south and of public scans, and one of no site.
  const auto parts = dsne::report::with_sources({all, {"north", 21, {}, {}}, own}, {0, 0, 1, 2, 3},
                                                {"north", "south", "Lund (public)"}, subjects);
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].coordinates.col(0) == Eigen::Vector2d(3, 4));
  CHECK(parts[0].subjects == std::vector<double>{13, 14});
  CHECK(parts[0].points == 2);
  CHECK(parts[1].coordinates.col(0) == Eigen::Vector2d(0, 1));
  CHECK(parts[1].subjects == std::vector<double>{10, 11});
  CHECK(parts[1].points == 21);
  CHECK(parts[2].coordinates == own.coordinates);
}

TEST_CASE("what is measured of a map's points goes where they go, and is never sent") {
  EmbeddingPart all{"reference", 3, Matrix(3, 2), {}, {}, Matrix{{1, 10}, {2, 20}, {3, 30}}};
  all.coordinates << 0, 0, 1, 1, 2, 2;
  EmbeddingPart own{"south", 1, Matrix(1, 2), {}};
  own.coordinates << 9, 9;
  const auto parts =
      dsne::report::with_sources({all, {"north", 21, {}, {}}, own}, {0, 1, 0},
                                 {"north", "Lund (public)"}, Eigen::Vector3d(10, 11, 12));
  CHECK(parts[0].measured == Matrix{{2, 20}});
  CHECK(parts[1].measured == Matrix{{1, 10}, {3, 30}});
  CHECK(dsne::report::to_json(parts) == dsne::report::to_json([&] {
          auto unmeasured = parts;
          for (EmbeddingPart& part : unmeasured) part.measured = {};
          return unmeasured;
        }()));
  const Embedding map = dsne::report::joined(parts);
  CHECK(map.measured.topRows(3) == Matrix{{2, 20}, {1, 10}, {3, 30}});
  CHECK(map.measured.row(3).array().isNaN().all());
  CHECK(dsne::report::measured_elsewhere(map, 2) == map.measured.topRows(3));
  CHECK(dsne::report::measured_elsewhere(dsne::report::joined(rows_and_subjects()), 0).rows() == 0);
}
