#include "methods/embedding/perplexity.h"

#include <algorithm>
#include <boost/format.hpp>
#include <cmath>
#include <numeric>

#include "core/errors.h"
#include "methods/method.h"
#include "tsne/affinities.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// Formats with one decimal, never more than the value.
std::string rounded_down(double perplexity) {
  return str(boost::format("%.1f") % (std::floor(perplexity * 10) / 10));
}

bool is_lowered(const Parameters& parameters, Index points) {
  return reads(find_method(parameters.method), "perplexity") &&
         parameters.perplexity.of(points) < parameters.perplexity.wanted;
}

std::string with_points(const Parameters& parameters, Index points, const std::string& whose) {
  return str(boost::format("With %d points, %s, the perplexity is %s in place of %.0f.") % points %
             whose % rounded_down(parameters.perplexity.of(points)) % parameters.perplexity.wanted);
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

std::optional<std::string> perplexity_sentence(const Parameters& parameters, Index points) {
  // If the coordinator makes the map, it has more points than this site's.
  if (shows_records(find_method(parameters.method)) || !is_lowered(parameters, points)) {
    return std::nullopt;
  }
  return with_points(parameters, points, "this site's and the reference's");
}

std::optional<std::string> perplexity_sentence(const Parameters& parameters, Index reference_points,
                                               const std::vector<Index>& subjects) {
  if (shows_records(find_method(parameters.method))) {
    const Index all = std::accumulate(subjects.begin(), subjects.end(), Index{0});
    if (!is_lowered(parameters, all)) return std::nullopt;
    return with_points(parameters, all, "all sites' subjects");
  }
  std::vector<Index> few;
  for (const Index own : subjects) {
    if (is_lowered(parameters, own + reference_points)) few.push_back(own + reference_points);
  }
  if (few.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(few.begin(), few.end());
  const std::string low = rounded_down(parameters.perplexity.of(*least));
  const std::string high = rounded_down(parameters.perplexity.of(*most));
  return str(boost::format("At %d of %d sites there are few points, with the reference's: the "
                           "perplexity there is %s in place of %.0f.") %
             few.size() % subjects.size() % (low == high ? low : low + " to " + high) %
             parameters.perplexity.wanted);
}

}  // namespace dsne::methods
