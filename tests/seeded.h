#pragma once

#include <cstdint>
#include <string>

#include "core/digest.h"
#include "privacy/random_source.h"

/// Noise that is the same in every run of a test.
inline dsne::privacy::KeyedSource seeded(std::uint64_t seed) {
  return dsne::privacy::KeyedSource(dsne::hash_of({"a seed for tests", std::to_string(seed)}));
}
