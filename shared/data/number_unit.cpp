#include "data/number_unit.h"

#include <algorithm>
#include <array>

#include "data/written_number.h"

namespace dsne::data {
namespace {

/// No unit is a letter that ids end in, such as a or b.
constexpr std::array<std::string_view, 36> known_units = {
    "%",   "‰",   "mm", "mm2", "mm3", "mm^2", "mm^3", "mm²", "mm³",  "cm",  "cm2",   "cm3",
    "cm²", "cm³", "cc", "um",  "µm",  "μm",   "ml",   "mL",  "ms",   "s",   "sec",   "min",
    "Hz",  "deg", "°",  "dB",  "HU",  "ppm",  "mg",   "kg",  "mm/s", "m/s", "mm2/s", "mm²/s"};

}  // namespace

std::string_view unit_of(std::string_view text) {
  text = without_wide_blanks(text);
  std::string_view longest;
  for (const std::string_view unit : known_units) {
    if (unit.size() > longest.size() && text.ends_with(unit)) longest = unit;
  }
  if (longest.empty()) return {};
  const std::string_view number = text.substr(0, text.size() - longest.size());
  return parse_number(trimmed(number)) ? longest : std::string_view();
}

bool is_unit(std::string_view text) {
  return std::find(known_units.begin(), known_units.end(), text) != known_units.end();
}

}  // namespace dsne::data
