#include "data/quality_table.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <locale>
#include <optional>
#include <string_view>

#include "core/errors.h"
#include "data/cell.h"
#include "data/input_file.h"
#include "data/quality_measures.h"
#include "data/record_reader.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

// The spellings of what tells scans apart, from the coarsest to the finest.
const std::array<Names, 4> identity = {{{"subject", "subject_id", "participant", "participant_id"},
                                        {"session", "session_id"},
                                        {"scan", "scan_id", "series", "series_id"},
                                        {"run", "run_id"}}};
constexpr std::string_view mriqc_id = "bids_name";

// Other columns that may hold numbers and are no measures.
const Names origins = {"site", "site_name", "date", "time", "index", "", "unnamed: 0"};
const Names origin_prefixes = {"bids_meta.", "provenance.", "rating.", "_"};

std::string lower(const std::string& name) {
  return boost::algorithm::to_lower_copy(name, std::locale::classic());
}

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<std::size_t> find_any(const Names& columns, const Names& spellings) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const std::string& column) {
    return contains(spellings, lower(column));
  });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

/// The columns that make up a scan's id; none when there is neither a scan's nor a subject's.
std::vector<std::size_t> id_columns(const Names& columns) {
  if (const auto scan = find_any(columns, {std::string(mriqc_id)})) return {*scan};
  std::vector<std::size_t> found;
  for (const Names& spellings : identity) {
    if (const auto column = find_any(columns, spellings)) found.push_back(*column);
    if (found.empty()) break;
  }
  return found;
}

bool is_origin(const std::string& column) {
  const std::string name = lower(column);
  const auto is_start = [&name](const std::string& prefix) { return name.rfind(prefix, 0) == 0; };
  return name == mriqc_id || contains(origins, name) ||
         std::any_of(identity.begin(), identity.end(),
                     [&name](const Names& spellings) { return contains(spellings, name); }) ||
         std::any_of(origin_prefixes.begin(), origin_prefixes.end(), is_start);
}

/// Each row's cells in these columns, joined.
Names joined_ids(std::istream& in, const TextLayout& layout,
                 const std::vector<std::size_t>& columns, const std::string& input) {
  RecordReader reader(in, layout.delimiter, input);
  reader.next();
  Names ids;
  while (reader.row() < layout.last_row && reader.next()) {
    std::string id;
    for (const std::size_t column : columns) {
      if (reader[column].empty()) {
        throw cell_error(input, reader.row(), column + 1, "the id is missing");
      }
      if (!id.empty()) id += '_';
      id += checked_text(reader[column], input, reader.row(), column + 1);
    }
    ids.push_back(id);
  }
  return ids;
}

}  // namespace

bool is_quality_table(const Names& names) {
  if (names.empty()) return false;
  if (lower(names.front()) == mriqc_id || has_quality_measures(names)) return true;
  return contains(identity[0], lower(names.front())) && find_any(names, identity[1]) &&
         find_any(names, identity[2]);
}

Table read_quality_table(const boost::filesystem::path& file, const std::string& input,
                         TableFormat format) {
  auto in = open_input(file, input);
  const TextLayout layout = find_layout(in, Header::present, input);
  const std::vector<std::size_t> ids = id_columns(layout.names);
  const bool named_id = !format.id_column.empty();
  const bool known = has_quality_measures(layout.names);
  if (!named_id && ids.empty() && !known) {
    throw InputError(input +
                     " is no table of MRIQC or QAP: none of its columns is bids_name, "
                     "subject or Participant");
  }
  format.header = Header::present;
  std::copy_if(layout.names.begin(), layout.names.end(), std::back_inserter(format.no_features),
               [known](const std::string& name) {
                 return is_origin(name) || (known && !is_quality_measure(name));
               });
  Table table = read_table(file, input, format);
  if (named_id || ids.empty()) return table;
  table.ids = joined_ids(in, layout, ids, input);
  if (table.ids.size() != table.rows.size()) {
    throw InputError(input + " was changed while it was read");
  }
  check_ids(table, input);
  return table;
}

}  // namespace dsne::data
