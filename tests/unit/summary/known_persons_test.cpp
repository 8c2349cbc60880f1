#include "summary/known_persons.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/errors.h"
#include "unit/summary/example.h"

using namespace dsne::summary;
using dsne::Matrix;

namespace {

Matrix made_up(Eigen::Index records, Eigen::Index columns, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  Matrix values(records, columns);
  for (double& value : values.reshaped<Eigen::RowMajor>()) {
    value = std::exp(0.3 * normal(generator) + 3);
  }
  return values;
}

/// How many of the records are found among the kept ones, and are the right ones.
Eigen::Index found(const Matrix& kept, const Matrix& records) {
  const dsne::Bytes32 key{3};
  KnownRecords known;
  for (const RecordDigests& digests : digests_of(key, kept)) {
    known.add(parse_kept_digests(kept_text(digests)));
  }
  Eigen::Index count = 0;
  const std::vector<RecordDigests> all = digests_of(key, records);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto number = known.find(all[i]);
    if (number == i) ++count;
    CHECK((!number || number == i));
  }
  return count;
}

Matrix with_digits(const Matrix& values, int digits) {
  return values.unaryExpr([&](double value) {
    const double unit = std::pow(10, digits - 1 - std::floor(std::log10(std::abs(value))));
    return std::round(value * unit) / unit;
  });
}

}  // namespace

TEST_CASE("a record is known again in a table that was written in another way") {
  const Matrix table = made_up(60, 12, 1);
  CHECK(found(table, table) == 60);
  CHECK(found(table, with_digits(table, 6)) == 60);
  CHECK(found(table, with_digits(table, 4)) == 60);
  CHECK(found(table, with_digits(table, 3)) == 60);
  CHECK(found(table, table.cast<float>().cast<double>()) == 60);
  CHECK(found(table, table.rightCols(11)) == 60);
  CHECK(found(table, table.leftCols(6)) == 60);
  CHECK(found(table, table.rowwise().reverse()) == 60);
  Matrix more(60, 24);
  more << made_up(60, 12, 2), table;
  CHECK(found(table, more) == 60);
  CHECK(found(more, table) == 60);
  Matrix missing = table;
  missing.col(4).setConstant(std::nan(""));
  CHECK(found(table, missing) == 60);
  // Of wide arrays the smallest digests are kept.
  const Matrix wide = made_up(40, 3000, 3);
  CHECK(found(wide, wide) == 40);
  CHECK(found(wide, wide.rightCols(2999)) == 40);
  CHECK(found(wide, wide.leftCols(1500)) == 40);
  CHECK(found(wide, table) == 0);
}

TEST_CASE("other people's records are not known") {
  CHECK(found(made_up(200, 12, 1), made_up(200, 12, 2)) == 0);
  // What many persons share says nothing, nor do whole numbers of few digits.
  Matrix kept = made_up(60, 8, 1);
  Matrix other = made_up(60, 8, 2);
  for (Matrix* table : {&kept, &other}) {
    for (Eigen::Index row = 0; row < 60; ++row) {
      table->row(row).head(4) << 256, 1.33333, 176.25, 3.14159 + static_cast<double>(row % 3);
      table->row(row).segment(4, 2) << static_cast<double>(row % 15), 0;
    }
  }
  CHECK(found(kept, other) == 0);
  CHECK(found(Matrix::Zero(30, 10), Matrix::Zero(30, 10)) == 0);
  // Thickness as FreeSurfer writes it: three decimals, in a narrow range.
  const auto thickness = [](std::uint32_t seed) {
    return Matrix(made_up(200, 68, seed).unaryExpr([](double value) {
      return std::round(1000 * (2.5 + 0.15 * (std::log(value) - 3) / 0.3)) / 1000;
    }));
  };
  CHECK(found(thickness(1), thickness(2)) == 0);
  CHECK(found(thickness(1), thickness(1)) == 200);
}

TEST_CASE("kept digests read back, and damaged ones are refused") {
  CHECK(error_of([] { parse_kept_digests("AAAA"); }).empty());
  for (const char* text : {"", "A", "////", "/AAA", "{}", "ABCD"}) {
    CHECK_FALSE(error_of([&] { parse_kept_digests(text); }).empty());
  }
}

TEST_CASE("who is known says how, and never names a person or a value") {
  const Records records = six_measures(60);
  const SiteSummary site = example_summary(records).site;
  Records other = records;
  for (std::size_t i = 0; i < 60; ++i) {
    other.persons[i] = i < 20 ? "SUB-00" + std::to_string(i) : "person " + std::to_string(7 * i);
  }
  other.rows.resize(60);
  std::iota(other.rows.begin(), other.rows.end(), 2);
  const KnownPersons known = known_persons(site.kept, other);
  CHECK(known.by_id.size() == 20);
  CHECK(known.by_values.size() == 40);
  CHECK(known_sentence(known, other, "summary.csv") ==
        "60 persons of these data are in summary.csv, 40 of them known by their values (the first "
        "in row 22)");
  const Records one = joined(six_measures(30, 8, 700), six_measures(1));
  CHECK(known_sentence(known_persons(site.kept, one), one, "it") ==
        "1 person of these data is in it");
  CHECK(known_persons(site.kept, six_measures(30, 8, 700)).empty());
}

TEST_CASE("a summary by the first rules knows its persons by their ids as they were written") {
  const Records records = example_records(60);
  SiteSummary site = example_summary(records).site;
  site.kept.rules = first_rules;
  site.kept.records_of.clear();
  for (auto& row : site.kept.rows) {
    for (std::string& hash : row) {
      const auto is_of = [&](const std::string& person) {
        return person_hash(site.kept, person) == hash;
      };
      const auto person = std::find_if(records.persons.begin(), records.persons.end(), is_of);
      REQUIRE(person != records.persons.end());
      hash = dsne::to_hex(dsne::keyed_hash(site.kept.key, {"person", *person}));
    }
  }
  CHECK(is_in_row(site.kept, "sub-7"));
  CHECK(newcomers(site.kept, records).empty());
  CHECK_FALSE(is_in_row(site.kept, "SUB-007"));
  const SiteSummary struck = without(site, "sub-7");
  CHECK_FALSE(is_in_row(struck.kept, "sub-7"));
  CHECK(newcomers(struck.kept, example_records(1, 1, 7)).empty());
  auto source = seeded(2);
  const SiteSummary more =
      with_newcomers(site, joined(records, example_records(40, 5, 800)), source);
  CHECK(is_in_row(more.kept, "sub-7"));
  CHECK(is_in_row(more.kept, "SUB-0810"));
}
