#pragma once

#include "quality/verdict_model_file.h"
#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Lists the rows that raters elsewhere would exclude, by a model of their verdicts.
/// @return nothing if nobody is listed, else a problem of kind `like_excluded`; or a problem that a
///   measure of the model is not in the file
std::optional<Problem> like_excluded(const SiteFile& file, const quality::NamedVerdictModel& model);

}  // namespace dsne::tools::checking
