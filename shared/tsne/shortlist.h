#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::tsne {

/// Finds quickly which candidates can be among a query's nearest: by matrix products in single
/// precision, ‖x − y‖² = ‖x‖² + ‖y‖² − 2xᵀy, with a bound on their rounding errors. None that is
/// among the nearest is ever missed.
class Shortlist {
 public:
  /// @param queries, candidates points in rows, as many columns
  Shortlist(const Matrix& queries, const Matrix& candidates);

  /// Queries that are looked at together.
  static constexpr Eigen::Index group_rows = 64;

  /// For each query in the rows [first, last), at most group_rows of them, the candidates of which
  /// some are its `count` nearest, in no order; all candidates when the query is not finite.
  /// @param skip_self no query may have the candidate of its own row
  /// @pre count candidates are there
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
