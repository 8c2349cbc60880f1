#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "quality/comparison_space.h"

namespace dsne::quality {

/// A number for each of a site's subjects, and the same one for each of the reference's points,
/// by which the former is judged.
struct Rated {
  Vector own;
  Vector reference;
};

/// How odd each point is: the logarithm of its mean distance to its 20 nearest among the ordinary
/// half of the reference and the ordinary half of the site's subjects, itself left out. Ordinary
/// are those with the smallest mean distance to as many of all as half the site has, five at least.
///
/// Neighbours are ordinary ones only, since bad scans are often bad in one way, and would make each
/// other look ordinary. They may be of the own site, since real sites differ by scanner: against
/// the reference alone a good site with another scanner would be odd whole. At most 1,000 of a
/// site's subjects, evenly spaced, serve as neighbours.
/// @param own, reference as they are measured; at least one row each
Rated oddness(const ComparisonSpace& space, const Matrix& own, const Matrix& reference);

/// How much more each point is like those that raters excluded than like those they did not: the
/// logarithm of its mean distance to its 20 nearest accepted reference points, itself left out,
/// over that to its 20 nearest excluded ones.
/// @param accepted the reference; at least two rows
/// @param excluded at least one row
Rated likeness(const ComparisonSpace& space, const Matrix& own, const Matrix& accepted,
               const Matrix& excluded);

/// How odd ordinary subjects are: where their log-distances lie, and their standard deviation as
/// the lower half tells it, which bad scans do not stretch.
struct OddnessScale {
  double centre = 0;
  double deviation = 0;
};

/// The same of one site: the mean of the middle half, and a normal distribution's deviation whose
/// lower half has as low a mean. Nothing of fewer than 12 subjects.
std::optional<OddnessScale> oddness_scale(const Vector& log_oddness);

/// The share of ordinary subjects that are less odd, 0 to 1, were their log-distances normal.
/// @param scale its deviation above 0
double share_less_odd(const OddnessScale& scale, double log_oddness);

/// More than this share of ordinary subjects are less odd than one that is odd.
inline constexpr double odd_share = 0.99;

/// Who is odder than 99 % of what is ordinary at the own site (oddness_scale of the site's own
/// numbers); nobody where fewer than 12 subjects tell, or where they do not differ.
std::vector<bool> odd_at_own_site(const Vector& log_oddness);

/// In interquartile ranges of the reference's numbers from their median.
Rated in_reference_units(Rated rated);

/// Of a site with at least 30 subjects, the larger of each number in the reference's units and in
/// the site's own, so that a subject is odd that is so at its site, however wide the reference is.
/// For the reference's points likewise, as if it were sites of as many subjects: one is the site of
/// another in every so many rows.
Rated also_in_own_units(const Rated& rated);

}  // namespace dsne::quality
