#pragma once

#include "exchange/site_answers.h"
#include "exchange/state_names.h"
#include "methods/method.h"

namespace dsne::methods {

/// Numbers of subjects.
using Counts = Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1>;

// How many subjects a run has, and how many of them are where: two sums, which every site is told,
// at the beginning of the methods that have to know.

/// What a message asks the sites for.
namespace stage {
inline constexpr const char* size = "size";        ///< how many subjects they have
inline constexpr const char* iterate = "iterate";  ///< an iteration
}  // namespace stage

/// @param made iterations so far
/// @throws MessageError unless the message asks for the next one
void check_iteration(const Json& message, const Parameters& parameters, int made);

inline constexpr const char* subjects_name = "subjects";

/// The bound of numbers of subjects.
inline constexpr double members_bound = exchange::max_points;

/// A site's part of the number of subjects.
exchange::SumTerm size_term(Eigen::Index own_points);

/// The sum that a message tells the sites under the shape's name. It is the coordinator's word.
/// @throws MessageError when it is of another shape, or not within the terms' bound for each site
Matrix told_sum(const Json& message, const exchange::SumTerm& shape, Eigen::Index sites);

/// The sum of how many there are, as a message tells it.
/// @param own_points of the site that is told
/// @throws MessageError when it is no number, or fewer than the site's own
Eigen::Index all_subjects(const Json& message, Eigen::Index own_points);

/// The same for the coordinator, which tells the sites in `message` (SiteAnswers::hand_on).
/// @throws MessageError when there is no such sum
Eigen::Index all_subjects(const exchange::SiteAnswers& answers, Json& message);

/// The counts in the columns of a sum.
/// @throws MessageError when one is below 0
std::vector<Counts> counts_from(const Matrix& members);

/// Counts as whole numbers, and back.
/// @throws MessageError when they are not `size` of them
Json to_json(const Counts& counts);
Counts counts_field(const Json& object, const std::string& name, Eigen::Index size,
                    std::string_view what);

}  // namespace dsne::methods
