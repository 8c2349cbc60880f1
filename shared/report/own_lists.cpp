#include "report/own_lists.h"

#include <boost/algorithm/string/join.hpp>

#include "data/csv.h"
#include "report/point_csv.h"
#include "report/reasons.h"

namespace dsne::report {
namespace {

constexpr const char* as_raters_would = "as raters elsewhere would exclude";

PointColumn number_column(const char* name, const Vector& values) {
  return {name, [&values](std::size_t i) {
            return data::number_text(values(static_cast<Eigen::Index>(i)));
          }};
}

PointColumn flag_column(const char* name, quality::Flag flag,
                        const std::vector<quality::Flag>& flags) {
  return {name, [flag, &flags](std::size_t i) { return flags.at(i) == flag ? "true" : "false"; }};
}

/// Returns a subject's lists, "" for none.
std::string lists_text(const quality::OutlierScores& outliers, std::size_t subject) {
  std::vector<std::string> names;
  if (outliers.lists.odd.listed.at(subject)) names.emplace_back("odd");
  if (outliers.lists.inconsistent.listed.at(subject)) names.emplace_back("inconsistent");
  if (quality::is_like_excluded(outliers, subject)) names.emplace_back(as_raters_would);
  return boost::algorithm::join(names, " and ");
}

}  // namespace

std::string positions_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                          const std::vector<std::string>& labels) {
  return point_csv(text_column("id", ids), coordinates, {text_column("label", labels)});
}

std::string own_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                    const std::vector<std::string>& labels,
                    const quality::OutlierScores& outliers) {
  const quality::OwnScores& lists = outliers.lists;
  std::vector<PointColumn> columns = {
      text_column("label", labels),
      number_column("outlier_score", outliers.scores),
      flag_column("flagged", quality::Flag::flagged, outliers.flags),
      flag_column("also_check", quality::Flag::also_check, outliers.flags),
      number_column("odd_score", lists.odd.scores),
      number_column("inconsistent_score", lists.inconsistent.scores)};
  if (lists.adjusted) {
    columns.push_back(number_column("odd_score_adjusted", lists.adjusted->odd));
    columns.push_back(number_column("inconsistent_score_adjusted", lists.adjusted->inconsistent));
  }
  if (lists.like_excluded) {
    columns.push_back(number_column("like_excluded", lists.like_excluded->scores));
  }
  return point_csv(text_column("id", ids), coordinates, columns);
}

std::string flagged_csv(const std::vector<std::string>& ids, const quality::OutlierScores& outliers,
                        const std::vector<std::string>& features) {
  std::string text = "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score\n";
  for (const std::size_t i : quality::subjects_with_flag(outliers)) {
    const auto row = static_cast<Eigen::Index>(i);
    text += data::spreadsheet_line(
                {ids.at(i), outliers.flags[i] == quality::Flag::flagged ? "flagged" : "also check",
                 data::number_text(outliers.scores(row)),
                 boost::algorithm::join(all_reason_texts(outliers, i, features), "; "),
                 lists_text(outliers, i), data::number_text(outliers.lists.odd.scores(row)),
                 data::number_text(outliers.lists.inconsistent.scores(row))}) +
            "\n";
  }
  return text;
}

}  // namespace dsne::report
