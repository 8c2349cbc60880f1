#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// Reads COINSTAC's file format for measures of brain regions: a file per subject with a measure's
/// name and value on each line, such as FreeSurfer's volumes in `subject0_aseg_stats.txt`. A first
/// line with a text value ("Measure:volume<tab>subject0") is a header. A JSON file is MRIQC's
/// (read_json_measures).
///
/// Matches measures by name, in order of first appearance. A measure without a value in a subject's
/// file is missing (NaN).
/// @throws InputError naming the file by its row when it is empty, does not have two columns,
///   repeats a measure, has one without a name or with a value that is not a number, or is of
///   another kind of scan (T1w, T2w, bold) than the first
Table read_measure_files(const FileList& list);

}  // namespace dsne::data
