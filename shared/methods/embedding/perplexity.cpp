#include "methods/embedding/perplexity.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cmath>

#include "core/errors.h"
#include "tsne/affinities.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr double usual_perplexity = 30;

/// Formats with one decimal, never more than the value.
std::string rounded_down(double perplexity) {
  return str(boost::format("%.1f") % (std::floor(perplexity * 10) / 10));
}

}  // namespace

double wanted_perplexity(const Parameters& parameters) {
  return parameters.perplexity > 0 ? parameters.perplexity : usual_perplexity;
}

double perplexity_of(const Parameters& parameters, Index points) {
  return parameters.perplexity > 0 ? parameters.perplexity
                                   : std::min(usual_perplexity, tsne::largest_perplexity(points));
}

void check_perplexity(const Parameters& parameters, Index points, const std::string& whose) {
  const double largest = tsne::largest_perplexity(points);
  if (parameters.perplexity <= largest) return;
  throw InputError("perplexity is too large: with " + whose + " it must be at most " +
                   rounded_down(largest));
}

}  // namespace dsne::methods
