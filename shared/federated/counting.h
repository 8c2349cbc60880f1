#pragma once

#include "federated/cells.h"
#include "federated/method.h"
#include "federated/state_names.h"

namespace dsne::federated {

// How many subjects a run has, and how many of them are where: two sums, which every site adds up
// itself, at the beginning of the methods that have to know.

/// What a message asks the sites for.
namespace stage {
inline constexpr const char* size = "size";        ///< how many subjects they have
inline constexpr const char* count = "count";      ///< how many of them are where
inline constexpr const char* iterate = "iterate";  ///< an iteration
}  // namespace stage

/// @param made iterations so far
/// @throws MessageError unless the message asks for the next one
void check_iteration(const Json& message, const Parameters& parameters, int made);

inline constexpr const char* subjects_name = "subjects";
inline constexpr const char* members_name = "members";

/// The bound of numbers of subjects.
inline constexpr double members_bound = max_points;

/// Subjects of the run for each of the reference points that they are counted at: many enough that
/// few of these have a single one.
Eigen::Index subjects_per_counting_point(const Parameters& parameters);

/// Subjects of the run for each group of reference points over which forces are summed.
inline constexpr Eigen::Index subjects_per_group = 4;

/// For each of a site's points the counting point that is nearest.
/// @param own, reference as nearest_reference_points has them
/// @param subjects of the run
CellNumbers nearest_counting_points(const SiteProblem& problem, const Matrix& own,
                                    const Matrix& reference, Eigen::Index subjects);

/// A site's part of the number of subjects.
SumTerm size_term(Eigen::Index own_points);

/// A site's answer when they are counted.
/// @param counts by reference point: of all of its points, or of these and of some of them
SiteAnswer say_members(const std::vector<Counts>& counts);

/// The sum of the terms that a message hands on under the shape's name, added up by the site
/// itself.
/// @throws MessageError when it is not what the sites sent
Matrix verified_sum(const VerifiedSum& sum, const Json& message, const SumTerm& shape);

/// What the coordinator's next message hands on: the sites' terms of this sum.
Json handed_on(const SiteAnswers& answers, const char* name);

/// The sums of what a message hands on. @throws MessageError when it is not what the sites sent
Eigen::Index all_subjects(const VerifiedSum& sum, const Json& message);
std::vector<Counts> all_members(const SiteProblem& problem, const Json& message,
                                Eigen::Index kinds);

/// The same for the coordinator. @throws MessageError when there is no such sum
Eigen::Index all_subjects(const SiteAnswers& answers);
void check_size(const SiteAnswers& answers);
std::vector<Counts> all_members(const SiteAnswers& answers, Eigen::Index reference_points,
                                Eigen::Index kinds);

/// Counts in the columns of a matrix, as they are summed, and back.
Matrix to_matrix(const std::vector<Counts>& counts);
std::vector<Counts> counts_from(const Matrix& members);

/// Counts as whole numbers, and back.
/// @throws MessageError when they are not `size` of them
Json to_json(const Counts& counts);
Counts counts_field(const Json& object, const std::string& name, Eigen::Index size,
                    std::string_view what);

/// The cells of reference points that an array of theirs numbers.
/// @throws MessageError when it is damaged
Cells cells_field(const Json& object, const std::string& name, Eigen::Index reference_points,
                  std::string_view what);

}  // namespace dsne::federated
