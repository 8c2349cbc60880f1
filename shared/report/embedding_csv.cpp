#include "report/embedding_csv.h"

#include <string_view>

#include "data/csv.h"

namespace dsne::report {
namespace {

std::string header(std::string_view first, Eigen::Index dimensions) {
  return std::string(first) + (dimensions == 3 ? ",x,y,z,label" : ",x,y,label");
}

std::string truth(bool value) { return value ? "true" : "false"; }

std::string row(const std::string& first, const RowVector& place, const std::string& label) {
  std::vector<std::string> cells{first};
  for (const double coordinate : place) cells.push_back(data::number_text(coordinate));
  cells.push_back(label);
  return data::spreadsheet_line(cells);
}

}  // namespace

std::string joint_csv(const Embedding& embedding) {
  std::string text = header("site", embedding.coordinates.cols()) + "\n";
  for (Eigen::Index i = 0; i < embedding.coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    text += row(embedding.site_names.at(embedding.sites.at(point)), embedding.coordinates.row(i),
                embedding.labels.at(point)) +
            "\n";
  }
  return text;
}

std::string summary_csv(const Embedding& embedding) {
  std::string text =
      embedding.coordinates.cols() == 3 ? "site,x,y,z,subjects\n" : "site,x,y,subjects\n";
  for (Eigen::Index i = 0; i < embedding.coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    text += row(embedding.site_names.at(embedding.sites.at(point)), embedding.coordinates.row(i),
                data::number_text(embedding.subjects.empty() ? 1 : embedding.subjects.at(point))) +
            "\n";
  }
  return text;
}

std::string positions_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                          const std::vector<std::string>& labels) {
  std::string text = header("id", coordinates.cols()) + "\n";
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    text += row(ids.at(point), coordinates.row(i), labels.empty() ? "" : labels.at(point)) + "\n";
  }
  return text;
}

std::string own_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                    const std::vector<std::string>& labels, const quality::OutlierScores& outliers,
                    const quality::OwnScores* lists) {
  std::string text = header("id", coordinates.cols()) + ",outlier_score,flagged,also_check";
  const bool with_verdicts = lists && lists->like_excluded;
  const bool adjusted = lists && lists->adjusted;
  if (lists) text += ",odd_score,unfit_score";
  if (adjusted) text += ",odd_score_adjusted,unfit_score_adjusted";
  text += with_verdicts ? ",like_excluded\n" : "\n";
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    text += row(ids.at(point), coordinates.row(i), labels.empty() ? "" : labels.at(point)) + "," +
            data::number_text(outliers.scores(i)) + ',' + truth(outliers.flagged.at(point)) + ',' +
            truth(outliers.also_check.at(point));
    if (lists) {
      text += ',' + data::number_text(lists->odd.scores(i)) + ',' +
              data::number_text(lists->unfit.scores(i));
    }
    if (adjusted) {
      text += ',' + data::number_text(lists->adjusted->odd(i)) + ',' +
              data::number_text(lists->adjusted->unfit(i));
    }
    if (with_verdicts) text += ',' + data::number_text(lists->like_excluded->scores(i));
    text += '\n';
  }
  return text;
}

}  // namespace dsne::report
