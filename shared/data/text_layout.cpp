#include "data/text_layout.h"

#include <algorithm>
#include <optional>

#include "data/record_reader.h"

namespace dsne::data {
namespace {

using Kinds = std::vector<CellKind>;

// How many cells the first two rows have. A row that cannot be read so is left out.
std::vector<std::size_t> first_widths(std::istream& in, char delimiter, const std::string& input) {
  RecordReader reader(in, delimiter, input);
  std::vector<std::size_t> widths;
  try {
    while (widths.size() < 2 && reader.next_filled()) widths.push_back(reader.size());
  } catch (const InputError&) {
    return widths;
  }
  return widths;
}

void check_shape(const RecordReader& reader, std::size_t columns, std::size_t last_row,
                 const std::string& input) {
  if (columns > 1 && reader.row() > last_row + 1) {
    throw InputError(input + " row " + std::to_string(last_row + 1) + " is blank");
  }
  if (reader.size() != columns) {
    throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                     std::to_string(reader.size()) + " instead of " + std::to_string(columns) +
                     " columns");
  }
}

// Fills in the kinds of columns that had no value so far.
void add_kinds(Kinds& kinds, const RecordReader& reader) {
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    if (kinds[c] == CellKind::missing) kinds[c] = read_cell(reader[c]).kind;
  }
}

bool looks_like_header(const Kinds& first, const Kinds& second) {
  const auto holds = [&first](CellKind kind) {
    return std::find(first.begin(), first.end(), kind) != first.end();
  };
  if (!holds(CellKind::text)) return false;
  if (!holds(CellKind::number)) return true;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (first[c] == CellKind::text && second[c] == CellKind::number) return true;
  }
  return false;
}

bool has_header(Header header, const Kinds& first, const Kinds& second) {
  if (header == Header::automatic) return looks_like_header(first, second);
  return header == Header::present;
}

// The kinds that the first row decides, and the others' from below it.
Kinds merged(const Kinds& first, Kinds below) {
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (first[c] != CellKind::missing) below[c] = first[c];
  }
  return below;
}

std::vector<std::string> cells_of(const RecordReader& reader) {
  std::vector<std::string> cells(reader.size());
  for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = reader[c];
  return cells;
}

// What is kept of the rows: the first two decide on the header.
struct Survey {
  std::vector<std::string> first_cells;
  Kinds first;   // of the first row
  Kinds second;  // of the second row
  Kinds below;   // of each column's first value below the first row
  std::size_t last_row = 0;
};

Survey survey_rows(RecordReader reader, const std::string& input) {
  Survey survey;
  while (reader.next_filled()) {
    if (survey.last_row == 0) {
      survey.first_cells.resize(reader.size());
      survey.first = survey.second = survey.below = Kinds(reader.size(), CellKind::missing);
    }
    check_shape(reader, survey.below.size(), survey.last_row, input);
    survey.last_row = reader.row();
    if (reader.row() == 1) {
      survey.first_cells = cells_of(reader);
      add_kinds(survey.first, reader);
    } else {
      add_kinds(survey.below, reader);
      if (reader.row() == 2) survey.second = survey.below;
    }
  }
  if (survey.last_row == 0) throw InputError(input + " is empty");
  return survey;
}

}  // namespace

char find_delimiter(std::istream& in, char fallback, const std::string& input) {
  std::optional<char> splits_first;
  for (const char candidate : {'\t', ';', ','}) {
    const auto widths = first_widths(in, candidate, input);
    if (widths.empty() || widths.front() < 2) continue;
    if (widths.back() == widths.front()) return candidate;
    if (!splits_first) splits_first = candidate;
  }
  return splits_first.value_or(fallback);
}

TextLayout find_layout(std::istream& in, Header header, const std::string& input) {
  TextLayout layout;
  layout.delimiter = find_delimiter(in, RecordReader::blanks, input);
  const Survey survey = survey_rows(RecordReader(in, layout.delimiter, input), input);
  layout.header = has_header(header, survey.first, survey.second);
  layout.first_row = layout.header ? 2 : 1;
  layout.last_row = survey.last_row;
  if (layout.first_row > layout.last_row) {
    throw InputError(input + " has no row below its header");
  }
  layout.names = layout.header ? survey.first_cells : std::vector<std::string>();
  layout.kinds = layout.header ? survey.below : merged(survey.first, survey.below);
  return layout;
}

}  // namespace dsne::data
