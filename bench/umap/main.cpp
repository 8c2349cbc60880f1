// Maps a file's points with UMAP and times its stages, for bench/umap/compare.py.

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "data/npy.h"
#include "tools/command_line.h"
#include "umap/layout.h"
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
  const Neighbours neighbours = nearest_neighbours(points, options.neighbours - 1, options.metric);
  const double searched = now();
  const int rounds = epochs(options, points.rows());
  const Graph graph = without_weak(fuzzy_union(neighbours), 1.0 / rounds);
  const double joined = now();
  const dsne::Matrix first =
      spectral_start(graph, options.dimensions, seed, [&](const Components& parts) {
        dsne::Matrix means(parts.count, points.cols());
        Eigen::Index row = 0;
        for (const auto& members : parts.members()) {
          means.row(row++) = points(members, Eigen::all).colwise().mean();
        }
        return distances(means, options.metric);
      });
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
  using namespace dsne::tools;
  const auto text = [](const char* name) { return value<std::string>(name); };
  const auto run = [](const Values& values, const Console&) {
    measure(values["data"].as<std::string>(), values["map"].as<std::string>(),
            std::stoull(values["seed"].as<std::string>()));
    return 0;
  };
  return run_main({"bench_umap",
                   "DATA.npy MAP.txt SEED",
                   "",
                   "Writes the points' map and prints the seconds that their neighbours, the "
                   "graph, the start and the layout take, and the processor's seconds of all "
                   "these.\n",
                   {option("data", text("DATA.npy"), "the points"),
                    option("map", text("MAP.txt"), "where their places are written"),
                    option("seed", text("SEED"), "of random numbers")},
                   {"data", "map", "seed"},
                   {"data", "map", "seed"},
                   run},
                  argc, argv);
}
