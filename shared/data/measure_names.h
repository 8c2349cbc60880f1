#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dsne::data {

/// The one name of a measure that FreeSurfer's versions, and R, write in several ways:
/// "Left-Thalamus" for Left-Thalamus-Proper and Left.Thalamus, "EstimatedTotalIntraCranialVol" for
/// IntraCranialVol and eTIV. Any other name stays.
std::string canonical_measure_name(const std::string& name);

/// What the spellings of a measure's name have in common: its canonical name in lower case, without
/// QAP's anat_ and func_, R's X before a digit, and the difference between "-", "." and blanks.
std::string measure_key(const std::string& name);

/// Finds measures by their names, in whatever spelling.
class MeasureNames {
 public:
  explicit MeasureNames(const std::vector<std::string>& names);

  /// The position of a name: the name itself, else the only one with its measure_key.
  std::optional<std::size_t> find(const std::string& name) const;

 private:
  std::unordered_map<std::string, std::size_t> exact_;
  std::unordered_map<std::string, std::optional<std::size_t>> by_key_;  ///< nothing: several
};

/// Whether this is the name of a measure that FreeSurfer writes, of the whole brain, a structure or
/// a region of the cortex.
bool is_freesurfer_measure(const std::string& name);

/// Whether this is the name of a measure of FreeSurfer's, MRIQC's or QAP's.
bool is_known_measure(const std::string& name);

}  // namespace dsne::data
