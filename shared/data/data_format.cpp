#include "data/data_format.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/connectivity.h"
#include "data/file_kind.h"
#include "data/file_list.h"
#include "data/listed_files.h"
#include "data/measure_files.h"
#include "data/measure_names.h"
#include "data/npy.h"
#include "data/quality_table.h"
#include "data/record_reader.h"
#include "data/text_input.h"
#include "data/text_layout.h"
#include "data/time_series.h"

namespace dsne::data {
namespace {

namespace fs = boost::filesystem;
bool is_folder(const fs::path& data) {
  boost::system::error_code error;
  return fs::is_directory(data, error);
}

bool has_image_name(const std::string& name) {
  return is_image_name(name) || is_other_image_name(name);
}

bool is_image(const fs::path& data) { return has_image_name(data.filename().string()); }

/// Returns the first rows of a list of files; none if the lines cannot be read so.
std::vector<NumberedRow> first_lines(const TextInput& text, const std::string& input) {
  try {
    return first_rows({*text, find_delimiter(text, RecordReader::none, input), input}, 2);
  } catch (const InputError&) {
    return {};
  }
}

/// Returns the names of a table's columns; none without a header, or if it cannot be read, which
/// its reader reports.
std::vector<std::string> names_of_columns(const TextInput& text, const std::string& input) {
  try {
    return find_layout(text, Header::automatic, input).names;
  } catch (const InputError&) {
    return {};
  }
}

/// Returns the file format of a list's files, by the first of them.
DataFormat form_of_files(const std::string& first_name, const fs::path& folder,
                         const std::string& input) {
  if (has_image_name(first_name)) return DataFormat::nifti;
  const auto first = ListedFiles(folder).find(last_part(first_name));
  if (!first) return DataFormat::covariates;  // whose reader names the row
  if (is_json_file(*first)) return DataFormat::covariates;
  const std::string name = "the first file of " + input;
  auto in = open_input(*first, name);
  if (is_npy(in)) return DataFormat::connectivity;
  const TextInput text = open_text(*first, name);
  if (is_table_of_one(text, name)) return DataFormat::covariates;
  const auto rows = first_rows({*text, find_delimiter(text, RecordReader::blanks, name), name}, 2);
  const bool pairs = !rows.empty() && rows.front().cells.size() == 2 &&
                     read_cell(rows.back().cells.front()).kind == CellKind::text;
  return pairs ? DataFormat::covariates : DataFormat::connectivity;
}

FileList list_files(const fs::path& data, const std::string& input, const TableFormat& format) {
  if (is_folder(data)) return images_in_folder(data, input);
  if (is_image(data) || is_json_file(data)) return one_file(data, input);
  return read_file_list(data, input, format);
}

}  // namespace

const std::vector<std::string>& data_format_names() {
  static const std::vector<std::string> names = {
      "auto", "table", "mriqc", "covariates", "nifti", "connectivity", "time_series"};
  return names;
}

std::optional<DataFormat> data_format_named(const std::string& name) {
  const auto& names = data_format_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<DataFormat>(found - names.begin());
}

DataFormat find_data_format(const fs::path& data, const std::string& input) {
  if (is_folder(data) || is_image(data)) return DataFormat::nifti;
  auto in = open_input(data, input);
  if (is_npy(in)) return DataFormat::table;
  if (is_json_file(data)) return DataFormat::covariates;
  const TextInput text = open_text(data, input);
  const fs::path folder = data.parent_path();
  const std::vector<std::string> names = names_of_columns(text, input);
  const bool is_quality = is_quality_table(names);
  constexpr std::ptrdiff_t few = 3;
  const bool has_measures =
      is_quality || std::count_if(names.begin(), names.end(), is_known_measure) >= few;
  // A list may name files with blanks in their names.
  for (const auto& [number, row] : first_lines(text, input)) {
    const auto column = file_column(row, folder);
    if (!column) continue;
    boost::system::error_code error;
    // Ids of scans may end as an image does: MRIQC's bids_name, a path.
    if (has_measures && !fs::exists(folder / last_part(row[*column]), error)) continue;
    return form_of_files(row[*column], folder, input);
  }
  return is_quality ? DataFormat::mriqc : DataFormat::table;
}

Table read_data(const fs::path& data, const std::string& input, DataFormat form,
                const TableFormat& format, const SliceVisitor& visit) {
  if (form == DataFormat::automatic) form = find_data_format(data, input);
  if (form == DataFormat::table) return read_table(data, input, format);
  if (form == DataFormat::mriqc) return read_quality_table(data, input, format);
  const FileList list = list_files(data, input, format);
  Table table = form == DataFormat::covariates     ? read_measure_files(list)
                : form == DataFormat::connectivity ? read_connectivity(list, input)
                : form == DataFormat::time_series  ? read_time_series(list, input)
                                                   : read_scans(list, input, visit);
  if (format.feature_columns.empty()) return table;
  return with_features(std::move(table), format.feature_columns, input, "feature_columns");
}

}  // namespace dsne::data
