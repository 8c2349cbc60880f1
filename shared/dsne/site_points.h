#pragma once

#include "coinstac/matrix.h"

namespace dsne {

/// A site's data as affinities see it: preprocessed, one row per point.
struct SitePoints {
  Matrix own;
  Matrix reference;
};

}  // namespace dsne
