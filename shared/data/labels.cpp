#include <cmath>

#include "core/errors.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/npy.h"
#include "data/record_reader.h"
#include "data/table.h"
#include "data/text_input.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

InputError shape_error(const Source& source, std::size_t columns) {
  return source.error("has " + std::to_string(columns) + " instead of 1 columns");
}

// Every line of a text file, without the blank ones at its end.
std::vector<std::string> read_lines(const TextInput& text, const Source& source) {
  RecordReader reader(*text, find_delimiter(text, RecordReader::none, source), source);
  std::vector<std::string> lines;
  std::size_t filled = 0;
  while (reader.next()) {
    lines.push_back(checked_text(reader[0], source, reader.row(), 1));
    if (reader.blank()) continue;
    if (reader.size() > 1) throw shape_error(source, reader.size());
    filled = lines.size();
  }
  lines.resize(filled);
  return lines;
}

std::vector<std::string> read_text_labels(const TextInput& text, const Source& source,
                                          std::size_t points) {
  std::vector<std::string> labels = read_lines(text, source);
  if (labels.empty()) source.refuse("is empty");
  const bool has_header =
      labels.size() == points + 1 && read_cell(labels.front()).kind == CellKind::text;
  if (has_header) labels.erase(labels.begin());
  for (std::string& label : labels) label = label_text(label);
  return labels;
}

std::vector<std::string> read_npy_labels(std::istream& in, const Source& source) {
  const Matrix values = read_npy(in, source);
  if (values.cols() != 1) throw shape_error(source, static_cast<std::size_t>(values.cols()));
  std::vector<std::string> labels;
  for (const double value : values.col(0)) {
    if (std::abs(value) >= exact_limit) {
      source.refuse(labels.size() + 1, 1, "too large a number for a label");
    }
    labels.push_back(label_text(number_text(value)));
  }
  return labels;
}

}  // namespace

std::vector<std::string> read_labels(const boost::filesystem::path& file, const Source& source,
                                     std::size_t points) {
  auto in = open_input(file, source);
  auto labels = is_npy(in) ? read_npy_labels(in, source)
                           : read_text_labels(open_text(file, source), source, points);
  if (labels.size() != points) {
    source.refuse("has " + std::to_string(labels.size()) + " rows for " + std::to_string(points) +
                  " points");
  }
  return labels;
}

}  // namespace dsne::data
