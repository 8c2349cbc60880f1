#include "federated/methods/joint_messages.h"

#include <utility>

#include "federated/second_moments.h"

namespace dsne::federated {

using Eigen::Index;

Division divided(const Matrix& reference, std::vector<Counts> members, Index min_members) {
  const Cells groups = public_groups(reference, members.front().sum(), subjects_per_group);
  const Cells cells = merged_cells(reference, members, min_members);
  return {std::move(members), cells, groups};
}

Json to_json(const Division& division) {
  return {{"members", pack(to_matrix(division.members))},
          {"cells", division.cells.of_reference},
          {"groups", division.groups.of_reference}};
}

Division parse_division(const Json& object, Index reference_points, std::string_view what) {
  return {counts_from(matrix_field(object, "members", reference_points, kinds_of_members, what)),
          cells_field(object, "cells", reference_points, what),
          cells_field(object, "groups", reference_points, what)};
}

JointSums joint_sums(const SumOf& sum, const Division& division, Index dimensions, bool first) {
  const Index cells = division.cells.count;
  return {
      {sum(sums_name, cells, dimensions, cell_sums_bound),
       sum(products_name, cells, products_of(dimensions), cell_products_bound)},
      first ? Matrix() : sum(attraction_name, division.groups.count, dimensions, attraction_bound)};
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
