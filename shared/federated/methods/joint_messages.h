#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "federated/cells.h"
#include "federated/methods/cell_sums.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "tsne/optimizer.h"

namespace dsne::federated {

// What both halves of method joint say and keep.

/// What a message asks the sites for, beside what federated/counting.h has.
namespace stage {
inline constexpr const char* veto = "veto";    ///< which cells would show too few of others
inline constexpr const char* start = "start";  ///< the cells' sums where the map starts
}  // namespace stage

// The sums over the sites, and their bounds: far beyond what a map has.
inline constexpr const char* attraction_name = "reference_attraction";
inline constexpr const char* sums_name = "cell_sums";
inline constexpr const char* products_name = "cell_products";
inline constexpr double attraction_bound = 1;
inline constexpr double cell_sums_bound = 1e8;
inline constexpr double cell_products_bound = 1e10;

/// Whom the cells' counts are of: everybody, and those at sites that keep their places.
inline constexpr Eigen::Index kinds_of_members = 2;

/// The division of the run's subjects, as site and coordinator keep it between steps.
struct Division {
  std::vector<Counts> members;  ///< by reference point: of all, and of those that keep their places
  Cells cells;
  Cells groups;  ///< of reference points, over which the sites' attraction is summed

  Counts in_cells() const { return sums_by_cell(members.front(), cells); }
};

/// The division that the places and the counts of the map's start give: every site and the
/// coordinator make the same one.
/// @param reference the reference points on the map
/// @param members as in Division
Division divided(const Matrix& reference, std::vector<Counts> members, Eigen::Index min_members);

Json to_json(const Division& division);

/// @throws MessageError when it is damaged
Division parse_division(const Json& object, Eigen::Index reference_points, std::string_view what);

/// What the sites have said in a round of iterations, or at the start, in sums over them all.
struct JointSums {
  CellSums cells;
  Matrix attraction;  ///< by group; empty at the start
};

/// The sums that the coordinator has, and tells the sites.
/// @param sum the sum of a name, of so many rows and within the bound
/// @param first whether they are those of the start
using SumOf =
    std::function<Matrix(const char* name, Eigen::Index rows, Eigen::Index columns, double bound)>;
JointSums joint_sums(const SumOf& sum, const Division& division, Eigen::Index dimensions,
                     bool first);

/// Sums and products side by side, packed.
Json to_json(const CellSums& sums);

/// @throws MessageError when it is damaged
CellSums parse_cell_sums(const Json& object, const std::string& name, Eigen::Index cells,
                         Eigen::Index dimensions, std::string_view what);

/// The members `velocity` and `gains` of a state. @throws MessageError when they are damaged
tsne::OptimizerState optimizer_state(const Json& state, Eigen::Index points,
                                     Eigen::Index dimensions, std::string_view what);

}  // namespace dsne::federated
