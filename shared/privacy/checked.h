#pragma once

#include <cstdint>
#include <string_view>

/// Range checks of the accountants' inputs. Each returns its value, or throws an InputError that
/// names the parameter but not the value.
namespace dsne::privacy::checked {

double positive(double value, std::string_view name);      ///< finite and > 0
double non_negative(double value, std::string_view name);  ///< finite and >= 0

/// Strictly between 0 and 1, as every δ is.
double probability(double value, std::string_view name);

/// A number of releases: at least 0.
std::int64_t releases(std::int64_t value);

}  // namespace dsne::privacy::checked
