#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/file_list.h"
#include "data/scans.h"
#include "data/table.h"

namespace dsne::data {

/// What form subjects' data come in; docs/inputs.md describes each.
///   automatic     found out from the data
///   table         one row per subject: CSV, TSV, blanks, `.npy` (read_table)
///   mriqc         a group table of MRIQC or QAP (read_quality_table)
///   covariates    a list of files with a measure and its value per line (read_measure_files)
///   nifti         a list or a folder of images, or one image (read_scans)
///   connectivity  a list of files with a connectivity matrix each (read_connectivity)
///   time_series   a list of files with regions' time series each (read_time_series)
enum class DataFormat { automatic, table, mriqc, covariates, nifti, connectivity, time_series };

/// The formats' names ("auto", "table", …), in the order of DataFormat.
const std::vector<std::string>& data_format_names();

/// The format of that name; nothing when there is none.
std::optional<DataFormat> data_format_named(const std::string& name);

/// The form of the data that are there: a folder or image by its name; a text table with the
/// columns of a quality table; a list when a cell of its first two rows names a file
/// (file_column), and then by that file; else a table. Time series are taken for connectivity: no
/// more than their shape tells the two apart.
/// @return anything but DataFormat::automatic
/// @throws InputError as read_table does, when what is there is no text table
DataFormat find_data_format(const boost::filesystem::path& data, const std::string& input);

/// Reads subjects' data in the given form. Files that it names lie in its own folder. Where every
/// subject has a file, feature_columns names features by the names that the format gives them.
/// @param input how errors name the data ("site_data"); they carry no value, name or path
/// @param visit is shown the scans' slices, where the data are images
/// @throws InputError as the reader of the form does
Table read_data(const boost::filesystem::path& data, const std::string& input, DataFormat form,
                const TableFormat& format, const SliceVisitor& visit = {});

}  // namespace dsne::data
