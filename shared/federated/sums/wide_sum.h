#pragma once

#include "core/matrix.h"
#include "federated/site_answer.h"

namespace dsne::federated {

// Sums over sites of numbers whose scale nobody knows yet: fixed point to 288 bits, in six digits
// of 48 bits each, which are summed as whole numbers.

/// How many digits a number has.
inline constexpr Eigen::Index wide_digits = 6;

/// A site's term of a sum of that kind: each number beyond ±2¹⁴⁴ counts as that, and what is below
/// 2⁻¹⁴⁴ is lost.
SumTerm wide_term(const std::string& name, const RowVector& numbers);

/// The shape of such a term, for who reads the sum: its bound, and numbers × wide_digits.
inline constexpr double wide_bound = 281474976710656.0;  // 2⁴⁸

/// The numbers of a sum of such terms (numbers × wide_digits).
RowVector from_wide_digits(const Matrix& digits);

}  // namespace dsne::federated
