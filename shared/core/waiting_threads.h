#pragma once

#include <Eigen/Core>
#include <cstdlib>

namespace dsne {

/// Keeps threads from spinning while they wait, for a program whose main file includes this: on a
/// busy machine they wait for each other's turns, and take the processor from other programs
/// (bench/outliers/results-public-map.md has figures). OpenMP's threads sleep instead; it reads the
/// variable before main begins, and after constructors of this priority. Eigen's products, whose
/// threads cannot sleep, are made by one; so they are also the same on every number of processors.
[[gnu::constructor(101)]] static void let_waiting_threads_sleep() {
  ::setenv("OMP_WAIT_POLICY", "PASSIVE", 0);
  Eigen::setNbThreads(1);
}

}  // namespace dsne
