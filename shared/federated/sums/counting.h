#pragma once

#include "federated/cells.h"
#include "federated/method.h"
#include "federated/state_names.h"

namespace dsne::federated {

// How many subjects a run has, and how many of them are where: two sums, which every site verifies,
// at the beginning of the methods that have to know.

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

/// The shape of its part where members are counted: by reference point and kind.
SumTerm members_shape(Eigen::Index reference_points, Eigen::Index kinds);

/// A site's answer when they are counted.
/// @param counts by reference point: of all of its points, or of these and of some of them
SiteAnswer say_members(const std::vector<Counts>& counts);

/// The sum that a message tells the sites under the shape's name.
/// @throws MessageError when it is not that of what the sites sent
Matrix verified_sum(const VerifiedSum& sum, const Json& message, const SumTerm& shape);

/// The sums of how many there are, as a message tells them.
/// @throws MessageError when they are not those of what the sites sent
Eigen::Index all_subjects(const VerifiedSum& sum, const Json& message);
std::vector<Counts> all_members(const SiteProblem& problem, const Json& message,
                                Eigen::Index kinds);

/// The same for the coordinator, which tells the sites in `message` (SiteAnswers::hand_on).
/// @throws MessageError when there is no such sum
Eigen::Index all_subjects(const SiteAnswers& answers, Json& message);
std::vector<Counts> all_members(const SiteAnswers& answers, Eigen::Index reference_points,
                                Eigen::Index kinds, Json& message);

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
