#include "data/formats/data_format.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "data/cell.h"
#include "data/columns/persons.h"
#include "data/formats/file_list.h"
#include "data/formats/measure_files.h"
#include "data/formats/npy.h"
#include "data/formats/region_pairs.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/text/file_kind.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

namespace fs = boost::filesystem;
using Names = std::vector<std::string>;
bool is_folder(const fs::path& data) {
  boost::system::error_code error;
  return fs::is_directory(data, error);
}

bool is_image(const fs::path& data) { return is_any_image_name(data.filename().string()); }

/// Returns what `read` returns; nothing if the data cannot be read so, which their reader reports.
template <class Read>
auto if_readable(Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const InputError&) {
    return {};
  }
}

/// Returns the file format of a list's files, by the first of them.
DataFormat form_of_files(const std::string& first_name, const fs::path& folder,
                         const Source& source) {
  if (is_any_image_name(first_name)) return DataFormat::nifti;
  const auto first = ListedFiles(folder).find(last_part(first_name));
  if (!first) return DataFormat::covariates;  // whose reader names the row
  if (is_json_file(*first)) return DataFormat::covariates;
  const Source name = "the first file of " + source.name;
  auto in = open_input(*first, name);
  if (is_npy(in)) return DataFormat::connectivity;
  const TextInput text = open_text(*first, name);
  if (is_table_of_one(text, name)) return DataFormat::covariates;
  const auto rows = first_rows({*text, find_delimiter(text, RecordReader::blanks, name), name}, 2);
  const bool pairs = !rows.empty() && rows.front().cells.size() == 2 &&
                     read_cell(rows.back().cells.front()).kind == CellKind::text;
  return pairs ? DataFormat::covariates : DataFormat::connectivity;
}

FileList list_files(const fs::path& data, const Source& source, const TableFormat& format) {
  if (is_folder(data)) return images_in_folder(data, source);
  if (is_image(data) || is_json_file(data)) return one_file(data, source);
  return read_file_list(data, source, format);
}

bool has_role(const Names& names, ColumnRole role) {
  return std::ranges::find(names, role, column_role) != names.end();
}

/// Whether a column is an entity's with this place in a scan's id.
bool has_entity(const Names& names, const std::string& entity) {
  return std::ranges::find(names, entity_order(entity), entity_order) != names.end();
}

/// Reads a quality table by read_table, with knowledge of these tools' columns.
///
/// Features are the measures: all columns of numbers except those about a scan's origin (subject,
/// session, scan, site, …, and those that MRIQC's web service adds: bids_meta., provenance.,
/// rating.). If most columns are the tools' measures, only these. A scan's id is bids_name; or
/// subject, session and scan joined by "_"; or, in a table recognised by its measures alone, the
/// row's number. The format's id_column and feature_columns take precedence.
/// @throws InputError as read_table does, or when the table has no column of ids and is not
///   recognised by its measures
Table read_quality_table(const boost::filesystem::path& file, const Source& source,
                         TableFormat format) {
  const TextLayout layout = find_layout(open_text(file, source), Header::present, source);
  const bool known = has_quality_measures(layout.names);
  const bool has_ids = !format.id_column.empty() || has_role(layout.names, ColumnRole::scan) ||
                       has_role(layout.names, ColumnRole::person);
  if (!has_ids && !known) {
    source.refuse(
        "is no table of MRIQC or QAP: none of its columns is bids_name, "
        "subject or Participant");
  }
  format.header = Header::present;
  if (known) {
    std::copy_if(layout.names.begin(), layout.names.end(), std::back_inserter(format.no_features),
                 [](const std::string& name) {
                   return column_role(name) == ColumnRole::measure && !is_quality_measure(name);
                 });
  }
  return read_table(file, source, format);
}

