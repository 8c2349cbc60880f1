// Measures t-SNE as a site runs it, for bench/speed/compare.py.

#include <sys/resource.h>

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "data/npy.h"
#include "tools/command_line.h"
#include "tsne/gradient.h"

namespace {

constexpr double perplexity = 30;
constexpr int iterations = 5;

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024 * static_cast<double>(usage.ru_maxrss);
}

dsne::Matrix read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return dsne::data::read_npy(in, file);
}

void measure(const std::string& data, const std::string& embedding, clockid_t clock) {
  const dsne::Matrix points = read(data);
  const dsne::Matrix coordinates = read(embedding);
  const double start = seconds(clock);
  const dsne::tsne::Affinities affinities = dsne::tsne::joint_affinities(points, perplexity);
  const double set_up = seconds(clock) - start;
  dsne::Matrix slope = dsne::tsne::gradient(affinities, coordinates, 1);
  const double begin = seconds(clock);
  for (int i = 0; i < iterations; ++i) slope += dsne::tsne::gradient(affinities, coordinates, 1);
  const double iteration = (seconds(clock) - begin) / iterations;
  if (!slope.allFinite()) std::cerr << "the gradient is not finite\n";
  std::cout << set_up << ' ' << iteration << ' ' << peak_bytes() << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  using namespace dsne::tools;
  const auto text = [](const char* name) { return value<std::string>(name); };
  const auto run = [](const Values& values, const Console&) {
    measure(
        values["data"].as<std::string>(), values["map"].as<std::string>(),
        values["clock"].as<std::string>() == "cpu" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
    return 0;
  };
  return run_main({"bench_speed",
                   "DATA.npy MAP.npy cpu|wall",
                   "",
                   "Prints the seconds that affinities take, those of an iteration, and the peak "
                   "of memory in bytes.\n",
                   {option("data", text("DATA.npy"), "the points"),
                    option("map", text("MAP.npy"), "their coordinates"),
                    option("clock", text("cpu|wall"), "whose seconds")},
                   {"data", "map", "clock"},
                   {"data", "map", "clock"},
                   run},
                  argc, argv);
}
