#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "methods/parameters.h"
#include "privacy/random_source.h"

namespace dsne::run {

// Landmarks by federated distribution learning (Qiao, Ma & Fan 2025, algorithm 1): points with a
// small maximum mean discrepancy (MMD) from the sites' subjects, found by gradient descent. The
// kernel is a sum of exp(−γ‖x − y‖²) over several γ.

/// Returns the γ of kernels of different width. The middle one is the inverse of the mean squared
/// distance between two subjects; each is four times the one before, and with several the first is
/// a quarter of the middle one.
/// @param variances of the subjects along all axes
std::vector<double> mmd_gammas(const Vector& variances, int widths);

/// Computes the gradient, with respect to the landmarks, of the MMD between a site's subjects and
/// the landmarks, estimated from all pairs (the paper's equation 10).
Matrix mmd_gradient(const Matrix& points, const Matrix& landmarks,
                    const std::vector<double>& gammas);

/// Adds normal noise to each number of the gradient, as the experiments of the paper's "+" forms
/// do. The noise's deviation is a multiple of that of the gradient's own numbers, so it depends on
/// the data, and no ε follows from it.
/// @param level the multiple (the paper's β)
Matrix perturbed(Matrix gradient, double level, privacy::RandomSource& source);

/// Returns the step length: a quarter of the length that made descents of MNIST diverge.
double mmd_step(Eigen::Index landmarks, const std::vector<double>& gammas);

/// Draws the landmarks' start: normal, with the subjects' variances, from a public seed.
Matrix first_landmarks(const Vector& variances, Eigen::Index count);

/// Returns the variances of reference points along all axes, which determine kernels and steps.
Vector axis_variances(const Matrix& points);

/// Returns the bound of a site's answer: a thousand times the extent of the reference's points.
double moved_bound(const Matrix& points);

/// The sum over the sites of their answers.
inline constexpr const char* moved_name = "moved";

/// A source of random numbers that only this site knows, see SiteSums::secret_key.
using SecretSource = std::function<privacy::KeyedSource(const std::string& purpose)>;

/// Computes a site's answer in a round. Makes the parameters' number of steps from the given
/// landmarks. The answer is the moved landmarks, or the gradient of the next step. With mmd_noise
/// each gradient is perturbed.
Matrix mmd_answer(const Matrix& points, const Matrix& landmarks, const Vector& variances,
                  const methods::Parameters& parameters, const SecretSource& secret_source);

/// Returns the landmarks after a round.
/// @param mean of the sites' answers
Matrix moved_landmarks(const Matrix& landmarks, const Matrix& mean,
                       const methods::Parameters& parameters);

}  // namespace dsne::run
