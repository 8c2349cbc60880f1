#pragma once

#include <array>
#include <cstddef>

#include "core/matrix.h"

namespace dsne::tsne {

/// The repulsion of all points of an embedding on one place y, with w_j = 1/(1 + ‖y − y_j‖²). Point
/// j stands for W_j points.
struct PointRepulsion {
  std::array<double, 3> force{};  ///< Σ_j W_j w_j² (y − y_j); the third is 0 on a plane
  double weight = 0;              ///< Σ_j W_j w_j
};

/// Computes the repulsion on one place.
/// @param place 2 or 3 coordinates
/// @param coordinates the embedding's points in columns (2 or 3 × points)
/// @param weights W, one per point
PointRepulsion point_repulsion(const double* place, const Matrix& coordinates,
                               const Vector& weights);

/// Coordinates in single precision, points in columns (2 or 3 × points).
using Coordinates = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One point's coordinates; the third is 0 on a plane.
using FloatPlace = std::array<float, 3>;

/// How many points each column stands for.
using FloatWeights = Eigen::VectorXf;

/// Centres the coordinates on their mean. Coordinates beyond ±1e15 are limited to that: they have
/// no weight in single precision, and their squares would overflow.
Coordinates centred_coordinates(const Matrix& coordinates);

/// Returns a column's coordinates.
FloatPlace place_at(const Coordinates& coordinates, Eigen::Index column);

/// Adds the repulsion of the points in the columns [begin, end) on `place`: Σ_j W_j w_j² (y − y_j)
/// and Σ_j W_j w_j. Pairs are computed in single precision, sums in double.
void add_pairs(PointRepulsion& sum, const FloatPlace& place, const Coordinates& coordinates,
               const FloatWeights& weights, std::ptrdiff_t begin, std::ptrdiff_t end);

/// The repulsive half of the gradient before the division by Z: Σ_j w_ij² (y_i − y_j) for each i,
/// and Z = Σ_{k≠l} w_kl over all pairs, with w_ij = 1/(1 + ‖y_i − y_j‖²).
struct Repulsion {
  Matrix forces;  ///< points × dimensions
  double z = 0;
};

/// The precision of pairs. Sums over many pairs are always double.
enum class Precision {
  single,  ///< several times as fast. Below 4,000 points all pairs: the forces' relative L2 error
           ///< is about 1e-6 on a map tens of units wide and grows with its width. From there on a
           ///< tree (tree_repulsion.h): an error of about 1e-3 at most
  full     ///< double, all pairs
};

/// Computes the repulsion of all points. Gives the same bits on every run on one machine, with any
/// number of threads.
/// @param coordinates points × 2 or 3
Repulsion repulsion(const Matrix& coordinates, Precision precision);

/// Computes Z alone: exactly up to 20,000 points, above that by a tree with a relative error of
/// about 1e-4.
double normalizer(const Matrix& coordinates);

/// Points that stand for several each.
struct WeightedPoints {
  Matrix coordinates;  ///< points × 2 or 3
  Vector weights;      ///< how many points each stands for; need not be whole
};

/// Computes the repulsion on an embedding's points in the presence of fixed weighted points. Uses
/// single precision with sums in double: all pairs, or a tree where they are many.
/// @param normalizer_of_others Z of the others alone
/// @return the forces on the points of `coordinates`, and Z over all pairs of all points
Repulsion repulsion(const Matrix& coordinates, const WeightedPoints& others,
                    double normalizer_of_others);

/// Computes the repulsion between weighted points: the forces Σ_j W_j w_ij² (y_i − y_j) on one of
/// the points that i stands for, and Z = Σ_{i≠j} W_i W_j w_ij. The points that i stands for do not
/// repel each other, so Z is smaller by Σ W_i (W_i − 1) than for coincident points. Uses single
/// precision, and a tree where points are many.
Repulsion repulsion(const WeightedPoints& points);

}  // namespace dsne::tsne
