// What dsne look tells and refuses is in tests/data/sessions/look.txt.

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/path.hpp>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "command_desk.h"
#include "core/files.h"
#include "core/json.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "temporary_folder.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using Cells = std::vector<std::string>;

namespace {

/// Some rows of a group table of scans like public ones, of which every twentieth is bad, below its
/// header.
/// @param change of a row's cells
std::string some_scans(int first, int last, const std::function<void(Cells&)>& change = {}) {
  std::istringstream table(
      dsne::read_file(DSNE_TEST_DATA "/sessions/scans_T1w.tsv", "the table of scans"));
  std::string text;
  std::string line;
  for (int row = 0; std::getline(table, line); ++row) {
    if (row > 0 && (row < first || row > last)) continue;
    std::istringstream cells_in(line);
    Cells cells;
    for (std::string cell; std::getline(cells_in, cell, '\t');) cells.push_back(cell);
    if (change) change(cells);
    for (std::size_t c = 0; c < cells.size(); ++c) text += (c == 0 ? "" : "\t") + cells[c];
    text += '\n';
  }
  return text;
}

/// A person's folder with a table, and what dsne look makes of it.
class Desk {
 public:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  /// Looks at this table. @return what is told
  std::string look(const std::string& table, std::vector<std::string> more = {}) const {
    dsne::write_atomically(path("group_T1w.tsv"), table, "a file");
    more.insert(more.begin(), path("group_T1w.tsv"));
    const Printed printed = printed_by(dsne::tools::look_command(), more);
    REQUIRE_MESSAGE(printed.code == 0, printed.err);
    return printed.out;
  }

  std::string read(const std::string& name, const std::string& folder = "T1w") const {
    return dsne::read_file(path("dsne-look/" + folder + "/" + name), "a file");
  }

  /// What the page's script knows.
  dsne::Json data() const {
    const std::string html = read("index.html");
    const std::string open = "id=\"data\">";
    const auto from = html.find(open) + open.size();
    return dsne::Json::parse(html.substr(from, html.find("</script>", from) - from));
  }

  /// What it knows of the scans.
  dsne::Json own() const { return data()["own"]; }

