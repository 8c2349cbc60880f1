#include "quality/own_scores.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/matrix.h"
#include "sanitized.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::quality;
using Eigen::Index;

namespace {

/// Normally distributed subjects around 100 whose measures have a common part.
Matrix subjects(Index count, Index measures, double common, std::uint64_t seed) {
  const Matrix own = dsne::tsne::random_coordinates(count, measures, std::sqrt(1 - common), seed);
  const Vector shared = dsne::tsne::random_coordinates(count, 1, std::sqrt(common), seed + 1000);
  return ((own.colwise() + shared).array() + 100).matrix();
}

Index listed_in(const ScoreList& list) {
  return std::count(list.listed.begin(), list.listed.end(), true);
}

/// A site's summary: means of five subjects each, in their order.
SummarizedSite summary_of(const Matrix& values) {
  const Index groups = values.rows() / 5;
  SummarizedSite site{Matrix(groups, values.cols()), Vector::Constant(groups, 5),
                      RowVector::Zero(values.cols())};
  for (Index g = 0; g < groups; ++g) {
    const Matrix group = values.middleRows(5 * g, 5);
    site.means.row(g) = group.colwise().mean();
    site.spread += (group.rowwise() - site.means.row(g)).colwise().squaredNorm();
  }
  site.spread = (site.spread / static_cast<double>(4 * groups)).cwiseSqrt();
  return site;
}

std::vector<SummarizedSite> other_sites(int count, Index measures, double common = 0.5) {
  std::vector<SummarizedSite> sites;
  for (int s = 0; s < count; ++s) {
    sites.push_back(
        summary_of(subjects(60, measures, common, 500 + static_cast<std::uint64_t>(s))));
  }
  return sites;
}

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

void check_same_scores(const ScoreList& a, const ScoreList& b, Index first_rows) {
  CHECK((a.scores.head(first_rows) - b.scores.head(first_rows)).cwiseAbs().maxCoeff() < 1e-9);
  for (std::size_t i = 0; i < static_cast<std::size_t>(first_rows); ++i) {
    CHECK(a.listed[i] == b.listed[i]);
  }
}

void check_same_scores(const OwnScores& a, const OwnScores& b, Index first_rows) {
  check_same_scores(a.odd, b.odd, first_rows);
  check_same_scores(a.inconsistent, b.inconsistent, first_rows);
}

}  // namespace

TEST_CASE("a scan far from its site's others is odd, with its measures and their direction") {
  Matrix own = subjects(60, 6, 0.5, 1);
  own.row(7).segment(2, 2) << 109, 91;
  for (const auto& others : {std::vector<SummarizedSite>{}, other_sites(4, 6)}) {
    CAPTURE(others.size());
    const OwnScores scores = own_scores({own, {}}, others);
    CHECK(scores.odd.listed[7]);
    CHECK(listed_in(scores.odd) <= 2);
    REQUIRE(scores.odd.reasons[7].size() >= 2);
    for (const auto& reason : {scores.odd.reasons[7][0], scores.odd.reasons[7][1]}) {
      CHECK((reason.feature == 2 || reason.feature == 3));
      CHECK((reason.deviation > 0) == (reason.feature == 2));
      CHECK(std::abs(reason.deviation) > 3);
      CHECK(reason.extreme);
      CHECK(reason.value == own(7, reason.feature));
      CHECK(reason.low == scores.usual_low(reason.feature));
      CHECK(reason.high == scores.usual_high(reason.feature));
    }
    for (const auto& list : {scores.odd, scores.inconsistent}) {
      std::vector<double> explained;
      std::vector<double> others_scores;
      for (std::size_t i = 0; i < 60; ++i) {
        const bool empty = list.reasons[i].empty();
        if (list.listed[i]) CHECK_FALSE(empty);
        (empty ? others_scores : explained).push_back(list.scores(static_cast<Index>(i)));
      }
      CHECK(explained.size() == 6);  // the oddest tenth
      CHECK(std::ranges::min(explained) > std::ranges::max(others_scores));
    }
  }
}

