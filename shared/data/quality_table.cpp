#include "data/quality_table.h"

#include <algorithm>
#include <iterator>

#include "core/errors.h"
#include "data/column_roles.h"
#include "data/quality_measures.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

bool has_role(const Names& names, ColumnRole role) {
  return std::any_of(names.begin(), names.end(),
                     [role](const std::string& name) { return column_role(name) == role; });
}

/// Whether a column is an entity's with this place in a scan's id.
bool has_entity(const Names& names, const std::string& entity) {
  const int order = entity_order(entity);
  return std::any_of(names.begin(), names.end(),
                     [order](const std::string& name) { return entity_order(name) == order; });
}

}  // namespace

bool is_quality_table(const Names& names) {
  if (names.empty()) return false;
  if (column_role(names.front()) == ColumnRole::scan || has_quality_measures(names)) return true;
  return column_role(names.front()) == ColumnRole::person && has_entity(names, "session") &&
         has_entity(names, "scan");
}

Table read_quality_table(const boost::filesystem::path& file, const std::string& input,
                         TableFormat format) {
  const TextLayout layout = find_layout(open_text(file, input), Header::present, input);
  const bool known = has_quality_measures(layout.names);
  const bool has_ids = !format.id_column.empty() || has_role(layout.names, ColumnRole::scan) ||
                       has_role(layout.names, ColumnRole::person);
  if (!has_ids && !known) {
    throw InputError(input +
                     " is no table of MRIQC or QAP: none of its columns is bids_name, "
                     "subject or Participant");
  }
  format.header = Header::present;
  if (known) {
    std::copy_if(layout.names.begin(), layout.names.end(), std::back_inserter(format.no_features),
                 [](const std::string& name) {
                   return column_role(name) == ColumnRole::measure && !is_quality_measure(name);
                 });
  }
  return read_table(file, input, format);
}

}  // namespace dsne::data
