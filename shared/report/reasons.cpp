#include "report/reasons.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "data/csv.h"
#include "data/names/measure_names.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr int shown_digits = 3;
constexpr int most_digits = 9;
constexpr const char* like_excluded_text = "like scans that raters excluded";

/// Returns how many digits distinguish a value from its range.
int telling_digits(const quality::OddMeasure& reason) {
  for (int digits = shown_digits; digits < most_digits; ++digits) {
    const double value = with_digits(reason.value, digits);
    const double low = with_digits(reason.low, digits);
    const double high = with_digits(reason.high, digits);
    const bool is_range = low != high || reason.low == reason.high;
    if (is_range && value != low && value != high) return digits;
  }
  return shown_digits;
}

/// Returns ": low (noise, motion)"; "" for a value within its range.
std::string direction_text(const quality::OddMeasure& reason, const data::MeasureTerm& term) {
  const bool low = reason.value < reason.low;
  if (!low && reason.value <= reason.high) return "";
  const std::string& sign = low ? term.when_low : term.when_high;
  std::string text = low ? ": low" : ": high";
  if (!sign.empty()) text.append(" (").append(sign).append(")");
  return text;
}

std::string reason_text(const quality::OddMeasure& reason, const data::MeasureTerm& term) {
  const int digits = reason.extreme ? telling_digits(reason) : shown_digits;
  const auto number = [digits](double value) {
    return data::number_text(with_digits(value, digits));
  };
  std::string text = display_text(term.name) + ' ' + number(reason.value);
  if (!term.unit.empty()) text.append(" ").append(term.unit);
  if (!reason.extreme) return text + ": unusual given the other measures";
  text.append(", usual ").append(number(reason.low));
  if (reason.low != reason.high) text.append(" to ").append(number(reason.high));
  return text + direction_text(reason, term);
}

}  // namespace

std::vector<std::string> reason_texts(const std::vector<quality::OddMeasure>& reasons,
                                      const std::vector<std::string>& features) {
  std::vector<std::string> texts;
  std::vector<std::string> geometry;
  for (const quality::OddMeasure& reason : reasons) {
    const data::MeasureTerm term =
        data::measure_term(features.at(static_cast<std::size_t>(reason.feature)));
    (term.is_geometry ? geometry : texts).push_back(reason_text(reason, term));
  }
  texts.insert(texts.end(), geometry.begin(), geometry.end());
  return texts;
}

std::vector<std::string> all_reason_texts(const quality::OutlierScores& outliers,
                                          std::size_t subject,
                                          const std::vector<std::string>& features) {
  std::vector<std::string> texts = reason_texts(outliers.reasons.at(subject), features);
  if (!outliers.lacks.empty() && outliers.lacks.at(subject) > 0) {
    texts.insert(texts.begin(), "lacks " + std::to_string(outliers.lacks[subject]) + " of " +
                                    std::to_string(features.size()) + " measures");
  }
  if (quality::is_like_excluded(outliers, subject)) texts.insert(texts.begin(), like_excluded_text);
  return texts;
}

std::string short_reason(const quality::OutlierScores& outliers, std::size_t subject,
                         const std::vector<std::string>& features) {
  for (const quality::OddMeasure& reason : outliers.reasons.at(subject)) {
    const data::MeasureTerm term =
        data::measure_term(features.at(static_cast<std::size_t>(reason.feature)));
    if (term.is_geometry) continue;
    const bool is_out = reason.value < reason.low || reason.value > reason.high;
    const char* direction = reason.value < reason.low ? ": low" : ": high";
    return display_text(term.name) + (reason.extreme && is_out ? direction : ": unusual");
  }
  const std::vector<std::string> all = all_reason_texts(outliers, subject, features);
  return all.empty() ? "" : all.front();
}

std::string to_look_at(const quality::OutlierScores& outliers) {
  return std::to_string(std::ranges::count(outliers.flags, quality::Flag::flagged)) + " of " +
         std::to_string(outliers.flags.size()) + " to look at";
}

std::string headline(const quality::OutlierScores& outliers) {
  const auto to_check = std::ranges::count(outliers.flags, quality::Flag::also_check);
  return to_look_at(outliers) +
         (to_check == 0 ? "" : ", " + std::to_string(to_check) + " to check") + ", 0 decided";
}

}  // namespace dsne::report
