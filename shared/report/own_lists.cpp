#include "report/own_lists.h"

#include <boost/algorithm/string/join.hpp>

#include "data/csv.h"
#include "quality/verdict_model.h"
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

void add_scores(const quality::OutlierScores& outliers, std::vector<PointColumn>& columns) {
  const quality::OwnScores& lists = outliers.lists;
  columns.push_back(number_column("outlier_score", outliers.scores));
  columns.push_back(flag_column("flagged", quality::Flag::flagged, outliers.flags));
  columns.push_back(flag_column("also_check", quality::Flag::also_check, outliers.flags));
  columns.push_back(number_column("odd_score", lists.odd.scores));
  columns.push_back(number_column("inconsistent_score", lists.inconsistent.scores));
  if (lists.odd.adjusted.size() > 0) {
    columns.push_back(number_column("odd_score_adjusted", lists.odd.adjusted));
    columns.push_back(number_column("inconsistent_score_adjusted", lists.inconsistent.adjusted));
  }
  if (lists.like_excluded) {
    columns.push_back(number_column("like_excluded", lists.like_excluded->scores));
  }
}

}  // namespace

std::string own_csv(const OwnOnMap& own) {
  std::vector<PointColumn> columns = {text_column("label", own.table.labels)};
  if (own.outliers) add_scores(own.outliers->scores, columns);
  return point_csv(text_column("id", own.table.ids), own.coordinates, columns);
}

std::string flagged_csv(const OwnOnMap& own) {
  const quality::OutlierScores& scores = own.outliers->scores;
  std::string text = "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score\n";
  for (const std::size_t i : quality::subjects_with_flag(scores)) {
    const auto row = static_cast<Eigen::Index>(i);
    text += data::spreadsheet_line(
                {own.table.ids.at(i),
                 scores.flags[i] == quality::Flag::flagged ? "flagged" : "also check",
                 data::number_text(scores.scores(row)),
                 boost::algorithm::join(all_reason_texts(scores, i, own.measures), "; "),
                 lists_text(scores, i), data::number_text(scores.lists.odd.scores(row)),
                 data::number_text(scores.lists.inconsistent.scores(row))}) +
            "\n";
  }
  return text;
}

Files own_files(const OwnOnMap& own) {
  Files files = {{"embedding.csv", own_csv(own), "embedding.csv"}};
  if (own.outliers) files.push_back({"flagged.csv", flagged_csv(own), "flagged.csv"});
  return files;
}

std::optional<File> verdict_model_file(const OwnOnMap& own) {
  if (!own.outliers || !own.outliers->scores.lists.like_excluded) return std::nullopt;
  const quality::VerdictModel& model = own.outliers->scores.lists.like_excluded->model;
  return File{"verdict_model.csv", quality::verdict_model_csv({own.measures, model}),
              "verdict_model.csv"};
}

}  // namespace dsne::report
