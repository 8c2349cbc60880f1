#include "data/names/known_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <deque>
#include <regex>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "data/cell.h"
#include "data/names/name_families.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using View = std::string_view;
using Words = std::vector<View>;

double number_of(View text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<ValueRange> range_of(View text) {
  const std::size_t dots = text.find("..");
  if (dots == View::npos) return std::nullopt;
  ValueRange range;
  if (dots > 0) range.low = number_of(text.substr(0, dots));
  if (dots + 2 < text.size()) range.high = number_of(text.substr(dots + 2));
  return range;
}

/// The kinds of columns that are no measures.
constexpr View other_kinds =
    "person-only person id code scan file part modality session task acq ce rec dir scan-number "
    "run echo row-number maybe-row-number site background regressor";

NameMeaning meaning_of(const Words& cells) {
  const auto cell = [&](std::size_t c) { return c < cells.size() ? cells[c] : View(); };
  NameMeaning meaning;
  meaning.kind = cell(0);
  meaning.unit = cell(2);
  meaning.possible = range_of(cell(3)).value_or(ValueRange());
  if (!cell(4).empty()) meaning.none = number_of(cell(4));
  meaning.list = cell(5);
  meaning.usual = range_of(cell(6));
  meaning.when_low = cell(7);
  meaning.when_high = cell(8);
  meaning.shown = cell(9);
  meaning.is_measure = !lists(other_kinds, meaning.kind);
  return meaning;
}

/// names.txt, read once.
class Dictionary {
 public:
  Dictionary() {
    for (const View line : words_in(names_table, '\n')) {
      if (line.empty() || line.front() == '#') continue;
      Words cells = words_in(line, '|');
      for (View& cell : cells) cell = without_wide_blanks(cell);
      add(cells);
    }
  }

  std::optional<KnownName> find(const std::string& name) const {
    if (const auto written = by_case_.find(name); written != by_case_.end()) return written->second;
    const std::string key = squeezed(name);
    if (const auto exact = exact_.find(key); exact != exact_.end()) {
      KnownName known = exact->second;
      const bool renames = known.meaning->kind == "freesurfer" || known.key != key;
      if (!renames) known.name = name;
      return known;
    }
    const Words words = words_of(name);
    if (auto member = families_.find(words, name)) return member;
    const Words split = words_of(name, true);
    return split.size() == words.size() ? std::nullopt : families_.find(split, name);
  }

  bool is_regressor(const std::string& name) const {
    return regressors_.find(words_of(name), name).has_value();
  }

  bool is_geometry(const std::string& name) const { return geometry_.contains(squeezed(name)); }

  const std::vector<Total>& totals() const { return totals_; }

 private:
  void add(const Words& cells) {
    const Words measures = words_in(cells.at(1), ',');
    if (cells[0] == "geometry") {
      for (const View measure : measures) geometry_.insert(squeezed(measure));
      return;
    }
    if (cells[0] == "sum" || cells[0] == "mean") {
      Total& total = totals_.emplace_back(Total{cells[0] == "mean", {}, {}});
      for (const View measure : measures) total.parts.emplace_back(without_wide_blanks(measure));
      total.name = std::move(total.parts.front());
      total.parts.erase(total.parts.begin());
      return;
    }
    const NameMeaning& meaning = meanings_.emplace_back(meaning_of(cells));
    for (const View measure : measures) {
      const Words spellings = words_in(without_wide_blanks(measure));
      for (const View spelling : spellings) {
        add_spelling(spelling, spellings.front(), meaning);
      }
    }
  }

  void add_spelling(View spelling, View canonical, const NameMeaning& meaning) {
    const bool family = meaning.kind == "regressor" || is_family(spelling);
    const bool is_first = spelling == canonical;
    for (const std::string& name : expanded(std::string(spelling), family)) {
      if (family) {
        const bool respells = !is_first && canonical.find('*') != View::npos;
        Families& families = meaning.kind == "regressor" ? regressors_ : families_;
        families.add(name, meaning, respells ? canonical : View());
      } else {
        add_name(is_first ? name : std::string(canonical), name, meaning);
      }
    }
  }

  void add_name(const std::string& canonical, const std::string& name, const NameMeaning& meaning) {
    const std::size_t mark = meaning.kind == "mriqc" ? canonical.find('_') : std::string::npos;
    const KnownName known{&meaning, canonical, squeezed(canonical),
                          canonical.substr(mark == std::string::npos ? 0 : mark + 1)};
    const auto [same, is_new] = exact_.emplace(squeezed(name), known);
    // CAT12's lPut beside ENIGMA's Lput: of another program, in another unit.
    const bool other = !is_new && same->second.meaning->unit != meaning.unit;
    if (other) by_case_.emplace(name, KnownName{&meaning, name, name, ""});
  }

  std::deque<NameMeaning> meanings_;
  std::unordered_map<std::string, KnownName> exact_;
  std::unordered_map<std::string, KnownName> by_case_;  ///< names that exact_ has of another unit
  Families families_;
  Families regressors_;
  std::set<std::string> geometry_;
  std::vector<Total> totals_;
};

const Dictionary& dictionary() {
  static const Dictionary names;
  return names;
}

/// What stands behind QAP's "anat_" and "func_".
std::string without_kind(const std::string& name) {
  const std::string lower = lower_case(name);
  for (const View prefix : {"anat", "func", "anatomical", "functional"}) {
    const bool begins = lower.starts_with(prefix) && name.size() > prefix.size() + 1 &&
                        View("_-. ").find(name[prefix.size()]) != View::npos;
    if (begins) return name.substr(prefix.size() + 1);
  }
  return "";
}

/// What stands behind R's X before a digit, UK Biobank's "participant.", or a form's name and a
/// comma.
std::string without_prefix(const std::string& name) {
  const bool by_r =
      name.size() > 1 && name[0] == 'X' && std::isdigit(static_cast<unsigned char>(name[1])) != 0;
  if (by_r) return name.substr(1);
  constexpr View entity = "participant.";
  if (name.starts_with(entity)) return name.substr(entity.size());
  const std::size_t comma = name.rfind(',');
  return comma == std::string::npos ? "" : name.substr(comma + 1);
}

/// Returns what a name without a unit means, in any spelling; nothing for an unknown one.
std::optional<KnownName> known_spelling(const std::string& name) {
  if (auto known = dictionary().find(name)) return known;
  if (const std::string rest = without_prefix(name); !rest.empty()) return dictionary().find(rest);
  const std::string rest = without_kind(name);
  auto known = rest.empty() ? std::nullopt : dictionary().find(rest);
  if (known) known->name = name;
  return known;
}

/// Returns whether a name ends in brackets, or in what R and MATLAB make of them:
/// Left.Thalamus..mm3.
bool ends_in_brackets(View name) { return View(")]._").find(name.back()) != View::npos; }

/// Splits a unit off a name: "Left-Thalamus (mm³)", "TR [ms]", weight_kg. The unit is "" if there
/// is none.
std::pair<std::string, View> split_unit(const std::string& name) {
  constexpr View marks = "([ _.";
  if (name.size() < 3) return {name, ""};
  const bool in_brackets = ends_in_brackets(name);
  const std::size_t last = name.size() - (in_brackets ? 2 : 1);
  const std::size_t at = name.find_last_of(marks, last);
  if (at == std::string::npos || at == 0 || at == last) return {name, ""};
  const View unit = View(name).substr(at + 1, last - at);
  constexpr View others = "m g t l years yrs year y months month days";
  if (!is_unit(unit) && !lists(others, lower_case(unit))) return {name, ""};
  const std::size_t end = name.find_last_not_of(marks, at - 1);
  return {name.substr(0, end == std::string::npos ? 0 : end + 1), unit};
}

/// Returns what a name means, in any spelling; nothing for an unknown one. A unit behind it must be
/// the measure's own, or stand in brackets if the measure has none and be no other scale of it.
std::optional<KnownName> known_name(const std::string& name) {
  const auto [plain, unit] = split_unit(name);
  if (auto known = unit.empty() ? std::nullopt : known_spelling(plain)) {
    const NameMeaning& meaning = *known->meaning;
    // A last word may be a side or a region: acr_l, md_cc.
    const bool is_own = meaning.unit.empty() ? ends_in_brackets(name)
                                             : plain_unit(meaning.unit) == plain_unit(unit);
    const bool fits = meaning.is_measure ? is_own && is_unit(unit) && !lists("% dB", unit)
                                         : lists("background site", meaning.kind);
    if (fits) return known;
  }
  return known_spelling(name);
}

}  // namespace

