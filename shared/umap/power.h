#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace dsne::umap {

inline constexpr float ln2 = 0.693147181F;

// No branches, so that loops around these functions are vectorized.

/// Computes the base-2 logarithm of a positive number to a float's last bits, by the series of
/// artanh.
[[gnu::always_inline]] inline float log2_of(float number) {
  constexpr std::int32_t root_of_half = 0x3F3504F3;
  const auto bits = std::bit_cast<std::int32_t>(number);
  const std::int32_t exponent = (bits - root_of_half) >> 23;
  const auto mantissa = std::bit_cast<float>(bits - (exponent << 23));
  const float t = (mantissa - 1) / (mantissa + 1);
  const float tt = t * t;
  const float series = t * (1 + tt * (1.F / 3 + tt * (1.F / 5 + tt * (1.F / 7))));
  return static_cast<float>(exponent) + 2 / ln2 * series;
}

/// Computes base^exponent of a positive base by the series of exp, limited to a float's range.
[[gnu::always_inline]] inline float power(float base, float exponent) {
  constexpr float rounder = 0x1.8p23F;  // leaves no bits behind the point
  const float scaled = std::min(std::max(exponent * log2_of(base), -126.F), 126.F);
  const float whole = (scaled + rounder) - rounder;
  const float x = (scaled - whole) * ln2;
  const float exp =
      1 + x * (1 + x * (1.F / 2 + x * (1.F / 6 + x * (1.F / 24 + x * (1.F / 120 + x / 720)))));
  return exp * std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23);
}

}  // namespace dsne::umap