TEST_CASE("values that do not go together are inconsistent though each is ordinary") {
  Matrix own = subjects(100, 6, 0.97, 1);
  own.row(11).setConstant(101.5);
  own(11, 4) = 98.5;
  for (const auto& others : {std::vector<SummarizedSite>{}, other_sites(3, 6, 0.97)}) {
    const OwnScores scores = own_scores({own, {}}, others);
    CHECK(scores.inconsistent.listed[11]);
    REQUIRE_FALSE(scores.inconsistent.reasons[11].empty());
    CHECK(scores.inconsistent.reasons[11][0].feature == 4);
    CHECK(scores.inconsistent.reasons[11][0].deviation < -3);
    CHECK_FALSE(scores.inconsistent.reasons[11][0].extreme);
  }
}

TEST_CASE(
    "a direction of other sites' odd groups that finds those of left-out sites raises scores") {
  std::vector<SummarizedSite> alike;
  for (std::uint64_t s = 0; s < 5; ++s) {
    Matrix values = subjects(60, 8, 0.1, 50 + s);
    values.topRows(10).leftCols(3).array() += 4;
    alike.push_back(summary_of(values));
  }
  Matrix own = subjects(60, 8, 0.1, 3);
  own.topRows(2).setConstant(100);
  own.row(0).head(3).array() += 2.5;
  own.row(1).head(3).array() -= 2.5;
  const OwnScores scores = own_scores({own, {}}, alike);
  CHECK(scores.uses_direction);
  CHECK(scores.odd.scores(0) > scores.odd.scores(1) + 1);
  std::vector<SummarizedSite> opposite = alike;
  for (std::size_t s = 0; s < opposite.size(); ++s) {
    for (Index f = 0; f < 8; ++f) {
      if ((s >> (f % 3)) % 2 == 1) opposite[s].means.col(f) = 200 - alike[s].means.col(f).array();
    }
  }
  CHECK_FALSE(own_scores({own, {}}, opposite).uses_direction);
  alike.resize(2);
  CHECK_FALSE(own_scores({own, {}}, alike).uses_direction);
}

TEST_CASE("copies of a row and filled rows do not change other subjects' scores") {
  const Matrix own = subjects(50, 5, 0.4, 2);
  const OwnScores alone = own_scores({own, {}}, {});
  const OwnScores with_copies =
      own_scores({dsne::stacked(own, own.row(49).replicate(40, 1)), {}}, {});
  check_same_scores(alone, with_copies, 49);
  CHECK(with_copies.compared.rows.size() == 50);
  CHECK(with_copies.compared.copies == 41);
  Matrix lacking = dsne::tsne::random_coordinates(40, 5, 1e-3, 1).array() + 100;
  lacking.leftCols(2).setConstant(missing);
  const OwnScores with_lacking = own_scores({dsne::stacked(own, lacking), {}}, {});
  check_same_scores(alone, with_lacking, 50);
  CHECK(with_lacking.compared.copies == 0);
  check_same_scores(alone,
                    own_scores({dsne::stacked(own, Matrix::Constant(11, 5, missing)), {}}, {}), 50);
}

TEST_CASE("a person counts once for what is ordinary, however often scanned") {
  const Matrix own = subjects(50, 5, 0.4, 2);
  const OwnScores alone = own_scores({own, {}}, {});
  Matrix repeated(100, 5);
  for (Index i = 0; i < 100; ++i) repeated.row(i) = own.row(i % 3).array() + 1e-13 * double(i + 1);
  std::vector<std::string> persons;
  for (Index i = 0; i < 50; ++i) persons.push_back("sub-" + std::to_string(i));
  for (Index i = 0; i < 100; ++i) persons.push_back("sub-" + std::to_string(i % 3));
  const OwnScores with_repeated = own_scores({dsne::stacked(own, repeated), persons}, {});
  // The three may count by another of their scans.
  for (const auto& [one, other] : {std::pair(&alone.odd, &with_repeated.odd),
                                   std::pair(&alone.inconsistent, &with_repeated.inconsistent)}) {
    CHECK((one->scores.segment(3, 47) - other->scores.segment(3, 47)).cwiseAbs().maxCoeff() < 1e-9);
  }
  CHECK(with_repeated.compared.persons == 50);
  CHECK(with_repeated.compared.records == 150);
  const OwnScores three = own_scores({repeated, {persons.begin() + 50, persons.end()}}, {});
  CHECK(listed_in(three.odd) + listed_in(three.inconsistent) == 0);
  CHECK(three.compared.rows.size() == 3);
}

