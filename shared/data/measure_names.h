#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dsne::data {

/// Returns the one name of a measure that programs write in several ways: "Left-Thalamus" for
/// Left-Thalamus-Proper, Left.Thalamus and ENIGMA's Lthal, "EstimatedTotalIntraCranialVol" for
/// eTIV. Returns any other name unchanged.
std::string canonical_measure_name(const std::string& name);

/// Returns a key that is equal for all spellings of a measure's name (known_name), and of an
/// unknown one whatever its case and the marks between its words.
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

/// Returns whether this is the name of a program's measure, as names.txt lists them.
bool is_known_measure(const std::string& name);

/// Returns whether this is the name of a measure of MRIQC (structural, functional or diffusion;
/// Esteban et al., PLoS ONE 2017) or the Quality Assessment Protocol.
bool is_quality_measure(const std::string& name);

/// Returns whether features are quality measures by their names: at least five, and three in four.
bool are_quality_measures(const std::vector<std::string>& names);

/// Whether a table holds them: five at least among its columns, and every other column.
bool has_quality_measures(const std::vector<std::string>& columns);

}  // namespace dsne::data