/// Refuses regions × regions of one scan: such a table is symmetric.
void refuse_matrix(const Matrix& values, const Source& source) {
  constexpr Eigen::Index least = 5;
  if (values.rows() != values.cols() || values.rows() < least || values.hasNaN()) return;
  const double most = symmetry_tolerance * values.cwiseAbs().maxCoeff();
  const bool is_one_value = (values.array() == values(0, 1)).all();
  if (is_one_value || (values - values.transpose()).cwiseAbs().maxCoeff() > most) return;
  source.refuse(
      "is a matrix of one scan's regions: bring a list that names such a file for each scan");
}

/// Returns whether a cell is a number with decimals in a column that may be a measure.
bool holds_measure(const Names& row, const Names& names) {
  for (std::size_t c = 0; c < std::min(row.size(), names.size()); ++c) {
    const bool is_fraction = kind_of(row[c]) == CellKind::number && !is_whole(row[c]);
    if (is_fraction && column_role(names[c]) == ColumnRole::measure) return true;
  }
  return false;
}

}  // namespace

const Names& data_format_names() {
  static const Names names = {"auto",  "table",        "mriqc",      "covariates",
                              "nifti", "connectivity", "time_series"};
  return names;
}

std::optional<DataFormat> data_format_named(const std::string& name) {
  const auto& names = data_format_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<DataFormat>(found - names.begin());
}

bool is_quality_table(const Names& names) {
  if (names.empty()) return false;
  if (column_role(names.front()) == ColumnRole::scan || has_quality_measures(names)) return true;
  return column_role(names.front()) == ColumnRole::person && has_entity(names, "session") &&
         has_entity(names, "scan");
}

DataFormat find_data_format(const fs::path& data, const Source& source) {
  if (is_folder(data) || is_image(data)) return DataFormat::nifti;
  auto in = open_input(data, source);
  if (is_npy(in)) return DataFormat::table;
  const TextInput text = is_json_file(data) ? if_readable([&] { return open_text(data, source); })
                                            : open_text(data, source);
  // Their own reader says what is wrong with other JSON.
  if (!text.stream) return DataFormat::covariates;
  const fs::path folder = folder_of(data);
  const Names names =
      if_readable([&] { return find_layout(text, Header::automatic, source).names; });
  const bool is_quality = is_quality_table(names);
  constexpr std::ptrdiff_t few = 3;
  const bool has_measures = is_quality || std::ranges::count_if(names, is_known_measure) >= few;
  // A list may name files with blanks in their names.
  const auto lines = if_readable([&] {
    return first_rows({*text, find_delimiter(text, RecordReader::none, source), source}, 2);
  });
  for (const auto& [number, row] : lines) {
    const auto column = file_column(row, folder);
    if (!column) continue;
    boost::system::error_code error;
    // Ids of scans may end as an image does: MRIQC's bids_name, a path.
    const bool measured = has_measures || holds_measure(row, names);
    if (measured && !fs::exists(folder / last_part(row[*column]), error)) continue;
    return form_of_files(row[*column], folder, source);
  }
  return is_quality ? DataFormat::mriqc : DataFormat::table;
}

Table read_data(const fs::path& data, const Source& source, DataFormat form,
                const TableFormat& format, const SliceVisitor& visit) {
  if (form == DataFormat::automatic) form = find_data_format(data, source);
  if (form == DataFormat::table) {
    Table table = read_table(data, source, format);
    refuse_matrix(table.values, source);
    return table;
  }
  if (form == DataFormat::mriqc) return read_quality_table(data, source, format);
  const FileList list = list_files(data, source, format);
  Table table = form == DataFormat::covariates     ? read_measure_files(list)
                : form == DataFormat::connectivity ? read_connectivity(list, source)
                : form == DataFormat::time_series  ? read_time_series(list, source)
                                                   : read_scans(list, source, visit);
  settle_persons(table, format);
  if (format.feature_columns.empty()) return table;
  return with_features(std::move(table), format.feature_columns, source, "feature_columns");
}

}  // namespace dsne::data
