#include "tools/look/known_scans.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/matrix.h"
#include "core/phrases.h"
#include "core/state.h"
#include "data/columns/persons.h"
#include "data/csv.h"
#include "data/names/measure_names.h"
#include "data/text/text_input.h"
#include "data/word_list.h"
#include "summary/own_subjects.h"

namespace dsne::tools {
namespace {

constexpr const char* kept_scans_file = "known_scans.json";
constexpr const char* kept_scans_name = "known_scans.json in the folder of results";

Json baseline_json(const Baseline& baseline) {
  Json rows = Json::array();
  for (const auto& row : baseline.values.rowwise()) {
    Json& cells = rows.emplace_back(Json::array());
    for (const double value : row) cells.push_back(std::isnan(value) ? Json() : Json(value));
  }
  return {{"day", baseline.day},
          {"measures", baseline.measures},
          {"ids", baseline.ids},
          {"persons", baseline.persons},
          {"rows", rows}};
}

/// @throws MessageError when it is not what baseline_json writes
Baseline parse_baseline(const Json& json) {
  Baseline baseline{text_field(json, "day", kept_scans_name),
                    texts_field(json, "measures", kept_scans_name),
                    texts_field(json, "ids", kept_scans_name),
                    texts_field(json, "persons", kept_scans_name),
                    {}};
  const Json& rows = field(json, "rows", kept_scans_name);
  const MessageError other("the baseline is not whole");
  if (!rows.is_array() || rows.size() != baseline.ids.size() ||
      baseline.persons.size() != rows.size()) {
    throw other;
  }
  baseline.values.resize(std::ssize(rows), std::ssize(baseline.measures));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_array() || rows[i].size() != baseline.measures.size()) throw other;
    for (std::size_t f = 0; f < rows[i].size(); ++f) {
      const Json& value = rows[i][f];
      if (!value.is_null() && !value.is_number()) throw other;
      baseline.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(f)) =
          value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    }
  }
  return baseline;
}

Json positions_json(const KnownScans& known) {
  Json json = {{"map", known.map}};
  for (const auto& [id, position] : known.positions) {
    json["ids"].push_back(id);
    json["of"].push_back(position.of);
    json["at"].push_back(position.at);
  }
  return json;
}

/// @throws MessageError when it is not what positions_json writes
void parse_positions(const Json& json, KnownScans& known) {
  known.map = text_field(json, "map", kept_scans_name);
  const auto ids = texts_field(json, "ids", kept_scans_name);
  const auto of = texts_field(json, "of", kept_scans_name);
  const Json& at = field(json, "at", kept_scans_name);
  const MessageError other("the positions are not whole");
  if (!at.is_array() || at.size() != ids.size() || of.size() != ids.size()) throw other;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!at[i].is_array() ||
        !std::ranges::all_of(at[i], [](const Json& x) { return x.is_number(); })) {
      throw other;
    }
    known.positions[ids[i]] = {of[i], at[i].get<std::vector<double>>()};
  }
}

/// Returns a digest of all that decides where each scan lies.
std::vector<std::string> digests_of(const Matrix& values, const summary::SubjectsToPlace& scans) {
  std::vector<std::string> digests;
  for (std::size_t i = 0; i < scans.groups.size(); ++i) {
    std::string text = std::to_string(scans.groups[i]) + ' ' + std::to_string(scans.points.size());
    for (const double value : values.row(static_cast<Eigen::Index>(i))) {
      text += ' ' + data::number_text(value);
    }
    digests.push_back(sha256(text).substr(0, 16));
  }
  return digests;
}

/// Returns a baseline with the columns in this order; nothing if it has other ones.
std::optional<Baseline> in_order(const Baseline& baseline,
                                 const std::vector<std::string>& measures) {
  if (baseline.measures.size() != measures.size()) return std::nullopt;
  Baseline ordered = baseline;
  ordered.measures = measures;
  const auto found = data::MeasureNames(baseline.measures).find_each(measures);
  for (std::size_t f = 0; f < measures.size(); ++f) {
    if (!found[f]) return std::nullopt;
    ordered.values.col(static_cast<Eigen::Index>(f)) =
        baseline.values.col(static_cast<Eigen::Index>(*found[f]));
  }
  return ordered;
}

/// Returns the baseline's rows of scans that are not among these.
std::vector<Eigen::Index> rows_without(const Baseline& baseline,
                                       const std::vector<std::string>& ids) {
  const std::set<std::string> known(ids.begin(), ids.end());
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < baseline.ids.size(); ++i) {
    if (!known.contains(baseline.ids[i])) rows.push_back(static_cast<Eigen::Index>(i));
  }
  return rows;
}

