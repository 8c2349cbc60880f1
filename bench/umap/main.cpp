// Maps a file's points with UMAP, for bench/umap/compare.py: prints the seconds that neighbours,
// the graph, the start and the layout take, and the processor's seconds of all these.

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "data/formats/npy.h"
#include "tsne/neighbours.h"
#include "umap/umap.h"

namespace {

using namespace dsne::umap;

double now(clockid_t clock = CLOCK_MONOTONIC) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

dsne::Matrix read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return dsne::data::read_npy(in, file);
}

/// Does the same as dsne::umap::umap, with a clock between its stages.
void measure(const std::string& data, const std::string& map, std::uint64_t seed) {
  const dsne::Matrix points = read(data);
  Options options;
  options.seed = seed;
  const double used = now(CLOCK_PROCESS_CPUTIME_ID);
  const double start = now();
  const dsne::tsne::Neighbours neighbours =
      dsne::tsne::nearest_neighbours(points, options.neighbours - 1);
  const double searched = now();
  const int rounds = epochs(options, points.rows());
  const Graph graph = without_weak(fuzzy_union(neighbours), 1.0 / rounds);
  const double joined = now();
  const dsne::Matrix first = spectral_start(graph, points, options.dimensions, seed);
  const double started = now();
  const dsne::Matrix places = layout(graph, fitted_curve(0.1, 1), first, rounds, seed);
  const double end = now();
  const double processor = now(CLOCK_PROCESS_CPUTIME_ID) - used;
  std::ofstream out(map);
  out.precision(9);
  for (const auto& place : places.rowwise()) out << place << '\n';
  std::cout << searched - start << ' ' << joined - searched << ' ' << started - joined << ' '
            << end - started << ' ' << processor << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "bench_umap DATA.npy MAP.txt SEED\n";
    return 2;
  }
  measure(argv[1], argv[2], std::stoull(argv[3]));
}
