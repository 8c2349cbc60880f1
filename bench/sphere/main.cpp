// How well networks come onto a sphere, and how fast.
//   bench_sphere FILE…         each file a correlation matrix (CSV, no header)
//   bench_sphere --regions N   a synthetic network of N regions
#include <cstdio>
#include <ctime>
#include <iostream>
#include <random>
#include <string>

#include "core/products.h"
#include "core/uniform.h"
#include "data/table.h"
#include "sphere/hyperbolic_mds.h"
#include "sphere/network.h"
#include "sphere/shepard.h"
#include "sphere/spherical_mds.h"

namespace {

using dsne::Matrix;

/// Of processor time, all threads together.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Correlations of time series of 1,200 frames that share 30 sources.
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
               double seconds) {
  const auto fit = dsne::sphere::shepard(angles, distances);
  std::printf("  %-22s correlation %.3f, stress %.3f, %.2f processor s\n", what, fit.correlation,
              fit.stress, seconds);
}

void measure(const Matrix& correlations, bool disk) {
  auto start = std::clock();
  const Matrix closed = dsne::sphere::embed_network(correlations, 2, dsne::sphere::Form::closed);
  const double closed_seconds = seconds_since(start);
  start = std::clock();
  const Matrix angles = dsne::sphere::angles_of(correlations);
  const Matrix minimised = dsne::sphere::minimised_on_sphere(angles, closed);
  const double minimised_seconds = seconds_since(start);
  const auto on_sphere = [](const Matrix& points) {
    return [&points](Eigen::Index row) { return dsne::sphere::angles_to(points, row); };
  };
  print_fit("closed form", angles, on_sphere(closed), closed_seconds);
  print_fit("minimised from there", angles, on_sphere(minimised), minimised_seconds);
  if (!disk) return;
  const auto on_disk = [](const Matrix& points) {
    return
        [&points](Eigen::Index row) { return dsne::sphere::hyperbolic_distances_to(points, row); };
  };
  start = std::clock();
  const Matrix hydra = dsne::sphere::hyperbolic_closed_form(angles);
  print_fit("disk, closed form", angles, on_disk(hydra), seconds_since(start));
  start = std::clock();
  const Matrix best = dsne::sphere::minimised_on_hyperboloid(angles, hydra);
  print_fit("disk, minimised", angles, on_disk(best), seconds_since(start));
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
