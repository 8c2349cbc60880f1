#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "data/geometry.h"
#include "data/table.h"

namespace dsne::run {

/// A column of measures with a cell of text, so that the site cannot use the measure.
struct TextColumn {
  std::string name;
  std::size_t row = 0, column = 0;  ///< of the first such cell in the file, from 1
};

/// A site's table without anything about its subjects. Sites are compared by it before a run
/// begins.
struct TableProfile {
  Eigen::Index measures = 0;       ///< the number of their columns
  bool has_header = true;          ///< whether they have names
  std::vector<std::string> names;  ///< of the usable ones, as canonical_measure_name returns them;
                                   ///< empty without a header
  std::vector<std::string> empty;  ///< of those without any value
  std::vector<TextColumn> texts;   ///< those with a cell of text
  bool by_header = false;  ///< `names` is the whole header, whatever the cells hold, and `empty`
                           ///< and `texts` are empty
  bool chosen = false;     ///< whether feature_columns named the measures
  std::string modality;    ///< of data::scan_kinds(), or "" if unknown
  data::Geometry geometry;
  std::map<std::string, std::string> units;  ///< behind a measure's numbers (data::is_unit), by
                                             ///< name; empty with by_header
};

/// Describes a site's table.
/// @param by_header for a site that may reveal nothing about its subjects: no name depends on a
///   cell
/// @param chosen whether feature_columns named the measures
/// @throws InputError when a measure's name is too long or holds control characters
TableProfile describe_table(const data::Table& table, bool by_header, bool chosen);

Json to_json(const TableProfile& table);

/// Reads another site's table.
/// @throws MessageError when to_json did not make it, or it is longer than any table
TableProfile parse_table_profile(const Json& json, std::string_view what);

// nlohmann's conversions, by which a node keeps a table between two steps (core/state.h).
inline void to_json(Json& state, const TableProfile& table) { state = to_json(table); }
inline void from_json(const Json& state, TableProfile& table) {
  table = parse_table_profile(state, "a kept table");
}

/// All sites' tables, by the sites' ids.
using TableProfiles = std::map<std::string, TableProfile>;

/// Something that keeps tables from being compared.
struct TableFault {
  std::string kind;  ///< "no_header", "number_of_values", "modality", "geometry", "different_units"
  std::string text;  ///< whose tables differ, and in what, without a full stop
  std::string remedy;  ///< what to do
};

/// Compares tables: a header that some lack, other numbers of columns without one, other kinds of
/// scans, images of another size, spacing or orientation than most, other units behind the numbers.
/// Networks whose regions have names are compared by these, in any order.
/// @param noun what stands before their names: "site", or nothing
std::vector<TableFault> compare_tables(const TableProfiles& tables, const std::string& noun);

/// The same as lines for the sites of a run.
std::vector<std::string> table_faults(const TableProfiles& tables);

}  // namespace dsne::run
