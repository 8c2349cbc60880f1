#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// An interval of values; everything where nothing is known.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool holds(double value) const { return value >= low && value <= high; }
};

/// A line of names.txt, which says what each part is.
struct NameMeaning {
  std::string_view kind;
  std::string_view unit;
  ValueRange possible;
  std::optional<double> none;
  std::string_view list;
  std::optional<ValueRange> usual;
  std::string_view when_low;
  std::string_view when_high;
  std::string_view shown;
  bool is_measure = false;  ///< of a program, and not of a column of another kind
};

/// What the name of a column means.
struct KnownName {
  const NameMeaning* meaning = nullptr;
  std::string name;    ///< as reports and summaries call it: as in names.txt, where it has other
                       ///< spellings, else unchanged
  std::string key;     ///< equal for all spellings
  std::string member;  ///< what distinguishes it in its family: "wm" of snr_wm
};

/// Returns what a name means, in any spelling; nothing for an unknown one. A name of names.txt
/// comes before a family, and of two families the one whose name says more.
std::optional<KnownName> known_name(const std::string& name);

/// Returns what a name means if it is a measure's.
std::optional<KnownName> known_measure(const std::string& name);

/// Returns whether it tells how a scan was made, not how good it is: a size of the image, the
/// distance of its points, or the median of white matter, which MRIQC sets to 1,000.
bool is_geometry(const std::string& name);

/// Returns whether it is the name of one scan's regressor, of which each time point has a value.
bool is_regressor(const std::string& name);

/// A measure that is the sum or the mean of others.
struct Total {
  bool is_mean = false;
  std::string name;
  std::vector<std::string> parts;
};

/// Returns the totals that names.txt lists.
const std::vector<Total>& known_totals();

/// names.txt, compiled in.
extern const std::string_view names_table;

}  // namespace dsne::data
