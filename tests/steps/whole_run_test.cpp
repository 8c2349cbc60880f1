#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cmath>
#include <set>

#include "folders.h"
#include "packed.h"
#include "small_federation.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

using Cells = std::vector<std::vector<std::string>>;

std::ptrdiff_t rows_of(const Cells& joint, const std::string& site) {
  return std::ranges::count(joint, site, [](const auto& row) { return row.front(); });
}

std::set<std::string> labels_of(const Cells& joint, const std::string& site) {
  std::set<std::string> labels;
  for (const auto& row : joint) {
    if (row.front() == site) labels.insert(row.back());
  }
  return labels;
}

/// All that leaves a node as JSON.
std::string all_messages(const SmallFederation& federation, const std::string& node) {
  std::string text;
  for (const Json& output : federation.sent_by(node)) text += legible(output).dump() + "\n";
  return text;
}

/// The fields of a site's message as in the release log: masked terms one by one.
std::vector<std::pair<std::string, Json>> logged_parts(const Json& message) {
  std::vector<std::pair<std::string, Json>> parts;
  for (const auto& [name, value] : message.items()) {
    if (name == "phase" || name == "round") continue;
    if (name != "masked") {
      parts.emplace_back(name, value);
      continue;
    }
    for (const auto& [sum, term] : value.items()) parts.emplace_back(sum, term);
  }
  return parts;
}

double sum_of_squares(const Json& value) {
  if (!value.is_array()) return value.get<double>() * value.get<double>();
  double sum = 0;
  for (const Json& item : value) sum += sum_of_squares(item);
  return sum;
}

}  // namespace

TEST_CASE("each site's map is of its subjects in the table's order, and all get one joint map") {
  FinishedRun federation;
  const std::vector<std::pair<std::string, int>> sites = {
      {"north", 24}, {"south", 20}, {"west", 16}};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto& [name, points] = sites[i];
    const fs::path output = federation.output(dsne::tools::site_id(i));
    const Cells own = csv_cells(output / "embedding.csv");
    REQUIRE(own.size() == static_cast<std::size_t>(points) + 1);
    for (int subject = 1; subject <= points; ++subject) {
      const auto& row = own[static_cast<std::size_t>(subject)];
      CHECK(row[0] == subject_id(name, subject));
      CHECK(row[3] == subject_label(name, subject));
    }
    CHECK(snapshot(output / "joint") == snapshot(federation.joint()));
  }
}

TEST_CASE("shared positions are rounded to a thousandth of the map's width") {
  FinishedRun federation;
  const Cells joint = csv_cells(federation.joint() / "embedding.csv");
  const Cells own = csv_cells(federation.output("local1") / "embedding.csv");
  const auto first = std::find_if(joint.begin(), joint.end(),
                                  [](const auto& row) { return row.front() == "local1"; });
  double width = 0;
  for (const std::size_t column : {1U, 2U}) {
    double low = 0;
    double high = 0;
    for (const auto& row : joint) {
      if (row.front() != "reference") continue;
      low = std::min(low, std::stod(row[column]));
      high = std::max(high, std::stod(row[column]));
    }
    width = std::max(width, high - low);
    const auto [least, most] =
        std::minmax_element(own.begin() + 1, own.end(), [&](const auto& one, const auto& other) {
          return std::stod(one[column]) < std::stod(other[column]);
        });
    width = std::max(width, std::stod((*most)[column]) - std::stod((*least)[column]));
  }
  for (int i = 0; i < 20; ++i) {
    for (const std::size_t column : {1U, 2U}) {
      const double exact = std::stod(own[static_cast<std::size_t>(i) + 1][column]);
      const double shared = std::stod(first[i][column]);
      CHECK(std::abs(shared - exact) <= width / 1000);
      CHECK(shared != exact);
      const double steps =
          (std::stod(first[i][column]) - std::stod(first[0][column])) / width * 1000;
      CHECK(std::abs(steps - std::round(steps)) < 1e-6);
    }
  }
}