TEST_CASE("what is ordinary is learned from every task, not from each person's first scan") {
  Matrix own = subjects(60, 5, 0.4, 2);
  std::vector<std::string> persons;
  for (Index i = 0; i < 60; ++i) {
    persons.push_back("sub-" + std::to_string(i / 2));
    own(i, 4) = i % 2 == 0 ? 523 : 301;  // volumes of two tasks
    if (i % 2 == 1) own(i, 3) += 40;
  }
  const OwnScores scores = own_scores({own, persons}, {});
  CHECK(scores.compared.rows.size() == 30);
  CHECK(listed_in(scores.odd) + listed_in(scores.inconsistent) <= 3);
}

TEST_CASE("records that do not judge change nobody's scores, and are scored") {
  const Matrix judges = subjects(60, 5, 0.5, 1);
  const OwnScores alone = own_scores({judges, {}}, other_sites(4, 5));
  OwnRecords later{dsne::stacked(judges, judges.topRows(3)), {}};
  later.values.row(61).array() += 30;
  // The judges' values are positive, so that they are compared by their logarithms.
  later.values.row(62).head(2) << 0, -40;
  later.judging.assign(63, true);
  std::fill(later.judging.begin() + 60, later.judging.end(), false);
  const OwnScores both = own_scores(later, other_sites(4, 5));
  check_same_scores(alone, both, 60);
  CHECK(both.odd.listed[61]);
  CHECK(both.odd.listed[62]);
  CHECK(both.compared.rows.size() == 60);
  CHECK(both.odd.scores.size() == 63);
  // Also where those who do not judge come first, with the same values.
  OwnRecords turned{dsne::stacked(judges.topRows(3), judges), {}};
  turned.judging.assign(63, true);
  std::fill(turned.judging.begin(), turned.judging.begin() + 3, false);
  const OwnScores last = own_scores(turned, other_sites(4, 5));
  CHECK((last.odd.scores.tail(60) - alone.odd.scores).cwiseAbs().maxCoeff() < 1e-9);
}

TEST_CASE("a missing value is not a reason, and narrows no measure") {
  Matrix own = subjects(60, 5, 0.4, 2);
  own.row(7).head(2).setConstant(109);
  for (Index i = 8; i < 32; ++i) own(i, 4) = missing;
  own(7, 4) = missing;
  const OwnScores scores = own_scores({own, {}}, {});
  REQUIRE(scores.odd.listed[7]);
  for (const ScoreList& list : {scores.odd, scores.inconsistent}) {
    for (std::size_t row = 7; row < 32; ++row) {
      for (const auto& reason : list.reasons[row]) CHECK(reason.feature != 4);
    }
  }
  CHECK(listed_in(scores.odd) <= 2);
  CHECK(listed_in(scores.inconsistent) <= 2);
  CHECK(scores.odd.scores.allFinite());
  CHECK(scores.inconsistent.scores.allFinite());
  const double width = scores.usual_high(4) - scores.usual_low(4);
  CHECK(width > 3);
  CHECK(width < 7);
}

TEST_CASE("a value below 0 of someone who lacks other measures is not far from all others") {
  Matrix values = subjects(40, 15, 0.2, 4).array() * 0.15 - 14.7;  // around 0.3
  for (Index f = 0; f < 15; ++f) values.col(f) = values.col(f).cwiseMax(0.02);
  values(3, 2) = -0.02;
  values.row(3).tail(5).setConstant(std::numeric_limits<double>::quiet_NaN());
  CHECK_FALSE(own_scores({values, {}}, {}).odd.listed[3]);
  CHECK_FALSE(own_scores({values, {}}, {}).odd.scores(3) >= 3);
}

TEST_CASE("a measure without a value at the site changes no list") {
  Matrix own(60, 6);
  own << subjects(60, 5, 0.4, 2), Matrix::Constant(60, 1, missing);
  const OwnScores scores = own_scores({own, {}}, {});
  const OwnScores without = own_scores({own.leftCols(5), {}}, {});
  CHECK((scores.odd.scores - without.odd.scores).cwiseAbs().maxCoeff() < 1e-9);
  CHECK((scores.inconsistent.scores - without.inconsistent.scores).cwiseAbs().maxCoeff() < 0.1);
  CHECK(scores.odd.listed == without.odd.listed);
  CHECK(scores.inconsistent.listed == without.inconsistent.listed);
  CHECK(scores.compared.rows.size() == 60);
}

