#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/digest.h"
#include "core/json.h"
#include "core/within.h"
#include "data/cell.h"
#include "data/reading.h"
#include "data/table.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "summary/summary.h"

namespace dsne::run {

/// Returns whether a text may be shown as a name. A spreadsheet's header may have several lines.
bool is_showable(const std::string& name);

/// A column of measures with a cell of text, so that the site cannot use the measure.
struct TextColumn {
  std::string name;
  std::size_t row = 0, column = 0;  ///< of the first such cell in the file, from 1

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    constexpr std::int64_t most = std::int64_t{1} << 53;
    visit("name", self.name, within::text(is_showable, "is no name"));
    visit("row", self.row, within::whole(1, most));
    visit("column", self.column, within::whole(1, most));
  }
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
  std::map<std::string, std::string> units;  ///< of measures (data::is_unit), by name; with
                                             ///< by_header those that the header states

  static constexpr std::size_t most_measures = 4000000;
  static bool is_modality(const std::string& word);

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    const auto name = within::text(is_showable, "holds something that is no name", most_measures);
    visit("measures", self.measures, within::whole(1, most_claimed));
    visit("header", self.has_header);
    visit("names", self.names, name);
    visit("empty", self.empty, name);
    visit("texts", self.texts, within::at_most(most_measures));
    visit("by_header", self.by_header);
    visit("chosen", self.chosen);
    visit("modality", self.modality, within::text(is_modality, "is none of those that are known"));
    std::optional<data::Geometry> geometry;  // null for none
    if (self.geometry.kind != data::GeometryKind::none) geometry = self.geometry;
    visit("geometry", geometry, within::or_null());
    if constexpr (!std::is_const_v<Self>) self.geometry = geometry.value_or(data::Geometry());
    visit("units", self.units,
          within::text([](const std::string& unit) { return data::is_unit(unit); },
                       "are none that are known", most_measures));
  }
};

/// Describes a site's table.
/// @param by_header for a site that may reveal nothing about its subjects: no name depends on a
///   cell
/// @param chosen whether feature_columns named the measures
/// @throws InputError when a measure's name is too long or holds control characters
TableProfile describe_table(const data::Table& table, bool by_header, bool chosen);

/// Checks what a table that another node described says of itself.
/// @throws MessageError when its numbers of names and columns do not agree
void check_profile(const TableProfile& table, std::string_view what);

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

/// Site names by the sites' ids.
using SiteNames = std::map<std::string, std::string>;

/// Returns each site's shown name: its own, or its id if it gives none. If several sites have the
/// same name, all but the first, in the order of their ids, get a number: "Leuven (2)".
/// @param given each site's name, "" for none
SiteNames distinct_names(const SiteNames& given);

/// Returns the names that several sites gave, from the result of distinct_names.
std::vector<std::string> shared_names(const SiteNames& shown);

/// A site's reference, as it registers it.
struct RegisteredReference {
  std::string sha256;
  bool given = false;  ///< by the site's user; otherwise it is the image's
  Eigen::Index points = 0;
  Eigen::Index features = 0;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("sha256", self.sha256,
          within::text([](const std::string& text) { return is_sha256(text); }, "is not a digest"));
    visit("source", self.given, within::words<bool>({{"input", true}, {"image", false}}));
    visit("points", self.points, within::whole(1, most_claimed));
    visit("features", self.features, within::whole(1, most_claimed));
  }
};

/// What a site sends first: what it brings, or its files' faults.
struct Registration {
  Json parameters;
  std::optional<std::string> site_name;  ///< the name to show; none for its id
  std::vector<std::string> errors;       ///< the faults, one line each; the rest is then empty
  std::optional<bool> brings_reference;  ///< with faults: whether its inputs name a reference
  std::optional<exchange::SiteKeys> keys;
  std::optional<TableProfile> table;
  std::optional<RegisteredReference> reference;

  bool is_faulty() const { return !errors.empty(); }

  /// Returns whether a text may be a fault's line.
  static bool is_fault(const std::string& line);

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("parameters", self.parameters);
    visit("site_name", self.site_name, within::text(summary::is_site_name, "is not a site's name"));
    visit("errors", self.errors,
          within::or_missing(within::text(is_fault, "is no list of lines", exchange::most_faults)));
    visit("brings_reference", self.brings_reference);
    visit("keys", self.keys);
    visit("table", self.table);
    visit("reference", self.reference);
  }
};

/// Reads a registration.
/// @throws MessageError when it is malformed, or neither whole nor of faults
Registration parse_registration(const Json& message, std::string_view what);

}  // namespace dsne::run
