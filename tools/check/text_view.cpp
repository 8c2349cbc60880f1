#include "tools/check/text_view.h"

#include <algorithm>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns.h"
#include "data/file_list.h"
#include "data/npy.h"
#include "data/text_input.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using data::RecordReader;
using data::TextInput;
using data::TextLayout;
using Path = boost::filesystem::path;

void view_columns(const data::TableFormat& format, TextView& view) {
  try {
    const data::Columns columns = data::choose_columns(view.layout, format, table_name);
    for (const std::size_t id : columns.ids) {
      view.id_columns.push_back(column_name(view.layout, id));
    }
    if (columns.label) view.label_column = column_name(view.layout, *columns.label);
  } catch (const InputError&) {
    // The reader reports what is wrong with the columns.
  }
}

/// Returns the first row that is not blank, for a table that could not be read.
std::string first_cells(const TextInput& text, char delimiter) {
  constexpr std::size_t shown = 5;
  RecordReader reader(*text, delimiter, table_name);
  if (!reader.next_filled()) return "";
  std::vector<std::string> cells = reader.cells();
  for (std::string& cell : cells) cell = shown_text(cell, 20);
  const std::size_t all = cells.size();
  cells.resize(std::min(all, shown));
  return listed(cells) + (all > shown ? ", …" : "");
}

}  // namespace

std::string delimiter_name(char delimiter) {
  switch (delimiter) {
    case '\t':
      return "tab";
    case ';':
      return "semicolon";
    case ',':
      return "comma";
    case RecordReader::blanks:
      return "blanks";
    default:
      return std::string("\"") + delimiter + '"';
  }
}

std::string column_name(const TextLayout& layout, std::size_t column) {
  return shown_text(data::shown_name(layout, column));
}

std::optional<TextView> view_text(const Path& file, const data::TableFormat& format) {
  TextView view;
  if (data::is_image_name(file.filename().string())) return std::nullopt;
  try {
    auto bytes = data::open_input(file, table_name);
    if (data::is_npy(bytes)) return std::nullopt;
    const TextInput text = data::open_text(file, table_name);
    for (const std::string& note : text.notes) {
      view.packed |= note.find("gzip") != std::string::npos;
      if (note.find("UTF-16") != std::string::npos) view.encoding = "UTF-16";
      if (note.find("Windows-1252") != std::string::npos) view.encoding = "Windows-1252";
    }
    const char delimiter = data::find_delimiter(text, RecordReader::blanks, table_name);
    view.delimiter = delimiter_name(delimiter);
    view.corner = first_cells(text, delimiter);
    view.layout = data::find_layout(text, format.header, table_name);
    view_columns(format, view);
  } catch (const InputError&) {
    if (view.delimiter.empty()) return std::nullopt;
  }
  return view;
}

std::vector<std::vector<TextCell>> text_cells(const Path& file, const data::TableFormat& format,
                                              const std::vector<std::size_t>& columns) {
  const TextInput text = data::open_text(file, table_name);
  const TextLayout layout = data::find_layout(text, format.header, table_name);
  std::vector<std::vector<TextCell>> found(columns.size());
  for (const auto& [row, cells] : data::cells_by_row(text, layout, columns, table_name)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const data::Cell cell =
          data::read_cell(cells[i], layout.style, layout.kinds[columns[i]].unit);
      if (cell.kind == data::CellKind::text) found[i].push_back({row, cells[i]});
    }
  }
  return found;
}

}  // namespace dsne::tools::checking
