#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "methods/parameters.h"
#include "privacy/random_source.h"

namespace dsne::run {

// Landmarks by federated distribution learning (Qiao, Ma & Fan 2025, algorithm 1): points whose
// maximum mean discrepancy (MMD) from the sites' subjects is small, found by gradient descent. The
// kernel is a sum of exp(−γ‖x − y‖²) over some γ.

/// The γ of kernels of different width. The middle one is the inverse of the mean squared distance
/// between two subjects, each further one is four times the one before; of several the first is a
/// quarter of the middle one.
/// @param variances of the subjects along all axes
std::vector<double> mmd_gammas(const Vector& variances, int widths);

/// The gradient by the landmarks of the MMD between a site's subjects and these, as estimated from
/// all pairs (the paper's equation 10); constant in what does not depend on the landmarks.
Matrix mmd_gradient(const Matrix& points, const Matrix& landmarks,
                    const std::vector<double>& gammas);

/// The gradient with normal noise on each of its numbers, as the paper's "+" forms have it in their
/// experiments: its deviation is a multiple of that of the gradient's numbers themselves. So how
/// strong it is hangs on the data, and no ε follows from it.
/// @param level the multiple (the paper's β)
Matrix perturbed(Matrix gradient, double level, privacy::RandomSource& source);

/// The length of a step down that gradient: a quarter of what made descents of MNIST diverge.
double mmd_step(Eigen::Index landmarks, const std::vector<double>& gammas);

/// Where landmarks start: normal, with the subjects' variances, from a public seed.
Matrix first_landmarks(const Vector& variances, Eigen::Index count);

/// The variances of reference points along all axes, by which kernels and steps are chosen.
Vector axis_variances(const Matrix& points);

/// The bound of what a site says in a round: a thousand times what the points of the reference
/// extend to.
double moved_bound(const Matrix& points);

/// The sum, over the sites, of their answers.
inline constexpr const char* moved_name = "moved";

/// Random numbers that only this site knows, as SiteSums::secret_source gives them.
using SecretSource = std::function<privacy::KeyedSource(const std::string& purpose)>;

/// What a site says in a round. It makes the parameters' steps from where the landmarks are; what
/// is averaged is where they have come to, or the step that would be next. With mmd_noise each of
/// the gradients is perturbed.
Matrix mmd_answer(const Matrix& points, const Matrix& landmarks, const Vector& variances,
                  const methods::Parameters& parameters, const SecretSource& secret_source);

/// Where the landmarks are after a round.
/// @param mean of the sites' answers
Matrix moved_landmarks(const Matrix& landmarks, const Matrix& mean,
                       const methods::Parameters& parameters);

}  // namespace dsne::run
