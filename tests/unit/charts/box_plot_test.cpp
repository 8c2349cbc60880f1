#include "tools/charts/box_plot.h"

#include <doctest/doctest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <limits>
#include <sstream>

#include "text_search.h"
#include "unit/report/image.h"

using dsne::charts::Box;
using dsne::charts::BoxPlot;

namespace {

Image box_plot_image(const BoxPlot& plot) { return Image(png(box_plot_picture(plot))); }

BoxPlot plot_of(const std::vector<Box>& boxes) {
  return {"Title", {{"Trustworthiness", "higher is better", boxes}}};
}

std::vector<double> repeated(double value, std::size_t times) {
  return std::vector<double>(times, value);
}

/// Thirteen values, so that none is a dot: quartiles 3 and 9, median 6, whiskers 0 and 12.
std::vector<double> zero_to_twelve() { return {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}; }

/// The pixels' rows, in units of the figure, at which a column of the picture has a colour.
std::vector<double> rows_of_colour(const Image& image, double x, std::uint32_t colour) {
  std::vector<double> rows;
  for (double y = 68; y < 244; y += 0.5) {
    if (image.at(x, y) == colour) rows.push_back(y);
  }
  return rows;
}

/// Where the frame's only box has its middle, in units of the figure: the colour's columns around
/// the median are its width.
double middle_of_box(const Image& image, std::uint32_t colour) {
  double first = 0;
  double last = 0;
  for (double x = 20; x < 780; x += 0.5) {
    if (rows_of_colour(image, x, colour).empty()) continue;
    if (first == 0) first = x;
    last = x;
  }
  return (first + last) / 2;
}

std::size_t paths(const BoxPlot& plot) { return occurrences(svg(box_plot_picture(plot)), "<path"); }

}  // namespace

TEST_CASE("the same box plot gives the same bytes, another one others") {
  const BoxPlot plot = plot_of({{"a", {1, 2, 3}, ""}, {"b", {2, 4}, ""}});
  const BoxPlot other = plot_of({{"a", {1, 2.5, 3}, ""}, {"b", {2, 4}, ""}});
  CHECK(png(box_plot_picture(plot)) == png(box_plot_picture(plot)));
  CHECK(svg(box_plot_picture(plot)) == svg(box_plot_picture(plot)));
  CHECK(png(box_plot_picture(plot)) != png(box_plot_picture(other)));
}

TEST_CASE("a box plot is an SVG that can be read, of the figures' width") {
  std::istringstream stream(svg(box_plot_picture(plot_of({{"<a>", {1, 2}, "&"}}))));
  boost::property_tree::ptree tree;
  REQUIRE_NOTHROW(boost::property_tree::read_xml(stream, tree));
  CHECK(tree.get<std::string>("svg.<xmlattr>.width") == "800px");
}

TEST_CASE("whiskers and median stand at their values") {
  const Image image = box_plot_image(plot_of({{"a", zero_to_twelve(), ""}}));
  const double middle = middle_of_box(image, blue);
  const auto y_of = [](double value) { return 68 + 176 * (1 - (value + 0.75) / 13.5); };
  for (const double value : {0.1, 2.5, 6.0, 9.5, 11.9}) {
    CHECK(image.at(middle, y_of(value)) == blue);
  }
  for (const double value : {-0.4, 4.5, 7.5, 12.4}) CHECK(image.at(middle, y_of(value)) != blue);
  const double beside = middle - 22;
  CHECK(image.at(beside, y_of(6)) == blue);
  CHECK(image.at(beside, y_of(4.6)) != white);
  CHECK(image.at(beside, y_of(7.6)) != white);
  CHECK(image.at(beside, y_of(2.4)) == white);
  CHECK(image.at(beside, y_of(9.6)) == white);
}

TEST_CASE("few values are all dots, of many only outliers are rings") {
  const std::size_t frame = paths(plot_of({{"a", zero_to_twelve(), ""}}));
  std::vector<double> values = zero_to_twelve();
  values.pop_back();
  values.back() = 0;
  CHECK(paths(plot_of({{"a", values, ""}})) == frame + 12);
  std::vector<double> outlying = repeated(6, 13);
  outlying.front() = 0;
  outlying.back() = 12;
  CHECK(paths(plot_of({{"a", outlying, ""}})) == frame + 2);
}

