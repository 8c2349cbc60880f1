#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "privacy/microaggregation.h"
#include "privacy/random_source.h"

namespace dsne::privacy {

/// A source as a uniform random bit generator, as std::shuffle and the standard's distributions
/// take one.
struct RandomBits {
  using result_type = std::uint64_t;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return source.next(); }

  RandomSource& source;
};

/// Groups the points as `microaggregated` does, around points that are drawn, so that the same
/// points give other groups each time: each group is a point drawn among those left and the
/// `least` − 1 nearest to it. (bench/attacks/summaries says what that is for.)
std::vector<GroupRows> randomly_microaggregated(const Matrix& points, Eigen::Index least,
                                                RandomSource& source);

}  // namespace dsne::privacy
