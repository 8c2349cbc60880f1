#include "data/file_list.h"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/filesystem/operations.hpp>
#include <locale>
#include <optional>

#include "core/errors.h"
#include "core/files.h"
#include "data/cell.h"
#include "data/columns.h"
#include "data/record_reader.h"

namespace dsne::data {
namespace {

bool ends_with_any(const std::string& text, const std::vector<std::string>& endings) {
  const std::string name = boost::algorithm::to_lower_copy(text, std::locale::classic());
  return std::any_of(endings.begin(), endings.end(), [&name](const std::string& ending) {
    return boost::algorithm::ends_with(name, ending);
  });
}

bool is_file(const fs::path& path) {
  boost::system::error_code error;
  return fs::is_regular_file(path, error);
}

bool has_header(const RecordReader& first_row, const fs::path& folder, Header header) {
  if (header != Header::automatic) return header == Header::present;
  return !names_file(std::string(first_row[0]), folder);
}

/// The layout of a list, as far as it can be known from its first row.
TextLayout list_layout(const RecordReader& first_row, const fs::path& folder, Header header) {
  TextLayout layout;
  layout.header = has_header(first_row, folder, header);
  layout.kinds.resize(first_row.size());
  if (!layout.header) return layout;
  for (std::size_t c = 0; c < first_row.size(); ++c) layout.names.emplace_back(first_row[c]);
  return layout;
}

fs::path listed_file(const RecordReader& row, const fs::path& folder, const std::string& input) {
  const std::string name(row[0]);
  if (!is_plain_name(name)) {
    throw cell_error(input, row.row(), 1, "not the name of a file in the site's input folder");
  }
  if (!is_file(folder / name)) {
    throw cell_error(input, row.row(), 1,
                     "there is no such file in the site's input folder (with data_format table "
                     "it is no file's name)");
  }
  return folder / name;
}

/// Where a list has its ids and labels.
struct ListColumns {
  std::size_t id = 0;
  std::optional<std::size_t> label;
};

ListColumns find_columns(const TextLayout& layout, const TableFormat& format,
                         const std::string& input) {
  const auto find = [&](const std::string& name, const std::string& parameter) {
    return named_column(layout, name, format.may_lack_columns, parameter, input);
  };
  return {find(format.id_column, "id_column").value_or(0),
          find(format.label_column, "label_column")};
}

void add_subject(FileList& list, const RecordReader& row, const ListColumns& columns,
                 const fs::path& folder, const std::string& input) {
  const auto text = [&](std::string_view cell, std::size_t column) {
    return checked_text(cell, input, row.row(), column + 1);
  };
  list.files.push_back(listed_file(row, folder, input));
  list.names.push_back(input + " row " + std::to_string(row.row()) + "'s file");
  if (row[columns.id].empty()) {
    throw cell_error(input, row.row(), columns.id + 1, "the id is missing");
  }
  list.ids.push_back(text(row[columns.id], columns.id));
  if (columns.label) list.labels.push_back(text(label_text(row[*columns.label]), *columns.label));
  list.rows.push_back(row.row());
}

}  // namespace

bool names_file(const std::string& text, const fs::path& folder) {
  return is_image_name(text) || ends_with_any(text, {".npy", ".csv", ".tsv", ".txt"}) ||
         (is_plain_name(text) && is_file(folder / text));
}

bool is_image_name(const std::string& name) { return ends_with_any(name, {".nii", ".nii.gz"}); }

FileList read_file_list(const fs::path& list, const std::string& input, const TableFormat& format) {
  const TextInput text = open_text(list, input);
  RecordReader reader(*text, find_delimiter(*text, RecordReader::none, input), input);
  if (!reader.next_filled()) throw InputError(input + " is empty");
  const fs::path folder = list.parent_path();
  const TextLayout layout = list_layout(reader, folder, format.header);
  const ListColumns columns = find_columns(layout, format, input);
  FileList found;
  bool more = !layout.header || reader.next_filled();
  for (; more; more = reader.next_filled()) {
    if (reader.size() != layout.kinds.size()) {
      throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                       std::to_string(reader.size()) + " instead of " +
                       std::to_string(layout.kinds.size()) + " columns");
    }
    add_subject(found, reader, columns, folder, input);
  }
  if (found.files.empty()) throw InputError(input + " names no file");
  check_ids(table_of(found), input);
  return found;
}

FileList images_in_folder(const fs::path& folder, const std::string& input) {
  FileList found;
  boost::system::error_code error;
  const fs::directory_iterator entries(folder, error);
  if (error) throw InputError(input + ": the folder cannot be read");
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    // macOS leaves "._scan.nii.gz" beside files.
    if (!name.starts_with('.') && is_image_name(name) && is_file(entry.path())) {
      found.files.push_back(entry.path());
    }
  }
  if (found.files.empty()) throw InputError(input + " is a folder without images (.nii, .nii.gz)");
  std::sort(found.files.begin(), found.files.end(), [](const fs::path& a, const fs::path& b) {
    return a.filename().string() < b.filename().string();
  });
  for (const fs::path& file : found.files) {
    const std::size_t row = found.rows.size() + 1;
    found.names.push_back(input + " image " + std::to_string(row) + " by name");
    found.ids.push_back(checked_text(file.filename().string(), input, row, 1));
    found.rows.push_back(row);
  }
  return found;
}

FileList one_file(const fs::path& file, const std::string& input) {
  return {{file}, {input}, {checked_text(file.filename().string(), input, 1, 1)}, {}, {1}};
}

Table table_of(const FileList& list) {
  Table table;
  table.ids = list.ids;
  table.labels = list.labels;
  table.rows = list.rows;
  return table;
}

}  // namespace dsne::data
