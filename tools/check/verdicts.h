#pragma once

#include "quality/verdict_model_file.h"
#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Lists the rows that raters elsewhere would exclude, by a model of their verdicts.
/// @return nothing when nobody is listed, else a problem of kind `like_excluded`; or one that says
///   that the file lacks a measure of the model
std::optional<Problem> like_excluded(const SiteFile& file, const quality::NamedVerdictModel& model);

}  // namespace dsne::tools::checking