TEST_CASE("a single value is a median line with its dot") {
  const Image image = box_plot_image(plot_of({{"a", {0.5}, ""}}));
  const double middle = middle_of_box(image, blue);
  CHECK(image.at(middle - 20, 68 + 88) == blue);
  CHECK(image.at(middle, 68 + 88) != blue);
  CHECK(image.at(middle - 20, 68 + 60) == white);
}

TEST_CASE("boxes of one name have one colour in all panels") {
  BoxPlot plot = plot_of({{"a", zero_to_twelve(), ""}, {"b", zero_to_twelve(), ""}});
  plot.panels.push_back({"Second", "", {{"b", zero_to_twelve(), ""}}});
  const Image image = box_plot_image(plot);
  double left_blue = 0;
  double right_blue = 0;
  double right_orange = 0;
  for (double x = 0; x < 800; x += 0.5) {
    (x < 400 ? left_blue : right_blue) +=
        static_cast<double>(rows_of_colour(image, x, blue).size());
    if (x >= 400) right_orange += static_cast<double>(rows_of_colour(image, x, orange).size());
  }
  CHECK(left_blue > 0);
  CHECK(right_blue == 0);
  CHECK(right_orange > 0);
}

TEST_CASE("a box without values keeps its place and its colour to itself") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Box> full{{"a", zero_to_twelve(), ""}, {"b", zero_to_twelve(), ""}};
  const double place = middle_of_box(box_plot_image(plot_of(full)), orange);
  for (const std::vector<double>& nothing : {std::vector<double>{}, {nan}, {infinity, -infinity}}) {
    const Image image = box_plot_image(plot_of({{"a", nothing, ""}, full[1]}));
    CHECK(middle_of_box(image, orange) == place);
    CHECK(middle_of_box(image, blue) == 0);
  }
  CHECK(png(box_plot_picture(plot_of({{"a", {1, nan, 2}, ""}}))) ==
        png(box_plot_picture(plot_of({{"a", {1, 2}, ""}}))));
  const Image none = box_plot_image(plot_of({{"a", {}, ""}}));
  bool written = false;
  for (double x = 380; x < 440; x += 0.5) written = written || none.at(x, 153) != white;
  CHECK(written);
}

TEST_CASE("a plot of nothing is drawn") {
  CHECK(box_plot_image({}).width() == 1600);
  CHECK(box_plot_image({"Title", {{}}}).width() == 1600);
}

TEST_CASE("panels flow in rows of up to three, fewer when they hold many boxes") {
  const auto height = [](std::size_t panels, std::size_t boxes) {
    BoxPlot plot;
    plot.panels.resize(panels);
    for (auto& panel : plot.panels) panel.boxes.resize(boxes, {"x", {1, 2}, ""});
    return box_plot_picture(plot).height;
  };
  CHECK(height(1, 3) == height(3, 3));
  CHECK(height(4, 3) == height(6, 3));
  CHECK(height(4, 3) > height(3, 3) + 150);
  CHECK(height(2, 20) == height(1, 20));
  CHECK(height(3, 20) > height(2, 20) + 150);
  CHECK(height(2, 45) > height(1, 45) + 150);
}

TEST_CASE("names that do not fit are slanted, groups have a line of their own") {
  const double upright = box_plot_picture(plot_of({{"a", {1}, ""}, {"b", {2}, ""}})).height;
  CHECK(box_plot_picture(plot_of({{"a", {1}, "g"}, {"b", {2}, "g"}})).height == upright + 15);
  std::vector<Box> boxes;
  for (int i = 0; i < 12; ++i)
    boxes.push_back({"a name of some words " + std::to_string(i), {1}, ""});
  const double slanted = box_plot_picture(plot_of(boxes)).height;
  CHECK(slanted > upright + 40);
  CHECK(slanted < upright + 120);
}

TEST_CASE("texts may be long and hold any bytes") {
  const std::string text = "\xFF<script>" + std::string(3000, 'W');
  BoxPlot plot{text, {}};
  for (int panel = 0; panel < 5; ++panel) {
    plot.panels.push_back({text, text, {}});
    for (int box = 0; box < 8; ++box) {
      plot.panels.back().boxes.push_back({text, {-1e300, 1e300, 1.0 * box}, text});
    }
  }
  const dsne::report::Picture picture = box_plot_picture(plot);
  const Image image(png(picture));
  for (double y = 0; y < picture.height; y += 0.5) {
    REQUIRE(image.at(2, y) == white);
    REQUIRE(image.at(796, y) == white);
  }
  CHECK(svg(picture).find("<script") == std::string::npos);
}
