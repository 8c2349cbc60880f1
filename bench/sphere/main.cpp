// Measures how well and how fast networks are embedded on a sphere.
//   bench_sphere FILE…         each file a correlation matrix (CSV, no header)
//   bench_sphere --regions N   a synthetic network of N regions
#include <sys/resource.h>

#include <Eigen/QR>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <random>
#include <string>

#include "core/products.h"
#include "core/uniform.h"
#include "data/table.h"
#include "sphere/group_sphere.h"
#include "sphere/hyperbolic_mds.h"
#include "sphere/network.h"
#include "sphere/spherical_mds.h"

namespace {

using dsne::Matrix;

/// A duration.
class Stopwatch {
 public:
  struct Seconds {
    double processor;  ///< all threads together
    double wall;
  };

  Seconds read() const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_;
    return {static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC, wall.count()};
  }

 private:
  std::clock_t processor_ = std::clock();
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

/// Returns the program's peak memory.
double peak_gib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kib_in_gib = 1024 * 1024;
  return static_cast<double>(usage.ru_maxrss) / kib_in_gib;
}

/// Returns the vectors of a run with more than 400 regions: six blocks of 13.
Matrix subspace_of(const Matrix& network) {
  constexpr Eigen::Index width = 13;
  constexpr Eigen::Index blocks = 6;
  std::mt19937_64 engine(1);
  Matrix vectors(network.rows(), blocks * width);
  for (double& value : vectors.leftCols(width).reshaped()) value = dsne::uniform(engine) - 0.5;
  const auto orthonormal = [&](Eigen::Index columns) -> Matrix {
    const Eigen::MatrixXd known = vectors.leftCols(columns);
    return known.householderQr().householderQ() * Eigen::MatrixXd::Identity(known.rows(), columns);
  };
  vectors.leftCols(width) = orthonormal(width);
  for (Eigen::Index block = 1; block < blocks; ++block) {
    const Matrix last = vectors.middleCols((block - 1) * width, width);
    vectors.middleCols(block * width, width) = network * last;
    const Matrix all = orthonormal((block + 1) * width);
    vectors.middleCols(block * width, width) = all.rightCols(width);
  }
  return vectors;
}

/// Returns correlations of time series of 1,200 frames that share 30 sources.
Matrix synthetic(Eigen::Index regions) {
  constexpr Eigen::Index sources = 30;
  constexpr Eigen::Index frames = 1200;
  std::mt19937_64 engine(1);
  const auto draw = [&](Eigen::Index rows, Eigen::Index columns) {
    Matrix values(rows, columns);
    for (double& value : values.reshaped()) {
      value = dsne::uniform(engine) + dsne::uniform(engine) - 1;
    }
    return values;
  };
  Matrix series = 2 * draw(regions, sources) * draw(sources, frames) + draw(regions, frames);
  series.colwise() -= series.rowwise().mean().eval();
  series.rowwise().normalize();
  return dsne::times_own_transpose(series);
}

void print_fit(const char* what, const Matrix& angles, const dsne::sphere::DistancesTo& distances,
               Stopwatch::Seconds seconds) {
  const auto fit = dsne::sphere::shepard(angles, distances);
  std::printf(
      "  %-22s correlation %.3f, stress %.3f, %.2f s (%.2f of processors), up to %.2f GiB\n", what,
      fit.correlation, fit.stress, seconds.wall, seconds.processor, peak_gib());
}

void measure(const Matrix& correlations, bool disk) {
  const auto on_sphere = [](const Matrix& points) {
    return [&points](Eigen::Index row) { return dsne::sphere::angles_to(points, row); };
  };
  Stopwatch watch;
  const Matrix closed = dsne::sphere::embed_network(correlations, 2, dsne::sphere::Form::closed);
  auto seconds = watch.read();
  watch = {};
  const Matrix angles = dsne::sphere::angles_of(correlations);
  const auto angles_seconds = watch.read();
  print_fit("closed form", angles, on_sphere(closed), seconds);
  watch = {};
  const Matrix minimised = dsne::sphere::minimised_on_sphere(angles, closed);
  seconds = watch.read();
  seconds = {seconds.processor + angles_seconds.processor, seconds.wall + angles_seconds.wall};
  print_fit("minimised from there", angles, on_sphere(minimised), seconds);
  const Matrix basis = subspace_of(correlations);
  const Matrix products = correlations * basis;
  watch = {};
  const Matrix told = dsne::sphere::minimised_on_sphere(
      dsne::sphere::angles_of(dsne::sphere::network_from_products(basis, products)), closed);
  print_fit("minimised by products", angles, on_sphere(told), watch.read());
  if (!disk) return;
  const auto on_disk = [](const Matrix& points) {
    return
        [&points](Eigen::Index row) { return dsne::sphere::hyperbolic_distances_to(points, row); };
  };
  watch = {};
  const Matrix hydra = dsne::sphere::hyperbolic_closed_form(angles);
  print_fit("disk, closed form", angles, on_disk(hydra), watch.read());
  watch = {};
  const Matrix best = dsne::sphere::minimised_on_hyperboloid(angles, hydra);
  print_fit("disk, minimised", angles, on_disk(best), watch.read());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--regions") {
    measure(synthetic(std::stol(argv[2])), false);
    return 0;
  }
  for (int i = 1; i < argc; ++i) {
    std::cout << "network " << i << ": " << argv[i] << std::endl;
    measure(dsne::data::read_table(argv[i], "the matrix", {}).values, true);
  }
}
