#include "methods/embedding/perplexity.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cmath>

#include "core/errors.h"
#include "tsne/affinities.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// Formats with one decimal, never more than the value.
std::string rounded_down(double perplexity) {
  return str(boost::format("%.1f") % (std::floor(perplexity * 10) / 10));
}

}  // namespace

Perplexity::Perplexity(double number)
    : wanted(number > 0 ? number : Perplexity().wanted), by_owner(number > 0) {}

double Perplexity::of(Index points) const {
  return by_owner ? wanted : std::min(wanted, tsne::largest_perplexity(points));
}

void Perplexity::check(Index points, const std::string& whose) const {
  const double largest = tsne::largest_perplexity(points);
  if (!by_owner || wanted <= largest) return;
  throw InputError("perplexity is too large: with " + whose + " it must be at most " +
                   rounded_down(largest));
}

}  // namespace dsne::methods
