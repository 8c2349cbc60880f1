#include "report/embedding_csv.h"

#include <doctest/doctest.h>

#include "quality/own_outliers.h"
#include "report/reasons.h"

using dsne::Matrix;
using dsne::report::Embedding;

namespace {

dsne::quality::OutlierScores scores(const std::vector<double>& values,
                                    const std::vector<bool>& flagged) {
  dsne::quality::OutlierScores result;
  result.scores = Eigen::Map<const dsne::Vector>(values.data(), std::ssize(values));
  result.flagged = flagged;
  result.also_check = flagged;
  result.also_check.flip();
  return result;
}

/// Three subjects: the first is odd and as raters elsewhere would exclude, the second the latter.
dsne::quality::OwnScores with_verdict_list() {
  dsne::quality::OwnScores own;
  own.odd.scores = Eigen::Vector3d(5, 1, 0);
  own.odd.listed = {true, false, false};
  own.odd.reasons = {{{0, 4.5}}, {}, {}};
  own.unfit.scores = Eigen::Vector3d(0, 0, 1);
  own.unfit.listed = {false, false, false};
  own.unfit.reasons.resize(3);
  own.usual_low = dsne::RowVector{{1, 2}};
  own.usual_high = dsne::RowVector{{3, 4}};
  dsne::quality::VerdictList list;
  list.scores = Eigen::Vector3d(0.875, 0.5, 0.125);
  list.listed = {true, true, false};
  list.reasons = {{{0, 4.5}}, {{1, 2.75}}, {}};
  own.like_excluded = list;
  return own;
}

}  // namespace

TEST_CASE("the joint map as CSV has a row per point") {
  const Embedding embedding{(Matrix(3, 2) << 0.5, -1, 2, 3, 0.1, 1e-5).finished(),
                            {"local0", "reference"},
                            {0, 1, 0},
                            {"7", "", "a, \"b\""}};
  CHECK(dsne::report::joint_csv(embedding) ==
        "site,x,y,label\n"
        "local0,0.5,-1,7\n"
        "reference,2,3,\n"
        "local0,0.1,1e-05,\"a, \"\"b\"\"\"\n");
}

TEST_CASE("three dimensions have three columns") {
  const Embedding embedding{(Matrix(1, 3) << 1, 2, 3).finished(), {"s"}, {0}, {"l"}};
  CHECK(dsne::report::joint_csv(embedding) == "site,x,y,z,label\ns,1,2,3,l\n");
  const dsne::report::Embedding formula{
      embedding.coordinates, embedding.site_names, embedding.sites, {"=HYPERLINK(1)"}};
  CHECK(dsne::report::joint_csv(formula) == "site,x,y,z,label\ns,1,2,3,'=HYPERLINK(1)\n");
  CHECK(dsne::report::own_csv({"a"}, embedding.coordinates, {"l"}, scores({1}, {true}), nullptr) ==
        "id,x,y,z,label,outlier_score,flagged,also_check\na,1,2,3,l,1,true,false\n");
}

TEST_CASE("a site's own points keep their order, and labels may be unknown") {
  const Matrix coordinates = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  const dsne::quality::OutlierScores outliers = scores({0.25, 0.999}, {false, true});
  CHECK(dsne::report::own_csv({"z", "a,b"}, coordinates, {"u", "v"}, outliers, nullptr) ==
        "id,x,y,label,outlier_score,flagged,also_check\nz,1,2,u,0.25,false,true\n\"a,b\",3,4,v,0."
        "999,true,false\n");
  CHECK(dsne::report::own_csv({"z", "a"}, coordinates, {}, outliers, nullptr) ==
        "id,x,y,label,outlier_score,flagged,also_check\nz,1,2,,0.25,false,true\na,3,4,,0.999,true,"
        "false\n");
}

TEST_CASE("a map without points is a header") {
  CHECK(dsne::report::joint_csv({Matrix(0, 2), {"local0"}, {}, {}}) == "site,x,y,label\n");
  CHECK(dsne::report::own_csv({}, Matrix(0, 3), {}, {}, nullptr) ==
        "id,x,y,z,label,outlier_score,flagged,also_check\n");
}

TEST_CASE("with two lists a site's own points have both scores") {
  dsne::quality::OutlierScores outliers = scores({0, 0.5}, {false, true});
  dsne::quality::OwnScores own;
  own.odd.scores = Eigen::Vector2d(-0.5, 3.25);
  own.unfit.scores = Eigen::Vector2d(0, 12);
  CHECK(dsne::report::own_csv({"a", "b"}, Matrix{{1, 2}, {3, 4}}, {}, outliers, &own) ==
        "id,x,y,label,outlier_score,flagged,also_check,odd_score,unfit_score\n"
        "a,1,2,,0,false,true,-0.5,0\nb,3,4,,0.5,true,false,3.25,12\n");
  own.adjusted = {Eigen::Vector2d(0.5, 1), Eigen::Vector2d(2, 3)};
  CHECK(dsne::report::own_csv({"a", "b"}, Matrix{{1, 2}, {3, 4}}, {}, outliers, &own) ==
        "id,x,y,label,outlier_score,flagged,also_check,odd_score,unfit_score,odd_score_adjusted,"
        "unfit_score_adjusted\n"
        "a,1,2,,0,false,true,-0.5,0,0.5,2\nb,3,4,,0.5,true,false,3.25,12,1,3\n");
}

TEST_CASE("scans that raters elsewhere would exclude are a column and a list") {
  const auto own = with_verdict_list();
  const Matrix values{{9, 3}, {2, 7}, {2, 3}};
  const auto scores = dsne::quality::outliers_of(own, values);
  const std::vector<std::string> ids = {"a", "b", "c"};
  CHECK(dsne::report::own_csv(ids, Matrix::Zero(3, 2), {}, scores, &own) ==
        "id,x,y,label,outlier_score,flagged,also_check,odd_score,unfit_score,like_excluded\n"
        "a,0,0,,0.6666666666666666,true,false,5,0,0.875\n"
        "b,0,0,,0,false,true,1,0,0.5\n"
        "c,0,0,,0,false,false,0,1,0.125\n");
  CHECK(dsne::report::flagged_csv(ids, scores, &own, {"cjv", "cnr"}, "this site") ==
        "id,flag,outlier_score,odd_measures,list,odd_score,unfit_score\n"
        "a,flagged,0.6666666666666666,\"like scans that raters excluded; Grey and white-matter "
        "overlap (CJV) 9, usual 1 to 3: high (motion, uneven intensity)\",odd and as raters "
        "elsewhere would exclude,5,0\n"
        "b,also check,0,\"like scans that raters excluded; Contrast-to-noise ratio 7, usual 2 to "
        "4: high\",as raters elsewhere would exclude,1,0\n");
}
