#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/table.h"

namespace dsne::data {

/// When, and on which scanner, a site's scans were made. It stays at the site.
struct ScanHistory {
  std::vector<std::size_t> rows;      ///< Table::rows of the scans
  std::vector<double> days;           ///< since 1970-01-01; NaN where no date could be read
  std::vector<std::string> scanners;  ///< "" where missing; empty without such a column
  std::string date_column;            ///< as the header has it; "scans.tsv" of a file beside it
  std::string scanner_column;         ///< "" without one

  bool empty() const { return rows.empty(); }

  /// Visits what a site keeps between two steps (core/state.h).
  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("rows", self.rows);
    visit("days", self.days);
    visit("scanners", self.scanners);
    visit("date_column", self.date_column);
    visit("scanner_column", self.scanner_column);
  }
};

/// The columns that hold dates and scanners; "" finds them by name (acq_time, scan_date, scanner,
/// manufacturer, …).
struct HistoryColumns {
  std::string date;
  std::string scanner;
};

/// Reads the dates and scanners of a table's rows, from columns that are no measures. A date is
/// 2023-05-17, with or without a time, 20230517, 17.05.2023, or 05/17/2023 where the column shows
/// which of the numbers is the day. Where the table has no such column, BIDS' `scans.tsv` and
/// `sub-…_scans.tsv` in its folder tell by the scans' names.
/// @param file the table's file, or list of files
/// @param table as it was read from there
/// @return nothing where no column holds dates
/// @throws InputError when a column that is asked for is not there or holds no date
ScanHistory read_scan_history(const boost::filesystem::path& file, const Source& source,
                              const Table& table, const HistoryColumns& columns);

/// The day of a date, since 1970-01-01, with the time as its fraction; NaN of what is no date.
/// @param day_first of dates such as 03/04/2023: whether the first number is the day
double day_of(const std::string& text, bool day_first);

/// A day as people write it: 2023-05-17.
std::string date_text(double day);

}  // namespace dsne::data