TEST_CASE("wide data is compared by components, and a scan unlike the others is listed") {
  const Matrix loadings = dsne::tsne::random_coordinates(8, 400, 1, 3);
  Matrix own = dsne::tsne::random_coordinates(60, 8, 2, 4) * loadings;
  own += dsne::tsne::random_coordinates(60, 400, 0.5, 5);
  own.row(20) = dsne::tsne::random_coordinates(1, 400, 8, 6);
  own(30, 7) = missing;
  const OwnScores scores = own_scores({own, {}}, {});
  CHECK((scores.odd.listed[20] || scores.inconsistent.listed[20]));
  CHECK(listed_in(scores.odd) <= 3);
  CHECK(listed_in(scores.inconsistent) <= 2);
  CHECK(scores.odd.scores.allFinite());
  CHECK(scores.inconsistent.scores.allFinite());
  const OwnScores same = own_scores({Matrix::Constant(60, 400, 1), {}}, {});
  CHECK(listed_in(same.odd) + listed_in(same.inconsistent) == 0);
}

TEST_CASE("a site of repeated scans hardly changes another site's lists") {
  const Matrix own = subjects(60, 5, 0.4, 2);
  std::vector<SummarizedSite> others = other_sites(4, 5);
  const OwnScores before = own_scores({own, {}}, others);
  Matrix repeated = dsne::tsne::random_coordinates(100, 5, 1e-3, 9);
  for (Index i = 0; i < 100; ++i) repeated.row(i).array() += 100 + static_cast<double>(i % 3);
  others.push_back(summary_of(repeated));
  const OwnScores after = own_scores({own, {}}, others);
  CHECK(std::abs(listed_in(before.odd) - listed_in(after.odd)) <= 1);
  CHECK(std::abs(listed_in(before.inconsistent) - listed_in(after.inconsistent)) <= 1);
}

TEST_CASE("beside a reference, differences that are small there decide nothing") {
  Matrix own = subjects(60, 6, 0.5, 1);
  own.col(5) = dsne::tsne::random_coordinates(60, 1, 1e-3, 2).array() + 100;
  own.row(7).setConstant(100);
  own(7, 5) += 5e-3;
  const auto reference = reference_source(subjects(300, 6, 0.5, 3)).value();
  const OwnScores alone = own_scores({own, {}}, {});
  const OwnScores beside = own_scores({own, {}}, {reference});
  CHECK(beside.odd.scores(7) < alone.odd.scores(7) - 1);
  CHECK_FALSE(beside.odd.listed[7]);
  CHECK_FALSE(beside.uses_direction);
}

TEST_CASE("a constant measure adds no distance, and a rare difference in it is inconsistent") {
  Matrix own = subjects(60, 4, 0.4, 5);
  own.col(2).setConstant(7);
  const OwnScores constant = own_scores({own, {}}, {});
  own(20, 2) = 9;
  own(21, 2) = 5;
  const OwnScores rare = own_scores({own, {}}, {});
  check_same_scores(constant.odd, rare.odd, 60);
  CHECK(rare.inconsistent.listed[20]);
  CHECK(rare.inconsistent.listed[21]);
  CHECK(rare.inconsistent.reasons[20][0].feature == 2);
  CHECK(rare.inconsistent.reasons[20][0].deviation > 0);
  CHECK(rare.inconsistent.reasons[20][0].extreme);
  CHECK(rare.usual_low(2) == doctest::Approx(7));
  CHECK(rare.usual_high(2) == doctest::Approx(7));
  CHECK(rare.inconsistent.reasons[21][0].deviation < 0);
  CHECK(listed_in(rare.inconsistent) == listed_in(constant.inconsistent) + 2);
  for (Index i = 30; i < 35; ++i) own(i, 2) = 8;
  CHECK(listed_in(own_scores({own, {}}, {}).inconsistent) == listed_in(constant.inconsistent));
}

