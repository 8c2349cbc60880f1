#include "report/reasons.h"

#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <string_view>

#include "data/csv.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr int most_digits = 9;
constexpr const char* like_excluded_text = "like scans that raters excluded";
constexpr const char* as_raters_would = "as raters elsewhere would exclude";

/// How many digits tell a value and its range apart.
int telling_digits(const quality::OddMeasure& reason) {
  for (int digits = 4; digits < most_digits; ++digits) {
    const double value = with_digits(reason.value, digits);
    const double low = with_digits(reason.low, digits);
    const double high = with_digits(reason.high, digits);
    if (low != high && value != low && value != high) return digits;
  }
  return 4;
}

}  // namespace

double with_digits(double value, int digits) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific, digits - 1).ptr;
  double result = 0;
  std::from_chars(text.begin(), end, result);
  return result;
}

std::vector<std::string> reason_texts(const std::vector<quality::OddMeasure>& reasons,
                                      const std::vector<std::string>& features,
                                      const std::string& compared_with) {
  std::vector<std::string> texts;
  for (const quality::OddMeasure& reason : reasons) {
    const int digits = reason.extreme ? telling_digits(reason) : 4;
    const auto number = [digits](double value) {
      return data::number_text(with_digits(value, digits));
    };
    const std::string range =
        compared_with + ' ' + number(reason.low) + " to " + number(reason.high);
    texts.push_back(display_text(features.at(static_cast<std::size_t>(reason.feature))) + ' ' +
                    number(reason.value) + " (" +
                    (reason.extreme ? range : "does not fit the others") + ')');
  }
  return texts;
}

std::vector<std::string> all_reason_texts(const quality::OutlierScores& outliers,
                                          std::size_t subject,
                                          const std::vector<std::string>& features,
                                          const std::string& compared_with) {
  std::vector<std::string> texts =
      reason_texts(outliers.reasons.at(subject), features, compared_with);
  if (quality::lacks_measures(outliers, subject)) {
    texts.insert(texts.begin(), "lacks " + std::to_string(outliers.lacks[subject]) + " of " +
                                    std::to_string(features.size()) + " measures");
  }
  if (outliers.like_excluded.at(subject)) texts.insert(texts.begin(), like_excluded_text);
  return texts;
}

std::string lists_text(const quality::OwnScores& lists, std::size_t subject) {
  std::vector<std::string> names;
  if (lists.odd.listed.at(subject)) names.emplace_back("odd");
  if (lists.unfit.listed.at(subject)) names.emplace_back("unfit");
  const auto& verdicts = lists.like_excluded;
  if (verdicts && verdicts->listed.at(subject)) names.emplace_back(as_raters_would);
  return boost::algorithm::join(names, " and ");
}

std::string flagged_csv(const std::vector<std::string>& ids, const quality::OutlierScores& outliers,
                        const quality::OwnScores* lists, const std::vector<std::string>& features,
                        const std::string& compared_with) {
  std::string text = "id,flag,outlier_score,odd_measures";
  text += lists ? ",list,odd_score,unfit_score\n" : "\n";
  for (const std::size_t i : quality::listed(outliers)) {
    const auto row = static_cast<Eigen::Index>(i);
    const std::vector<std::string> reasons = all_reason_texts(outliers, i, features, compared_with);
    std::vector<std::string> cells = {ids.at(i), outliers.flagged[i] ? "flagged" : "also check",
                                      data::number_text(outliers.scores(row)),
                                      boost::algorithm::join(reasons, ", ")};
    if (lists) {
      cells.push_back(lists_text(*lists, i));
      cells.push_back(data::number_text(lists->odd.scores(row)));
      cells.push_back(data::number_text(lists->unfit.scores(row)));
    }
    text += data::spreadsheet_line(cells) + "\n";
  }
  return text;
}

}  // namespace dsne::report
