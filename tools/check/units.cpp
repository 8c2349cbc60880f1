#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "data/known_names.h"
#include "tools/check/findings.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

/// The usual range of others' values.
using Range = data::ValueRange;

double width_of(const Range& range) { return range.high - range.low; }

bool holds(const Range& range, double value, double margin) {
  return Range{range.low - margin, range.high + margin}.holds(value);
}

/// Returns by how many powers of ten a value is too large, if it is about a power of ten.
std::optional<int> power_of_ten(double value, double usual) {
  if (value * usual <= 0) return std::nullopt;
  constexpr double tolerance = 0.3;  // a factor of two either way
  const double power = std::log10(value / usual);
  const double whole = std::round(power);
  if (whole == 0 || std::abs(whole) > 6 || std::abs(power - whole) > tolerance) return std::nullopt;
  return static_cast<int>(whole);
}

/// A difference in one measure.
struct Difference {
  std::string kind;
  std::string text;  ///< what follows "is" or "are"
  std::string remedy;
  Range usual;
};

constexpr const char* check_unit = "Check the unit, and bring the values in the others' unit.";
constexpr const char* check_sign = "Check what the sign means.";

std::optional<Difference> difference_of(const MeasureView& own, const MeasureView& other,
                                        const std::string& whose) {
  if (own.present == 0 || other.present == 0) return std::nullopt;
  const Range usual{other.low, other.high};
  const double width =
      std::max(width_of(usual), 0.1 * std::max(std::abs(usual.low), std::abs(usual.high)));
  if (holds(usual, own.median, width) || (own.high >= other.low && own.low <= other.high)) {
    return std::nullopt;
  }
  if (own.median * other.median < 0 && holds(usual, -own.median, width / 2)) {
    return Difference{"sign", "of the opposite sign to " + whose, check_sign, usual};
  }
  const bool fractions_lost = own.whole && !other.whole && own.median > 5 * other.high;
  if (fractions_lost && own.most - own.least > 10) {
    return Difference{"decimal_mark", "whole numbers, and much larger than " + whose,
                      "The decimal mark may have been lost: export the table again.", usual};
  }
  if (const auto power = power_of_ten(own.median, other.median)) {
    return Difference{"unit", factor_text(*power, whose), check_unit, usual};
  }
  const double gap = std::max(other.low - own.high, own.low - other.high);
  if (gap < 3 * width) return std::nullopt;
  return Difference{"range", "far outside the range of " + whose,
                    "Check the unit, the program's version and the scanner.", usual};
}

std::optional<Difference> difference_from_usual(const MeasureView& own) {
  // Medians differ between scanners and ages, so a factor of ten may be real.
  constexpr double slack = 30;
  const auto known = data::known_measure(own.name);
  if (!known || !known->meaning->usual || own.present == 0) return std::nullopt;
  const auto& usual = known->meaning->usual;
  if (own.median >= usual->low / slack && own.median <= usual->high * slack) return std::nullopt;
  if (usual->holds(-own.median)) {
    return Difference{"sign", "negative, where this measure is not", check_sign, *usual};
  }
  if (own.median <= 0) return std::nullopt;
  const double middle = std::sqrt(usual->low * usual->high);
  const int power = static_cast<int>(std::round(std::log10(own.median / middle)));
  return Difference{"unit", factor_text(power, "the usual size"), check_unit, *usual};
}

/// Returns the measures' differences: those with the same one share a problem.
/// @param compare returns a measure's difference, or nothing
template <class Compare>
Problems differences(const MeasureViews& measures, Compare&& compare) {
  std::map<std::string, Problem> by_text;
  std::map<std::string, Names> shown;
  for (const MeasureView& measure : measures) {
    const std::optional<Difference> found = compare(measure);
    if (!found) continue;
    Problem& problem = by_text[found->text];
    problem.kind = found->kind;
    problem.remedy = found->remedy;
    add_measure(problem, measure);
    shown[found->text].push_back(measure.name + " (" + shown_number(measure.median) + "; usual " +
                                 shown_number(found->usual.low) + " to " +
                                 shown_number(found->usual.high) + ")");
  }
  Problems problems;
  for (auto& [text, problem] : by_text) {
    const Names& names = shown[text];
    problem.text = listed(names, 5) + (names.size() == 1 ? " is " : " are ") + text + ".";
    problems.push_back(problem);
  }
  return problems;
}

}  // namespace

Problems compare_units(const MeasureViews& own, const MeasureViews& others,
                       const std::string& whose) {
  std::map<std::string, const MeasureView*> by_name;
  for (const MeasureView& other : others) by_name.emplace(other.name, &other);
  return differences(own, [&](const MeasureView& measure) {
    const auto other = by_name.find(measure.name);
    return other == by_name.end() ? std::nullopt : difference_of(measure, *other->second, whose);
  });
}

Problems compare_with_usual(const MeasureViews& own) {
  return differences(own, difference_from_usual);
}

}  // namespace dsne::tools::checking