/// Returns the decisions that a person saved into the folder; none without a file.
data::SavedDecisions saved_decisions(const fs::path& folder) {
  const fs::path file = folder / data::decisions_name;
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  constexpr const char* input = "decisions.csv in the folder of results";
  auto decisions = data::read_decisions(data::open_text(file, input), input);
  if (!decisions) throw InputError(std::string(input) + " has no columns id and decision");
  const auto strange = std::ranges::count_if(decisions->by_id, [](const auto& decision) {
    return !data::lists("keep recheck exclude", data::lower_case(decision.second.choice)) &&
           !decision.second.choice.empty();
  });
  if (strange > 0) {
    decisions->note += (decisions->note.empty() ? "" : " ") +
                       counted(strange, "decision is", "decisions are") +
                       " none of keep, recheck and exclude in " + input + ", and left out.";
  }
  return *std::move(decisions);
}

KnownScans parse(const std::string& text) {
  const InputError damaged(
      std::string(kept_scans_name) +
      " is damaged: restore it from a backup, or remove it, and load your saved "
      "decisions in the page");
  const auto json = parse_json(text);
  if (!json || !json->is_object()) throw damaged;
  try {
    KnownScans known;
    restore(*json, static_cast<data::KnownIds&>(known));
    if (json->contains("table")) known.table = text_field(*json, "table", kept_scans_name);
    if (json->contains("positions")) parse_positions(json->at("positions"), known);
    if (json->contains("baseline")) known.baseline = parse_baseline(json->at("baseline"));
    if (!known.is_whole()) throw damaged;
    return known;
  } catch (const MessageError&) {
    throw damaged;
  }
}

/// The measures that a baseline and a table have: their columns in either.
std::vector<std::pair<Eigen::Index, Eigen::Index>> common_columns(const Baseline& baseline,
                                                                  const data::Table& table) {
  std::vector<std::pair<Eigen::Index, Eigen::Index>> common;
  const auto found = data::MeasureNames(baseline.measures).find_each(table.features);
  for (std::size_t f = 0; f < found.size(); ++f) {
    if (!found[f]) continue;
    common.emplace_back(static_cast<Eigen::Index>(*found[f]), static_cast<Eigen::Index>(f));
  }
  return common;
}

/// Whether some scans of a table are known: by their values where the baseline has them, since
/// sites number their subjects alike, else by their ids.
bool has_known_scans(const KnownScans& known, const data::Table& table) {
  if (known.baseline && !table.features.empty()) {
    constexpr double rounding = 1e-3;
    const auto common = common_columns(*known.baseline, table);
    std::map<std::string, Eigen::Index> rows;
    for (const std::string& id : known.baseline->ids) rows.emplace(id, std::ssize(rows));
    bool any = common.empty();
    for (std::size_t i = 0; i < table.ids.size(); ++i) {
      const auto row = rows.find(table.ids[i]);
      if (row == rows.end()) continue;
      any = true;
      const auto alike = std::ranges::count_if(common, [&](const auto& columns) {
        const double before = known.baseline->values(row->second, columns.first);
        const double now = table.values(static_cast<Eigen::Index>(i), columns.second);
        return std::abs(before - now) <= rounding * std::abs(before);
      });
      if (2 * alike > std::ssize(common)) return true;
    }
    if (any) return false;
  }
  return std::ranges::any_of(table.ids,
                             [&](const std::string& id) { return known.came.contains(id); });
}

}  // namespace

std::size_t KnownScans::missing(const std::vector<std::string>& ids) const {
  return came.size() - ids.size();
}

KnownScans known_scans(const fs::path& folder, const fs::path& path, const data::Table& table,
                       const std::string& day, bool afresh) {
  const fs::path file = folder / kept_scans_file;
  const auto whole = [](const fs::path& name) { return fs::weakly_canonical(fs::absolute(name)); };
  // So that both may be moved together.
  const std::string from = whole(path).lexically_relative(whole(folder)).generic_string();
  boost::system::error_code error;
  KnownScans known;
  if (fs::exists(file, error)) {
    known = parse(read_file(file, kept_scans_name));
    known.continues = known.table == from || has_known_scans(known, table);
  }
  if (known.continues == false && afresh) {
    known = {};
  } else {
    known.decisions = saved_decisions(folder);
  }
  if (known.continues != false) known.table = from;
  known.add(table.ids, day, "scans");
  return known;
}

