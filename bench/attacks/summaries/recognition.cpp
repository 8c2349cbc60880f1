// How surely persons are known by their records (shared/summary/known_persons.h): how many
// strangers would be taken for a person of a summary, and how many persons are found in a table
// that was written in another way. Prints Markdown.
//
//   bench_recognition TABLE...

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

#include "core/errors.h"
#include "data/columns/persons.h"
#include "data/formats/data_format.h"
#include "summary/known_persons.h"
#include "summary/records.h"

namespace {

using dsne::Matrix;
using Eigen::Index;
using Columns = std::vector<Index>;

constexpr int repeats = 40;

/// The first record of each person.
Matrix first_records(const std::string& file) {
  dsne::data::TableFormat format;
  dsne::data::Table table =
      dsne::data::read_data(file, file, dsne::data::DataFormat::automatic, format);
  const std::vector<std::string> persons = dsne::data::persons_of(table);
  std::set<std::string> known;
  Columns rows;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    if (known.insert(persons[i]).second) rows.push_back(static_cast<Index>(i));
  }
  return table.values(rows, Eigen::all);
}

Columns some(Index count, Index of, std::mt19937& generator) {
  Columns all(static_cast<std::size_t>(of));
  std::iota(all.begin(), all.end(), Index{0});
  std::shuffle(all.begin(), all.end(), generator);
  all.resize(static_cast<std::size_t>(std::min(count, of)));
  return all;
}

double with_digits(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}

double with_decimals(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return std::isfinite(value) ? std::round(value * unit) / unit : value;
}

using Rewrite = std::function<Matrix(const Matrix&, std::mt19937&)>;

Rewrite each(double (*change)(double, int), int by) {
  return [=](const Matrix& table, std::mt19937& /*generator*/) {
    return Matrix(table.unaryExpr([=](double value) { return change(value, by); }));
  };
}

Matrix some_columns(const Matrix& table, Index count, bool ordered, std::mt19937& generator) {
  Columns columns = some(count, table.cols(), generator);
  if (ordered) std::sort(columns.begin(), columns.end());
  return table(Eigen::all, columns);
}

std::vector<std::pair<std::string, Rewrite>> rewrites() {
  return {{"as it is", each(with_digits, 17)},
          {"six digits", each(with_digits, 6)},
          {"four digits", each(with_digits, 4)},
          {"three digits", each(with_digits, 3)},
          {"three decimals", each(with_decimals, 3)},
          {"two decimals", each(with_decimals, 2)},
          {"float32", [](const Matrix& table,
                         std::mt19937&) { return Matrix(table.cast<float>().cast<double>()); }},
          {"a column less",
           [](const Matrix& table, std::mt19937& generator) {
             return some_columns(table, table.cols() - 1, true, generator);
           }},
          {"half of the columns",
           [](const Matrix& table, std::mt19937& generator) {
             return some_columns(table, (table.cols() + 1) / 2, true, generator);
           }},
          {"columns shuffled", [](const Matrix& table, std::mt19937& generator) {
             return some_columns(table, table.cols(), false, generator);
           }}};
}

struct Found {
  double persons = 0;
  double all = 0;
};

/// How many of the fresh records are taken for a kept one.
Found found_in(const Matrix& fresh, const Matrix& kept) {
  const dsne::Bytes32 key{7};
  dsne::summary::KnownRecords known;
  for (const auto& digests : dsne::summary::digests_of(key, kept)) {
    known.add(dsne::summary::parse_kept_digests(dsne::summary::kept_text(digests)));
  }
  Found found;
  for (const auto& digests : dsne::summary::digests_of(key, fresh)) {
    found.persons += known.find(digests) ? 1 : 0;
    ++found.all;
  }
  return found;
}

/// The table without records that are another's in all values but one. Public tables have scans
/// that are in them under two ids.
Matrix without_copies(const Matrix& table) {
  const auto is_copy = [](const auto& a, const auto& b) {
    Index different = 0;
    for (Index c = 0; c < a.size() && different < 2; ++c) different += a(c) != b(c) ? 1 : 0;
    return different < 2;
  };
  Columns rows;
  for (Index i = 0; i < table.rows(); ++i) {
    if (std::ranges::none_of(rows,
                             [&](Index other) { return is_copy(table.row(i), table.row(other)); }))
      rows.push_back(i);
  }
  return table(rows, Eigen::all);
}

