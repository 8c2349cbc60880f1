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

/// Returns each name's position in `list`, spelled exactly alike; nothing for a name not there.
std::vector<std::optional<std::size_t>> find_exactly(const std::vector<std::string>& names,
                                                     const std::vector<std::string>& list);

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

/// The name of a measure for people, and the meaning of its values.
struct MeasureTerm {
  std::string name;       ///< "White-matter signal-to-noise"; an unknown measure's own name
  std::string unit;       ///< "mm"; "" for a pure number, or an unknown measure
  std::string when_low;   ///< what a low value is a sign of: "noise, motion"; "" for nothing
  std::string when_high;  ///< the same of a high one
  /// Whether it tells how a scan was made, not how good it is: a size of the image, the distance of
  /// its points, or the median of white matter, which MRIQC sets to 1,000.
  bool is_geometry = false;
};

/// Returns the term of a measure of MRIQC, QAP or FreeSurfer by its column's name.
MeasureTerm measure_term(const std::string& column);

}  // namespace dsne::data
