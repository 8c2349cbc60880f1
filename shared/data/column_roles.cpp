#include "data/column_roles.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

#include "data/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// BIDS' entities in its order.
constexpr std::array<std::string_view, 9> bids_entities = {
    "session", "task", "acq", "ce", "rec", "dir", "scan-number", "run", "echo"};

/// The corner of FreeSurfer's tables: "Measure:volume", "lh.aparc.thickness".
bool is_freesurfer_corner(const std::string& name) {
  static const std::regex corner(
      R"((measure[:.][a-z]+|[lr]h\.\S+\.(area|volume|thickness|thicknessstd|meancurv|gauscurv|foldind|curvind|pctmean|mean)))",
      std::regex::icase);
  return std::regex_match(name, corner);
}

/// The kind of a name that is known and no measure's; "" for others.
std::string_view kind_of_name(const std::string& name) {
  const auto known = known_name(name);
  return known && !known->meaning->is_measure ? known->meaning->kind : std::string_view();
}

int place_of(std::string_view kind) {
  const auto* const found = std::ranges::find(bids_entities, kind);
  return found == bids_entities.end() ? -1 : static_cast<int>(found - bids_entities.begin());
}

}  // namespace

ColumnRole column_role(const std::string& name) {
  if (is_freesurfer_corner(name)) return ColumnRole::person;
  const bool nameless = joined_words(name).empty();
  const bool by_readr = name.size() > 3 && name.starts_with("...");
  if (nameless || by_readr) return ColumnRole::row_number;
  // What MRIQC's web service adds to its measures.
  if (name == "_id") return ColumnRole::scan_file;
  if (name.starts_with('_')) return ColumnRole::background;
  const std::string_view kind = kind_of_name(name);
  if (kind.empty()) return ColumnRole::measure;
  if (kind == "scan") return ColumnRole::scan;
  if (kind == "file") return ColumnRole::scan_file;
  if (kind == "part") return ColumnRole::part;
  if (kind == "modality") return ColumnRole::modality;
  if (kind == "row-number") return ColumnRole::row_number;
  if (kind == "maybe-row-number") return ColumnRole::maybe_row_number;
  if (kind == "background") return ColumnRole::background;
  return place_of(kind) >= 0 ? ColumnRole::entity : ColumnRole::person;
}

int person_certainty(const std::string& name) {
  const std::string_view kind = kind_of_name(name);
  if (kind == "person-only") return certain_person;
  if (kind == "person") return 2;
  return is_freesurfer_corner(name) || kind == "id" ? 1 : 0;
}

int entity_order(const std::string& name) { return place_of(kind_of_name(name)); }

bool name_regressors(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t least = 3;
  const auto found = std::ranges::count_if(names, is_regressor);
  return found >= least && 2 * found >= std::ssize(names);
}

bool name_subjects(const std::vector<std::string>& names) {
  static const std::regex bids(R"(sub-[a-z0-9]+(_\S*)?)", std::regex::icase);
  static const std::regex subject(
      R"((sub|subj|subject|participant|patient|pat|control|ctrl|case|ndar_inv|proband|vp)[-_. ]?[0-9]\w*)",
      std::regex::icase);
  constexpr std::ptrdiff_t least = 4;
  const auto all_bids = [&](const std::string& name) { return std::regex_match(name, bids); };
  if (names.size() > 1 && std::ranges::all_of(names, all_bids)) return true;
  const auto found = std::ranges::count_if(names, [&](const std::string& name) {
    return std::regex_match(name, subject) || std::regex_match(name, bids);
  });
  return found >= least && 10 * found >= 8 * std::ssize(names);
}

}  // namespace dsne::data
