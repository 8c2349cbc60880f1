#pragma once

#include "core/errors.h"
#include "core/message.h"
#include "exchange/site_answers.h"
#include "methods/method.h"
#include "spectral/clusters.h"

// What the halves of several methods tell each other.

namespace dsne::methods {

/// Numbers of subjects.
using spectral::Counts;

// The number of a run's subjects, and of those in each cluster: two sums, which every site
// receives, at the beginning of methods that need them.

/// Refuses the coordinator's message unless something holds.
/// @param otherwise what is wrong with the message
void expect(bool holds, const std::string& otherwise);

/// What is wrong with a message that asks for another stage than the next one.
inline constexpr const char* unexpected_stage = "stage is not the one expected";

/// What a message asks of the sites.
namespace stage {
inline constexpr const char* size = "size";        ///< their numbers of subjects
inline constexpr const char* iterate = "iterate";  ///< an iteration
}  // namespace stage

/// Checks that a message asks for the next iteration. @param made iterations so far
/// @throws MessageError otherwise
void check_iteration(const Json& message, const Parameters& parameters, int made);

inline constexpr const char* subjects_name = "subjects";

/// The bound of numbers of subjects.
inline constexpr double members_bound = exchange::max_points;

/// Returns a site's term of the number of subjects.
exchange::SumTerm size_term(Eigen::Index own_points);

/// Reads a sum that a message tells the sites, under the shape's name. It cannot be verified.
/// @throws MessageError when it has another shape, or exceeds the terms' bound for all sites
Matrix told_sum(const Json& message, const exchange::SumTerm& shape, Eigen::Index sites);

/// Reads the number of all subjects from a message.
/// @param own_points of this site
/// @throws MessageError when it is not a number, or less than the site's own
Eigen::Index all_subjects(const Json& message, Eigen::Index own_points);

/// Returns this number at the coordinator, and adds it to the sites' `message`
/// (SiteAnswers::hand_on).
/// @throws MessageError when there is no such sum
Eigen::Index all_subjects(const exchange::SiteAnswers& answers, Json& message);

/// Returns the counts in a sum. @throws MessageError when one is negative
Counts counts_from(const RowVector& sums);

/// Convert counts to JSON and back.
/// @throws MessageError when there are not `size` of them
Json to_json(const Counts& counts);
Counts counts_field(const Json& object, const std::string& name, Eigen::Index size,
                    std::string_view what);

/// The largest coordinate that a site accepts. No map is this large; a coordinator that claims more
/// attacks the subjects.
inline constexpr double largest_place = 1e6;

/// Returns the bounds of coordinates that a site is told.
constexpr within::PackedRange within_map(Eigen::Index points, Eigen::Index dimensions) {
  return within::packed_range(points, dimensions, -largest_place, largest_place);
}

inline constexpr const char* reference_places_name = "reference_places";

/// Reads the reference's coordinates from the coordinator's message (reference_points × no_dims).
/// @throws MessageError unless they are within ±largest_place, whatever the site's subjects are
Matrix reference_places(const Json& message, const SiteProblem& problem);

/// Refuses a second round of a method that has one. @param made whether its round was made
void expect_first_round(bool made);

/// Rounds coordinates to a thousandth of the map's width, which the eye cannot see. Exact
/// coordinates would prove who is on the map to anyone who can compute a subject's position.
/// @param extent the map's width
Matrix rounded_places(const Matrix& places, double extent);

}  // namespace dsne::methods
