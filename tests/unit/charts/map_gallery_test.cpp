#include "tools/charts/map_gallery.h"

#include <doctest/doctest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <limits>
#include <set>
#include <sstream>

#include "unit/report/image.h"
#include "unit/report/map_fixture.h"

using dsne::charts::ColourBy;
using dsne::charts::MapGallery;
using dsne::report::Map;

namespace {

// A gallery of two columns, in units of the figure: the panels' side and the first row's top.
constexpr double panel_side = 377;
constexpr double panel_top = 34 + 22;
constexpr double second_x = 16 + panel_side + 14;

Image gallery_image(const MapGallery& gallery) { return Image(png(map_gallery_picture(gallery))); }

/// The colours within a panel's frame whose corner is (x, y).
std::set<std::uint32_t> colours_in(const Image& image, double x, double y) {
  std::set<std::uint32_t> colours;
  for (double down = 2; down < panel_side - 2; down += 0.5) {
    for (double across = 2; across < panel_side - 2; across += 0.5) {
      colours.insert(image.at(x + across, y + down));
    }
  }
  return colours;
}

/// A map of one point that has the only site and label.
Map point_of(const std::string& site, const std::string& label) {
  return {dsne::Matrix::Zero(1, 2), {site}, {0}, {label}};
}

MapGallery labels_and_sites(const Map& map) {
  return {"Title", 2, {{"by label", map, ColourBy::label}, {"by site", map, ColourBy::site}}};
}

}  // namespace

TEST_CASE("the same gallery gives the same bytes, as paths and as an image") {
  for (const std::size_t points : {50U, 2500U}) {
    const MapGallery gallery = labels_and_sites(spiral_map(points, 3, 10));
    CHECK(png(map_gallery_picture(gallery)) == png(map_gallery_picture(gallery)));
    CHECK(svg(map_gallery_picture(gallery)) == svg(map_gallery_picture(gallery)));
  }
}

TEST_CASE("a gallery is an SVG that can be read, of the figures' width") {
  std::istringstream stream(svg(map_gallery_picture(labels_and_sites(spiral_map(20, 2, 3)))));
  boost::property_tree::ptree tree;
  REQUIRE_NOTHROW(boost::property_tree::read_xml(stream, tree));
  CHECK(tree.get<std::string>("svg.<xmlattr>.width") == "800px");
}

TEST_CASE("marks have the colours of their groups and no others") {
  for (const std::size_t points : {60U, 2500U}) {
    const Image image = gallery_image(labels_and_sites(spiral_map(points, 1, 2)));
    CHECK(colours_in(image, 16, panel_top) == std::set{white, blue, orange});
    CHECK(colours_in(image, second_x, panel_top) == std::set{white, blue});
  }
}

TEST_CASE("a label or a site looks the same in all cells, in natural order") {
  const MapGallery labels{"", 2, {{"", point_of("s", "10"), {}}, {"", point_of("s", "9"), {}}}};
  const MapGallery sites{"",
                         2,
                         {{"", point_of("local10", ""), ColourBy::site},
                          {"", point_of("local9", ""), ColourBy::site}}};
  for (const MapGallery& gallery : {labels, sites}) {
    const Image image = gallery_image(gallery);
    CHECK(colours_in(image, 16, panel_top) == std::set{white, orange});
    CHECK(colours_in(image, second_x, panel_top) == std::set{white, blue});
  }
}

TEST_CASE("the reference and points without a label are grey") {
  constexpr std::uint32_t grey = 0xC2C2C7;
  const MapGallery gallery{"",
                           2,
                           {{"", point_of("reference", ""), ColourBy::site},
                            {"", point_of("reference", ""), ColourBy::label},
                            {"", point_of("a", ""), ColourBy::site}}};
  const Image image = gallery_image(gallery);
  CHECK(colours_in(image, 16, panel_top) == std::set{white, grey});
  CHECK(colours_in(image, second_x, panel_top) == std::set{white, grey});
  CHECK(colours_in(image, 16, panel_top + panel_side + 8 + 22) == std::set{white, blue});
}

TEST_CASE("cells fill rows, legends stand below") {
  const auto height = [](std::size_t cells, std::size_t columns, ColourBy second) {
    MapGallery gallery{"", columns, {}};
    gallery.cells.resize(cells, {"", spiral_map(12, 3, 3), ColourBy::label});
    gallery.cells.back().colour_by = second;
    return map_gallery_picture(gallery).height;
  };
  CHECK(height(3, 4, ColourBy::label) == height(4, 4, ColourBy::label));
  CHECK(height(5, 4, ColourBy::label) > height(4, 4, ColourBy::label) + 180);
  CHECK(height(2, 2, ColourBy::site) == height(2, 2, ColourBy::label));
  const double y = panel_top + panel_side + 8 + 24 + 7.5;
  const Image image = gallery_image(labels_and_sites(spiral_map(12, 3, 3)));
  CHECK(image.at(16 + 4.5, y) == blue);
  CHECK(image.at(16 + 384 + 7 + 4.5, y) == blue);
}

TEST_CASE("a gallery of nothing is drawn, an empty map is an empty frame") {
  CHECK(gallery_image({}).width() == 1600);
  for (const Map& map : {Map{}, Map{dsne::Matrix(0, 2), {"a"}, {}, {}}}) {
    const Image image = gallery_image(labels_and_sites(map));
    CHECK(colours_in(image, 16, panel_top) == std::set{white});
    CHECK(colours_in(image, second_x, panel_top) == std::set{white});
  }
}

TEST_CASE("points without a finite place are left out of the gallery") {
  Map map = spiral_map(2, 2, 0);
  map.places(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(colours_in(gallery_image(labels_and_sites(map)), second_x, panel_top) ==
        std::set{white, orange});
}

TEST_CASE("of three dimensions the first two are shown") {
  Map map = spiral_map(1, 1, 0, 3);
  CHECK(colours_in(gallery_image(labels_and_sites(map)), second_x, panel_top) ==
        std::set{white, blue});
}

TEST_CASE("the PNG of a gallery stays small") {
  MapGallery gallery{"", 4, {}};
  gallery.cells.resize(8, {"", spiral_map(3000, 11, 10), ColourBy::site});
  CHECK(png(map_gallery_picture(gallery)).size() < 300000);
}

TEST_CASE("names in a gallery may be long and hold any bytes") {
  const std::string text = "\xFF<script>" + std::string(3000, 'W');
  Map map = spiral_map(60, 30, 20);
  for (std::string& name : map.site_names) name = text + name;
  for (std::string& label : map.labels) label = text + label;
  MapGallery gallery{text, 4, {}};
  for (int cell = 0; cell < 6; ++cell) {
    gallery.cells.push_back({text, map, cell % 2 == 0 ? ColourBy::label : ColourBy::site});
  }
  const dsne::report::Picture picture = map_gallery_picture(gallery);
  const Image image(png(picture));
  for (double y = 0; y < picture.height; y += 0.5) {
    REQUIRE(image.at(2, y) == white);
    REQUIRE(image.at(798, y) == white);
  }
  CHECK(svg(picture).find("<script") == std::string::npos);
}
