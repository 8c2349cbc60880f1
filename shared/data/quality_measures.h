#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// Returns a measure's name in the form common to both tools: in lower case, with "_" for blanks,
/// dots and brackets, without QAP's anat_ and func_.
std::string quality_measure_key(const std::string& name);

/// Returns whether this is the name of a measure of MRIQC (structural, functional or diffusion;
/// Esteban et al., PLoS ONE 2017) or the Quality Assessment Protocol. Case does not matter.
bool is_quality_measure(const std::string& name);

/// Returns whether features are quality measures by their names: at least five, and three in four.
bool are_quality_measures(const std::vector<std::string>& names);

/// Whether they are MRIQC's of structural images, which alone have `cjv`.
bool are_structural_measures(const std::vector<std::string>& names);

/// Whether a table holds them: five at least among its columns, and every other column.
bool has_quality_measures(const std::vector<std::string>& columns);

}  // namespace dsne::data
