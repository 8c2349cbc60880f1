// How surely persons are known by their records (shared/summary/record_digests.h): how many
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

#include "core/errors.h"
#include "data/data_format.h"
#include "summary/record_digests.h"
#include "summary/records.h"

namespace {

using dsne::Matrix;
using Eigen::Index;
using Columns = std::vector<Index>;

/// The first record of each person.
Matrix first_records(const std::string& file) {
  dsne::data::TableFormat format;
  dsne::data::Table table =
      dsne::data::read_data(file, file, dsne::data::DataFormat::automatic, format);
  const std::vector<std::string> persons = dsne::summary::persons_of(table);
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
  dsne::summary::for_each_record(key, kept, [&](std::size_t, const auto& digests) {
    known.add(dsne::summary::parse_kept_digests(dsne::summary::kept_text(digests)));
  });
  Found found;
  dsne::summary::for_each_record(key, fresh, [&](std::size_t, const auto& digests) {
    found.persons += known.find(digests) ? 1 : 0;
    ++found.all;
  });
  return found;
}

/// The records that are in the table once. Public tables have scans that are in them under two ids.
Matrix without_copies(const Matrix& table) {
  const dsne::Bytes32 key{7};
  dsne::summary::KnownRecords known;
  Columns rows;
  dsne::summary::for_each_record(key, table, [&](std::size_t i, const auto& digests) {
    if (known.find(digests)) return;
    known.add(dsne::summary::parse_kept_digests(dsne::summary::kept_text(digests)));
    rows.push_back(static_cast<Index>(i));
  });
  return table(rows, Eigen::all);
}

void measure(const std::string& name, const Matrix& table, Index columns, int repeats) {
  std::mt19937 generator(41);
  Found strangers;
  int refused = 0;
  std::map<std::string, Found> again;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const Index kept_rows =
        std::vector<Index>{20, 60, 200, 500}[static_cast<std::size_t>(repeat % 4)];
    Columns rows = some(table.rows(), table.rows(), generator);
    const Index half = std::min(kept_rows, table.rows() / 2);
    const Matrix own = some_columns(table(rows, Eigen::all), columns, true, generator);
    const Matrix kept = own.topRows(half);
    const Found other = found_in(own.bottomRows(std::min<Index>(500, own.rows() - half)), kept);
    strangers.persons += other.persons;
    strangers.all += other.all;
    refused += other.persons > 0 ? 1 : 0;
    for (const auto& [form, rewrite] : rewrites()) {
      const Columns order = some(half, half, generator);
      const Found same = found_in(rewrite(kept(order, Eigen::all), generator), kept);
      again[form].persons += same.persons;
      again[form].all += same.all;
    }
  }
  std::cout << "| " << name << " | " << std::min(columns, table.cols()) << " | "
            << strangers.persons << " of " << strangers.all << " (" << refused << " of " << repeats
            << ") |";
  for (const auto& [form, rewrite] : rewrites()) {
    std::cout << ' ' << std::round(1000 * again[form].persons / again[form].all) / 10 << " |";
  }
  std::cout << std::endl;
}

}  // namespace

int main(int count, char** files) try {
  std::cout << "| table | columns | strangers taken for a person (tables refused) |";
  for (const auto& [form, rewrite] : rewrites()) std::cout << ' ' << form << ", % |";
  std::cout << "\n|---|---|---|";
  for (std::size_t i = 0; i < rewrites().size(); ++i) std::cout << "---|";
  std::cout << '\n';
  for (int i = 1; i < count; ++i) {
    const std::string file = files[i];
    const Matrix all = first_records(file);
    const Matrix table = without_copies(all);
    std::cerr << file << ": " << all.rows() - table.rows() << " of " << all.rows()
              << " records are another's, too\n";
    for (const Index columns : {5, 8, 12, 24, 1000000}) {
      if (columns < 1000000 && columns >= table.cols()) continue;
      measure(file.substr(file.rfind('/') + 1), table, columns, 100);
    }
  }
} catch (const dsne::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
