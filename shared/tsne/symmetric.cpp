#include "tsne/symmetric.h"

#include <algorithm>
#include <utility>

namespace dsne::tsne {
namespace {

/// Sorts each row's columns.
Affinities with_rising_columns(Affinities matrix) {
  const std::size_t rows = matrix.offsets.size() - 1;
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::pair<std::uint32_t, double>> entries;
    for (std::uint64_t k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
      entries.emplace_back(matrix.columns[k], matrix.values[k]);
    }
    std::sort(entries.begin(), entries.end());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      matrix.columns[matrix.offsets[i] + k] = entries[k].first;
      matrix.values[matrix.offsets[i] + k] = entries[k].second;
    }
  }
  return matrix;
}

/// Transposes a square matrix in compressed rows; the result's columns ascend.
Affinities transpose(const Affinities& matrix) {
  Affinities result;
  result.offsets.assign(matrix.offsets.size(), 0);
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.values.size());
  for (const std::uint32_t column : matrix.columns) ++result.offsets[column + 1];
  for (std::size_t i = 1; i < result.offsets.size(); ++i)
    result.offsets[i] += result.offsets[i - 1];
  std::vector<std::uint64_t> next = result.offsets;
  for (std::size_t i = 0; i + 1 < matrix.offsets.size(); ++i) {
    for (std::uint64_t k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
      const std::uint64_t place = next[matrix.columns[k]]++;
      result.columns[place] = static_cast<std::uint32_t>(i);
      result.values[place] = matrix.values[k];
    }
  }
  return result;
}

/// Calls add(column, c_ij, c_ji) for each column of row i that C or Cᵀ has, in ascending order.
template <typename Add>
void merge_rows(const Affinities& c, const Affinities& t, std::size_t i, const Add& add) {
  std::uint64_t a = c.offsets[i];
  std::uint64_t b = t.offsets[i];
  while (a < c.offsets[i + 1] || b < t.offsets[i + 1]) {
    const bool has_a = a < c.offsets[i + 1];
    const bool has_b = b < t.offsets[i + 1];
    const std::uint32_t column =
        has_a && (!has_b || c.columns[a] <= t.columns[b]) ? c.columns[a] : t.columns[b];
    const double here = has_a && c.columns[a] == column ? c.values[a++] : 0;
    const double there = has_b && t.columns[b] == column ? t.values[b++] : 0;
    add(column, here, there);
  }
}

}  // namespace

Affinities symmetrized(Affinities conditional, Eigen::Index points) {
  const double factor = 0.5 / static_cast<double>(points);
  return combined_with_transpose(std::move(conditional),
                                 [=](double a, double b) { return (a + b) * factor; });
}

Affinities combined_with_transpose(Affinities matrix,
                                   const std::function<double(double, double)>& combine) {
  const Affinities c = with_rising_columns(std::move(matrix));
  const Affinities t = transpose(c);
  const std::size_t rows = c.offsets.size() - 1;
  // Counts first, so that no more memory is taken than needed.
  Affinities sum;
  sum.offsets.push_back(0);
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t entries = 0;
    merge_rows(c, t, i, [&](std::uint32_t, double, double) { ++entries; });
    sum.offsets.push_back(sum.offsets.back() + entries);
  }
  sum.columns.resize(sum.offsets.back());
  sum.values.resize(sum.offsets.back());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t place = sum.offsets[i];
    merge_rows(c, t, i, [&](std::uint32_t column, double a, double b) {
      sum.columns[place] = column;
      sum.values[place++] = combine(a, b);
    });
  }
  return sum;
}

}  // namespace dsne::tsne
