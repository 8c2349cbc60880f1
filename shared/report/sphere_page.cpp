#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/phrases.h"
#include "data/csv.h"
#include "report/page.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/words.h"
#include "sphere/harmonics.h"

namespace dsne::report {
namespace {

using Eigen::Index;

constexpr Index shown_coordinates = 3;
/// The smoothing of a region's density: a normal distribution of about 16°.
constexpr double heat_time = 0.04;
constexpr int heat_degree = 16;
constexpr Index parallels = 24;
/// More positions would make the page too large.
constexpr Index most_own_places = 400000;

/// Rounds to four digits after the point. NaN stays NaN, which JSON writes as null.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json numbers(const Vector& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

Json edge_list(const std::vector<sphere::Edge>& edges) {
  Json list = Json::array();
  for (const sphere::Edge& edge : edges) {
    list.push_back({edge.from, edge.to, rounded(edge.mean), rounded(edge.deviation)});
  }
  return list;
}

Json row_lists(const Matrix& matrix) {
  Json list = Json::array();
  for (const auto& row : matrix.rowwise()) list.push_back(numbers(row.transpose()));
  return list;
}

/// Returns a list for each coordinate.
Json coordinates(const Matrix& places) { return row_lists(places.transpose()); }

/// Returns the Shepard diagram of the chosen form.
Json diagram(const sphere::GroupFit& fit, sphere::Form form) {
  const bool closed = form == sphere::Form::closed;
  const sphere::Fit& shown = closed ? fit.closed : fit.minimised;
  return {{"name", closed ? "Closed form" : "Minimised form"},
          {"correlation", rounded(shown.correlation)},
          {"stress", rounded(shown.stress)},
          {"largest", rounded(fit.pairs.largest)},
          {"pairs", row_lists(fit.pairs.counts)}};
}

/// Returns the density of the regions at points of S², relative to a uniform one.
Vector relative_density(const Matrix& regions, const Matrix& at) {
  return (sphere::heat_density(regions, at, heat_time, heat_degree) * 4 * std::numbers::pi)
      .cwiseMax(0);
}

/// Returns the centres of the sphere's patches along each parallel, from the south pole.
Matrix patch_middles() {
  constexpr Index meridians = 2 * parallels;
  Matrix middles(parallels * meridians, shown_coordinates);
  const auto angle = [](Index step) {
    return (static_cast<double>(step) + 0.5) / parallels * std::numbers::pi;
  };
  for (Index row = 0; row < parallels; ++row) {
    for (Index column = 0; column < meridians; ++column) {
      const double polar = angle(row);
      const double around = angle(column);
      middles.row(row * meridians + column) << std::sin(polar) * std::cos(around),
          std::sin(polar) * std::sin(around), -std::cos(polar);
    }
  }
  return middles;
}

Json own_data(const OwnOnSphere& own) {
  Json places = Json::array();
  const auto& networks = own.networks;
  const bool all = networks.distances.size() <= most_own_places;
  for (std::size_t i = 0; i < networks.places.size(); ++i) {
    const bool shown = all || networks.flagged.at(i);
    places.push_back(shown ? coordinates(networks.places[i]) : Json());
  }
  return {{"ids", display_texts(own.ids)},
          {"distance", numbers(networks.overall)},
          {"score", numbers(networks.scores)},
          {"flagged", networks.flagged},
          {"places", places}};
}

Json page_data(const SpherePage& page) {
  const sphere::GroupSphere& group = page.group;
  Json data = {{"regions", display_texts(group.regions)},
               {"networks", display_texts(group.networks)},
               {"places", coordinates(group.places)},
               {"distances", nullptr},
               {"density", nullptr},
               {"surface", nullptr},
               {"fit", nullptr},
               {"own", nullptr}};
  if (group.places.cols() == shown_coordinates) {
    data["density"] = numbers(relative_density(group.places, group.places));
    data["surface"] = row_lists(relative_density(group.places, patch_middles())
                                    .reshaped<Eigen::RowMajor>(parallels, 2 * parallels));
  }
  if (group.mean_distances) data["distances"] = numbers(*group.mean_distances);
  if (group.fit) {
    data["fit"] = {{"strongest", edge_list(group.fit->strongest)},
                   {"varying", edge_list(group.fit->varying)},
                   {"disk", coordinates(group.fit->disk_places)},
                   {"shepard", diagram(*group.fit, group.form)}};
  }
  if (page.own) data["own"] = own_data(*page.own);
  return data;
}

std::string number_cell(double value) { return std::isnan(value) ? "" : data::number_text(value); }

}  // namespace

std::string sphere_page_html(const SpherePage& page) {
  return filled_page(sphere_skeleton, page, sphere_script, page_data(page));
}

std::string sphere_csv(const sphere::GroupSphere& group) {
  std::string text = "region,network";
  for (Index d = 0; d < group.places.cols(); ++d) {
    text += d < shown_coordinates ? std::string{',', "xyz"[d]} : ",x" + std::to_string(d + 1);
  }
  if (group.mean_distances) text += ",mean_distance";
  if (group.fit) text += ",disk_x,disk_y";
  text += "\n";
  for (Index row = 0; row < group.places.rows(); ++row) {
    const auto region = static_cast<std::size_t>(row);
    std::vector<std::string> cells = {group.regions.at(region), group.networks.at(region)};
    for (const double value : group.places.row(row)) cells.push_back(number_cell(value));
    if (group.mean_distances) cells.push_back(number_cell((*group.mean_distances)(row)));
    if (group.fit) {
      for (const double value : group.fit->disk_places.row(row)) {
        cells.push_back(number_cell(value));
      }
    }
    text += data::spreadsheet_line(cells) + "\n";
  }
  return text;
}

std::string sphere_subjects_csv(const std::vector<std::string>& regions, const OwnOnSphere& own) {
  std::vector<std::string> header = {"id", "distance", "score", "flagged"};
  header.insert(header.end(), regions.begin(), regions.end());
  std::string text = data::spreadsheet_line(header) + "\n";
  const auto& networks = own.networks;
  for (Index i = 0; i < networks.overall.size(); ++i) {
    const auto subject = static_cast<std::size_t>(i);
    std::vector<std::string> cells = {own.ids.at(subject), number_cell(networks.overall(i)),
                                      number_cell(networks.scores(i)),
                                      networks.flagged.at(subject) ? "true" : "false"};
    for (const double distance : networks.distances.row(i)) cells.push_back(number_cell(distance));
    text += data::spreadsheet_line(cells) + "\n";
  }
  return text;
}

Files site_sphere_files(const SiteFacts& site, const sphere::SiteSphere& sphere, const Names& ids) {
  const RunFacts& run = site.run;
  const auto flagged = std::ranges::count(sphere.own.flagged, true);
  SpherePage page;
  page.title = words::title("This site's brain networks on the sphere", run);
  page.headline = std::to_string(flagged) + " to look at of " +
                  counted(std::ssize(sphere.own.flagged), "subject") +
                  words::after_headline(run.left_out);
  page.highlights = {{"Subjects at all sites", std::to_string(sphere.group.subjects)},
                     {"Regions", std::to_string(sphere.group.regions.size())}};
  page.sentences =
      words::together({words::description(run), words::flagged(sphere.group, flagged),
                       words::sphere(sphere.group), words::sums(site), words::privacy(run)});
  add_measures_table(run, page);
  page.files = {{"subjects.csv", "this site's subjects and their distances from the group"},
                {"sphere.csv", "the regions' places"},
                {"joint/index.html", "the report that every site has"}};
  page.group = sphere.group;
  page.own = OwnOnSphere{ids, sphere.own};
  return {{"sphere.csv", sphere_csv(sphere.group), "sphere.csv"},
          {"subjects.csv", sphere_subjects_csv(sphere.group.regions, *page.own), "subjects.csv"},
          {"index.html", sphere_page_html(page), "the report page"}};
}

Files joint_sphere_files(const JointFacts& facts, const sphere::GroupSphere& group) {
  const RunFacts& run = facts.run;
  SpherePage page;
  page.title = words::title("All sites' brain network on a sphere", run);
  page.headline = joint_headline(facts, ", " + counted(std::ssize(group.regions), "region"));
  page.sentences =
      words::together({words::description(run), words::sphere(group), words::privacy(run)});
  end_result_page(run, {"sphere.csv", "the regions' places"}, page);
  page.group = group;
  return {{"sphere.csv", sphere_csv(group), "joint/sphere.csv"},
          {"index.html", sphere_page_html(page), "the joint report"}};
}

}  // namespace dsne::report
