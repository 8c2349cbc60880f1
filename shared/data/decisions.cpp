#include "data/decisions.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "data/csv.h"
#include "data/text_layout.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

std::optional<Decisions> decisions_of(const TextInput& text, const Source& source) {
  const bool has_rows =
      first_rows({*text, find_delimiter(text, ',', source), source}, 2).size() > 1;
  const TextLayout layout = has_rows ? find_layout(text, Header::automatic, source)
                                     : find_header(text, Header::present, source);
  const auto named = [&](std::string_view name) {
    const auto found = std::ranges::find(layout.names, name, lower_case);
    return static_cast<std::size_t>(found - layout.names.begin());
  };
  std::vector<std::size_t> columns = {named("id"), named("decision")};
  if (std::ranges::max(columns) >= layout.names.size()) return std::nullopt;
  if (named("note") < layout.names.size()) columns.push_back(named("note"));
  Decisions decisions;
  if (!has_rows) return decisions;
  for (const auto& [row, cells] : cells_by_row(text, layout, columns, source)) {
    const std::string note = cells.size() > 2 ? without_apostrophe(cells[2]) : "";
    decisions[without_apostrophe(cells[0])] = {cells[1], note};
  }
  return decisions;
}

std::string whole_text(const TextInput& text) {
  return std::string(std::istreambuf_iterator<char>(*text), {});
}

}  // namespace

std::optional<SavedDecisions> read_decisions(const TextInput& text, const Source& source) {
  // Read once: a file that is being saved may have other rows a moment later.
  const std::string all = whole_text(text);
  const auto decisions_in = [&](std::string lines) {
    return decisions_of(
        {std::make_unique<std::istringstream>(std::move(lines)), {}, text.delimiter}, source);
  };
  const bool has_end = all.ends_with('\n');
  std::optional<Decisions> decisions;
  try {
    decisions = decisions_in(all);
  } catch (const InputError&) {
    if (has_end) throw;
    decisions = decisions_in(all.substr(0, all.rfind('\n') + 1));
  }
  if (!decisions) return std::nullopt;
  SavedDecisions saved{*std::move(decisions), ""};
  if (!has_end) {
    saved.note =
        "The last line of " + source.name +
        " has no end, so saving may have been cut off: look whether its last rows are there.";
  }
  return saved;
}

}  // namespace dsne::data
