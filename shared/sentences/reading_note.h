#pragma once

#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::sentences {

/// Returns, for a site's own report, as what its table was read, how, and which columns were left
/// out for which reason.
std::vector<std::string> reading_sentences(const data::Table& table);

}  // namespace dsne::sentences
