#include <algorithm>
#include <map>
#include <vector>

#include "core/json.h"
#include "data/csv.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/text/text_input.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

/// Replaces what Python writes and JSON does not know.
std::string as_json(std::string_view text) {
  constexpr std::string_view nan = "NaN";
  constexpr std::string_view infinity = "Infinity";
  std::string result;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '\\') {
      result += text.substr(at++, 2);
    } else if (!quoted && text.substr(at, nan.size()) == nan) {
      result += "null";
      at += nan.size() - 1;
    } else if (!quoted && text.substr(at, infinity.size()) == infinity) {
      result += "1e300";
      at += infinity.size() - 1;
    } else {
      if (c == '"') quoted = !quoted;
      result += c;
    }
  }
  return result;
}

bool is_scalar(const Json& value) { return !value.is_structured(); }

/// Whether all members, of which there is one at least, are so.
template <class Fits>
bool all_are(const Json& values, Fits&& fits) {
  return !values.empty() && std::all_of(values.begin(), values.end(), fits);
}

bool is_object(const Json& value) { return value.is_object(); }

bool are_records(const Json& value) { return value.is_array() && all_are(value, is_object); }

std::string cell_of(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A table in the making: each record's cells by the columns' names, these in order of appearance.
class Records {
 public:
  void begin() { rows_.emplace_back(); }

  void add(const std::string& name, const Json& value) {
    if (value.is_object()) {
      const std::string beginning = name + ".";
      for (const auto& [member, inner] : value.items()) add(beginning + member, inner);
      return;
    }
    const auto [place, is_new] = places_.emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    Names& row = rows_.back();
    row.resize(std::max(row.size(), place->second + 1));
    row[place->second] = cell_of(value);
  }

  std::string csv() {
    std::string text = csv_line(names_) + '\n';
    for (Names& row : rows_) {
      row.resize(names_.size());
      text += csv_line(row) + '\n';
    }
    return text;
  }

 private:
  Names names_;
  std::map<std::string, std::size_t> places_;
  std::vector<Names> rows_;
};

std::string from_records(const Json& records) {
  Records table;
  for (const Json& record : records) {
    table.begin();
    for (const auto& [name, value] : record.items()) table.add(name, value);
  }
  return table.csv();
}

/// pandas' split: names, and rows of cells.
std::string from_split(const Json& split) {
  Records table;
  for (const Json& row : split["data"]) {
    table.begin();
    for (std::size_t c = 0; c < std::min(row.size(), split["columns"].size()); ++c) {
      table.add(cell_of(split["columns"][c]), row[c]);
    }
  }
  return table.csv();
}

/// Whether an object's members are named 0, 1, 2, …
bool numbers_members(const Json& object) {
  for (std::size_t number = 0; number < object.size(); ++number) {
    if (!object.contains(std::to_string(number))) return false;
  }
  return true;
}

/// The names of an object's members; numbers in their order.
Names names_of_members(const Json& object) {
  Names names;
  if (numbers_members(object)) {
    for (std::size_t number = 0; number < object.size(); ++number) {
      names.push_back(std::to_string(number));
    }
  } else {
    for (const auto& item : object.items()) names.push_back(item.key());
  }
  return names;
}

/// Lists of cells by column.
std::string from_lists(const Json& columns) {
  Records table;
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    table.begin();
    for (const auto& [name, cells] : columns.items()) table.add(name, cells[row]);
  }
  return table.csv();
}

/// Objects of cells by column, and in each by the rows' names.
std::string from_columns(const Json& columns) {
  Records table;
  for (const std::string& row : names_of_members(columns.front())) {
    table.begin();
    for (const auto& [name, cells] : columns.items()) table.add(name, cells.value(row, Json()));
  }
  return table.csv();
}

/// Objects of cells by row, and in each by the columns' names.
std::string from_rows(const Json& rows) {
  Records table;
  const bool numbered = numbers_members(rows);
  for (const std::string& id : names_of_members(rows)) {
    table.begin();
    if (!numbered) table.add("id", id);
    for (const auto& [name, value] : rows[id].items()) table.add(name, value);
  }
  return table.csv();
}

std::ptrdiff_t known_names(const Json& object) {
  std::ptrdiff_t known = 0;
  for (const auto& item : object.items()) {
    known += is_known_measure(item.key()) || column_role(item.key()) != ColumnRole::measure ? 1 : 0;
  }
  return known;
}

/// Objects in an object: by column where their members count the rows, or more outer than inner
/// names are of columns.
std::string from_objects(const Json& table) {
  const Json& inner = table.front();
  const bool by_column = numbers_members(inner) ||
                         (!numbers_members(table) && known_names(table) > known_names(inner));
  return by_column ? from_columns(table) : from_rows(table);
}

bool are_lists(const Json& table) {
  const std::size_t rows = table.front().size();
  return rows > 1 && all_are(table, [rows](const Json& list) {
           return list.is_array() && list.size() == rows && std::ranges::all_of(list, is_scalar);
         });
}

bool are_cells(const Json& table) {
  return table.size() > 1 && all_are(table, [](const Json& inner) {
           return inner.is_object() && all_are(inner, is_scalar);
         });
}

bool are_rows(const Json& json) {
  return json.is_array() && json.size() > 1 &&
         all_are(json, [](const Json& row) { return row.is_array() && all_are(row, is_scalar); });
}

/// Lists of cells by row.
std::string from_rows_of_cells(const Json& rows) {
  std::string text;
  for (const Json& row : rows) {
    Names cells;
    for (const Json& cell : row) cells.push_back(cell_of(cell));
    text += csv_line(cells) + '\n';
  }
  return text;
}

std::optional<std::string> table_of(const Json& json) {
  if (are_records(json)) return from_records(json);
  if (are_rows(json)) return from_rows_of_cells(json);
  if (!json.is_object() || json.empty()) return std::nullopt;
  const auto data = json.find("data");
  if (data != json.end() && data->is_array() && !data->empty()) {
    if (json.contains("schema") && are_records(*data)) return from_records(*data);
    const bool is_split = json.contains("columns") && json["columns"].is_array();
    if (is_split && data->front().is_array()) return from_split(json);
  }
  if (are_lists(json)) return from_lists(json);
  if (are_cells(json)) return from_objects(json);
  const auto lists = std::count_if(json.begin(), json.end(), are_records);
  if (lists != 1) return std::nullopt;
  return from_records(*std::find_if(json.begin(), json.end(), are_records));
}

/// A record in each line.
std::optional<std::string> table_of_lines(std::string_view text) {
  Json records = Json::array();
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto record = parse_python_json(line);
    if (!record || !record->is_object()) return std::nullopt;
    records.push_back(*std::move(record));
  }
  return records.size() > 1 ? std::optional(from_records(records)) : std::nullopt;
}

}  // namespace

std::optional<Json> parse_python_json(std::string_view text) {
  const std::string plain = as_json(text);
  return nests_too_deeply(plain) ? std::nullopt : parse_json(plain);
}

std::optional<std::string> json_table(std::string_view text) {
  const auto json = parse_python_json(text);
  return json ? table_of(*json) : table_of_lines(text);
}

}  // namespace dsne::data
