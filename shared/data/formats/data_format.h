#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/formats/file_list.h"
#include "data/formats/nifti_volume.h"
#include "data/table.h"

namespace dsne::data {

/// The file format of subjects' data; docs/inputs.md describes each.
///   automatic     detected from the data
///   table         one row per subject: CSV, TSV, blanks, `.npy` (read_table)
///   mriqc         a group table of MRIQC or QAP (is_quality_table)
///   covariates    a list of files with a measure and its value per line (read_measure_files)
///   nifti         a list or a folder of images, or one image (read_scans)
///   connectivity  a list of files with a connectivity matrix each (read_connectivity)
///   time_series   a list of files with regions' time series each (read_time_series)
enum class DataFormat { automatic, table, mriqc, covariates, nifti, connectivity, time_series };

/// Returns the formats' names ("auto", "table", …), in the order of DataFormat.
const std::vector<std::string>& data_format_names();

/// Returns the format with a name; nothing if there is none.
std::optional<DataFormat> data_format_named(const std::string& name);

/// Returns whether these are the columns' names of a quality table: MRIQC's group tables (Esteban
/// et al., PLoS ONE 2017; `group_T1w.tsv`, `group_bold.tsv`) begin with bids_name, those of the
/// Quality Assessment Protocol (QAP) with subject or Participant and have session and scan or
/// Series; any other is recognised by its measures (has_quality_measures).
bool is_quality_table(const std::vector<std::string>& names);

/// Detects the file format: a folder or image by its name; a quality table by its columns; a list,
/// if a cell of its first two rows names a file (file_column), by that file; otherwise a table.
/// Time series are detected as connectivity, because only their shape differs.
/// @return anything but DataFormat::automatic
/// @throws InputError as read_table does, when the data are no text table
DataFormat find_data_format(const boost::filesystem::path& data, const Source& source);

/// Reads subjects' data in the given format. Files that it names are in its own folder. If every
/// subject has a file, feature_columns uses the format's names of features.
/// @param source names the data in errors ("site_data"), which hold no value, name or path
/// @param visit receives the scans' slices, if the data are images
/// @throws InputError as the format's reader does, and when a table is one scan's matrix of regions
Table read_data(const boost::filesystem::path& data, const Source& source, DataFormat form,
                const TableFormat& format, const SliceVisitor& visit = {});

}  // namespace dsne::data
