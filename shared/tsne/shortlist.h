#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::tsne {

/// Finds quickly which candidates can be among a query's nearest, by matrix products in single
/// precision: ‖x − y‖² = ‖x‖² + ‖y‖² − 2xᵀy, with a bound on their rounding errors. Never misses
/// one of the nearest.
class Shortlist {
 public:
  /// @param queries, candidates points in rows, with the same columns
  Shortlist(const Matrix& queries, const Matrix& candidates);

  /// The most queries in a group.
  static constexpr Eigen::Index group_rows = 64;

  /// Returns, for each query in the rows [first, last), a set of candidates that includes its
  /// `count` nearest, in no order; all candidates when the query is not finite.
  /// @param skip_self leaves out the candidate of the query's own row
  /// @pre last − first <= group_rows; there are `count` candidates
  std::vector<std::vector<std::uint32_t>> of_group(Eigen::Index first, Eigen::Index last,
                                                   Eigen::Index count, bool skip_self) const;

 private:
  std::vector<std::uint32_t> all_candidates(std::int64_t skipped) const;

  using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  FloatRows queries_;
  std::vector<float> query_norms_;
  std::vector<float> tiles_;  ///< the candidates, packed 16 at a time
  std::vector<float> candidate_norms_;
  Eigen::Index candidates_;
};

}  // namespace dsne::tsne
