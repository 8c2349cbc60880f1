#include "data/decisions.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
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
  std::string all((std::istreambuf_iterator<char>(*text)), {});
  text.stream->clear();
  text.stream->seekg(0);
  return all;
}

}  // namespace

std::optional<SavedDecisions> read_decisions(const TextInput& text, const Source& source) {
  const std::string all = whole_text(text);
  const bool has_end = all.ends_with('\n');
  std::optional<Decisions> decisions;
  try {
    decisions = decisions_of(text, source);
  } catch (const InputError&) {
    if (has_end) throw;
    const std::string lines = all.substr(0, all.rfind('\n') + 1);
    decisions =
        decisions_of({std::make_unique<std::istringstream>(lines), {}, text.delimiter}, source);
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
