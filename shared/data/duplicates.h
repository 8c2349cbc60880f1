#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace dsne::data {

/// Returns the positions, in order, of two equal values; nothing if all differ.
template <class T>
std::optional<std::pair<std::size_t, std::size_t>> find_duplicate(const std::vector<T>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&values](std::size_t a, std::size_t b) {
    return values[a] < values[b] || (values[a] == values[b] && a < b);
  });
  const auto same = std::adjacent_find(
      order.begin(), order.end(),
      [&values](std::size_t a, std::size_t b) { return values[a] == values[b]; });
  if (same == order.end()) return std::nullopt;
  return std::pair(*same, *(same + 1));
}

}  // namespace dsne::data
