#include "data/formats/scan_history.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <boost/format.hpp>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "data/names/known_names.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

/// BIDS' file of scans, in which dates are found without a column of the table.
constexpr const char* bids_file = "scans.tsv";

constexpr double no_day = std::numeric_limits<double>::quiet_NaN();

/// In the order in which they are taken, without what stands between words.
constexpr std::string_view date_names =
    "acqtime acquisitiondatetime acquisitiondate acqdate scandate scantime datetime date studydate "
    "seriesdate examdate sessiondate visitdate acquisitiontime timestamp";
constexpr std::string_view scanner_names =
    "scanner scannerid scannername scannerserial deviceserialnumber scannermodel "
    "manufacturersmodelname scannertype manufacturer";

/// A name's letters in lower case: "AcquisitionDate" and "acquisition_date" are the same.
std::string letters(const std::string& name) {
  std::string word = lower_case(name);
  std::erase_if(word, [](char c) { return c < 'a' || c > 'z'; });
  return word;
}

/// The column of the first of these names that is there, unless it may be a measure.
std::optional<std::size_t> known_column(const Names& header, std::string_view names) {
  for (const std::string_view name : words_in(names)) {
    const auto found = std::ranges::find_if(header, [&](const std::string& each) {
      return letters(each) == name && column_role(each) == ColumnRole::background;
    });
    if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  }
  return std::nullopt;
}

std::optional<std::size_t> find_column(const Names& header, std::string_view names,
                                       const std::string& asked, const std::string& setting,
                                       const Source& source) {
  if (asked.empty()) return known_column(header, names);
  if (std::ranges::count(header, asked) == 1) {
    return static_cast<std::size_t>(std::ranges::find(header, asked) - header.begin());
  }
  source.refuse("has no column, or several, of the name in " + setting);
}

double day_number(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return no_day;
  return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

double time_of_day(const std::smatch& found, std::size_t first) {
  if (!found[first].matched) return 0;
  const double seconds = found[first + 2].matched ? std::stod(found[first + 2].str()) : 0;
  return (std::stod(found[first].str()) + std::stod(found[first + 1].str()) / 60 + seconds / 3600) /
         24;
}

/// Whether the first number of dates such as 03/04/2023 is the day; nothing where no date shows it.
std::optional<bool> is_day_first(const Names& cells) {
  static const std::regex slashes(R"(\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b.*)");
  constexpr int last_month = 12;
  bool slashed = false;
  for (const std::string& cell : cells) {
    std::smatch found;
    if (!std::regex_match(cell, found, slashes)) continue;
    slashed = true;
    if (std::stoi(found[1].str()) > last_month) return true;
    if (std::stoi(found[2].str()) > last_month) return false;
  }
  return slashed ? std::nullopt : std::optional<bool>(true);
}

std::vector<double> days_of(const Names& cells) {
  const std::optional<bool> day_first = is_day_first(cells);
  std::vector<double> days;
  for (const std::string& cell : cells) {
    days.push_back(day_first ? day_of(cell, *day_first) : no_day);
  }
  return days;
}

/// A scan's date and scanner as they are written; "" for none.
using Told = std::array<std::string, 2>;

/// The history of a table's scans; nothing where none has a date.
/// @param told one per row of the table
ScanHistory history_of(const Table& table, const std::vector<Told>& told,
                       const std::string& date_column, const std::string& scanner_column) {
  ScanHistory history{table.rows, {}, {}, date_column, scanner_column};
  Names dates;
  for (const auto& [date, scanner] : told) {
    dates.push_back(date);
    if (!scanner_column.empty()) history.scanners.push_back(scanner);
  }
  history.days = days_of(dates);
  const bool any = std::ranges::any_of(history.days, [](double day) { return !std::isnan(day); });
  return any ? history : ScanHistory();
}

bool may_hold_columns(const Table& table, const HistoryColumns& columns) {
  if (!columns.date.empty()) return true;
  Names left_out;
  for (const LeftOut& column : table.reading.left_out) left_out.push_back(column.name);
  return known_column(left_out, date_names).has_value();
}

ScanHistory read_columns(const boost::filesystem::path& file, const Source& source,
                         const Table& table, const HistoryColumns& columns) {
  const TextInput text = open_text(file, source);
  const TextLayout layout = find_layout(text, Header::automatic, source);
  const auto date = find_column(layout.names, date_names, columns.date, "date_column", source);
  if (!date) return {};
  const auto scanner =
      find_column(layout.names, scanner_names, columns.scanner, "scanner_column", source);
  const auto cells = cells_by_row(text, layout, {*date, scanner.value_or(*date)}, source);
  std::vector<Told> told;
  for (const std::size_t row : table.rows) {
    const auto found = cells.find(row);
    told.push_back(found == cells.end() ? Told() : Told{found->second[0], found->second[1]});
  }
  ScanHistory history =
      history_of(table, told, layout.names[*date], scanner ? layout.names[*scanner] : "");
  if (history.empty() && !columns.date.empty()) {
    source.refuse(
        ": the column named in date_column holds no date, or does not show "
        "which number is the day: write 2023-05-17");
  }
  return history;
}

/// The name of a scan in BIDS' scans.tsv as MRIQC's tables have it: "sub-1_T1w" of
/// "anat/sub-1_T1w.nii.gz".
std::string scan_name(std::string_view filename) {
  filename.remove_prefix(filename.find_last_of('/') + 1);
  return std::string(filename.substr(0, filename.find('.')));
}

/// What BIDS' scans.tsv and sub-…_scans.tsv in a folder say of each scan.
std::map<std::string, Told> bids_scans(const boost::filesystem::path& folder) {
  std::map<std::string, Told> scans;
  boost::system::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().ends_with("scans.tsv")) continue;
    const TextInput text = open_text(entry->path(), bids_file);
    const TextLayout layout = find_layout(text, Header::automatic, bids_file);
    const auto name = std::ranges::find(layout.names, "filename");
    const auto date = known_column(layout.names, date_names);
    if (name == layout.names.end() || !date) continue;
    const auto scanner = known_column(layout.names, scanner_names);
    const auto named = static_cast<std::size_t>(name - layout.names.begin());
    for (const auto& [row, cells] :
         cells_by_row(text, layout, {named, *date, scanner.value_or(named)}, bids_file)) {
      scans[scan_name(cells[0])] = {cells[1], scanner ? cells[2] : ""};
    }
  }
  return scans;
}

