#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "data/geometry.h"
#include "data/table.h"

namespace dsne::run {

/// A column of measures in which a cell is text, so that the site cannot give the measure.
struct TextColumn {
  std::string name;
  std::size_t row = 0, column = 0;  ///< of the first such cell in the file, from 1
};

/// What a site's table holds, without anything of its subjects: what sites are compared by before a
/// run begins.
struct SiteTable {
  Eigen::Index measures = 0;       ///< columns of them
  bool has_header = true;          ///< they have names
  std::vector<std::string> names;  ///< of those that the site can give, as canonical_measure_name
                                   ///< has them; empty without a header
  std::vector<std::string> empty;  ///< of those of which no subject has a value
  std::vector<TextColumn> texts;   ///< those with a cell that is text
  bool by_header = false;  ///< names holds what the header names, whatever the cells hold; `empty`
                           ///< and `texts` hold nothing then
  bool chosen = false;     ///< feature_columns named the measures
  std::string modality;    ///< of data::scan_kinds(), or "" where nothing tells it
  data::Geometry geometry;
  std::map<std::string, std::string> units;  ///< behind a measure's numbers (data::is_unit), by
                                             ///< name; empty with by_header
};

/// What a site's table holds.
/// @param by_header for a site that may tell nothing of its subjects: no name depends on a cell
/// @param chosen whether feature_columns named the measures
/// @throws InputError when a measure's name is too long or holds control characters
SiteTable describe_table(const data::Table& table, bool by_header, bool chosen);

Json to_json(const SiteTable& table);

/// Reads what another site sent.
/// @throws MessageError when it is not what to_json makes, or longer than any table's
SiteTable parse_site_table(const Json& json, std::string_view what);

}  // namespace dsne::run
