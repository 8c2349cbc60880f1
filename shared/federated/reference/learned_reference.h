#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "federated/cells.h"
#include "federated/preprocessing.h"
#include "quality/pooled_scores.h"
#include "summary/common_map.h"

namespace dsne::federated {

/// A reference that a run has learned from its sites: what is done to every subject's data, and
/// landmarks, each the mean of a group of subjects of all sites.
struct LearnedReference {
  std::vector<std::string> features;  ///< empty when the sites' have no names
  Preprocessing preprocessing;
  Matrix landmarks;                ///< landmarks × components
  Counts members;                  ///< of each: how many subjects it is the mean of
  quality::MeasureScale measures;  ///< what subjects' outlier scores are taken in
  quality::OddnessScale ordinary;  ///< and what they are compared with
};

/// What a given reference is extended by.
struct AddedLandmarks {
  Matrix landmarks;  ///< landmarks × components, as affinities see them
  Counts members;    ///< of each: how many subjects it is the mean of
};

/// A reference in the form that a run takes: given, learned, or given and extended.
struct RunReference {
  data::Reference
      points;  ///< of a learned one the points that the components have its landmarks at
  std::optional<LearnedReference> learned;
  std::optional<AddedLandmarks> added = {};          ///< beside the points of a given one
  std::optional<summary::CommonMap> summaries = {};  ///< of a map of summaries, whose points these
                                                     ///< are
};

/// How many points it has on the map, landmarks that were added last. Of summaries that are too few
/// for a common map: 0.
Eigen::Index number_of_points(const RunReference& reference);

/// Their labels, "" for landmarks; none where the points have none.
std::vector<std::string> labels_of(const RunReference& reference);

/// The text of a given reference that was extended: JSON with sorted keys.
/// @param given its text, in the form of reference_csv
std::string to_text(const std::string& given, const AddedLandmarks& added);

/// The text of the reference that was extended.
/// @throws InputError when it is not one that to_text makes
std::string given_part(const std::string& text);

/// The text of a learned reference: JSON with sorted keys, matrices packed. The same reference
/// gives the same text, byte for byte, and parse_learned_reference the same reference.
std::string to_text(const LearnedReference& reference);

/// @throws InputError when the text is not one that to_text makes
LearnedReference parse_learned_reference(const std::string& text);

/// Whether a reference's text is of a learned one, or of one that was extended; else it is
/// reference_csv's.
bool has_added_landmarks(const std::string& text);
bool is_learned(const std::string& text);

/// Whether it is a map of summaries (summary::map_text).
bool is_of_summaries(const std::string& text);

/// The files in which nodes keep a reference.
inline constexpr const char* given_reference_file = "reference.csv";
inline constexpr const char* learned_reference_file = "learned_reference.json";
inline constexpr const char* extended_reference_file = "extended_reference.json";
inline constexpr const char* summaries_file = "summaries.json";

/// The one that a reference with this text is kept in.
const char* reference_file_name(const std::string& text);

/// Reads the text of a reference, given or learned.
/// @throws InputError as parse_reference_csv, parse_learned_reference and summary::parse_map do
RunReference parse_run_reference(const std::string& text);

/// What is done to all data: learned with the landmarks, or from the points.
/// @throws InputError as fit_preprocessing does
Preprocessing preprocessing_of(const RunReference& reference, const Parameters& parameters);

/// The points as affinities see them.
Matrix preprocessed(const RunReference& reference, const Preprocessing& preprocessing);

/// What is put in gaps of features' data before a reference is learned: their means.
RowVector learned_means(const Preprocessing& preprocessing);

/// The points of a given reference, as held_out_points gives them; landmarks as they are: all
/// subjects had a part in the components.
Matrix held_out_points(const RunReference& reference, const Preprocessing& preprocessing);

}  // namespace dsne::federated
