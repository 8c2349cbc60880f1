#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "data/formats/file_list.h"
#include "data/reading.h"
#include "data/text/text_input.h"

namespace dsne::data {

/// Returns whether a file is a table of one scan: names over one row of values, as XCP-D, QSIPrep
/// and volBrain write them.
bool is_table_of_one(const TextInput& text, const Source& source);

/// Reads COINSTAC's file format for measures of brain regions: a file per subject with a measure's
/// name and value on each line, such as FreeSurfer's volumes in `subject0_aseg_stats.txt`. A first
/// line with a text value ("Measure:volume<tab>subject0") is a header. A JSON file is MRIQC's
/// (read_json_measures). A table of one scan (is_table_of_one) is read as any table
/// (read_text_table).
///
/// Matches measures by name, in order of first appearance. A measure without a value in a subject's
/// file is missing (NaN).
/// @throws InputError naming the file by its row when it is empty, does not have two columns,
///   repeats a measure, has one without a name or with a value that is not a number, is of another
///   kind of scan (T1w, T2w, bold) than the first, or has text where another file has a number
Table read_measure_files(const FileList& list);

/// The measures in a scan's file.
struct Measures {
  std::vector<std::string> names;
  std::vector<double> values;     ///< NaN where missing
  std::string modality;           ///< "T1w"; "" if the file does not say
  std::string person;             ///< whose scan it is; "" if the file does not say
  std::vector<LeftOut> left_out;  ///< what is no measure
};

/// Reads a JSON object, as Python writes it: NaN counts as null.
/// @throws InputError when it is none, or too large for one scan's
Json read_json_object(const boost::filesystem::path& file, const Source& source);

}  // namespace dsne::data