TEST_CASE("a site that does not share positions is on its own map only") {
  std::vector<Site> sites = small_sites();
  sites[1].input["site_settings"].update(Json{{"share_places", false}, {"share_labels", true}});
  FinishedRun federation(sites);
  const Cells joint = csv_cells(federation.joint() / "embedding.csv");
  CHECK(rows_of(joint, "local0") == 24);
  CHECK(rows_of(joint, "local1") == 0);
  CHECK(csv_cells(federation.output("local1") / "embedding.csv").size() == 21);
  CHECK(contains(federation.page("local1"), "does not share"));
  CHECK(contains(federation.joint_page(), "local1 does not share"));
  const std::string messages = all_messages(federation, "local1");
  CHECK_FALSE(contains(messages, "\"places\""));
  CHECK_FALSE(contains(messages, "\"labels\""));
}

TEST_CASE("labels leave only a site that shares them") {
  std::vector<Site> sites = small_sites();
  sites[2].input["site_settings"]["share_labels"] = true;
  FinishedRun federation(sites);
  const Cells joint = csv_cells(federation.joint() / "embedding.csv");
  CHECK(labels_of(joint, "local0") == std::set<std::string>{""});
  CHECK(labels_of(joint, "local1") == std::set<std::string>{""});
  CHECK(labels_of(joint, "local2") ==
        std::set<std::string>{"canary-west-A", "canary-west-B", "canary-west-C"});
  CHECK_FALSE(contains(all_messages(federation, "local0"), "canary-north"));
  CHECK_FALSE(contains(all_messages(federation, "local1"), "canary-south"));
  const Json metrics = Json::parse(content(federation.joint() / "metrics.json"));
  CHECK(metrics["label_accuracy"]["points"] == 30 + 16);
}

TEST_CASE("the release log has a line for each field that leaves the site") {
  FinishedRun federation(small_sites_with({}, {{"share_labels", true}}));
  const std::vector<std::string> lines =
      lines_of(content(federation.output("local1") / "release_log.jsonl"));
  auto line = lines.begin();
  for (const Json& output : federation.sent_by("local1")) {
    for (const auto& [name, value] : logged_parts(output)) {
      REQUIRE(line != lines.end());
      const Json entry = Json::parse(*line++);
      CAPTURE(name);
      CHECK(entry["what"] == name);
      CHECK(entry["phase"] == output["phase"]);
      CHECK(entry["round"] == output["round"]);
      if (name == "reference_displacement") CHECK(entry["shape"] == Json{30, 2});
      if (name == "places") CHECK(entry["shape"] == Json{20, 2});
      if (name == "labels") CHECK(entry["shape"] == Json::array({20}));
      if (name == "points") CHECK(entry["shape"] == Json::array());
      // The log is read by people at the site, and a masked number tells them nothing.
      const bool masked = value.is_object() && value.contains("uint64");
      CHECK(entry.contains("masked") == masked);
      if (masked) CHECK(entry["shape"] == Json{value["rows"], value["columns"]});
      if (masked) CHECK_FALSE(entry.contains("root_sum_of_squares"));
      if (name == "places") {
        CHECK(entry["root_sum_of_squares"].get<double>() ==
              doctest::Approx(std::sqrt(sum_of_squares(legible(value)))));
      }
    }
  }
  CHECK(line == lines.end());
}

TEST_CASE("a site's texts come back unchanged") {
  std::vector<Site> sites = small_sites();
  std::string& text = sites[0].files[subjects_file];
  text = replaced(text, subject_id("north", 3) + "," + subject_label("north", 3),
                  "\"canary \"\"M\xC3\xBCller\"\", 3\",\"canary <b>&\"");
  sites[0].input["site_settings"].update(Json{{"share_labels", true}});
  FinishedRun federation(sites);
  const fs::path output = federation.output("local0");
  CHECK(contains(content(output / "embedding.csv"), "\n\"canary \"\"M\xC3\xBCller\"\", 3\","));
  CHECK(contains(content(output / "joint" / "embedding.csv"), ",canary <b>&\n"));
  CHECK(contains(content(output / "joint" / "embedding.svg"), "<svg"));
  CHECK_FALSE(contains(content(output / "joint" / "index.html"), "<b>&"));
  for (const std::string& answer : federation.answers()) {
    CHECK(std::all_of(answer.begin(), answer.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}
