#pragma once

#include <string_view>
#include <vector>

#include "core/json.h"
#include "federated/cells.h"
#include "federated/state_names.h"

namespace dsne::federated {

// What coordinator and sites say while a reference is learned.

/// What a message asks the sites for.
namespace landmark_stage {
inline constexpr const char* mean = "mean";          ///< the features' sums
inline constexpr const char* spread = "spread";      ///< their sums of squares about the mean
inline constexpr const char* oddness = "oddness";    ///< how odd the sites' subjects are
inline constexpr const char* subspace = "subspace";  ///< products with the basis of a subspace
inline constexpr const char* moments = "moments";    ///< nodes' sums and second moments
inline constexpr const char* count = "count";        ///< members below thresholds
inline constexpr const char* veto = "veto";          ///< which thresholds show too few of others
inline constexpr const char* leaves = "leaves";      ///< nothing: the last nodes' sums are told
inline constexpr const char* descend = "descend";    ///< where landmarks should move (mmd)
inline constexpr const char* nearest = "nearest";    ///< subjects that are nearest to each landmark
inline constexpr const char* members = "members";    ///< nothing: the last of these are told
}  // namespace landmark_stage

/// Whether a text is one of these.
bool is_landmark_stage(std::string_view text);

/// Whether it is one of landmark_method mmd.
bool is_descent_stage(std::string_view text);

// The sums over the sites, beside those of federated/counting.h and federated/vetoes.h.
inline constexpr const char* values_name = "values";
inline constexpr const char* present_name = "present";
inline constexpr const char* squares_name = "squares";
inline constexpr const char* weights_name = "weights";
inline constexpr const char* middles_name = "middles";
inline constexpr const char* log_middles_name = "log_middles";
inline constexpr const char* no_logarithm_name = "no_logarithm";
inline constexpr const char* spreads_name = "spreads";
inline constexpr const char* measure_spreads_name = "measure_spreads";
inline constexpr const char* oddness_name = "oddness";
inline constexpr const char* subspace_name = "products";
inline constexpr const char* node_sums_name = "node_sums";
inline constexpr const char* node_products_name = "node_products";
inline constexpr const char* below_name = "below";
inline constexpr const char* moved_name = "moved";

/// The landmarks of a message of landmark_method mmd or of a state, of at most so many.
/// @throws MessageError when they are damaged
Matrix landmarks_field(const Json& message, Eigen::Index most, Eigen::Index components,
                       std::string_view what);
Json landmarks_json(const Matrix& landmarks);

/// Asks for the sums of some nodes' members in the components, and for their second moments along
/// the first `axes[i]` of a node's axes, with them the sum of squares in all components.
struct MomentQuestion {
  std::vector<Eigen::Index> nodes;
  std::vector<Eigen::Index> axes;

  /// Numbers that are asked for beside the sums: for each node the sum of squares and the products.
  Eigen::Index products() const;
};

/// Asks how many members of some nodes lie below thresholds along a direction.
struct CountQuestion {
  std::vector<Eigen::Index> nodes;
  Matrix directions;                            ///< nodes × components
  std::vector<std::vector<double>> thresholds;  ///< of each node, rising

  Eigen::Index counts() const;

  /// Where the counts of the node at a place begin.
  Eigen::Index first_count(Eigen::Index place) const;
};

/// The place of a node among some, in rising order; -1 when it is none of them.
Eigen::Index place_of(Eigen::Index node, const std::vector<Eigen::Index>& nodes);

/// Splits a node into those below a threshold that was asked about, and the others: two new nodes,
/// whose numbers follow those there are. The axes of both are the node's, turned: what is summed of
/// one part is known of the other, too, by what was summed of the node.
struct Cut {
  Eigen::Index node = 0;
  Eigen::Index threshold = 0;  ///< its place among the node's
  Matrix turn;                 ///< the parts' axes, each a row, in terms of the node's
};

Json to_json(const MomentQuestion& question);
Json to_json(const CountQuestion& question);
Json to_json(const std::vector<Cut>& cuts);

/// @param nodes how many there are
/// @throws MessageError when they are damaged
MomentQuestion parse_moment_question(const Json& message, Eigen::Index nodes,
                                     Eigen::Index components, std::string_view what);

/// Vectors of length 1, each a row, as far as one need look: none of their numbers is beyond ±1.
Matrix directions_field(const Json& message, const std::string& name, Eigen::Index count,
                        Eigen::Index length, std::string_view what);
CountQuestion parse_count_question(const Json& message, Eigen::Index nodes, Eigen::Index components,
                                   std::string_view what);
/// @param axes how many each node has along which its second moments are known
std::vector<Cut> parse_cuts(const Json& message, const std::vector<Eigen::Index>& axes,
                            std::string_view what);

}  // namespace dsne::federated
