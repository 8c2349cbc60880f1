#include "tools/charts/chart.h"

#include <doctest/doctest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <sstream>

#include "tools/charts/ticks.h"
#include "unit/report/image.h"

using dsne::charts::ChartPoint;
using dsne::charts::LineChart;
using Labels = std::vector<std::string>;

namespace {

constexpr std::uint32_t red = 0xFF0000;
const dsne::charts::LineStyle solid_red{{1, 0, 0}, {}, 2};

Image chart_image(const LineChart& chart) { return Image(png(chart_picture(chart))); }

LineChart chart_of(const std::vector<ChartPoint>& points) {
  return {"Title", "x", "y", {{"line", points, solid_red}}};
}

LineChart two_lines() {
  return {"ε against releases",
          "releases",
          "ε",
          {{"one", {{1, 0.5}, {50, 3}, {100, 7}}, dsne::charts::line_style(0)},
           {"two", {{1, 2}, {100, 40}}, dsne::charts::comparison_style()}}};
}

Labels tick_labels(const dsne::charts::AxisScale& scale) {
  Labels labels;
  for (const dsne::charts::Tick& tick : scale.ticks) labels.push_back(tick.label);
  return labels;
}

// The middle of the frame, in units of the figure.
constexpr double middle_x = 422;
constexpr double middle_y = 256;

}  // namespace

TEST_CASE("the same chart gives the same bytes, another one others") {
  const std::string first_png = png(chart_picture(two_lines()));
  const std::string first_svg = svg(chart_picture(two_lines()));
  CHECK(png(chart_picture(two_lines())) == first_png);
  CHECK(svg(chart_picture(two_lines())) == first_svg);
  LineChart other = two_lines();
  other.lines[1].points[0].y = 2.5;
  CHECK(png(chart_picture(other)) != first_png);
  CHECK(svg(chart_picture(other)) != first_svg);
}

TEST_CASE("a chart is a PNG and an SVG of one size") {
  const dsne::report::Picture picture = chart_picture(two_lines());
  const Image image(png(picture));
  CHECK(image.width() == 1600);
  CHECK(image.height() == static_cast<int>(2 * picture.height));
  std::istringstream stream(svg(picture));
  boost::property_tree::ptree tree;
  REQUIRE_NOTHROW(boost::property_tree::read_xml(stream, tree));
  CHECK(tree.get<std::string>("svg.<xmlattr>.width") == "800px");
}

TEST_CASE("a line goes through its points, the y axis being logarithmic") {
  LineChart chart = chart_of({{0, 1}, {50, 10}, {100, 100}});
  CHECK(chart_image(chart).at(middle_x, middle_y) == red);
  chart = chart_of({{0, 1}, {50, 55}, {100, 100}});
  CHECK(chart_image(chart).at(middle_x, middle_y) != red);
}

TEST_CASE("a later line covers an earlier one") {
  LineChart chart = chart_of({{0, 1}, {50, 10}, {100, 100}});
  chart.lines.push_back(chart.lines.front());
  chart.lines.back().style.colour = {0, 0, 1};
  CHECK(chart_image(chart).at(middle_x, middle_y) == 0x0000FF);
}

TEST_CASE("dashes leave something out") {
  LineChart chart = chart_of({{0, 30}, {100, 30}, {100, 1}, {100, 100}});
  chart.lines.front().style.dashes = {10, 10};
  const Image image = chart_image(chart);
  std::set<std::uint32_t> colours;
  const double y = 66 + 380 * (1 - std::log10(30) / 2);
  for (double x = 75; x < 200; x += 1) colours.insert(image.at(x, y));
  CHECK(colours.count(red) == 1);
  CHECK(colours.count(white) == 1);
}

TEST_CASE("a point that cannot be drawn is a gap") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ChartPoint& bad : std::vector<ChartPoint>{{50, 0},
                                                       {50, -1},
                                                       {50, nan},
                                                       {50, infinity},
                                                       {50, 1e301},
                                                       {nan, 10},
                                                       {infinity, 10},
                                                       {-1, 10}}) {
    const Image image =
        chart_image(chart_of({{0, 1}, {0, 100}, {30, 100}, bad, {60, 10}, {100, 10}}));
    CHECK(image.at(72 + 0.9 * 700, middle_y) == red);
    for (double x = 290; x < 480; x += 0.5) REQUIRE(image.at(x, 150) != red);
  }
}

TEST_CASE("a chart of nothing is an empty frame with axes") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const LineChart& chart :
       {LineChart{}, chart_of({}), chart_of({{nan, nan}}), chart_of({{0, 0}, {10, 0}})}) {
    const Image image = chart_image(chart);
    CHECK(image.at(72, middle_y) != white);
    for (double y = 70; y < 440; y += 0.5) REQUIRE(image.at(middle_x, y) != red);
  }
}

TEST_CASE("values far apart fit on the chart") {
  const Image image = chart_image(chart_of({{0, 1e-300}, {1e15, 1e300}}));
  CHECK(image.at(middle_x, middle_y) == red);
}

TEST_CASE("the legend shows each line's style and makes the chart taller") {
  LineChart chart = two_lines();
  const double height = chart_picture(chart).height;
  CHECK(chart_image(chart).at(72 + 15, 66 + 380 + 62) == 0x0072B2);
  for (int i = 0; i < 10; ++i) chart.lines.push_back(chart.lines.front());
  CHECK(chart_picture(chart).height == height + 5 * 18);
}