/// How many persons of other tables are found, by how these were written.
struct Measured {
  std::map<std::string, Found> strangers;  ///< other people, both tables written in this way
  std::map<std::string, int> refused;      ///< tables of them with one that was found
  std::map<std::string, Found> again;      ///< the same people, the second table in this way
};

const std::set<std::string> ways_of_strangers = {"as it is", "four digits", "three digits",
                                                 "three decimals", "two decimals"};

Measured measure(const Matrix& table, Index columns) {
  std::mt19937 generator(41);
  Measured measured;
  const auto add = [](Found& sum, const Found& found) {
    sum.persons += found.persons;
    sum.all += found.all;
  };
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const Index kept_rows =
        std::vector<Index>{20, 60, 200, 500}[static_cast<std::size_t>(repeat % 4)];
    const Columns rows = some(table.rows(), table.rows(), generator);
    const Index half = std::min(kept_rows, table.rows() / 2);
    const Matrix all = some_columns(table(rows, Eigen::all), columns, true, generator);
    const Matrix kept = all.topRows(half);
    const Matrix others = all.bottomRows(std::min<Index>(500, all.rows() - half));
    for (const auto& [way, rewrite] : rewrites()) {
      const Columns order = some(half, half, generator);
      add(measured.again[way], found_in(rewrite(kept(order, Eigen::all), generator), kept));
      if (!ways_of_strangers.contains(way)) continue;
      const Found other = found_in(rewrite(others, generator), rewrite(kept, generator));
      add(measured.strangers[way], other);
      measured.refused[way] += other.persons > 0 ? 1 : 0;
    }
  }
  return measured;
}

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += ' ' + cell + " |";
  return text + '\n';
}

std::string head(std::vector<std::string> cells) {
  const std::string names = row(cells);
  for (std::string& cell : cells) cell = "---";
  return names + row(cells);
}

/// The two tables of results.
struct Results {
  std::string strangers = "Strangers taken for a person (tables of 40 refused for one)\n\n";
  std::string again = "Found again, %\n\n";

  Results() {
    std::vector<std::string> cells = {"table", "columns"};
    std::vector<std::string> ways = cells;
    for (const auto& [way, rewrite] : rewrites()) {
      cells.push_back(way);
      if (ways_of_strangers.contains(way)) ways.push_back(way);
    }
    strangers += head(ways);
    again += head(cells);
  }

  void add(const std::string& name, Index columns, const Measured& measured) {
    std::vector<std::string> cells = {name, std::to_string(columns)};
    std::vector<std::string> ways = cells;
    for (const auto& [way, rewrite] : rewrites()) {
      const Found& found = measured.again.at(way);
      std::ostringstream share;
      share << std::round(1000 * found.persons / found.all) / 10;
      cells.push_back(share.str());
      if (!ways_of_strangers.contains(way)) continue;
      const Found& other = measured.strangers.at(way);
      std::ostringstream count;
      count << other.persons << " of " << other.all << " (" << measured.refused.at(way) << ")";
      ways.push_back(count.str());
    }
    strangers += row(ways);
    again += row(cells);
  }
};

}  // namespace

int main(int count, char** files) try {
  Results results;
  for (int i = 1; i < count; ++i) {
    const std::string file = files[i];
    const Matrix all = first_records(file);
    const Matrix table = without_copies(all);
    std::cerr << file << ": " << all.rows() - table.rows() << " of " << all.rows()
              << " records are another's, too\n";
    for (const Index columns : {5, 8, 12, 24, 1000000}) {
      if (columns < 1000000 && columns >= table.cols()) continue;
      results.add(file.substr(file.rfind('/') + 1), std::min(columns, table.cols()),
                  measure(table, columns));
    }
  }
  std::cout << results.strangers << '\n' << results.again;
} catch (const dsne::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
