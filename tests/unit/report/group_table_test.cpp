#include <doctest/doctest.h>

#include "embedding_fixture.h"
#include "report/tables.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::report::DensityReport;
using dsne::report::EmbeddingPart;
using dsne::report::group_table;
using dsne::report::PageTable;

namespace {

/// Label "2" lies at the left, "10" at the right.
EmbeddingPart reference_part() {
  EmbeddingPart part{"reference", 24, Matrix(24, 2), {}};
  for (Eigen::Index i = 0; i < 24; ++i) {
    part.coordinates.row(i) << (i < 12 ? 0.0 : 10.0), static_cast<double>(i % 12);
    part.labels.emplace_back(i < 12 ? "2" : "10");
  }
  return part;
}

DensityReport report_of(const EmbeddingPart& known, int side, const RowVector& counts) {
  return density_report(known.coordinates, side, 5, {{"north", 60, counts}});
}

std::vector<std::vector<std::string>> texts(const PageTable& table) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& cells : table.rows) {
    rows.emplace_back();
    for (const auto& cell : cells) rows.back().push_back(cell.text);
  }
  return rows;
}

}  // namespace

TEST_CASE("the largest of very many groups have columns, the others share one") {
  // A dozen points of a group at a place, so that the nearest are all of one.
  constexpr Eigen::Index each = 12;
  EmbeddingPart many{"reference", 30 * each, Matrix(30 * each, 2), {}};
  for (Eigen::Index i = 0; i < 30 * each; ++i) {
    const Eigen::Index group = i / each;
    many.coordinates.row(i) << static_cast<double>(group % 6), static_cast<double>(group / 6);
    many.labels.push_back("g" + std::to_string(group));
  }
  const auto table = group_table(report_of(many, 12, RowVector::Constant(144, 7)), many);
  REQUIRE(table);
  CHECK(table->columns.size() == 1 + 20);
  CHECK(table->columns.back() == "others");
}

TEST_CASE("noisy counts are added up by group, and possible noise is muted") {
  const EmbeddingPart known = reference_part();
  const DensityReport report = report_of(known, 2, RowVector{{30, 4, 25, -27}});
  const auto table = group_table(report, known);
  REQUIRE(table);
  // Two cells each: the interval is 1.96·5·√2.
  CHECK(texts(*table) == std::vector<std::vector<std::string>>{{"north", "55 ± 14", "-23 ± 14"}});
  CHECK_FALSE(table->rows[0][1].muted);
  CHECK(table->rows[0][2].muted);
  EmbeddingPart plain = known;
  plain.labels.clear();
  CHECK_FALSE(group_table(report, plain));
}
