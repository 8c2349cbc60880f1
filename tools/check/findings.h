#pragma once

#include <boost/filesystem/path.hpp>

#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Adds what would end a run or be left out: cells of text, missing values, measures of the
/// reference that the file does not have, too few subjects.
/// @pre the table was read
void find_faults(const boost::filesystem::path& file, const run::SiteInputs& inputs,
                 const CheckedReference* reference, SiteFile& result);

/// Adds what a run would not notice: no ids, no header, codes for missing values, units, subjects
/// without most measures, copies, persons with many scans. Also adds the labels and the summary.
/// @pre the table was read
void find_oddities(const Json& settings, const CheckedReference* reference, SiteFile& result);

}  // namespace dsne::tools::checking
