#pragma once

#include "core/matrix.h"

namespace dsne::methods {

/// A site's data as affinities see them: preprocessed, one row per point.
struct SitePoints {
  Matrix own;
  Matrix reference;
};

}  // namespace dsne::methods
