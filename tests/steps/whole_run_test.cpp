// What leaves a site in a whole run, and what of it others see. Golden texts tell the rest.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include "packed.h"
#include "steps.h"

namespace {

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

/// A NIfTI-1 image of 4 × 3 × 4 random voxels.
std::string nifti_image(std::uint32_t seed) {
  constexpr std::size_t header = 352;
  std::string bytes(header, '\0');
  const auto put = [&bytes](std::size_t at, const auto& value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  };
  put(0, std::int32_t{348});
  put(40, std::array<std::int16_t, 8>{3, 4, 3, 4, 1, 1, 1, 1});
  put(70, std::array<std::int16_t, 2>{16, 32});
  put(76, std::array<float, 4>{1, 1, 1, 1});
  put(108, float{header});
  put(344, std::array<char, 4>{'n', '+', '1', '\0'});
  std::mt19937 generator(seed);
  for (int voxel = 0; voxel < 4 * 3 * 4; ++voxel) {
    const auto value = static_cast<float>(generator() % 1000);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

/// Adds so many scans to a site's files. @return their list
std::string list_of_scans(int count, int first, Site& site) {
  std::string list = "scan\n";
  for (int i = first; i < first + count; ++i) {
    const std::string name = "canary" + std::to_string(i) + ".nii";
    site.files[name] = nifti_image(static_cast<std::uint32_t>(i));
    list += name + "\n";
  }
  return list;
}

}  // namespace

TEST_CASE("each site's map is of its subjects in the table's order, and all get one joint map") {
  FinishedRun federation;
  for (const auto& [site, name, points] :
       {std::tuple{"local0", "north", 24}, {"local1", "south", 20}, {"local2", "west", 16}}) {
    const Cells own = federation.embedding(site);
    REQUIRE(own.size() == static_cast<std::size_t>(points) + 1);
    for (int subject = 1; subject <= points; ++subject) {
      const auto& row = own[static_cast<std::size_t>(subject)];
      CHECK(row[0] == subject_id(name, subject));
      CHECK(row[3] == subject_label(name, subject));
    }
    CHECK(snapshot(federation.output(site) / "joint") == snapshot(federation.joint()));
  }
}

TEST_CASE("shared positions are rounded to a thousandth of the map's width") {
  FinishedRun federation;
  const Cells joint = federation.joint_table("embedding.csv");
  const Cells own = federation.embedding("local1");
  const auto first = std::ranges::find(joint, "local1", [](const auto& row) { return row[0]; });
  double width = 0;
  for (const std::size_t column : {1U, 2U}) {
    double low = 0;
    double high = 0;
    for (const auto& row : joint) {
      if (row.front() != "reference") continue;
      low = std::min(low, std::stod(row[column]));
      high = std::max(high, std::stod(row[column]));
    }
    std::vector<double> places;
    for (std::size_t i = 1; i < own.size(); ++i) places.push_back(std::stod(own[i][column]));
    const auto [least, most] = std::ranges::minmax(places);
    width = std::max({width, high - low, most - least});
  }
  for (int i = 0; i < 20; ++i) {
    for (const std::size_t column : {1U, 2U}) {
      const double exact = std::stod(own[static_cast<std::size_t>(i) + 1][column]);
      const double shared = std::stod(first[i][column]);
      CHECK(std::abs(shared - exact) <= width / 1000);
      CHECK(shared != exact);
      const double steps = (shared - std::stod(first[0][column])) / width * 1000;
      CHECK(std::abs(steps - std::round(steps)) < 1e-6);
    }
  }
}

TEST_CASE("positions and labels leave only a site that shares them") {
  std::vector<Site> sites = small_sites();
  sites[1] = with(sites[1], {}, {{"share_places", false}, {"share_labels", true}});
  sites[2] = with(sites[2], {}, {{"share_labels", true}});
  FinishedRun federation(sites);
  const Cells joint = federation.joint_table("embedding.csv");
  CHECK(rows_of(joint, "local0") == 24);
  CHECK(rows_of(joint, "local1") == 0);
  CHECK(federation.embedding("local1").size() == 21);
  CHECK(labels_of(joint, "local0") == std::set<std::string>{""});
  CHECK(labels_of(joint, "local2") ==
        std::set<std::string>{"canary-west-A", "canary-west-B", "canary-west-C"});
  CHECK_FALSE(contains(all_messages(federation, "local0"), "canary-north"));
  for (const char* field : {"\"places\"", "\"labels\""}) {
    CHECK_FALSE(contains(all_messages(federation, "local1"), field));
  }
  CHECK(contains(federation.joint_page(), "local1 does not share"));
  CHECK(federation.metrics()["label_accuracy"]["points"] == 30 + 16);
}

TEST_CASE("the release log has a line for each field that leaves the site") {
  FinishedRun federation(small_sites({}, {{"share_labels", true}}));
  const auto lines = lines_of(content(federation.output("local1") / "release_log.jsonl"));
  auto line = lines.begin();
  for (const Json& output : federation.sent_by("local1")) {
    for (const auto& [name, value] : logged_parts(output)) {
      REQUIRE(line != lines.end());
      const Json entry = Json::parse(*line++);
      CHECK(entry["what"] == name);
      CHECK(entry["phase"] == output["phase"]);
      CHECK(entry["round"] == output["round"]);
      if (name == "places") CHECK(entry["shape"] == Json{20, 2});
      if (name == "labels") CHECK(entry["shape"] == Json::array({20}));
      // The log is read by people at the site, and a masked number tells them nothing.
      const bool masked = value.is_object() && value.contains("uint64");
      CHECK(entry.contains("masked") == masked);
      if (masked) CHECK(entry["shape"] == Json{value["rows"], value["columns"]});
      CHECK(entry.contains("root_sum_of_squares") == (name == "places"));
    }
  }
  CHECK(line == lines.end());
}

TEST_CASE("a site's texts come back unchanged, and as text alone") {
  std::vector<Site> sites = small_sites({}, {{"share_labels", true}});
  std::string& text = sites[0].files[subjects_file];
  text = replaced(text, subject_id("north", 3) + "," + subject_label("north", 3),
                  "\"canary \"\"M\xC3\xBCller\"\", 3\",\"canary <b>&\"");
  FinishedRun federation(sites);
  CHECK(contains(content(federation.output("local0") / "embedding.csv"),
                 "\n\"canary \"\"M\xC3\xBCller\"\", 3\","));
  CHECK(contains(content(federation.joint() / "embedding.csv"), ",canary <b>&\n"));
  CHECK_FALSE(contains(federation.joint_page(), "<b>&"));
  for (const std::string& answer : federation.answers()) {
    CHECK(std::ranges::all_of(answer, [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST_CASE("sites' own names are in place of their ids, and change nothing else") {
  FinishedRun unnamed;
  std::vector<Site> sites = small_sites();
  for (const std::size_t site : {0U, 2U}) {
    sites[site].input["site_settings"]["site_name"] = "Leuven";
  }
  FinishedRun named(sites);
  for (const char* file : {"embedding.csv", "metrics.json", "index.html"}) {
    CHECK(contains(content(named.joint() / file), "Leuven (2)"));
    CHECK_FALSE(contains(content(named.joint() / file), "local2"));
  }
  for (const char* site : {"local0", "local1", "local2"}) {
    CHECK(named.embedding(site) == unnamed.embedding(site));
  }
}

TEST_CASE("columns that the reference does not have are ignored, whatever they hold") {
  std::vector<Site> sites = small_sites();
  const FinishedRun plain(sites);
  std::string wider;
  for (const std::string& line : lines_of(sites[1].files[subjects_file])) {
    wider += line + (wider.empty() ? ",canary_note,canary_empty,canary_mixed\n" : ",canary,,1\n");
  }
  wider.replace(wider.size() - 2, 1, "canary");
  sites[1].files[subjects_file] = wider;
  FinishedRun federation(sites);
  CHECK(federation.result == plain.result);
  CHECK(contains(content(federation.joint() / "measures.csv"),
                 "canary_f5,yes,\ncanary_mixed,no,local0; local1; local2\n"));
}

TEST_CASE("harmonization changes the map, but no score, flag or reason") {
  const Json inputs = {{"normalization", "robust"}};
  FinishedRun plain(small_sites(inputs));
  FinishedRun federation(sites_with(small_sites(inputs), {{"harmonization", "site"}}));
  for (const char* site : {"local0", "local1", "local2"}) {
    const Cells before = plain.embedding(site);
    const Cells after = federation.embedding(site);
    for (std::size_t i = 1; i < before.size(); ++i) {
      CHECK(after[i][1] != before[i][1]);
      CHECK(std::equal(after[i].begin() + 3, after[i].end(), before[i].begin() + 3));
    }
    CHECK(content(federation.output(site) / "flagged.csv") ==
          content(plain.output(site) / "flagged.csv"));
  }
}

TEST_CASE("only a site's own report has thumbnails of its scans") {
  Site site = with(small_site("north", 24), {{"site_data", {"list.csv"}},
                                             {"reference_data", {"reference_list.csv"}},
                                             {"id_column", nullptr},
                                             {"label_column", nullptr}});
  site.files["list.csv"] = list_of_scans(6, 1, site);
  site.files["reference_list.csv"] = list_of_scans(20, 30, site);
  FinishedRun federation({site});
  const Json pictures = data_of(federation.page("local0"))["own"]["thumbnails"];
  REQUIRE(pictures.size() == 6);
  for (const Json& picture : pictures) {
    CHECK(picture.get<std::string>().starts_with("data:image/png;base64,iVBOR"));
  }
  CHECK_FALSE(contains(federation.joint_page(), "image/png"));
}
