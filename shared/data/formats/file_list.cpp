#include "data/formats/file_list.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/errors.h"
#include "core/files.h"
#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/names/known_names.h"
#include "data/text/file_kind.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Cells = std::vector<std::string>;

bool ends_with_any(const std::string& text, std::string_view endings) {
  const std::string name = lower_case(text);
  return std::ranges::any_of(words_in(endings),
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_file(const fs::path& path) {
  boost::system::error_code error;
  return fs::is_regular_file(path, error);
}

bool ends_as_file(const std::string& text) {
  return is_any_image_name(text) || ends_with_any(text, ".npy .csv .tsv .txt .json");
}

bool is_index(const std::string& text) {
  const Cell cell = read_cell(text);
  return cell.kind == CellKind::missing ||
         (cell.kind == CellKind::number && cell.number == std::trunc(cell.number));
}

bool has_decimals(const std::string& text) {
  const Cell cell = read_cell(text);
  return cell.kind == CellKind::number && cell.number != std::trunc(cell.number);
}

/// Takes the header out of the rows, if there is one. Columns are as many as its names; R's
/// write.table gives none to the first column.
TextLayout take_header(std::vector<NumberedRow>& rows, const fs::path& folder, Header header) {
  TextLayout layout;
  layout.header = header == Header::automatic ? !file_column(rows.front().cells, folder)
                                              : header == Header::present;
  layout.names = rows.front().cells;
  if (layout.header) {
    rows.erase(rows.begin());
    const bool first_is_nameless = !rows.empty() &&
                                   rows.front().cells.size() == layout.names.size() + 1 &&
                                   !rows.front().cells.back().empty();
    if (first_is_nameless) layout.names.insert(layout.names.begin(), "");
  }
  layout.kinds.resize(layout.names.size(), {CellKind::text});
  return layout;
}

void check_width(const NumberedRow& row, std::size_t columns, const Source& source) {
  if (row.cells.size() >= columns && filled_width(row.cells) <= columns) return;
  throw width_error(source, row.row, row.cells.size(), columns);
}

/// Where a list has its files, ids and labels.
struct ListColumns {
  std::size_t file = 0;
  std::optional<std::size_t> id;
  std::optional<std::size_t> person;
  std::optional<std::size_t> label;
};

ListColumns find_columns(const TextLayout& layout, const TableFormat& format,
                         const Source& source) {
  const auto find = [&](const std::string& name, const std::string& parameter) {
    return named_column(layout, name, format.may_lack_columns, parameter, source);
  };
  const auto stated = find(format.person_column, "person_column");
  return {0, find(format.id_column, "id_column"), stated ? stated : find_person_column(layout, {}),
          find(format.label_column, "label_column")};
}

/// Asks whose each file is, where a column of the list may say it.
std::optional<PersonDoubt> doubt_of_list(TextLayout layout, const std::vector<NumberedRow>& rows,
                                         const ListColumns& found) {
  StyleEvidence evidence(layout.columns());
  for (const NumberedRow& row : rows) {
    for (std::size_t c = 0; c < layout.columns(); ++c) {
      evidence.add(row.cells[c], row.row, c);
      layout.cells[c].push_back(row.cells[c]);
    }
  }
  layout.kinds = evidence.kinds();
  Columns columns;
  columns.ids = {found.id.value_or(found.file)};
  columns.person = found.person;
  columns.label = found.label;
  return doubt_persons(layout, columns);
}

/// A list in the making.
struct ListReading {
  FileList list;
  ListedFiles files;
  std::vector<std::size_t> missing;  ///< the rows whose files are not there
  std::set<std::string> missing_names;
  std::map<fs::path, std::size_t> rows_of_files;
  std::size_t leftovers = 0;
  bool has_paths = false;
};

/// The row's file; nothing, and noted, when it is not in the folder.
std::optional<fs::path> listed_file(ListReading& reading, const std::string& text, std::size_t row,
                                    std::size_t column, const Source& source) {
  const std::string name = last_part(text);
  if (!is_plain_name(name)) {
    source.refuse(row, column + 1, "not the name of a file in the site's input folder");
  }
  auto file = reading.files.find(name);
  if (!file) {
    reading.missing.push_back(row);
    reading.missing_names.insert(name);
    return std::nullopt;
  }
  const auto [same, added] = reading.rows_of_files.emplace(*file, row);
  if (!added) {
    source.refuse("rows " + std::to_string(same->second) + " and " + std::to_string(row) +
                  " name the same file: bring a file for each subject");
  }
  reading.has_paths = reading.has_paths || name != text;
  return file;
}

void add_subject(ListReading& reading, const Cells& cells, std::size_t row,
                 const ListColumns& columns, const Source& source) {
  const auto text = [&](std::string_view cell, std::size_t column) {
    return checked_text(cell, source, row, column + 1);
  };
  const auto file = listed_file(reading, cells[columns.file], row, columns.file, source);
  if (!file) return;
  reading.list.files.push_back(*file);
  reading.list.names.push_back(source.name + " row " + std::to_string(row) + "'s file");
  Table& subjects = reading.list.subjects;
  if (columns.id && cells[*columns.id].empty()) {
    source.refuse(row, *columns.id + 1, "the id is missing");
  }
  subjects.ids.push_back(columns.id ? text(cells[*columns.id], *columns.id)
                                    : text(last_part(cells[columns.file]), columns.file));
  if (columns.person) subjects.persons.push_back(text(cells[*columns.person], *columns.person));
  if (columns.label) {
    subjects.labels.push_back(text(label_text(cells[*columns.label]), *columns.label));
  }
  subjects.rows.push_back(row);
}

void refuse_missing(const ListReading& reading, const ListColumns& columns, const Source& source) {
  const std::vector<std::size_t>& rows = reading.missing;
  if (rows.empty()) return;
  if (rows.size() == 1) {
    source.refuse(rows.front(), columns.file + 1,
                  "there is no such file in the site's input folder (with data_format table "
                  "it is no file's name)");
  }
  source.refuse(
      "names " + std::to_string(rows.size()) +
      " files that are not in the site's input folder, in rows " + row_list(rows) +
      (reading.missing_names.size() < rows.size()
           ? ": only a file's name counts, not its folder: give each file its own name, and bring "
             "them into the list's folder"
           : ": bring them into the list's folder (with data_format table they are no files' "
             "names)"));
}

std::string leftover_note(std::size_t count) {
  return "Files that computers leave in folders (._*, .DS_Store, Thumbs.db) were skipped: " +
         std::to_string(count) + ".";
}

/// @param others the folder's files, none of which is an image that is read
InputError without_images(std::vector<fs::path> others, const Source& source) {
  std::ranges::sort(others);
  std::string what;
  for (std::size_t i = 0; i < others.size() && what.empty(); ++i) what = other_file_kind(others[i]);
  return source.error(
      "is a folder without images (.nii, .nii.gz)" +
      (what.empty() ? ": bring a list that names a file for each subject" : "; it holds " + what));
}

}  // namespace

std::optional<std::size_t> file_column(const Cells& row, const fs::path& folder) {
  ListedFiles files(folder);
  for (std::size_t c = 0; c < row.size(); ++c) {
    const bool is_named = ends_as_file(row[c]);
    if (c == 0 && (is_named || (is_plain_name(row[0]) && is_file(folder / row[0])))) return 0;
    if (is_named && ((c == 1 && is_index(row[0])) || files.find(last_part(row[c])))) return c;
    if (has_decimals(row[c])) return std::nullopt;
  }
  return std::nullopt;
}

bool is_image_name(const std::string& name) {
  return ends_with_any(name, ".nii .nii.gz") && !is_leftover(name);
}

bool is_any_image_name(const std::string& name) {
  return ends_with_any(name,
                       ".nii .nii.gz .mgz .mgh .gii .hdr .img .img.gz .dcm .ima .mnc .nrrd .head "
                       ".brik .brik.gz") &&
         !is_leftover(name);
}

FileList read_file_list(const fs::path& list, const Source& source, const TableFormat& format) {
  const TextInput text = open_text(list, source);
  const char delimiter = find_delimiter(text, RecordReader::none, source);
  std::vector<NumberedRow> rows =
      first_rows({*text, delimiter, source}, std::numeric_limits<std::size_t>::max());
  if (rows.empty()) source.refuse("is empty");
  const fs::path folder = folder_of(list);
  const TextLayout layout = take_header(rows, folder, format.header);
  ListColumns columns = find_columns(layout, format, source);
  if (!rows.empty()) columns.file = file_column(rows.front().cells, folder).value_or(0);
  ListReading reading{{}, ListedFiles(folder), {}, {}, {}, 0, false};
  for (const NumberedRow& row : rows) {
    check_width(row, layout.columns(), source);
    if (is_leftover(last_part(row.cells[columns.file]))) {
      ++reading.leftovers;
    } else {
      add_subject(reading, row.cells, row.row, columns, source);
    }
  }
  refuse_missing(reading, columns, source);
  reading.list.subjects.reading.person_doubt = doubt_of_list(layout, rows, columns);
  if (reading.list.files.empty()) source.refuse("names no file");
  Table& found = reading.list.subjects;
  check_ids(found, source);
  found.reading.names_persons = names_persons(layout, columns.person, format);
  if (reading.leftovers > 0) found.reading.notes.push_back(leftover_note(reading.leftovers));
  if (reading.has_paths) {
    found.reading.notes.emplace_back("Of the paths in the list the files' names were taken.");
  }
  return std::move(reading.list);
}

FileList images_in_folder(const fs::path& folder, const Source& source) {
  FileList found;
  boost::system::error_code error;
  const fs::directory_iterator entries(folder, error);
  if (error) source.refuse(": the folder cannot be read");
  std::vector<fs::path> others;
  std::size_t leftovers = 0;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (!is_file(entry.path())) continue;
    const bool hidden = name.starts_with('.');
    if (is_leftover(name)) ++leftovers;
    if (!hidden && is_image_name(name)) found.files.push_back(entry.path());
    if (!hidden && !is_image_name(name)) others.push_back(entry.path());
  }
  if (found.files.empty()) throw without_images(others, source);
  std::ranges::sort(found.files, {}, [](const fs::path& file) { return file.filename().string(); });
  for (const fs::path& file : found.files) {
    const std::size_t row = found.names.size() + 1;
    found.names.push_back(source.name + " image " + std::to_string(row) + " by name");
    found.subjects.ids.push_back(checked_text(file.filename().string(), source, row, 1));
    found.subjects.rows.push_back(row);
  }
  if (leftovers > 0) found.subjects.reading.notes.push_back(leftover_note(leftovers));
  return found;
}

FileList one_file(const fs::path& file, const Source& source) {
  FileList list;
  list.files = {file};
  list.names = {source.name};
  list.subjects.ids = {checked_text(file.filename().string(), source, 1, 1)};
  list.subjects.rows = {1};
  return list;
}

std::string last_part(const std::string& path) {
  const std::size_t split = path.find_last_of("/\\");
  return split == std::string::npos ? path : path.substr(split + 1);
}

std::optional<fs::path> ListedFiles::find(const std::string& name) {
  if (!is_plain_name(name)) return std::nullopt;
  if (is_file(folder_ / name)) return folder_ / name;
  const bool ascii =
      std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return std::nullopt;
  if (composed_.empty()) list();
  const auto found = composed_.find(composed_name(name));
  return found == composed_.end() ? std::nullopt : std::optional(found->second);
}

void ListedFiles::list() {
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    if (!is_file(entry.path())) continue;
    composed_.emplace(composed_name(entry.path().filename().string()), entry.path());
  }
}

}  // namespace dsne::data
