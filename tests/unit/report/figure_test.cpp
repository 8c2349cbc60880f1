#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdint>
#include <set>
#include <sstream>

#include "embedding_fixture.h"
#include "image.h"
#include "report/figures.h"

using dsne::report::Embedding;

namespace {

struct Drawn {
  std::string png;
  std::string svg;
  Image picture;
};

/// Draws a map, and checks what holds for every figure.
Drawn draw(const Embedding& embedding, const std::string& title = "A map",
           const std::vector<dsne::report::NamedPoint>& named = {}) {
  const dsne::report::EmbeddingFigure figure =
      dsne::report::draw_scene(make_scene(embedding), title, named);
  Drawn drawn{figure.png, figure.svg, Image(figure.png)};
  CHECK(drawn.png.rfind("\x89PNG\r\n\x1A\n", 0) == 0);
  CHECK(drawn.picture.width() == 1600);
  std::istringstream stream(drawn.svg);
  boost::property_tree::ptree tree;
  REQUIRE_NOTHROW(boost::property_tree::read_xml(stream, tree));
  CHECK(tree.get<std::string>("svg.<xmlattr>.width") == "800px");
  return drawn;
}

/// The colours within a square around a pixel.
std::set<std::uint32_t> colours_around(const Image& picture, int x, int y, int reach) {
  std::set<std::uint32_t> colours;
  for (int j = y - reach; j <= y + reach; ++j) {
    for (int i = x - reach; i <= x + reach; ++i) colours.insert(picture.pixel(i, j));
  }
  return colours;
}

// The middle of the first panel, in pixels, where it has the figure's width or half of it.
constexpr std::array large_middle{552, 636};
constexpr std::array small_middle{404, 488};

}  // namespace

TEST_CASE("the same map gives the same bytes, as paths and as an image") {
  for (const std::size_t points : {100U, 3000U}) {
    const Embedding embedding = spiral_embedding(points, 3, 10);
    const Drawn first = draw(embedding);
    const Drawn second = draw(embedding);
    CHECK(first.png == second.png);
    CHECK(first.svg == second.svg);
  }
}

TEST_CASE("one point is a mark in the middle") {
  const Embedding embedding{dsne::Matrix::Constant(1, 2, 7.5), {"only"}, {0}, {""}};
  const Image picture = draw(embedding).picture;
  const auto [x, y] = large_middle;
  const std::uint32_t mark = picture.pixel(x, y);
  CHECK((mark & 0xFFU) > (mark >> 16U));  // bluish: its first style, a little transparent
  CHECK(colours_around(picture, x - 100, y, 50) == std::set{white});
}

TEST_CASE("named points have a black ring, and stand with their numbers beside or below the map") {
  const Embedding embedding{dsne::Matrix::Constant(1, 2, 7.5), {"only"}, {0}, {""}};
  const auto is_black = [](std::uint32_t colour) {
    return (colour & 0xFFU) < 0x40 && (colour >> 8U & 0xFFU) < 0x40 &&
           (colour >> 16U & 0xFFU) < 0x40;
  };
  const auto has_black = [&](const Image& picture, int x, int y) {
    return std::ranges::any_of(colours_around(picture, x, y, 40), is_black);
  };
  const auto [x, y] = large_middle;
  const Image plain = draw(embedding).picture;
  const Drawn named = draw(embedding, "A map", {{0, "sub-1", "Signal: low"}});
  CHECK_FALSE(has_black(plain, x, y));
  CHECK(has_black(named.picture, x, y));
  CHECK_FALSE(has_black(plain, 1190, 190));
  CHECK(has_black(named.picture, 1190, 190));
  CHECK(named.picture.height() == plain.height());
  std::vector<dsne::report::NamedPoint> twelve;
  for (std::size_t point = 0; point < 12; ++point) {
    twelve.push_back({point, std::string(300, 'W'), "\u6771\u4EAC"});
  }
  const Embedding labelled = spiral_embedding(40, 2, 3);
  CHECK(draw(labelled, "A map", twelve).picture.height() >
        draw(labelled).picture.height() + 4 * 50);
}

TEST_CASE("an empty map is an empty frame") {
  for (const Embedding& embedding :
       {Embedding{}, Embedding{dsne::Matrix(0, 2), {"local0", "local1"}, {}, {}},
        Embedding{dsne::Matrix(0, 3), {}, {}, {}}}) {
    const Image picture = draw(embedding).picture;
    CHECK(colours_around(picture, small_middle[0], small_middle[1], 250) == std::set{white});
  }
}

TEST_CASE("marks of many subjects are whole, at the frame's border too") {
  Embedding embedding = spiral_embedding(2, 1, 0);
  embedding.coordinates << -1, 0, 1, 0;
  embedding.subjects = {40, 40};
  const Image picture = draw(embedding).picture;
  const auto [x, y] = large_middle;
  CHECK(picture.pixel(x - 480, y) != white);
  for (const int side : {-517, 517}) CHECK(picture.pixel(x + side, y) == white);
}

TEST_CASE("both axes have one scale, and the second points upwards") {
  Embedding embedding = spiral_embedding(3, 1, 0);
  embedding.coordinates << -2, 0, 2, 0, 0, 1;
  const Image picture = draw(embedding).picture;
  const auto [x, y] = large_middle;
  CHECK(picture.pixel(x, y - 125) != white);
  CHECK(picture.pixel(x - 502, y + 125) != white);
  CHECK(picture.pixel(x + 502, y + 125) != white);
}

