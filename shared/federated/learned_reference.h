#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "federated/cells.h"
#include "federated/preprocessing.h"
#include "quality/pooled_scores.h"

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

/// A reference in the form that a run takes: given, or learned.
struct RunReference {
  data::Reference points;  ///< of landmarks the points that the components have them at
  std::optional<LearnedReference> learned;
};

/// The text of a learned reference: JSON with sorted keys, matrices packed. The same reference
/// gives the same text, byte for byte, and parse_learned_reference the same reference.
std::string to_text(const LearnedReference& reference);

/// @throws InputError when the text is not one that to_text makes
LearnedReference parse_learned_reference(const std::string& text);

/// Whether a reference's text is of a learned one; else it is reference_csv's.
bool is_learned(const std::string& text);

/// The files in which nodes keep a reference.
inline constexpr const char* given_reference_file = "reference.csv";
inline constexpr const char* learned_reference_file = "learned_reference.json";

/// The one that a reference with this text is kept in.
const char* reference_file_name(const std::string& text);

/// Reads the text of a reference, given or learned.
/// @throws InputError as parse_reference_csv and parse_learned_reference do
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
