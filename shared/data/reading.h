#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/within.h"

namespace dsne::data {

/// The geometry of subjects' images or networks.
enum class GeometryKind { none, images, networks };

/// What images must have in common to be compared voxel by voxel, and networks pair by pair.
struct Geometry {
  GeometryKind kind = GeometryKind::none;
  std::vector<std::int64_t> size;  ///< voxels along X, Y and Z; of networks the number of regions
  std::vector<double> spacing;     ///< millimetres from voxel to voxel along X, Y and Z; empty if
                                   ///< the header does not say
  std::string orientation;  ///< the directions of X, Y and Z, "RAS"; "" if the header does not say
  std::vector<std::string> regions;  ///< of networks: the regions' names; empty without names

  static bool is_orientation(const std::string& text);
  static bool is_region(const std::string& name) { return name.size() <= 1000; }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    constexpr std::size_t most_regions = 100000;
    visit("kind", self.kind,
          within::words<GeometryKind>(
              {{"images", GeometryKind::images}, {"networks", GeometryKind::networks}}));
    visit("size", self.size,
          within::wholes(self.kind == GeometryKind::images ? 3 : 1, 1, most_claimed));
    visit("spacing", self.spacing, within::number(1e-100, 1e6));
    visit("orientation", self.orientation, within::text(is_orientation, "is no image's"));
    // Two regions may have the same name in a program's table.
    visit("regions", self.regions,
          within::text(is_region, "holds something that is no name", most_regions));
  }
};

/// What it is, for people: "images of 64 x 64 x 33 voxels of 3 x 3 x 3.5 mm, axes LAS". "" of
/// GeometryKind::none.
std::string geometry_text(const Geometry& geometry);

/// What keeps `one` from being compared with `other`, as a sentence without its subject: "has
/// images of 6 x 8 x 4 voxels instead of 8 x 6 x 4"; "" when nothing does.
///
/// Unknown properties are not compared. Spacings may differ by 1 %, because programs round them.
/// The sentence holds no region's name.
std::string geometry_difference(const Geometry& one, const Geometry& other);

/// Why a column of lists is left out.
inline constexpr const char* holds_lists =
    "holds lists of numbers, each of which may be another quantity: bring a column for each";

/// What a column that was left out holds.
enum class LeftOutContent { other, text, nothing };

/// A column of a site's table that is not a measure of the run.
struct LeftOut {
  std::string name;    ///< as in the header; "column 3" without one
  std::string reason;  ///< why, for people: "no value in any row"
  LeftOutContent content = LeftOutContent::other;
  std::size_t column = 0;  ///< its number in the file, from 1, if no row has a value; else 0

  /// Visits what a site keeps between two steps (core/state.h).
  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("name", self.name);
    visit("reason", self.reason);
  }
};

/// Returns the columns' names by the reason for which they were left out, in the order of the first
/// of each.
std::vector<std::pair<std::string, std::vector<std::string>>> names_by_reason(
    const std::vector<LeftOut>& columns);

/// A measure of a run that is missing at some site, or left out.
struct UnevenMeasure {
  std::string name;
  bool used = false;                       ///< it is still used, with its values filled
  std::vector<std::string> sites_without;  ///< sites without it, or without a value of it

  /// Returns whether a name may be told.
  static bool may_tell(const std::string& name) { return name.size() <= 1000; }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("measure", self.name, within::text(may_tell, "is too long"));
    visit("used", self.used);
    visit("sites_without", self.sites_without, within::text(may_tell, "are too long"));
  }
};

/// The note of a table of which no measure is known by name.
inline constexpr const char* nothing_known =
    "No column has the name of a measure that this program knows: every column of numbers counts "
    "as a measure, unless its values say otherwise.";

/// Values that a measure cannot have, by its range in names.txt.
struct ImpossibleValues {
  std::string measure;
  std::vector<std::size_t> rows;  ///< in the file
  std::string what;               ///< "-1", "values below 0"
  bool counts_as_missing = true;  ///< false if most values are so: then the unit may be another
};

/// Why it is not known whose each row of a table is.
struct PersonDoubt {
  std::string found;   ///< a clause for the site, with names and counts
  std::string told;    ///< the same for others, by rows and columns alone
  std::string column;  ///< the column that may say it, as in the header; "" for none
  std::optional<std::size_t> position = {};  ///< its position, from 0
};

/// A column whose words tell scans of several sites or scanners apart.
struct SiteColumn {
  std::string name;
  std::ptrdiff_t groups = 0;  ///< of scans that are enough to be judged by themselves

  /// Says so.
  std::string note() const;
};

/// How a table was read, for the person who has it. It holds no value and no id,
/// but for what people are asked.
struct Reading {
  std::vector<std::string> notes;            ///< sentences: how the file was read, what was skipped
  std::vector<LeftOut> left_out;             ///< columns that hold something else than measures
  bool has_header = true;                    ///< columns have names
  std::map<std::string, std::string> units;  ///< of measures, by name, that the table states
  std::map<std::string, std::string> header_units;  ///< those that it states above its rows alone
  std::vector<ImpossibleValues> impossible;
  std::string modality;        ///< what ids or a column say of the scans: "T1w"; "" if nothing
  bool names_persons = false;  ///< a column "person", or one that the settings name, says whose
                               ///< each row is
  std::optional<PersonDoubt> person_doubt;  ///< nothing where it is known whose each row is
  std::optional<SiteColumn> sites;          ///< its note is among the notes
  bool is_array = false;  ///< images, matrices, series or `.npy`: not measures by name
  Geometry geometry;      ///< of images or networks: what sites must have in common
};

}  // namespace dsne::data
