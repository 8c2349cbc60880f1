// Measures each kernel with Google Benchmark: bench/kernels/results.md.

#include <benchmark/benchmark.h>

#include "data/pca.h"
#include "tsne/neighbours.h"
#include "tsne/tree_repulsion.h"
#include "tsne/tsne.h"

namespace dsne {
namespace {

constexpr Eigen::Index features = 50;
constexpr Eigen::Index neighbours = 90;
constexpr double width = 30;  ///< standard deviation of a map

Matrix data(const benchmark::State& state) {
  return tsne::random_coordinates(state.range(0), features, 1, 1);
}

Matrix embedding(const benchmark::State& state, Eigen::Index dimensions) {
  return tsne::random_coordinates(state.range(0), dimensions, width, 2);
}

void pairs(benchmark::State& state, tsne::Precision precision) {
  const Matrix coordinates = embedding(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(tsne::repulsion(coordinates, precision));
  state.SetComplexityN(state.range(0));
}

void tree(benchmark::State& state, Eigen::Index dimensions) {
  const Matrix coordinates = embedding(state, dimensions);
  for (auto _ : state) benchmark::DoNotOptimize(tsne::tree_repulsion(coordinates));
  state.SetComplexityN(state.range(0));
}

void attracted(benchmark::State& state) {
  const tsne::Affinities affinities = tsne::joint_affinities(data(state), neighbours / 3.0);
  const Matrix coordinates = embedding(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(tsne::attraction(affinities, coordinates));
  state.SetComplexityN(state.range(0));
}

void searched(benchmark::State& state) {
  const Matrix points = data(state);
  for (auto _ : state) benchmark::DoNotOptimize(tsne::nearest_neighbours(points, neighbours));
  state.SetComplexityN(state.range(0));
}

void calibrated(benchmark::State& state) {
  const tsne::Neighbours found = tsne::nearest_neighbours(data(state), neighbours);
  for (auto _ : state)
    benchmark::DoNotOptimize(tsne::conditional_affinities(found, neighbours / 3.0));
  state.SetComplexityN(state.range(0));
}

void principal(benchmark::State& state) {
  const Matrix points = tsne::random_coordinates(1000, state.range(0), 1, 1);
  for (auto _ : state) benchmark::DoNotOptimize(data::fit_pca(points, features));
}

BENCHMARK_CAPTURE(pairs, single, tsne::Precision::single)
    ->RangeMultiplier(2)
    ->Range(500, 3999)
    ->Complexity();
BENCHMARK_CAPTURE(pairs, full, tsne::Precision::full)
    ->RangeMultiplier(2)
    ->Range(500, 4000)
    ->Complexity();
BENCHMARK_CAPTURE(tree, 2d, 2)->RangeMultiplier(4)->Range(1000, 64000)->Complexity();
BENCHMARK_CAPTURE(tree, 3d, 3)->RangeMultiplier(4)->Range(1000, 64000)->Complexity();
BENCHMARK(attracted)->Arg(1400)->Arg(5000)->Complexity();
BENCHMARK(searched)->Arg(1400)->Arg(5000)->Arg(20000)->Complexity();
BENCHMARK(calibrated)->Arg(1400)->Arg(5000)->Complexity();
BENCHMARK(principal)->Arg(200)->Arg(784);

}  // namespace
}  // namespace dsne

BENCHMARK_MAIN();