std::optional<KnownName> known_measure(const std::string& name) {
  auto known = known_name(name);
  return known && known->meaning->is_measure ? known : std::nullopt;
}

std::string unit_in_brackets(const std::string& name) {
  const std::size_t at = name.find_last_of("([");
  const bool ends = name.ends_with(')') || name.ends_with(']');
  return ends && at != std::string::npos ? stated_unit(View(name).substr(at)) : "";
}

bool is_geometry(const std::string& name) { return dictionary().is_geometry(name); }

const std::vector<Total>& known_totals() { return dictionary().totals(); }

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
  if (kind == "background" || kind == "site") return ColumnRole::background;
  return place_of(kind) >= 0 ? ColumnRole::entity : ColumnRole::person;
}

int person_certainty(const std::string& name) {
  const std::string_view kind = kind_of_name(name);
  if (kind == "person-only") return certain_person;
  if (kind == "person") return 2;
  return is_freesurfer_corner(name) || kind == "id" ? 1 : 0;
}

bool names_sites(const std::string& name) { return kind_of_name(name) == "site"; }

int entity_order(const std::string& name) { return place_of(kind_of_name(name)); }

bool name_regressors(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t least = 3;
  const auto found = std::ranges::count_if(
      names, [](const std::string& name) { return dictionary().is_regressor(name); });
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
