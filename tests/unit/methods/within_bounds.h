#pragma once

#include <doctest/doctest.h>

#include "exchange/site_answer.h"

/// Checks that no term of an honest site's answer is beyond its bound, where it would be clamped.
inline void check_within_bounds(const dsne::exchange::SiteAnswer& answer) {
  for (const dsne::exchange::SumTerm& term : answer.sums) {
    CAPTURE(term.name);
    if (term.values.size() > 0) CHECK(term.values.cwiseAbs().maxCoeff() <= term.bound);
  }
}
