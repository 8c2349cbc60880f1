#include <doctest/doctest.h>

#include "quality/own_outliers.h"
#include "report/embedding_csv.h"
#include "report/reasons.h"

using dsne::Matrix;

namespace {

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
