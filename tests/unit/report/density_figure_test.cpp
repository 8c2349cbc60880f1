#include <doctest/doctest.h>

#include <sstream>

#include "embedding_fixture.h"
#include "image.h"
#include "report/figures.h"
#include "report/joint_embedding.h"
#include "report/words.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::report::DensityReport;

namespace {

const Matrix& reference() {
  static const Matrix coordinates{{0, 0}, {4, 4}, {1, 3}};
  return coordinates;
}

/// A grid of two cells a side; the first site has 40 of its 50 points where the other has few.
DensityReport report(std::size_t sites = 2) {
  std::vector<dsne::quality::SiteDensity> counts;
  for (std::size_t i = 0; i < sites; ++i) {
    counts.push_back({"site " + std::to_string(i), 50,
                      i == 0 ? RowVector{{40, 10, 2, -2}} : RowVector{{0, 20, 20, 10}}});
  }
  return density_report(reference(), 2, 1, counts);
}

dsne::report::Scene scene_of(const DensityReport& counts, const Matrix& places = reference()) {
  const auto points = static_cast<std::size_t>(places.rows());
  return make_scene({places,
                     {"reference"},
                     std::vector<std::size_t>(points, 0),
                     std::vector<std::string>(points, "")},
                    &counts);
}

std::string all_of_text(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

}  // namespace

TEST_CASE("a panel for each site, and the same bytes each time") {
  const auto image = [](std::size_t sites) {
    return png(density_picture(scene_of(report(sites)), "Title"));
  };
  CHECK(image(2) == image(2));
  CHECK(Image(image(4)).height() == Image(image(1)).height());
  CHECK(Image(image(5)).height() > Image(image(4)).height());
  CHECK(Image(image(9)).width() == 1600);
}

TEST_CASE("a fuller cell is darker, an empty one shows the paper, an unusual one has a frame") {
  const Image image(png(density_picture(scene_of(report()), "Title")));
  // The first panel: its lower left cell is full, the upper right one has a count below 0.
  const std::uint32_t full = image.at(60, 200);
  const std::uint32_t half_empty = image.at(150, 200);
  CHECK(full != half_empty);
  CHECK((full & 0xFFU) < 0xFFU);
  CHECK(image.at(150, 100) == white);
  // The full cell's left side is red, and not blue; the other cells' sides are not.
  const std::uint32_t side = image.at(20, 200);
  CHECK((side & 0xFF0000U) > 0xC00000U);
  CHECK((side & 0xFFU) < 0x40U);
  CHECK((image.at(20, 100) & 0xFFU) > 0xF0U);
}

TEST_CASE("one sentence names many sites that stand apart") {
  std::vector<dsne::quality::SiteDensity> sites;
  for (int i = 0; i < 17; ++i) {
    RowVector counts = RowVector::Constant(4, 20);
    if (i < 4) counts(i) = 200;
    sites.push_back({"site " + std::to_string(i), static_cast<Eigen::Index>(counts.sum()), counts});
  }
  const auto sentences = dsne::report::words::density(density_report(reference(), 2, 1, sites));
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[1] ==
        "4 of the 17 sites have more subjects than expected from the other sites in some cells: "
        "site 0 (1 cell), site 1 (1 cell), site 2 (1 cell), site 3 (1 cell). The cells are framed "
        "in the figure, and density.csv has their counts.");
}

TEST_CASE("a map that is a point, or of three dimensions, can be drawn") {
  DensityReport flat = report();
  flat.densities.grid = dsne::quality::MapGrid(Matrix::Constant(3, 3, 2), 2);
  CHECK_FALSE(png(density_picture(scene_of(flat, Matrix::Constant(3, 3, 2)), "Title")).empty());
}

TEST_CASE("the table has a line per site and cell") {
  std::istringstream lines(density_csv(report()));
  std::string line;
  std::getline(lines, line);
  CHECK(line ==
        "site,column,row,x_low,x_high,y_low,y_high,count,count_low,count_high,expected,p_value,"
        "apart");
  std::getline(lines, line);
  CHECK(line.rfind("site 0,0,0,0,2,0,2,40,", 0) == 0);
  CHECK(line.substr(line.size() - 5) == ",true");
  std::getline(lines, line);
  CHECK(line.rfind("site 0,1,0,2,4,0,2,10,", 0) == 0);
  int count = 2;
  while (std::getline(lines, line)) ++count;
  CHECK(count == 8);
}

TEST_CASE("sentences name the sites that lie apart, where, and the interval") {
  const std::string text = all_of_text(dsne::report::words::density(report()));
  CHECK(text.find("4 cells") != std::string::npos);
  CHECK(text.find("Site site 0 has more subjects than expected from the other sites in column 1, "
                  "row 1: about 40 (38 to 42)") != std::string::npos);
  DensityReport quiet = report();
  for (auto& site : quiet.estimates) {
    for (auto& cell : site) cell.apart = false;
  }
  CHECK(all_of_text(dsne::report::words::density(quiet)).find("No site has more") !=
        std::string::npos);
  CHECK(all_of_text(dsne::report::words::density(report(1))).find("no other site") !=
        std::string::npos);
}
