#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/csv.h"
#include "run/preprocessing.h"
#include "run/run_plan.h"
#include "summary/common_map.h"

namespace dsne::run {

/// A run's reference: points that were given, or the rows of the sites' summaries. Landmarks, if
/// the run has found some, replace the points.
struct RunReference {
  data::Reference points;                       ///< as measured, one row per point
  std::optional<summary::CommonMap> summaries;  ///< whose rows these points are
  std::optional<Matrix> landmarks;              ///< landmarks × components, as affinities see them
  ReferenceKind kind = ReferenceKind::given;

  bool is_map() const { return kind == ReferenceKind::map; }

  /// Returns whether all sites' subjects lie on one map. Where the summaries have too few rows,
  /// each site has a map of its own, whose positions mean nothing to others.
  bool has_common_map() const;
};

/// Returns its number of points on a map; 0 if the method maps summaries and there are too few for
/// a common map.
Eigen::Index number_of_points(const RunReference& reference);

/// Returns the points' labels; none if they have none, or landmarks replace them.
std::vector<std::string> labels_of(const RunReference& reference);

/// Returns the text of a reference with landmarks: JSON with sorted keys.
/// @param reference the text of the reference that the landmarks were found from
std::string to_text(const std::string& reference, const Matrix& landmarks);

/// Returns the text of the reference that the landmarks were found from, or the text itself if it
/// has no landmarks.
/// @throws InputError when to_text did not make it
std::string without_landmarks(const std::string& text);

/// Returns whether the text is of a map of summaries (summary::map_text), with or without
/// landmarks.
bool is_of_summaries(const std::string& text);

/// The files in which nodes keep a reference.
inline constexpr const char* given_reference_file = "reference.csv";
inline constexpr const char* summaries_file = "summaries.json";
inline constexpr const char* landmarks_file = "landmarks.json";

/// Returns the name of the file that keeps a reference with this text.
const char* reference_file_name(const std::string& text);

/// Reads the text of a run's reference.
/// @throws InputError as parse_reference_csv and summary::parse_map do
RunReference parse_run_reference(const std::string& text, const RunPlan& plan);

/// Returns the points as affinities see them, or the landmarks.
/// @throws InputError when landmarks do not have the preprocessing's components
Matrix preprocessed(const RunReference& reference, const Preprocessing& preprocessing);

}  // namespace dsne::run
