#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "summary/summary.h"

namespace dsne::summary {

/// Returns whether a text is UTF-8.
bool is_utf8(std::string_view text);

/// Checks a summary's names. @throws InputError when a name is invalid or repeated
void check_measures(const std::vector<std::string>& measures, const std::string& input);

/// Whether a summary may tell of a covariate under this name: at most 100 bytes in one line of
/// UTF-8.
bool is_covariate_name(std::string_view name);

/// Checks a summary's covariates and numbers, by position in errors.
/// @throws InputError as parse_summary_csv does
void check_summary(const Summary& summary, const std::string& input);

}  // namespace dsne::summary