  /// A scan's position on the map, as text.
  std::string position(int scan) const {
    const std::string text = read("embedding.csv");
    const auto at = text.find("\nsub-" + std::to_string(scan) + "_T1w,");
    REQUIRE(at != std::string::npos);
    const auto x = text.find(',', at) + 1;
    return text.substr(x, text.find(',', text.find(',', x) + 1) - x);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("the scans of a site are judged as in a table of their own") {
  const auto add_site = [](Cells& cells) {
    const bool header = cells.front() == "bids_name";
    cells.push_back(header ? "site" : std::stoi(cells.front().substr(4)) <= 30 ? "A" : "B/2");
  };
  const Desk pooled;
  const std::string told = pooled.look(some_scans(1, 60, add_site), {"--by", "site"});
  CHECK(contains(told, "T1w, site A: "));
  CHECK(contains(told, "T1w, site B/2: "));
  CHECK(contains(pooled.read("index.html", "T1w-site_B_2"), "Your T1w scans, site B/2"));
  const std::vector<std::string> sites = {"T1w-site_A", "T1w-site_B_2"};
  for (int site = 0; site < 2; ++site) {
    const Desk alone;
    alone.look(some_scans(1 + 30 * site, 30 + 30 * site));
    for (const char* file : {"flagged.csv", "embedding.csv"}) {
      CHECK(pooled.read(file, sites.at(static_cast<std::size_t>(site))) == alone.read(file));
    }
  }
}

TEST_CASE("on a grown table the decisions' key stays") {
  const Desk desk;
  desk.look(some_scans(1, 60));
  const dsne::Json key = desk.own()["key"];
  desk.look(some_scans(1, 63));
  CHECK(desk.own()["key"] == key);
}

TEST_CASE("the scans of the first day judge later ones, also where these come alone") {
  const Desk desk;
  desk.look(some_scans(1, 60));
  const dsne::Json first = desk.own()["outliers"];
  const std::string early = desk.position(1);
  for (int again = 0; again < 2; ++again) {
    CHECK(contains(desk.look(some_scans(1, 80)), "Lists compare with the 60 scans of "));
    const dsne::Json later = desk.own()["outliers"];
    for (const char* list : {"odd", "inconsistent"}) {
      for (std::size_t i = 0; i < 60; ++i) {
        CHECK(first[list]["scores"][i] == later[list]["scores"][i]);
      }
    }
    CHECK(contains(desk.read("flagged.csv"), "\nsub-80_T1w,"));
    CHECK(desk.position(1) == early);
    const std::string late = desk.position(80);
    const std::string alone = desk.look(some_scans(77, 80));
    CHECK(contains(alone, "of 4 scans to look at.\n  First sub-80_T1w: "));
    CHECK_FALSE(contains(alone, "With 4 scans"));
    CHECK(desk.position(80) == late);
    const dsne::Json few = desk.own()["outliers"]["odd"]["scores"];
    CHECK(few.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(few[i] == later["odd"]["scores"][76 + i]);
  }
  CHECK_FALSE(contains(desk.look(some_scans(1, 80), {"--new-baseline"}), "Lists compare with"));
  CHECK(desk.own()["outliers"]["odd"]["scores"][0] != first["odd"]["scores"][0]);
  CHECK(desk.position(1) != early);
}

TEST_CASE("a table with fewer measures is compared in those, and its lists begin anew") {
  const Desk desk;
  desk.look(some_scans(1, 40));
  std::string third;
  const std::string told = desk.look(some_scans(1, 40, [&](Cells& cells) {
    if (third.empty()) third = cells[cells.size() - 3];
    cells.resize(cells.size() - 3);
  }));
  CHECK(contains(told, "so the lists begin anew"));
  CHECK(contains(desk.read("index.html"), "so it was made without them: " + third));
}

TEST_CASE("where the site's middle lies outside the compared groups is told measure by measure") {
  const Desk desk;
  std::size_t efc = 0;
  const std::string told = desk.look(some_scans(1, 30, [&](Cells& cells) {
    if (efc > 0) cells[efc] = std::to_string(1000 * std::stod(cells[efc]));
    const auto name = std::ranges::find(cells, "efc");
    if (name != cells.end()) efc = static_cast<std::size_t>(name - cells.begin());
  }));
  CHECK(contains(told, "Your median is outside every compared group in 1 measure"));
  CHECK(contains(desk.read("index.html"), "Where your scans lie outside the compared ones"));
  CHECK(contains(desk.read("index.html"), "Entropy focus, efc"));
}

TEST_CASE("the compared groups have their means where the page has the measure") {
  const Desk desk;
  desk.look(some_scans(1, 40));
  const dsne::Json data = desk.data();
  const auto groups = data["site"].size() - 40;
  std::size_t known = 0;
  for (const dsne::Json& strip : data["own"]["strips"]) {
    REQUIRE(strip["elsewhere"].size() == groups);
    // Versions disagree on some measures, and image sizes are no measure of a map.
    const bool has_means = std::ranges::all_of(
        strip["elsewhere"], [](const dsne::Json& value) { return value.is_number(); });
    CHECK(has_means != strip["elsewhere"][0].is_null());
    if (has_means) ++known;
  }
  CHECK(known > 0);
  CHECK(known < data["own"]["strips"].size());
}

TEST_CASE("another map can be compared with, and without a display the page is only named") {
  const Desk desk;
  dsne::summary::MapSources sources = dsne::summary::public_map().sources;
  sources.about.clear();
  sources.sites.resize(6);
  dsne::write_atomically(desk.path("frame.json"), map_text(make_common_map(std::move(sources))),
                         "a map");
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  CHECK(contains(desk.look(some_scans(1, 30), {"--frame", desk.path("frame.json"), "--open"}),
                 "There is no display to open a page on: open the file above."));
  const std::string page = desk.read("index.html");
  CHECK(contains(page, "frame.json, fingerprint "));
  CHECK(contains(page, " scans at 6 sites. Each is compared"));
  CHECK_FALSE(contains(page, "public scans"));
}
