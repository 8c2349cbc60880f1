#pragma once

#include <string>

#include "data/file_list.h"

namespace dsne::data {

/// Reads COINSTAC's convention for measures of brain regions: a file per subject, with a measure's
/// name and its value on each line, such as FreeSurfer's volumes in `subject0_aseg_stats.txt`. A
/// first line whose value is text ("Measure:volume<tab>subject0") is a header. A file of JSON is
/// MRIQC's of a scan (read_json_measures).
///
/// Measures are matched by name, in the order in which they are first met; one that a subject's
/// file lacks, or has no value for, is missing (NaN).
/// @throws InputError naming the file by its row when it is empty, has another number of columns
///   than two, has a measure twice or without name, or something else than a number for its value,
///   or is of another kind of scan (T1w, T2w, bold) than the first
Table read_measure_files(const FileList& list);

}  // namespace dsne::data
