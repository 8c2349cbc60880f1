#include "report/group_table.h"

#include <doctest/doctest.h>

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

EmbeddingPart site(const std::string& name, const Matrix& coordinates,
                   const std::vector<std::string>& labels = {}) {
  return {name, coordinates.rows(), coordinates, labels};
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

TEST_CASE("subjects are counted in the group of the reference's points nearest to them") {
  const auto table = group_table({reference_part(), site("north", Matrix{{1, 3}, {9, 3}, {9.5, 4}}),
                                  site("silent", Matrix(0, 2)), site("south", Matrix{{-1, 0}})});
  REQUIRE(table);
  CHECK(table->columns == std::vector<std::string>{"Site", "2", "10"});
  CHECK(texts(*table) ==
        std::vector<std::vector<std::string>>{{"north", "1", "2"}, {"south", "1", "0"}});
  CHECK_FALSE(table->rows[0][1].muted);
  CHECK(table->rows[1][2].muted);
}

TEST_CASE("without labels at the reference the sites' own are counted, and without any nothing") {
  EmbeddingPart plain = reference_part();
  plain.labels.clear();
  const Matrix two{{1, 3}, {9, 3}};
  const auto table =
      group_table({plain, site("a", two, {"x", "y"}), site("b", two, {"x", ""}), site("c", two)});
  REQUIRE(table);
  CHECK(texts(*table) == std::vector<std::vector<std::string>>{{"a", "1", "1"}, {"b", "1", "0"}});
  CHECK_FALSE(group_table({plain, site("a", two)}));
  CHECK_FALSE(group_table({plain, site("a", two, {"x", "x"})}));
  CHECK_FALSE(group_table({reference_part()}));
}

TEST_CASE("of very many groups the largest have columns, the others one together") {
  EmbeddingPart plain = reference_part();
  plain.labels.clear();
  std::vector<std::string> labels;
  for (int group = 0; group < 30; ++group)
    labels.insert(labels.end(), group < 15 ? 2 : 1, "g" + std::to_string(group));
  const auto table = group_table({plain, site("a", Matrix::Zero(std::ssize(labels), 2), labels)});
  REQUIRE(table);
  CHECK(table->columns.size() == 1 + 20);
  CHECK(table->columns.back() == "others");
  CHECK(table->rows[0].back().text == "11");
}

TEST_CASE("noisy counts are added up by group, and what may be noise alone is muted") {
  const EmbeddingPart known = reference_part();
  dsne::quality::SiteDensities densities{dsne::quality::MapGrid(known.coordinates, 2), 5, {}};
  densities.sites.push_back({"north", 60, RowVector{{30, 4, 25, -27}}});
  auto estimates = compare_densities(densities);
  const DensityReport report{std::move(densities), std::move(estimates)};
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
