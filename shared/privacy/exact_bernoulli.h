#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "privacy/random_source.h"

/// Random decisions whose probabilities are exact, made of integers and uniform bits alone.
namespace dsne::exact {

using Integer = boost::multiprecision::cpp_int;

/// A uniform integer in [0, bound). @pre bound >= 1
Integer uniform_below(const Integer& bound, RandomSource& source);

/// True with probability numerator/denominator. @pre 0 <= numerator <= denominator, denominator >=
/// 1
bool bernoulli(const Integer& numerator, const Integer& denominator, RandomSource& source);

/// True with probability exp(−numerator/denominator). @pre numerator >= 0, denominator >= 1
/// Canonne, Kamath, Steinke (2020), Algorithm 1.
bool bernoulli_exp(const Integer& numerator, const Integer& denominator, RandomSource& source);

/// The discrete Laplace distribution, P(x) proportional to exp(−|x|/scale). @pre scale >= 1
/// Canonne, Kamath, Steinke (2020), Algorithm 2.
Integer discrete_laplace(const Integer& scale, RandomSource& source);

}  // namespace dsne::exact
