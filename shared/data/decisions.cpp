#include "data/decisions.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "data/text_layout.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// Removes the apostrophe that the report adds to text that a spreadsheet would run.
std::string without_apostrophe(std::string_view id) {
  const bool guarded = id.size() > 1 && id[0] == '\'' &&
                       std::string_view("=+-@\t\r").find(id[1]) != std::string_view::npos;
  return std::string(guarded ? id.substr(1) : id);
}

}  // namespace

std::optional<Decisions> read_decisions(const TextInput& text, const Source& source) {
  const TextLayout layout = find_layout(text, Header::automatic, source);
  const auto named = [&](std::string_view name) {
    const auto found = std::ranges::find(layout.names, name, lower_case);
    return static_cast<std::size_t>(found - layout.names.begin());
  };
  std::vector<std::size_t> columns = {named("id"), named("decision")};
  if (std::ranges::max(columns) >= layout.names.size()) return std::nullopt;
  if (named("note") < layout.names.size()) columns.push_back(named("note"));
  Decisions decisions;
  for (const auto& [row, cells] : cells_by_row(text, layout, columns, source)) {
    const std::string note = cells.size() > 2 ? without_apostrophe(cells[2]) : "";
    decisions[without_apostrophe(cells[0])] = {cells[1], note};
  }
  return decisions;
}

}  // namespace dsne::data
