// The rules of a summary, a test each.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/errors.h"
#include "sanitized.h"
#include "seeded.h"
#include "summary/records.h"
#include "unit/summary/example.h"

using namespace dsne::summary;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string refusal(const Records& records, const Rules& rules = {}) {
  return error_of([&] { example_summary(records, rules); });
}

std::string reason_of(const NewSummary& made, const std::string& measure) {
  for (const dsne::data::LeftOut& left : made.left_out) {
    if (left.name == measure) return left.reason;
  }
  return "";
}

}  // namespace

TEST_CASE("no summary is made where it is not known whose each row is") {
  dsne::data::Table table;
  table.ids = {"a", "b"};
  table.values.setOnes(2, 1);
  CHECK(dsne::summary::records_of(table).doubt.empty());
  table.reading.person_doubt = {"column 2 (Kode) has 9 values in 18 rows", "column 2", "Kode"};
  CHECK(error_of([&] { example_summary(dsne::summary::records_of(table)); }) ==
        "column 2 (Kode) has 9 values in 18 rows: write into the site's settings "
        "\"person_column\": \"Kode\" (or, if every row is another person, "
        "\"each_row_is_a_person\": true)");
}

TEST_CASE("a person's records are one subject, and so are copies of a record") {
  const Subjects subjects =
      subjects_of(dsne::Matrix{{1}, {5}, {3}, {5}, {9}}, {"a", "b", "a", "c", "d"});
  REQUIRE(subjects.points.rows() == 3);
  std::set<std::pair<double, std::vector<std::string>>> seen;
  for (Eigen::Index i = 0; i < 3; ++i) {
    seen.insert({subjects.points(i, 0), subjects.persons[static_cast<std::size_t>(i)]});
  }
  CHECK(seen == decltype(seen){{2, {"a"}}, {5, {"b", "c"}}, {9, {"d"}}});
}

TEST_CASE("the order of the table does not affect the groups") {
  const Records records = example_records(60);
  Records reversed = records;
  reversed.values = records.values.colwise().reverse().eval();
  std::reverse(reversed.persons.begin(), reversed.persons.end());
  const auto groups = [](const NewSummary& made) {
    return std::set<std::vector<std::string>>(made.site.kept.rows.begin(),
                                              made.site.kept.rows.end());
  };
  CHECK(groups(example_summary(records)) == groups(example_summary(reversed)));
}

TEST_CASE("a summary needs 20 different persons, and twice a row's") {
  CHECK(contains(refusal(example_records(19)), "at least 20 different persons"));
  CHECK(contains(refusal(example_records(29), {15, {}}), "at least 30"));
  CHECK(refusal(example_records(20)).empty());
  // Repeated scans and copies are no persons.
  Records repeated = example_records(40);
  for (std::size_t i = 0; i < 40; ++i) repeated.persons[i] = "sub-" + std::to_string(i % 19);
  CHECK(contains(refusal(repeated), "there are 19"));
  Records copies = example_records(40);
  for (Eigen::Index i = 19; i < 40; ++i) copies.values.row(i) = copies.values.row(0);
  CHECK_FALSE(refusal(copies).empty());
}

TEST_CASE("a row has 10 persons or more") {
  for (const Eigen::Index least : {10, 13, 20}) {
    const NewSummary made = example_summary(example_records(173), {least, {}});
    CHECK(made.site.summary.subjects.minCoeff() >= static_cast<double>(least));
    CHECK(made.site.summary.subjects.sum() == 173);
  }
  CHECK(refusal(example_records(100), {9, {}}) == "least_members must be 10 or more");
}

TEST_CASE("a summary with rows of fewer, as earlier versions made it, gets new rows of 10") {
  SiteSummary site = example_summary(example_records(60)).site;
  site.kept.least = 5;
  site.summary.subjects(0) = 5;
  auto source = seeded(2);
  const auto add = [&](Eigen::Index persons) {
    return with_newcomers(site, joined(example_records(60), example_records(persons, 7, 60)),
                          source);
  };
  CHECK(contains(error_of([&] { add(19); }), "newcomers wait"));
  CHECK(add(20).summary.subjects.tail(2) == dsne::Vector::Constant(2, 10));
}

TEST_CASE("measures that identify somebody are left out, and reported") {
  Records records = example_records(100, 1, 0, 6);
  records.values.col(0).head(90).setConstant(7);
  for (Eigen::Index i = 0; i < 100; ++i) records.values(i, 1) = static_cast<double>(i % 5);
  for (Eigen::Index i = 0; i < 100; ++i) records.values(i, 2) = static_cast<double>(i % 40);
  records.values.col(3).setConstant(missing);
  records.measures[4] = "age";
  records.measures[5] = "Left-Hippocampus";  // FreeSurfer's measures are known, too
  const NewSummary made = example_summary(records);
  CHECK(made.site.summary.measures == std::vector<std::string>{"efc", "Left-Hippocampus"});
  CHECK(reason_of(made, "cjv") == "half of the subjects share a value");
  CHECK(reason_of(made, "cnr") == "fewer than 20 of its values differ");
  CHECK(reason_of(made, "fber") == "it has no value");
  CHECK(reason_of(made, "age") ==
        "no tool's measure has this name, and feature_columns does not list it");
}

