#pragma once

#include <string>
#include <vector>

#include "data/reading.h"

namespace dsne::sentences {

/// Returns, for a site's own report, how its table was read and which columns were left out, each
/// with the reason.
std::vector<std::string> reading_sentences(const data::Reading& reading);

}  // namespace dsne::sentences
