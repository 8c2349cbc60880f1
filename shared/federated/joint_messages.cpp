#include "federated/joint_messages.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"

namespace dsne::federated {

using Eigen::Index;

Matrix to_matrix(const std::vector<Counts>& counts) {
  Matrix members(counts.front().size(), std::ssize(counts));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    members.col(static_cast<Index>(i)) = counts[i].cast<double>();
  }
  return members;
}

std::vector<Counts> counts_from(const Matrix& members) {
  std::vector<Counts> counts;
  for (const auto& column : members.colwise()) {
    counts.emplace_back(column.array().round().cast<Index>());
  }
  return counts;
}

Division divided(const Matrix& reference, std::vector<Counts> members, Index min_members) {
  const Cells groups = public_groups(reference, members.front().sum(), subjects_per_group);
  const Cells cells = merged_cells(reference, members, min_members);
  return {std::move(members), cells, groups};
}

std::vector<bool> vetoed_cells(const Matrix& vetoes) {
  std::vector<bool> vetoed;
  for (const double votes : vetoes.reshaped()) vetoed.push_back(votes > 0);
  return vetoed;
}

Json to_json(const Division& division) {
  return {{"members", pack(to_matrix(division.members))},
          {"cells", division.cells.of_reference},
          {"groups", division.groups.of_reference}};
}

CellNumbers numbers_field(const Json& object, const std::string& name, Index size, Index below,
                          std::string_view what) {
  const Json& values = field(object, name, what);
  CellNumbers numbers;
  for (const Json& value : values) {
    if (!value.is_number_integer() || value < 0 || value >= below) break;
    numbers.push_back(value.get<Index>());
  }
  if (!values.is_array() || std::ssize(numbers) != size || std::ssize(values) != size) {
    throw MessageError(std::string(what) + ": " + name + " is damaged");
  }
  return numbers;
}

Division parse_division(const Json& object, Index reference_points, std::string_view what) {
  const auto cells_field = [&](const char* name) {
    Cells cells{numbers_field(object, name, reference_points, reference_points, what), 0};
    for (const Index cell : cells.of_reference) cells.count = std::max(cells.count, cell + 1);
    return cells;
  };
  return {counts_from(matrix_field(object, "members", reference_points, kinds_of_members, what)),
          cells_field("cells"), cells_field("groups")};
}

Json to_json(const CellSums& sums) {
  Matrix both(sums.sums.rows(), sums.sums.cols() + sums.products.cols());
  both << sums.sums, sums.products;
  return pack(both);
}

CellSums parse_cell_sums(const Json& object, const std::string& name, Index cells, Index dimensions,
                         std::string_view what) {
  const Matrix both = matrix_field(object, name, cells, dimensions + products_of(dimensions), what);
  return {both.leftCols(dimensions), both.rightCols(products_of(dimensions))};
}

tsne::OptimizerState optimizer_state(const Json& state, Index points, Index dimensions,
                                     std::string_view what) {
  return {matrix_field(state, "velocity", points, dimensions, what),
          matrix_field(state, "gains", points, dimensions, what)};
}

}  // namespace dsne::federated