TEST_CASE("no single subject decides whether a measure is left out") {
  // One subject more or less that shares the value, or one value more or less, changes the chance
  // by less than a tenth, on both sides of the limit.
  constexpr int draws = sanitized ? 300 : 3000;
  const double slack = 3 * std::sqrt(0.5 / draws);  // three standard errors of a difference
  const auto kept = [](const Matrix& values) {
    auto source = seeded(3);
    int count = 0;
    Records made = example_records(values.rows(), 1, 0, 2);
    made.values.col(0) = values;
    for (int i = 0; i < draws; ++i) {
      Records records = made;
      choose_measures(records, {}, 10, source);
      count += std::ssize(records.measures) == 2 ? 1 : 0;
    }
    return static_cast<double>(count) / draws;
  };
  double before = 1;
  for (Eigen::Index shared = 92; shared <= 108; ++shared) {
    Matrix values = example_records(200, 1, 0, 1).values;
    values.topRows(shared).setConstant(7);
    const double now = kept(values);
    CHECK(now < before + slack);
    CHECK(now > before - 0.1 - slack);
    before = now;
  }
  CHECK(before < 0.1);
  before = 0;
  for (int different = 14; different <= 26; ++different) {
    Matrix values(200, 1);
    for (int i = 0; i < 200; ++i) values(i, 0) = i % different + 1;
    const double now = kept(values);
    CHECK(now > before - slack);
    CHECK(now < before + 0.19 + slack);
    before = now;
  }
  CHECK(before > 0.9);
}

TEST_CASE("a site that lists its measures gets these") {
  Records records = example_records(100);
  records.measures = {"thickness", "area", "age", "=volume"};
  CHECK(contains(refusal(records), "list the table's measures"));
  const NewSummary made = example_summary(records, {10, {"thickness", "area", "=volume"}});
  CHECK(made.site.summary.measures == std::vector<std::string>{"thickness", "area"});
  CHECK(reason_of(made, "age") == "feature_columns does not list it");
  CHECK(reason_of(made, "=volume") == "a spreadsheet would take its name for a formula: rename it");
}

TEST_CASE("half of the values missing are half of the subjects that share the median") {
  Records records = example_records(100);
  records.values.col(1).head(80).setConstant(missing);
  records.values.col(2).head(30).setConstant(missing);
  const NewSummary made = example_summary(records);
  CHECK(reason_of(made, "cnr") == "half of the subjects share a value");
  CHECK(reason_of(made, "efc").empty());
  CHECK(made.site.summary.means.allFinite());
}

TEST_CASE("in an array the few who differ from the median are not visible, and all have values") {
  Records array = example_records(100);
  array.array = true;
  array.measures.clear();
  array.values.col(0).setZero();
  array.values.col(0).head(5).setConstant(100);
  array.values.col(1).setZero();
  array.values.col(1).head(40).setConstant(100);
  const Summary made = example_summary(array).site.summary;
  CHECK(made.means.col(0).isZero());
  CHECK_FALSE(made.means.col(1).isZero());
  CHECK(made.measures == std::vector<std::string>{"1", "2", "3", "4"});
  array.values.col(1).setConstant(missing);
  CHECK(contains(refusal(array), "missing in every row"));
}

TEST_CASE("a site has 500 rows at most: rows grow") {
  const Summary made = example_summary(example_records(6000, 1, 0, 2)).site.summary;
  CHECK(made.means.rows() <= 500);
  CHECK(made.subjects.minCoeff() >= 12);
  CHECK(made.subjects.sum() == 6000);
}

TEST_CASE("verdicts are a share strictly between none and all, added once") {
  Records records = example_records(100);
  records.excluded.assign(100, false);
  const NewSummary plain = example_summary(example_records(100));
  auto source = seeded(2);
  SiteSummary site = with_verdicts(plain.site, records, source);
  REQUIRE(site.summary.excluded);
  CHECK(site.summary.means == plain.site.summary.means);
  CHECK(site.kept.rows == plain.site.kept.rows);
  for (Eigen::Index i = 0; i < site.summary.subjects.size(); ++i) {
    CHECK((*site.summary.excluded)(i) == doctest::Approx(1 / site.summary.subjects(i)));
  }
  CHECK(error_of([&] { with_verdicts(site, records, source); }) ==
        "the summary has verdicts, which are added once");
  for (std::size_t i = 0; i < 100; i += 2) records.excluded[i] = true;
  CHECK(example_summary(records).site.kept.rows == plain.site.kept.rows);
  records.excluded.assign(100, true);
  const SiteSummary all = with_verdicts(plain.site, records, source);
  CHECK((*all.summary.excluded)(0) == doctest::Approx(1 - 1 / all.summary.subjects(0)));
  records.persons.pop_back();
  records.excluded.pop_back();
  CHECK(error_of([&] { with_verdicts(plain.site, records, source); }) ==
        "a subject of the summary is not among the verdicts");
  SiteSummary five = plain.site;
  five.kept.least = 5;
  records.persons.push_back("sub-99");
  records.excluded.push_back(true);
  CHECK(error_of([&] { with_verdicts(five, records, source); }) ==
        "a summary with verdicts needs least_members of 10 or more");
}

