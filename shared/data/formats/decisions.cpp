#include "data/formats/decisions.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/phrases.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/text/text_layout.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

std::optional<SavedDecisions> decisions_of(const TextInput& text, const Source& source) {
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
  SavedDecisions saved;
  if (!has_rows) return saved;
  std::set<std::string> changed;
  for (const auto& [row, cells] : cells_by_row(text, layout, columns, source)) {
    const std::string id = without_apostrophe(cells[0]);
    const Decision decision{cells[1], cells.size() > 2 ? without_apostrophe(cells[2]) : ""};
    const auto [earlier, added] = saved.by_id.emplace(id, decision);
    if (!added && earlier->second.choice != decision.choice) changed.insert(id);
    earlier->second = decision;
  }
  if (!changed.empty()) {
    saved.note = counted(std::ssize(changed), "scan has", "scans have") + " several decisions in " +
                 source.name + ": the last one counts.";
  }
  return saved;
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
  std::optional<SavedDecisions> saved;
  try {
    saved = decisions_in(all);
  } catch (const InputError&) {
    if (has_end) throw;
    saved = decisions_in(all.substr(0, all.rfind('\n') + 1));
  }
  if (saved && !has_end) {
    saved->note +=
        (saved->note.empty() ? "The last line of " : " The last line of ") + source.name +
        " has no end, so saving may have been cut off: look whether its last rows are there.";
  }
  return saved;
}

namespace {

constexpr std::string_view excluded_verdicts =
    "exclude excluded exclusion fail failed bad reject rejected -1";
constexpr std::string_view accepted_verdicts =
    "include included inclusion keep kept accept accepted pass passed good ok";
constexpr std::string_view open_verdicts = "recheck doubtful unsure";

/// The word in small letters, a number as a label has it.
std::string plain_word(const std::string& word) {
  return label_text(lower_case(boost::algorithm::trim_copy(word)));
}

/// Returns nothing for a word that is no verdict by itself, 0 and 1 among them.
std::optional<Verdict> verdict_of(const std::string& plain) {
  if (plain.empty() || lists(open_verdicts, plain)) return Verdict::none;
  if (lists(excluded_verdicts, plain)) return Verdict::excluded;
  if (lists(accepted_verdicts, plain)) return Verdict::accepted;
  return std::nullopt;
}

}  // namespace

std::vector<Verdict> read_verdicts(const std::vector<std::string>& words,
                                   const std::string& excluding, const Source& source) {
  const bool rated = std::ranges::find(words, "-1", plain_word) != words.end();
  if (rated && !excluding.empty()) {
    source.refuse(": -1 is among the verdicts, so 0 and 1 are raters' doubtful and good");
  }
  std::vector<Verdict> verdicts;
  verdicts.reserve(words.size());
  std::int64_t unknown = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string plain = plain_word(words[i]);
    if (plain == "0" || plain == "1") {
      if (!rated && excluding.empty()) {
        source.refuse(
            ": the verdicts are 0 and 1; say which of them is exclude, as "
            "excluding_verdict in the settings");
      }
      // Raters' custom beside -1, else as stated.
      const Verdict zero = rated ? Verdict::none : Verdict::accepted;
      verdicts.push_back(plain == excluding ? Verdict::excluded
                         : plain == "1"     ? Verdict::accepted
                                            : zero);
      continue;
    }
    const auto verdict = verdict_of(plain);
    if (!verdict && unknown++ == 0) first = i;
    verdicts.push_back(verdict.value_or(Verdict::none));
  }
  if (unknown == 0) return verdicts;
  source.refuse(": " + counted(unknown, "is no verdict", "are no verdicts") +
                ", the first is number " + std::to_string(first + 1) +
                "; a scan is excluded by one of: exclude, excluded, fail, bad, reject, -1, or "
                "kept by include, keep, accept, pass, good or ok");
}

void KnownIds::add(const std::vector<std::string>& ids, const std::string& day,
                   const std::string& kind) {
  if (key.empty()) {
    key = kind + '/' + sha256(boost::algorithm::join(ids, "\n") + '\n').substr(0, 16);
  }
  const std::size_t next = days.size();
  bool is_new = false;
  for (const std::string& id : ids) is_new |= came.emplace(id, next).second;
  if (is_new) days.push_back(day);
}

std::vector<bool> KnownIds::newest(const std::vector<std::string>& ids) const {
  if (days.size() < 2) return {};
  std::vector<bool> result;
  result.reserve(ids.size());
  for (const std::string& id : ids) result.push_back(came.at(id) + 1 == days.size());
  return result;
}

std::string KnownIds::since() const { return days.size() < 2 ? "" : days[days.size() - 2]; }

bool KnownIds::is_whole() const {
  return !days.empty() &&
         std::ranges::all_of(came, [&](const auto& each) { return each.second < days.size(); });
}

}  // namespace dsne::data
