#pragma once

namespace dsne::privacy {

/// The ε of (ε, δ)-DP that follows from (α, γ)-Rényi DP:
///   ε = γ + ln(1 − 1/α) − ln(δα)/(α − 1), at least 0.
/// Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), Proposition
/// 12; also Balle et al., "Hypothesis Testing Interpretations and Rényi DP" (2020), Theorem 21.
/// @param order α > 1
/// @param divergence γ >= 0, the Rényi divergence of that order, in nats
/// @throws InputError when a parameter is out of range
double renyi_to_epsilon(double order, double divergence, double delta);

/// The older and looser conversion, which the main paper uses: ε = γ + ln(1/δ)/(α − 1).
/// Mironov, "Rényi Differential Privacy" (2017), Proposition 3.
/// @throws InputError when a parameter is out of range
double renyi_to_epsilon_mironov(double order, double divergence, double delta);

}  // namespace dsne::privacy
