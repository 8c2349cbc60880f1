#include "report/joint_embedding.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/embedding_csv.h"
#include "report/figure.h"
#include "report/mark.h"
#include "report/plots.h"

using dsne::Json;
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

TEST_CASE("the page's data hold the subjects of rows, and nothing extra for a map of subjects") {
  const Json json = to_json(dsne::report::Plots{joined(rows_and_subjects()), {}, {}, {}});
  CHECK(json["subjects"] == Json{10, 14, 1, 1});
  auto parts = rows_and_subjects();
  parts.front().subjects.clear();
  CHECK_FALSE(to_json(dsne::report::Plots{joined(parts), {}, {}, {}}).contains("subjects"));
}

TEST_CASE("rows and positions are written as CSV") {
  const Embedding embedding = joined(rows_and_subjects());
  CHECK(dsne::report::summary_csv(embedding) ==
        "site,x,y,subjects\nnorth,0,0,10\nnorth,4,4,14\nsouth,1,3,1\nsouth,2,1,1\n");
  Matrix three(1, 3);
  three << 1, 2, 3;
  CHECK(dsne::report::positions_csv({"s1"}, three, {"=a"}) == "id,x,y,z,label\ns1,1,2,3,'=a\n");
  CHECK(dsne::report::positions_csv({"s1"}, three.leftCols(2), {}) == "id,x,y,label\ns1,1,2,\n");
}

TEST_CASE("a figure of rows differs from one of subjects") {
  auto parts = rows_and_subjects();
  const auto rows = dsne::report::draw_embedding(joined(parts), "A map");
  parts.front().subjects.clear();
  CHECK(rows.svg != dsne::report::draw_embedding(joined(parts), "A map").svg);
}
