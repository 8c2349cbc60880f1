#pragma once

#include <omp.h>

/// What a computation gives with this number of threads.
template <class Compute>
auto with_threads(int threads, const Compute& compute) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  auto result = compute();
  omp_set_num_threads(before);
  return result;
}
