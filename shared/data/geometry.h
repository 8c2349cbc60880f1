#pragma once

#include <cstdint>
#include <string>
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

}  // namespace dsne::data
