#pragma once

#include <string>
#include <string_view>

namespace dsne::privacy {

/// (ε, δ)-differential privacy, for neighbours that differ by the replacement of one record.
struct ApproximateDp {
  double epsilon = 0;  ///< >= 0, in nats
  double delta = 0;    ///< in [0, 1)
};

/// What a guarantee is worth, in words. Each bound is chosen by how far the releases may strengthen
/// a suspicion about one subject, which is by a factor of e^ε on its odds:
enum class Protection {
  complete,    ///< ε = 0 and δ = 0: the releases tell nothing
  strong,      ///< ε <= 1: odds times 2.7; an even guess becomes right in 73 % of cases at most
  moderate,    ///< ε <= 4: odds times 55; an even guess may be right in 98 % of cases
  weak,        ///< ε <= 10: odds times 22,000
  negligible,  ///< ε <= 20: a suspicion of 1 % may become 99.5 % sure. Also any ε when δ > 0.001:
               ///< more than one run in a thousand is then promised nothing at all
  none  ///< ε > 20: a suspicion of one in a million may become 99.8 % sure
};

/// @throws InputError when ε or δ is out of range
Protection protection(ApproximateDp guarantee);

/// "complete", "strong", "moderate", "weak", "negligible" or "none".
std::string_view name_of(Protection protection);

/// The least probability of a wrong answer, (1 − δ)/(1 + e^ε), for someone who sees all that was
/// released, knows every record but one, and has to tell which of two equally likely records that
/// one is. Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy" (2015),
/// Theorem 2.1, summed over both errors.
/// @throws InputError when ε or δ is out of range
double min_error(ApproximateDp guarantee);

/// One sentence in plain words that says what the guarantee is worth, ASCII. Its numbers are
/// rounded to the side that promises less.
/// @throws InputError when ε or δ is out of range
std::string protection_sentence(ApproximateDp guarantee);

/// A bound as text of that many significant digits, never below the value.
/// @param value >= 0 and finite
/// @param digits 1 to 15
std::string rounded_up(double value, int digits);

}  // namespace dsne::privacy