TEST_CASE("names may be long and hold any bytes") {
  LineChart chart = two_lines();
  chart.title = std::string(3000, 'W');
  chart.x_title = chart.y_title = "\xFF<script>" + std::string(3000, 'W');
  for (dsne::charts::ChartLine& line : chart.lines) line.name = "\xC3" + std::string(3000, 'W');
  const Image image = chart_image(chart);
  for (double y = 0; y < 500; y += 0.5) REQUIRE(image.at(796, y) == white);
  CHECK(svg(chart_picture(chart)).find("<script") == std::string::npos);
}

TEST_CASE("lines that follow each other differ in colour and dashes") {
  for (std::size_t entry = 0; entry + 1 < 8; ++entry) {
    const dsne::charts::LineStyle one = dsne::charts::line_style(entry);
    const dsne::charts::LineStyle next = dsne::charts::line_style(entry + 1);
    CHECK(one.dashes != next.dashes);
    CHECK((one.colour.red != next.colour.red || one.colour.green != next.colour.green ||
           one.colour.blue != next.colour.blue));
  }
}

TEST_CASE("counts have round ticks from 0") {
  CHECK(tick_labels(dsne::charts::count_scale(1000)) ==
        Labels{"0", "200", "400", "600", "800", "1,000"});
  CHECK(tick_labels(dsne::charts::count_scale(10)) == Labels{"0", "2", "4", "6", "8", "10"});
  CHECK(tick_labels(dsne::charts::count_scale(3)) == Labels{"0", "1", "2", "3"});
  CHECK(tick_labels(dsne::charts::count_scale(0)) == Labels{"0", "1"});
  CHECK(tick_labels(dsne::charts::count_scale(3100000)).back() == "3,000,000");
  CHECK(dsne::charts::count_scale(1000).place(250) == doctest::Approx(0.25));
}

TEST_CASE("decades have ticks at powers of ten") {
  CHECK(tick_labels(dsne::charts::decade_scale(0.02, 3e5)) ==
        Labels{"0.01", "0.1", "1", "10", "100", "1,000", "10⁴", "10⁵", "10⁶"});
  CHECK(tick_labels(dsne::charts::decade_scale(3e-6, 2e-5)) ==
        Labels{"10⁻⁶", "2·10⁻⁶", "5·10⁻⁶", "10⁻⁵", "2·10⁻⁵", "5·10⁻⁵", "10⁻⁴"});
  CHECK(tick_labels(dsne::charts::decade_scale(1, 1)) == Labels{"1", "2", "5", "10"});
  CHECK(dsne::charts::decade_scale(1, 100).place(10) == doctest::Approx(0.5));
}

TEST_CASE("a linear axis has round ticks among its values, and room around them") {
  CHECK(tick_labels(dsne::charts::linear_scale(0, 1)) ==
        Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(tick_labels(dsne::charts::linear_scale(-7, 12)) == Labels{"−5", "0", "5", "10"});
  CHECK(tick_labels(dsne::charts::linear_scale(0.912, 0.943)) == Labels{"0.92", "0.93", "0.94"});
  CHECK(tick_labels(dsne::charts::linear_scale(9e3, 41e3)) ==
        Labels{"10,000", "20,000", "30,000", "40,000"});
  CHECK(tick_labels(dsne::charts::linear_scale(-1.1e-8, 2e-8)) ==
        Labels{"−1·10⁻⁸", "0", "1·10⁻⁸", "2·10⁻⁸"});
  CHECK(dsne::charts::linear_scale(2, 4).place(3) == doctest::Approx(0.5));
  CHECK(dsne::charts::linear_scale(2, 4).low < 2);
  CHECK(dsne::charts::linear_scale(2, 4).high > 4);
}

TEST_CASE("a linear axis of equal values has them in its middle") {
  for (const double value : {0.0, 1.0 / 3, -2e5, 1e300, 1e-299, 5e-324}) {
    const dsne::charts::AxisScale scale = dsne::charts::linear_scale(value, value * (1 + 1e-9));
    CHECK(scale.place(value) == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(scale.ticks.size() >= 2);
  }
}

TEST_CASE("any linear axis has a few ticks, all different and on the axis") {
  const std::vector<double> values{-1e300, -5, -1e-300, 0, 1e-7, 1, 1.00001, 3, 99, 1e12, 1e300};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) {
      const dsne::charts::AxisScale scale = dsne::charts::linear_scale(values[i], values[j]);
      CHECK(scale.ticks.size() >= 2);
      CHECK(scale.ticks.size() <= 7);
      std::set<std::string> labels;
      for (const dsne::charts::Tick& tick : scale.ticks) {
        CHECK(scale.place(tick.value) >= -1e-9);
        CHECK(scale.place(tick.value) <= 1 + 1e-9);
        labels.insert(tick.label);
      }
      CHECK(labels.size() == scale.ticks.size());
    }
  }
}

TEST_CASE("many decades have few ticks, all on the axis") {
  for (const double least : {1e-300, 1e-20, 0.7}) {
    const dsne::charts::AxisScale scale = dsne::charts::decade_scale(least, 1e300);
    CHECK(scale.ticks.size() <= 13);
    CHECK(scale.ticks.size() >= 6);
    for (const dsne::charts::Tick& tick : scale.ticks) {
      CHECK(scale.place(tick.value) >= 0);
      CHECK(scale.place(tick.value) <= 1 + 1e-12);
    }
  }
}

TEST_CASE("a chart of shares goes from 0 to 1, and leaves out what is no share") {
  const auto chart = [](const std::vector<ChartPoint>& points) {
    LineChart shares = chart_of(points);
    shares.y_axis = dsne::charts::YAxis::share;
    return svg(chart_picture(shares));
  };
  CHECK(chart({{0, 0}, {5, 1}, {9, 1.01}, {9, -0.1}}) == chart({{0, 0}, {5, 1}}));
  CHECK(chart({{0, 0}, {5, 1}}) != chart({{0, 0}, {5, 0.5}}));
}
