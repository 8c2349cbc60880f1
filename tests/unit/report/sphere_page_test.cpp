#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/json.h"
#include "report/page.h"
#include "report/words.h"
#include "text_search.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::report::SpherePage;

namespace {

constexpr const char* hostile = "</script><img src=x onerror=alert(1)>";

dsne::sphere::GroupSphere small_group() {
  dsne::sphere::GroupSphere group;
  group.regions = {hostile, "=cmd,\"x\"", "c"};
  group.networks = {"<b>", "", "N"};
  group.subjects = 40;
  group.places = Matrix::Identity(3, 3);
  group.mean_distances = Vector::Constant(3, 0.25);
  dsne::sphere::GroupFit fit;
  fit.closed = {0.5, 0.4};
  fit.minimised = {0.6, 0.3};
  fit.disk = {0.1, 0.5};
  fit.disk_places = Matrix::Constant(3, 2, 0.5);
  fit.pairs.counts = Matrix::Ones(2, 2);
  fit.pairs.largest = 2;
  fit.strongest = {{0, 1, 0.9, 0.1}};
  group.fit = fit;
  return group;
}

dsne::report::OwnOnSphere own_subjects() {
  dsne::sphere::OwnNetworks networks;
  networks.places = {Matrix::Identity(3, 3)};
  networks.places[0].row(2).setConstant(std::numeric_limits<double>::quiet_NaN());
  networks.distances = Matrix::Constant(1, 3, 0.5);
  networks.distances(0, 2) = std::numeric_limits<double>::quiet_NaN();
  networks.overall = Vector::Constant(1, 0.5);
  networks.scores = Vector::Constant(1, 0.995);
  networks.flagged = {true};
  return {{hostile}, networks};
}

}  // namespace

TEST_CASE("the sphere's page shows names of regions and subjects as text only") {
  SpherePage page;
  page.title = hostile;
  page.sentences = {hostile};
  page.group = small_group();
  page.own = own_subjects();
  const std::string html = sphere_page_html(page);
  CHECK_FALSE(contains(html, "<img"));
  CHECK_FALSE(contains(html, "<b>"));
  CHECK(contains(html, "\\u003c/script>\\u003cimg"));
  CHECK(contains(html, "script-src 'sha256-"));
  CHECK_FALSE(contains(html, "{{"));
  page.own.reset();
  CHECK(contains(sphere_page_html(page), "\"own\":null"));
}

TEST_CASE(
    "the sphere's page has the disk, the density on the whole sphere and the form's diagram") {
  SpherePage page;
  page.group = small_group();
  const auto data_of = [&] {
    const std::string html = sphere_page_html(page);
    const std::string open = "id=\"data\">";
    const auto from = html.find(open) + open.size();
    return dsne::Json::parse(html.substr(from, html.find("</script>", from) - from));
  };
  dsne::Json data = data_of();
  CHECK(data["fit"]["disk"] == dsne::Json::parse("[[0.5,0.5,0.5],[0.5,0.5,0.5]]"));
  CHECK(data["fit"]["shepard"]["name"] == "Closed form");
  CHECK(data["fit"]["shepard"]["correlation"] == 0.5);
  // Patches of a parallel are as large as the cosine of its latitude.
  double sum = 0;
  double whole = 0;
  for (std::size_t row = 0; row < data["surface"].size(); ++row) {
    const double size = std::sin((static_cast<double>(row) + 0.5) /
                                 static_cast<double>(data["surface"].size()) * std::numbers::pi);
    for (const dsne::Json& value : data["surface"][row]) {
      CHECK(value >= 0);
      sum += size * value.get<double>();
      whole += size;
    }
  }
  CHECK(sum / whole == doctest::Approx(1).epsilon(0.01));
  // The third region is at the north pole, and none at the south pole.
  CHECK(data["surface"].back()[0] > 1);
  CHECK(data["surface"].front()[0] < 0.1);
  page.group.form = dsne::sphere::Form::minimised;
  page.group.places = Matrix::Constant(3, 4, 0.5);
  data = data_of();
  CHECK(data["fit"]["shepard"]["name"] == "Minimised form");
  CHECK(data["places"].size() == 4);
  CHECK(data["surface"].is_null());
  CHECK(data["density"].is_null());
}

TEST_CASE("the sphere's regions as CSV") {
  auto group = small_group();
  CHECK(dsne::report::sphere_csv(group) ==
        "region,network,x,y,z,mean_distance,disk_x,disk_y\n" + std::string(hostile) +
            ",<b>,1,0,0,0.25,0.5,0.5\n\"'=cmd,\"\"x\"\"\",,0,1,0,0.25,0.5,0.5\n"
            "c,N,0,0,1,0.25,0.5,0.5\n");
  group.fit.reset();
  group.places = Matrix::Constant(3, 4, 0.5);
  CHECK(dsne::report::sphere_csv(group).starts_with("region,network,x,y,z,x4,mean_distance\n"));
}

TEST_CASE("a site's subjects on the sphere as CSV, empty for regions without a position") {
  CHECK(dsne::report::sphere_subjects_csv({"a", "b", "c"}, own_subjects()) ==
        "id,distance,score,flagged,a,b,c\n" + std::string(hostile) + ",0.5,0.995,true,0.5,0.5,\n");
}
