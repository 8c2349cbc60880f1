#pragma once

#include <boost/filesystem/path.hpp>

#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Adds what a run would end for, or leave out: cells of text, missing values, measures that the
/// reference has and the file has not, too few subjects.
/// @pre the table was read
void find_faults(const boost::filesystem::path& file, const run::SiteInputs& inputs,
                 const CheckedReference* reference, SiteFile& result);

/// Adds what a run would not notice: no ids, no header, codes for missing values, units, subjects
/// without most measures, copies, one person often, and what the labels and a summary would be.
/// @pre the table was read
void find_oddities(const Json& settings, const CheckedReference* reference, SiteFile& result);

}  // namespace dsne::tools::checking