TEST_CASE("a value far from all others is odd, however its measure is distributed") {
  Matrix own = subjects(40, 3, 0, 8);
  for (Index i = 0; i < 40; ++i) own(i, 1) += i % 2 == 0 ? 50 : 0;
  own(13, 1) = 1000;
  own(20, 2) = missing;
  const OwnScores scores = own_scores({own, {}}, {});
  CHECK(scores.odd.listed[13]);
  CHECK(scores.odd.scores(13) >= 3);
  CHECK(scores.odd.reasons[13][0].feature == 1);
  CHECK(listed_in(scores.odd) == 1);
}

TEST_CASE("nobody is listed where fewer than twelve different subjects can be compared") {
  const Matrix nine = subjects(9, 3, 0, 1);
  Matrix eleven = subjects(11, 3, 0, 1);
  eleven(0, 0) = 200;
  Matrix nameless = subjects(30, 3, 0, 1);
  nameless.topLeftCorner(19, 1).setConstant(missing);
  const Matrix empty = Matrix::Constant(30, 3, missing);
  for (const Matrix& own : {nine, eleven, nameless, empty, Matrix(nine.row(0).replicate(40, 1))}) {
    const OwnScores scores = own_scores({own, {}}, {});
    CHECK(scores.odd.scores.size() == own.rows());
    CHECK(scores.odd.scores.isZero());
    CHECK(listed_in(scores.odd) == 0);
    CHECK(listed_in(scores.inconsistent) == 0);
  }
  const OwnScores constant =
      own_scores({dsne::stacked(Matrix::Constant(30, 2, 4), nine.leftCols(2)), {}}, {});
  CHECK(constant.odd.scores.allFinite());
  CHECK(constant.inconsistent.scores.allFinite());
}

TEST_CASE("few normally distributed subjects are listed, for any measures") {
  for (const Index count : {30, 100, 900}) {
    for (const Index measures : {1, 2, 15, 40}) {
      for (const double common : {0.0, 0.6}) {
        if (sanitized && (count > 30 || common == 0)) continue;
        CAPTURE(count);
        CAPTURE(measures);
        CAPTURE(common);
        const Index sites = std::max<Index>(2, 900 / count);
        Index either = 0;
        for (Index s = 0; s < sites; ++s) {
          const auto seed = static_cast<std::uint64_t>(5000 * s + count + measures);
          const OwnScores scores = own_scores({subjects(count, measures, common, seed), {}}, {});
          for (std::size_t i = 0; i < scores.odd.listed.size(); ++i) {
            either += scores.odd.listed[i] || scores.inconsistent.listed[i] ? 1 : 0;
          }
        }
        CHECK(100 * either <= percent_listed_by_chance * sites * count);
      }
    }
  }
}

TEST_CASE("thousands of subjects are scored, and those damaged are found") {
  Matrix own = subjects(sanitized ? 4400 : 5000, 10, 0.5, 4);
  own.row(4321).array() += RowVector::LinSpaced(10, -9, 9).array();
  const OwnScores scores = own_scores({own, {}}, {});
  CHECK(scores.odd.listed[4321]);
  CHECK(scores.inconsistent.listed[4321]);
  CHECK(listed_in(scores.odd) < 75);
}

TEST_CASE("a list that is wanted alone is as beside the other, on which nobody is") {
  Matrix own = subjects(60, 6, 0.5, 1);
  own.row(7).segment(2, 2) << 109, 91;
  own.row(9) << 101, 99, 101, 99, 101, 99;
  const auto check_same = [](const ScoreList& alone, const ScoreList& beside) {
    CHECK(alone.scores == beside.scores);
    CHECK(alone.listed == beside.listed);
    for (std::size_t i = 0; i < alone.reasons.size(); ++i) {
      CHECK(alone.reasons[i].size() == beside.reasons[i].size());
    }
  };
  for (const auto& others : {std::vector<SummarizedSite>{}, other_sites(4, 6)}) {
    const OwnScores both = own_scores({own, {}}, others);
    const OwnScores odd = own_scores({own, {}}, others, WantedLists::odd);
    const OwnScores inconsistent = own_scores({own, {}}, others, WantedLists::inconsistent);
    REQUIRE(listed_in(both.odd) > 0);
    REQUIRE(listed_in(both.inconsistent) > 0);
    check_same(odd.odd, both.odd);
    check_same(inconsistent.inconsistent, both.inconsistent);
    CHECK(odd.uses_direction == both.uses_direction);
    CHECK(listed_in(odd.inconsistent) + listed_in(inconsistent.odd) == 0);
  }
}
