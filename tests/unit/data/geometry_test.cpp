#include <doctest/doctest.h>

#include "data/reading.h"

using dsne::data::Geometry;
using dsne::data::geometry_difference;
using dsne::data::geometry_text;
using dsne::data::GeometryKind;

namespace {

Geometry images() { return {GeometryKind::images, {64, 64, 33}, {3, 3, 3.5}, "LAS", {}}; }

Geometry networks(const std::vector<std::string>& regions) {
  return {GeometryKind::networks, {std::ssize(regions)}, {}, "", regions};
}

}  // namespace

TEST_CASE("geometry in words") {
  CHECK(geometry_text(images()) == "images of 64 x 64 x 33 voxels of 3 x 3 x 3.5 mm, axes LAS");
  CHECK(geometry_text(networks({"a", "b"})) == "networks of 2 regions");
  CHECK(geometry_text({GeometryKind::networks, {5}, {}, "", {}}) ==
        "networks of 5 regions, without names");
  CHECK(geometry_text({}).empty());
}

TEST_CASE("images are compared by size, spacing and orientation") {
  Geometry other = images();
  CHECK(geometry_difference(other, images()).empty());
  other.size = {64, 33, 64};
  CHECK(geometry_difference(other, images()) ==
        "has images of 64 x 33 x 64 voxels instead of 64 x 64 x 33");
  other = images();
  other.spacing = {3.0001, 3, 3.5};
  CHECK(geometry_difference(other, images()).empty());
  other.spacing = {3, 3, 4};
  CHECK(geometry_difference(other, images()) ==
        "has voxels of 3 x 3 x 4 mm instead of 3 x 3 x 3.5 mm: bring all images into one space");
  other.spacing.clear();
  CHECK(geometry_difference(other, images()).empty());
  other.orientation = "RAS";
  CHECK(geometry_difference(other, images()) ==
        "has axes that point to RAS instead of LAS: reorient the images (fslreorient2std)");
  other.orientation.clear();
  CHECK(geometry_difference(other, images()).empty());
}

TEST_CASE("networks are compared by their regions, without revealing names") {
  CHECK(geometry_difference(networks({"a", "b"}), networks({"a", "b"})).empty());
  CHECK(geometry_difference(networks({"a"}), networks({"a", "b"})) == "has 1 regions instead of 2");
  CHECK(geometry_difference(networks({"b", "a"}), networks({"a", "b"})) ==
        "has its regions in another order");
  CHECK(geometry_difference(networks({"a", "c"}), networks({"a", "b"})) ==
        "has regions of other names");
  const Geometry nameless{GeometryKind::networks, {2}, {}, "", {}};
  CHECK(geometry_difference(nameless, networks({"a", "b"})) ==
        "has regions without names, and others have names");
  CHECK(geometry_difference(networks({"a", "b"}), nameless) ==
        "has regions with names, and others have none");
  CHECK(geometry_difference(images(), networks({"a", "b"})) ==
        "brings images, and others bring networks");
  CHECK(geometry_difference({}, images()) == "brings a table, and others bring images");
}
