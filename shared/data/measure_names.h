#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dsne::data {

/// Returns the one name of a measure that FreeSurfer's versions, and R, write in several ways:
/// "Left-Thalamus" for Left-Thalamus-Proper and Left.Thalamus, "EstimatedTotalIntraCranialVol" for
/// IntraCranialVol and eTIV. Returns any other name unchanged.
std::string canonical_measure_name(const std::string& name);

/// Returns a key that is equal for all spellings of a measure's name: its canonical name in lower
/// case, without QAP's anat_ and func_, R's X before a digit, and differences between "-", "." and
/// blanks.
std::string measure_key(const std::string& name);

/// Finds measures by any spelling of their names.
class MeasureNames {
 public:
  explicit MeasureNames(const std::vector<std::string>& names);

  /// Returns the position of a name: of the name itself, else of the only one with its measure_key.
  std::optional<std::size_t> find(const std::string& name) const;

  /// Returns the position of each name as find does, but no position for two names; then only the
  /// exact name has it.
  std::vector<std::optional<std::size_t>> find_each(const std::vector<std::string>& names) const;

 private:
  std::unordered_map<std::string, std::size_t> exact_;
  std::unordered_map<std::string, std::optional<std::size_t>> by_key_;  ///< empty if several
};

/// Returns whether this is the name of a FreeSurfer measure, of the whole brain, a structure or a
/// region of the cortex.
bool is_freesurfer_measure(const std::string& name);

/// Returns whether this is the name of a measure of FreeSurfer, MRIQC, QAP or another program.
bool is_known_measure(const std::string& name);

/// Returns a measure's name in the form common to both tools: in lower case, with "_" for blanks,
/// dots and brackets, without QAP's anat_ and func_.
std::string quality_measure_key(const std::string& name);

/// Returns whether this is the name of a measure of MRIQC (structural, functional or diffusion;
/// Esteban et al., PLoS ONE 2017) or the Quality Assessment Protocol. Case does not matter.
bool is_quality_measure(const std::string& name);

/// Returns whether features are quality measures by their names: at least five, and three in four.
bool are_quality_measures(const std::vector<std::string>& names);

/// Whether a table holds them: five at least among its columns, and every other column.
bool has_quality_measures(const std::vector<std::string>& columns);

}  // namespace dsne::data
