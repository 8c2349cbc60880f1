#pragma once

#include <string>
#include <string_view>

namespace dsne::privacy {

/// (ε, δ)-differential privacy, for neighbours that differ by the replacement of one record.
struct ApproximateDp {
  double epsilon = 0;  ///< >= 0, in nats
  double delta = 0;    ///< in [0, 1)
};

/// What a guarantee is worth, in words. The bounds follow from how much releases may strengthen a
/// suspicion about one subject: by a factor of e^ε on its odds.
enum class Protection {
  complete,    ///< ε = 0 and δ = 0: the releases reveal nothing
  strong,      ///< ε <= 1: odds times 2.7; an even guess becomes right in 73 % of cases at most
  moderate,    ///< ε <= 4: odds times 55; an even guess may be right in 98 % of cases
  weak,        ///< ε <= 10: odds times 22,000
  negligible,  ///< ε <= 20: a suspicion of 1 % may become 99.5 % sure. Also any ε when δ > 0.001:
               ///< then more than one run in a thousand has no promise
  none  ///< ε > 20: a suspicion of one in a million may become 99.8 % sure
};

/// Returns what a guarantee is worth. @throws InputError when ε or δ is out of range
Protection protection(ApproximateDp guarantee);

/// Returns "complete", "strong", "moderate", "weak", "negligible" or "none".
std::string_view name_of(Protection protection);

/// Returns the least error probability, (1 − δ)/(1 + e^ε), of an attacker who sees all releases,
/// knows every record but one, and must tell which of two equally likely records that one is.
/// Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy" (2015), Theorem 2.1,
/// summed over both errors.
/// @throws InputError when ε or δ is out of range
double min_error(ApproximateDp guarantee);

/// Returns a sentence about what the guarantee is worth, in ASCII. Its numbers are rounded towards
/// promising less.
/// @throws InputError when ε or δ is out of range
std::string protection_sentence(ApproximateDp guarantee);

/// Returns a bound as text with significant digits, never below the value.
/// @param value >= 0 and finite
/// @param digits 1 to 15
std::string rounded_up(double value, int digits);

}  // namespace dsne::privacy