/// The history of scans in BIDS' files beside their table.
ScanHistory read_beside(const boost::filesystem::path& folder, const Table& table) {
  const auto scans = bids_scans(folder);
  std::vector<Told> told;
  for (const std::string& id : table.ids) {
    const auto found = scans.find(id);
    told.push_back(found == scans.end() ? Told() : found->second);
  }
  const bool any_scanner =
      std::ranges::any_of(told, [](const Told& scan) { return !scan[1].empty(); });
  return history_of(table, told, bids_file, any_scanner ? bids_file : "");
}

}  // namespace

double day_of(const std::string& text, bool day_first) {
  // Most tables have no dates, and making the patterns takes longer than reading a small table.
  if (text.empty()) return no_day;
  static const std::string time =
      R"((?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(?:Z|[+-]\d{2}:?\d{2})?)?\s*)";
  static const std::regex year_first(R"(\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))" + time);
  static const std::regex digits(R"(\s*(\d{4})(\d{2})(\d{2}))" + time);
  static const std::regex dots(R"(\s*(\d{1,2})\.(\d{1,2})\.(\d{4}))" + time);
  static const std::regex slashes(R"(\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4}))" + time);
  std::smatch found;
  const auto number = [&](std::size_t group) { return std::stoi(found[group].str()); };
  if (std::regex_match(text, found, year_first) || std::regex_match(text, found, digits)) {
    return day_number(number(1), number(2), number(3)) + time_of_day(found, 4);
  }
  if (std::regex_match(text, found, dots)) {
    return day_number(number(3), number(2), number(1)) + time_of_day(found, 4);
  }
  if (std::regex_match(text, found, slashes)) {
    const int day = number(day_first ? 1 : 2);
    return day_number(number(3), number(day_first ? 2 : 1), day) + time_of_day(found, 4);
  }
  return no_day;
}

std::string date_text(double day) {
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(static_cast<int>(std::floor(day))))};
  return str(boost::format("%04d-%02d-%02d") % static_cast<int>(date.year()) %
             static_cast<unsigned>(date.month()) % static_cast<unsigned>(date.day()));
}

ScanHistory read_scan_history(const boost::filesystem::path& file, const Source& source,
                              const Table& table, const HistoryColumns& columns) {
  if (!boost::filesystem::is_regular_file(file)) return {};
  try {
    if (may_hold_columns(table, columns)) return read_columns(file, source, table, columns);
    return read_beside(folder_of(file), table);
  } catch (const InputError&) {
    if (!columns.date.empty()) throw;
    return {};
  }
}

}  // namespace dsne::data
