#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// A measure's name as both tools' columns have in common: in lower case, with "_" for blanks, dots
/// and brackets, without QAP's anat_ and func_.
std::string quality_measure_key(const std::string& name);

/// Whether this is what MRIQC (structural, functional or diffusion; Esteban et al., PLoS ONE 2017)
/// or the Quality Assessment Protocol calls one of their measures. Case does not matter.
bool is_quality_measure(const std::string& name);

/// Whether features are quality measures, told by their names alone: five of them at least, and
/// three in four.
bool are_quality_measures(const std::vector<std::string>& names);

/// Whether they are MRIQC's of structural images, which alone have `cjv`.
bool are_structural_measures(const std::vector<std::string>& names);

/// Whether a table holds them: five at least among its columns, and every other column.
bool has_quality_measures(const std::vector<std::string>& columns);

}  // namespace dsne::data