TEST_CASE("the reference lies behind the other sites") {
  Embedding embedding{dsne::Matrix::Zero(2, 2), {"local0", "reference"}, {0, 1}, {"", ""}};
  const Image picture = draw(embedding).picture;
  const std::uint32_t mark = picture.pixel(large_middle[0], large_middle[1]);
  embedding.sites = {1, 0};
  CHECK(draw(embedding).picture.pixel(large_middle[0], large_middle[1]) == mark);
  CHECK((mark & 0xFFU) > (mark >> 16U) + 0x40U);
}

TEST_CASE("the legend shows the first site in its colour") {
  const Image picture = draw(spiral_embedding(30, 3, 0)).picture;
  CHECK(picture.pixel(1129, 131) == blue);
}

TEST_CASE("a legend of many entries makes the figure taller, not wider") {
  const int few = draw(spiral_embedding(200, 3, 3)).picture.height();
  const int labels = draw(spiral_embedding(200, 3, 20)).picture.height();
  const int sites = draw(spiral_embedding(200, 50, 3)).picture.height();
  CHECK(few < labels);
  CHECK(labels <= sites);
  CHECK(draw(spiral_embedding(2000, 1000, 3)).picture.height() < few + 17 * 30);
}

TEST_CASE("long names are cut to the available width") {
  Embedding embedding = spiral_embedding(200, 50, 20);
  for (std::string& name : embedding.site_names) name.insert(0, 300, 'W');
  embedding.site_names[0] = std::string(1000000, 'W');
  for (std::string& label : embedding.labels) label.insert(0, "a label that is much too long ");
  const Image picture = draw(embedding, std::string(2000, 'W')).picture;
  for (int y = 0; y < picture.height(); ++y) {
    REQUIRE(picture.pixel(1598, y) == white);
    if (y > 900) REQUIRE(picture.pixel(800, y) == white);
  }
}

TEST_CASE("three dimensions are two projections") {
  const int flat = draw(spiral_embedding(100, 3, 4, 2)).picture.height();
  CHECK(draw(spiral_embedding(100, 3, 4, 3)).picture.height() > flat + 700);
  Embedding embedding{dsne::Matrix(2, 3), {"only"}, {0, 0}, {"", ""}};
  embedding.coordinates << 0, 0, -1, 0, 0, 1;
  const Image picture = draw(embedding).picture;
  CHECK(picture.pixel(small_middle[0], small_middle[1]) != white);
  CHECK(picture.pixel(1196, small_middle[1]) == white);
  CHECK(picture.pixel(1196, small_middle[1] - 354) != white);
  CHECK(picture.pixel(1196, small_middle[1] + 354) != white);
}

TEST_CASE("names and titles may hold any bytes") {
  Embedding embedding = spiral_embedding(4, 4, 0);
  embedding.site_names = {"\xFF\xFE\x80", std::string("a\0b", 3), "<script>\"&'",
                          "\u202E東京 😀\x1B"};
  embedding.labels = {"]]>", "\xC3", std::string(1, '\0'), "\n"};
  const Drawn drawn = draw(embedding, "\xF0\x9F" + std::string("\0</svg>", 7));
  CHECK(drawn.svg.find("<script") == std::string::npos);
  draw(embedding, "");
}

TEST_CASE("the SVG of many points stays small") {
  CHECK(draw(spiral_embedding(50000, 3, 10)).svg.size() < 3000000);
}

TEST_CASE("groups of any site have an outline with WCAG's contrast of 3 : 1 to white") {
  const auto luminance = [](std::uint32_t colour) {
    double sum = 0;
    for (const auto& [shift, weight] : {std::pair(16U, 0.2126), {8U, 0.7152}, {0U, 0.0722}}) {
      const double part = static_cast<double>(colour >> shift & 0xFFU) / 255;
      sum += weight * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  };
  for (std::size_t sites = 1; sites <= 16; ++sites) {
    Embedding embedding{dsne::Matrix::Constant(1, 2, 7.5), {}, {sites - 1}, {""}, {12}};
    for (std::size_t site = 0; site < sites; ++site) {
      embedding.site_names.push_back("site " + std::to_string(site));
    }
    const auto [x, y] = large_middle;
    double least = 1;
    for (const std::uint32_t colour : colours_around(draw(embedding).picture, x, y, 40)) {
      least = std::min(least, luminance(colour));
    }
    CAPTURE(sites);
    CHECK(1.05 / (least + 0.05) >= 3);
  }
}

TEST_CASE("groups are pale discs with an outline, and the figure says how large they are") {
  Embedding embedding = spiral_embedding(2, 1, 0);
  embedding.coordinates << -1, 0, 1, 0;
  const Image dots = draw(embedding).picture;
  embedding.subjects = {40, 40};
  const Drawn groups = draw(embedding);
  const auto [x, y] = large_middle;
  const auto brightness = [](std::uint32_t colour) {
    return (colour & 0xFFU) + (colour >> 8U & 0xFFU) + (colour >> 16U & 0xFFU);
  };
  CHECK(brightness(groups.picture.pixel(x - 480, y)) > brightness(dots.pixel(x - 502, y)) + 150);
  embedding.subjects = {7, 40};
  CHECK(draw(embedding).svg != groups.svg);
}
