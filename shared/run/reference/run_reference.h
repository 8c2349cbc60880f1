#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "run/preprocessing.h"
#include "summary/common_map.h"

namespace dsne::run {

/// A run's reference: points that somebody gives or that were drawn with a guarantee, or the rows
/// of the sites' summaries. Landmarks, where a run has found some, take the points' place.
struct RunReference {
  data::Reference points;                       ///< as they are measured, one row per point
  std::optional<summary::CommonMap> summaries;  ///< of which these points are the rows
  std::optional<Matrix> landmarks;              ///< landmarks × components, as affinities see them
};

/// Whether the run's map is one of summaries, on which sites place their own subjects: the method
/// makes such a map, and the reference is of summaries.
bool is_map_of_summaries(const RunReference& reference, const methods::Parameters& parameters);

/// Its number of points on a map. For a method that makes the map of summaries 0, where these are
/// too few for a common map.
Eigen::Index number_of_points(const RunReference& reference, const methods::Parameters& parameters);

/// The points' labels; none where they have none, or landmarks take their place.
std::vector<std::string> labels_of(const RunReference& reference);

/// The text of a reference with landmarks: JSON with sorted keys.
/// @param reference the text of the reference that the landmarks were found from
std::string to_text(const std::string& reference, const Matrix& landmarks);

/// The text of the reference that the landmarks were found from; a reference without landmarks is
/// returned as it is.
/// @throws InputError when it is not one that to_text makes
std::string without_landmarks(const std::string& text);

/// Whether it is a map of summaries (summary::map_text), with landmarks or without.
bool is_of_summaries(const std::string& text);

/// The files in which nodes keep a reference.
inline constexpr const char* given_reference_file = "reference.csv";
inline constexpr const char* summaries_file = "summaries.json";
inline constexpr const char* landmarks_file = "landmarks.json";

/// The one that a reference with this text is kept in.
const char* reference_file_name(const std::string& text);

/// Reads the text of a reference.
/// @throws InputError as parse_reference_csv and summary::parse_map do
RunReference parse_run_reference(const std::string& text);

/// What is done to all data, learned from the points.
/// @throws InputError as fit_preprocessing does
Preprocessing preprocessing_of(const RunReference& reference,
                               const methods::Parameters& parameters);

/// The points as affinities see them, or the landmarks.
/// @throws InputError when landmarks are not of the preprocessing's components
Matrix preprocessed(const RunReference& reference, const Preprocessing& preprocessing);

}  // namespace dsne::run