void require_same_table(const std::vector<KnownScans>& known) {
  const auto other = std::ranges::find(known, std::optional(false), &KnownScans::continues);
  if (other == known.end()) return;
  if (std::ranges::find(known, std::optional(true), &KnownScans::continues) != known.end()) return;
  throw InputError(
      "the folder of results is of another table" +
      (other->table.empty() ? "" : " (" + fs::path(other->table).filename().string() + ")") +
      ": none of these scans is there with these measures. Name another folder "
      "(--output), bring all scans in one table, or begin anew (--new-baseline)");
}

JudgedScans judged_scans(KnownScans& known, const data::Table& table,
                         const std::vector<std::string>& measures, bool afresh) {
  const std::string today = known.days.back();
  JudgedScans judged{{table.values, data::persons_of(table), {}}, {}};
  quality::OwnRecords& records = judged.records;
  std::optional<Baseline> old;
  if (known.baseline && !afresh) {
    old = in_order(*known.baseline, measures);
    if (!old) {
      judged.notes.push_back(
          "The table has other measures than before, so the lists begin anew: scans are compared "
          "with those of this table.");
    }
  }
  const bool stays = old && old->ids.size() >= quality::least_subjects_tried;
  Baseline next{stays ? old->day : today, measures, table.ids, records.persons, {}};
  if (old) {
    const auto rows = rows_without(*old, table.ids);
    records.values = stacked(table.values, old->values(rows, Eigen::all));
    for (const Eigen::Index row : rows) {
      next.ids.push_back(old->ids[static_cast<std::size_t>(row)]);
      records.persons.push_back(old->persons[static_cast<std::size_t>(row)]);
    }
    next.persons = records.persons;
  }
  if (stays) {
    const std::set<std::string> ids(old->ids.begin(), old->ids.end());
    std::vector<Eigen::Index> rows;
    records.judging.reserve(next.ids.size());
    for (std::size_t i = 0; i < next.ids.size(); ++i) {
      records.judging.push_back(ids.contains(next.ids[i]));
      if (records.judging.back()) rows.push_back(static_cast<Eigen::Index>(i));
    }
    next.values = records.values(rows, Eigen::all);
    const auto keep = [&](std::vector<std::string>& names) {
      std::vector<std::string> kept;
      kept.reserve(rows.size());
      for (const Eigen::Index row : rows) kept.push_back(names[static_cast<std::size_t>(row)]);
      names = std::move(kept);
    };
    keep(next.ids);
    keep(next.persons);
    if (rows.size() < records.judging.size() || std::ssize(next.ids) > table.values.rows()) {
      judged.notes.push_back("Lists compare with the " + counted(std::ssize(rows), "scan") +
                             " of " + next.day +
                             ", so that a scan stays on its list when others come. To compare with "
                             "this table from now on: --new-baseline.");
    }
  } else {
    next.values = records.values;
  }
  known.baseline = std::move(next);
  return judged;
}

Matrix placed_scans(KnownScans& known, const summary::CommonMap& map,
                    const std::string& fingerprint, const std::vector<std::string>& ids,
                    const Matrix& values, const summary::SubjectsToPlace& scans, bool afresh) {
  if (!map.has_coordinates()) return summary::place_on(map, scans);
  if (afresh || known.map != fingerprint) known.positions.clear();
  known.map = fingerprint;
  const std::vector<std::string> digests = digests_of(values, scans);
  Matrix coordinates(std::ssize(ids), map.coordinates.cols());
  std::vector<Eigen::Index> placed;
  summary::SubjectsToPlace strangers{{}, {}, scans.points, scans.rows};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const auto found = known.positions.find(ids[i]);
    if (found != known.positions.end() && found->second.of == digests[i] &&
        std::ssize(found->second.at) == coordinates.cols()) {
      coordinates.row(row) =
          Eigen::Map<const RowVector>(found->second.at.data(), coordinates.cols());
    } else {
      placed.push_back(row);
      strangers.groups.push_back(scans.groups[i]);
    }
  }
  if (!placed.empty()) {
    strangers.features = scans.features(placed, Eigen::all);
    coordinates(placed, Eigen::all) = summary::place_on(map, strangers);
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const RowVector at = coordinates.row(static_cast<Eigen::Index>(i));
    known.positions[ids[i]] = {digests[i], {at.begin(), at.end()}};
  }
  return coordinates;
}

File kept_file(const KnownScans& known) {
  Json json = state_of(static_cast<const data::KnownIds&>(known));
  json["table"] = known.table;
  if (!known.positions.empty()) json["positions"] = positions_json(known);
  if (known.baseline) json["baseline"] = baseline_json(*known.baseline);
  return {kept_scans_file, json.dump(1) + '\n', kept_scans_name};
}

}  // namespace dsne::tools
