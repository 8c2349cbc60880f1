// Measures t-SNE as a site runs it, for bench/speed/compare.py: prints the seconds that affinities
// take, those of an iteration, and the peak of memory in bytes.

#include <sys/resource.h>

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "data/formats/npy.h"
#include "tsne/tsne.h"

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
  if (argc != 4) {
    std::cerr << "bench_speed DATA.npy MAP.npy cpu|wall\n";
    return 2;
  }
  measure(argv[1], argv[2],
          std::string(argv[3]) == "cpu" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}
