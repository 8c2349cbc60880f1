// Measures the quality of a group's sphere with a guarantee (sphere_epsilon), by the number of
// subjects.
//   bench_sphere_guarantee REPEATS FORM FILE…    FORM closed or minimised; each file a group's
//                                                correlation matrix (CSV, no header)
// Subjects are simulated: time series of 70 frames drawn from the group's matrix, whose
// correlations deviate from it as those of real subjects do. Their vectors, the noise and what is
// made of the sum are the program's, for ten sites with one colluding.
#include <Eigen/Eigenvalues>
#include <cstdio>
#include <iostream>
#include <numbers>
#include <random>
#include <string>

#include "core/products.h"
#include "core/uniform.h"
#include "data/table.h"
#include "methods/sphere/sphere.h"
#include "sphere/group_sphere.h"
#include "sphere/network.h"
#include "sphere/spherical_mds.h"

namespace {

using dsne::Matrix;
using dsne::RowVector;
using Eigen::Index;

constexpr Index frames = 70;
constexpr Index sites = 10;
constexpr double epsilons[] = {1, 4};
constexpr Index numbers_of_subjects[] = {50, 100, 200, 500, 1000, 2000, 5000};

class Normal {
 public:
  explicit Normal(std::uint64_t seed) : engine_(seed) {}
  double operator()() {
    return std::sqrt(-2 * std::log(1 - dsne::uniform(engine_))) *
           std::cos(2 * std::numbers::pi * dsne::uniform(engine_));
  }

 private:
  std::mt19937_64 engine_;
};

Matrix square_root(const Matrix& network) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(network);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

RowVector subject_of(const Matrix& root, Normal& normal) {
  const Matrix draws = Matrix::NullaryExpr(root.cols(), frames, [&] { return normal(); });
  Matrix series = root * draws;
  series.colwise() -= series.rowwise().mean().eval();
  series.rowwise().normalize();
  return dsne::upper_triangle(dsne::times_own_transpose(series));
}

struct Sums {
  RowVector exact;  ///< of correlations
  RowVector whole;  ///< of the sent numbers, before noise
};

double shepard_correlation(const Matrix& angles, const Matrix& places) {
  return dsne::sphere::shepard(angles,
                               [&](Index row) { return dsne::sphere::angles_to(places, row); })
      .correlation;
}

void measure(const Sums& sums, Index subjects, Index regions, dsne::sphere::Form form, int repeats,
             Normal& normal) {
  const auto embed = [&](const RowVector& pairs) {
    return dsne::sphere::embed_network(dsne::sphere::network_from_pairs(pairs, regions), 2, form);
  };
  const RowVector mean = sums.exact / static_cast<double>(subjects);
  const Matrix angles = dsne::sphere::angles_of(dsne::sphere::network_from_pairs(mean, regions));
  const Matrix exact = embed(mean);
  for (const double epsilon : epsilons) {
    dsne::methods::Parameters parameters;
    parameters.sphere_epsilon = epsilon;
    const double deviation =
        std::sqrt(sites * dsne::methods::network_sum(parameters).share_variance(sites));
    double degrees = 0;
    double correlation = 0;
    double noise = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const RowVector noisy = sums.whole + RowVector::NullaryExpr(sums.whole.size(), [&] {
                                return std::round(deviation * normal());
                              });
      const auto network =
          dsne::methods::noisy_network(noisy, parameters, sites, regions, subjects);
      const Matrix places = embed(network.pairs);
      degrees += 180 / std::numbers::pi / repeats *
                 dsne::sphere::root_mean_square(
                     dsne::sphere::angles_between(dsne::sphere::turned_onto(places, exact), exact));
      correlation += shepard_correlation(angles, places) / repeats;
      noise += network.noise / repeats;
    }
    std::printf("%td,%s,%g,%td,%.1f,%.3f,%.3f,%.3f\n", regions,
                form == dsne::sphere::Form::closed ? "closed" : "minimised", epsilon, subjects,
                degrees, correlation, shepard_correlation(angles, exact), noise);
    std::fflush(stdout);
  }
}

void measure_group(const Matrix& group, dsne::sphere::Form form, int repeats) {
  const Index regions = group.rows();
  const Matrix root = square_root(dsne::sphere::proper_network(group));
  Normal normal(1);
  Normal noise(2);
  Sums sums{RowVector::Zero(regions * (regions - 1) / 2),
            RowVector::Zero(dsne::methods::whole_network_size(regions))};
  Index made = 0;
  for (const Index subjects : numbers_of_subjects) {
    for (; made < subjects; ++made) {
      const RowVector pairs = subject_of(root, normal);
      sums.exact += pairs;
      sums.whole += dsne::methods::whole_network(pairs, regions);
    }
    measure(sums, subjects, regions, form, repeats, noise);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "bench_sphere_guarantee REPEATS closed|minimised FILE...\n";
    return 2;
  }
  const auto form =
      std::string(argv[2]) == "closed" ? dsne::sphere::Form::closed : dsne::sphere::Form::minimised;
  std::puts("regions,form,epsilon,subjects,degrees,shepard,shepard_without_noise,noise");
  for (int i = 3; i < argc; ++i) {
    dsne::data::TableFormat format;
    format.header = dsne::data::Header::absent;
    const std::string name = "network " + std::to_string(i - 2);
    Matrix group = dsne::data::read_table(argv[i], name, format).values;
    group.diagonal().setOnes();
    measure_group(group, form, std::stoi(argv[1]));
  }
}
