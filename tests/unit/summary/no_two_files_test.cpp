// No two allowed files differ by a sum over fewer than k persons.

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "core/errors.h"
#include "seeded.h"
#include "unit/summary/example.h"

using namespace dsne::summary;

namespace {

using Row = std::vector<double>;

/// The persons of each row ever shown, by the row's content.
using Shown = std::map<Row, std::set<std::string>>;

struct Site {
  SiteSummary now;
  Records records;
  Shown shown;

  void show() {
    for (Eigen::Index i = 0; i < now.summary.means.rows(); ++i) {
      const dsne::RowVector means = now.summary.means.row(i);
      const auto& members = now.kept.rows[static_cast<std::size_t>(i)];
      const std::set<std::string> persons(members.begin(), members.end());
      const auto [known, is_new] = shown.emplace(Row(means.begin(), means.end()), persons);
      CHECK(known->second == persons);
    }
  }
};

/// Any two rows ever shown are about the same persons or about none in common, and each is about
/// `least` or more: so each sum of rows with signs is one over whole groups.
void check_shown(const Site& site, Eigen::Index least) {
  std::map<std::string, const Row*> row_of;
  for (const auto& [row, persons] : site.shown) {
    CHECK(std::ssize(persons) >= least);
    for (const std::string& person : persons) {
      const auto [place, is_new] = row_of.emplace(person, &row);
      CHECK(is_new);
    }
  }
}

void act(Site& site, std::mt19937& generator, dsne::privacy::RandomSource& source) {
  const auto drawn = [&] { return static_cast<std::uint32_t>(generator()); };
  const auto pick = [&](std::uint32_t end) { return drawn() % end; };
  const auto count = static_cast<std::uint32_t>(site.records.persons.size());
  switch (pick(5)) {
    case 0: {
      Records more = example_records(1 + pick(30), drawn(), count);
      if (!site.records.excluded.empty()) more.excluded.assign(more.persons.size(), pick(2) == 0);
      site.records = joined(site.records, more);
      break;
    }
    case 1:
      site.now = with_newcomers(site.now, site.records, source);
      break;
    case 2:
      site.now = without(site.now, "sub-" + std::to_string(pick(count)));
      break;
    case 3:
      site.records.excluded.assign(count, false);
      site.now = with_verdicts(site.now, site.records, source);
      break;
    default: {
      const bool others = pick(2) == 0;
      const Records records =
          others ? example_records(30, drawn(), 10 * count + 1000) : site.records;
      site.now = renewed(site.now, records, {13, {}}, "2026-01-02", source).site;
      site.records = records;
    }
  }
}

}  // namespace

TEST_CASE("no two allowed files differ by a sum over fewer than k persons") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 generator(seed);
    auto source = seeded(seed);
    const Eigen::Index least = seed % 2 == 0 ? 10 : 13;
    Site site;
    site.records = example_records(40 + seed, seed);
    site.now = make_summary(site.records, {least, {}}, "2026-01-01", source).site;
    site.show();
    int done = 0;
    for (int i = 0; i < 25; ++i) {
      if (error_of([&] { act(site, generator, source); }).empty()) ++done;
      site.show();
    }
    CHECK(done > 3);
    check_shown(site, least);
  }
}