TEST_CASE("a share of excluded has noise of its standard error") {
  Records records = example_records(200);
  for (int i = 0; i < 200; ++i) records.excluded.push_back(i % 2 == 0);
  const SiteSummary plain = example_summary(example_records(200), {100, {}}).site;
  double half = 0;
  for (const std::string& hash : plain.kept.rows[0]) {
    for (std::size_t i = 0; i < 200; i += 2)
      half += hash == person_hash(plain.kept, records.persons[i]) ? 0.01 : 0;
  }
  auto source = seeded(2);
  constexpr int draws = 2000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double away = (*with_verdicts(plain, records, source).summary.excluded)(0) - half;
    sum += away;
    squares += away * away;
  }
  CHECK(std::abs(sum / draws) < 0.005);
  CHECK(std::sqrt(squares / draws) ==
        doctest::Approx(std::sqrt(half * (1 - half) / 100)).epsilon(0.06));
}

TEST_CASE("newcomers wait until there are twice a row's number, and old rows do not change") {
  const Records old = example_records(60);
  const SiteSummary site = example_summary(old).site;
  auto source = seeded(2);
  const Records few = joined(old, example_records(19, 7, 60));
  CHECK(newcomers(site.kept, few).size() == 19);
  CHECK(contains(error_of([&] { with_newcomers(site, few, source); }),
                 "60 persons of these data are in the summary; newcomers wait until there are rows "
                 "of at least 20 different persons with different records; there are 19"));
  const Records enough = joined(old, example_records(20, 7, 60));
  const SiteSummary more = with_newcomers(site, enough, source);
  CHECK(more.summary.means.topRows(site.summary.means.rows()) == site.summary.means);
  CHECK(more.summary.means.rows() == site.summary.means.rows() + 2);
  CHECK(more.summary.subjects.tail(2).minCoeff() >= 10);
  CHECK(more.summary.spread == site.summary.spread);
  CHECK(newcomers(more.kept, enough).empty());
  // They are on the fixed scale.
  Records far = enough;
  far.values.col(0).tail(20) *= 1e6;
  const SiteSummary apart = with_newcomers(site, far, source);
  CHECK(apart.kept.scale.medians == site.kept.scale.medians);
  const MeasureScale& scale = site.kept.scale.each[0];
  CHECK(apart.summary.means.bottomRows(2).col(0).maxCoeff() < in_units(4, scale));
}

TEST_CASE("a withdrawal removes the row, and its other members enter no row again") {
  const Records records = example_records(60);
  const SiteSummary site = example_summary(records).site;
  const SiteSummary rest = without(site, "sub-3");
  CHECK(rest.summary.means.rows() == site.summary.means.rows() - 1);
  CHECK(rest.kept.rows.size() == site.kept.rows.size() - 1);
  CHECK_FALSE(is_in_row(rest.kept, "sub-3"));
  CHECK(newcomers(rest.kept, example_records(1, 1, 3)).empty());
  CHECK(newcomers(rest.kept, records).empty());
  // A person in no row enters none.
  const SiteSummary other = without(site, "sub-1000");
  CHECK(other.summary.means == site.summary.means);
  CHECK(newcomers(other.kept, example_records(1, 1, 1000)).empty());
}

TEST_CASE("a new summary is of persons who are in none") {
  const SiteSummary site = example_summary(example_records(60)).site;
  const SiteSummary struck = without(site, "sub-3");
  auto source = seeded(2);
  const auto renew = [&](const SiteSummary& old, const Records& records) {
    return error_of([&] { renewed(old, records, {}, "2026-02-01", source); });
  };
  CHECK(contains(renew(site, example_records(60)), "in the summary or one before it"));
  CHECK(contains(renew(struck, joined(example_records(40, 2, 100), example_records(1, 1, 3))),
                 "in the summary or one before it"));
  CHECK(renew(site, example_records(40, 2, 100)).empty());
  const SiteSummary next =
      renewed(site, example_records(40, 2, 100), {}, "2026-02-01", source).site;
  CHECK(newcomers(next.kept, example_records(1, 1, 3)).empty());
  CHECK(contains(renew(next, example_records(60)), "in the summary or one before it"));
}
