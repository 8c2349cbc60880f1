#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace dsne::umap {

inline constexpr float ln2 = 0.693147181F;

/// The logarithm to base 2 of a positive number, to a float's last bits, and in vectors: by the
/// series of artanh.
[[gnu::always_inline]] inline float log2_of(float number) {
  constexpr float root = 1.41421356F;
  constexpr std::int32_t one = 0x3F800000;
  const auto bits = std::bit_cast<std::int32_t>(number);
  const std::int32_t mantissa_bits = (bits & 0x007FFFFF) | one;
  const auto whole = static_cast<float>((bits >> 23) - 127);
  const float mantissa = std::bit_cast<float>(mantissa_bits);
  const bool large = mantissa > root;
  const float m = large ? mantissa * 0.5F : mantissa;
  const float t = (m - 1) / (m + 1);
  const float tt = t * t;
  const float series = t * (1 + tt * (1.F / 3 + tt * (1.F / 5 + tt * (1.F / 7))));
  return whole + (large ? 1.F : 0.F) + 2 / ln2 * series;
}

/// base^exponent of a positive base, likewise, within what a float holds: by the series of exp.
[[gnu::always_inline]] inline float power(float base, float exponent) {
  const float scaled = std::min(std::max(exponent * log2_of(base), -126.F), 126.F);
  const auto shifted = static_cast<std::int32_t>(scaled + (scaled < 0 ? -0.5F : 0.5F));
  const float x = (scaled - static_cast<float>(shifted)) * ln2;
  const float exp =
      1 + x * (1 + x * (1.F / 2 + x * (1.F / 6 + x * (1.F / 24 + x * (1.F / 120 + x / 720)))));
  return exp * std::bit_cast<float>((shifted + 127) << 23);
}

}  // namespace dsne::umap
