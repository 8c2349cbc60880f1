#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "quality/comparison_space.h"

namespace dsne::quality {

/// A score of each of a site's subjects, and of each reference point for comparison.
struct Rated {
  Vector own;
  Vector reference;
};

/// Computes how odd each point is: the logarithm of its mean distance to the 20 nearest ordinary
/// points, itself left out. Ordinary points are half of the reference and half of the site's
/// subjects: those with the smallest mean distance to as many points as half the site has, at least
/// five.
///
/// Only ordinary points count as neighbours: bad scans are often bad in the same way and would make
/// each other look ordinary. The site's own count too, because scanners differ: with the reference
/// alone, a good site with another scanner would be odd as a whole. At most 1,000 of a site's
/// subjects, evenly spaced, serve as neighbours.
/// @param own, reference as measured; at least one row each
Rated oddness(const ComparisonSpace& space, const Matrix& own, const Matrix& reference);

/// Computes how much more each point resembles the reference's excluded points than the accepted
/// ones: the logarithm of its mean distance to the 20 nearest accepted points, itself left out,
/// divided by that to the 20 nearest excluded ones.
/// @param accepted the reference; at least two rows
/// @param excluded at least one row
Rated likeness(const ComparisonSpace& space, const Matrix& own, const Matrix& accepted,
               const Matrix& excluded);

/// The distribution of ordinary subjects' log-distances: its centre, and its standard deviation by
/// the lower half, which bad scans do not widen.
struct OddnessScale {
  double centre = 0;
  double deviation = 0;
};

/// Computes the scale of one site: the mean of the middle half, and the deviation of a normal
/// distribution whose lower half has the same mean. Returns nothing for fewer than 12 subjects.
std::optional<OddnessScale> oddness_scale(const Vector& log_oddness);

/// Finds subjects that are odder than 99 % of the ordinary ones at their own site, by its
/// oddness_scale. Finds nobody if there are fewer than 12 subjects or they do not differ.
std::vector<bool> odd_at_own_site(const Vector& log_oddness);

/// Scales scores to interquartile ranges of the reference's scores from their median.
Rated in_reference_units(Rated rated);

/// Returns for each subject the larger of its score in the reference's units and in its site's own,
/// if the site has at least 30 subjects. A subject that is odd at its site then stays odd however
/// wide the reference is. Reference points are treated the same way, as evenly spaced samples of
/// the site's size.
Rated also_in_own_units(const Rated& rated);

}  // namespace dsne::quality
