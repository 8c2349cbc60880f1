#include <boost/algorithm/string/join.hpp>

#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"

namespace dsne::data {
namespace {

std::string unit_note(const std::string& unit, const std::vector<std::string>& columns) {
  const std::string blank = unit == "%" ? "" : " ";
  return "The unit " + unit + " was taken off the numbers of " +
         boost::algorithm::join(columns, ", ") + ": 3.8" + blank + unit +
         " counts as 3.8. Numbers of sites that use another unit do not fit.";
}

/// Returns the units that the header, or a row below it, states, by measure, whatever the rows
/// hold.
std::map<std::string, std::string> header_units(const TextLayout& layout) {
  std::map<std::string, std::string> units;
  for (std::size_t c = 0; c < layout.names.size(); ++c) {
    const auto below = layout.units.find(c);
    const std::string unit =
        below != layout.units.end() ? below->second : unit_in_brackets(layout.names[c]);
    if (!unit.empty()) units.emplace(canonical_measure_name(layout.names[c]), unit);
  }
  return units;
}

}  // namespace

void tell_units(const TextLayout& layout, Table& table) {
  if (layout.header) table.reading.header_units = header_units(layout);
  std::map<std::string, std::vector<std::string>> by_unit;
  for (std::size_t f = 0; f < table.columns.size(); ++f) {
    const std::size_t column = table.columns[f] - 1;
    const std::string& unit = layout.kinds[column].unit;
    if (!unit.empty()) by_unit[unit].push_back(shown_name(layout, column));
    if (!layout.header) continue;
    const auto stated = table.reading.header_units.find(table.features[f]);
    if (!unit.empty()) {
      table.reading.units[table.features[f]] = plain_unit(unit);
    } else if (stated != table.reading.header_units.end()) {
      table.reading.units.insert(*stated);
    }
  }
  for (const auto& [unit, columns] : by_unit) {
    table.reading.notes.push_back(unit_note(unit, columns));
  }
}

}  // namespace dsne::data
