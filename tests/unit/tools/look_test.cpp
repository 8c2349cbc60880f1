#include <doctest/doctest.h>

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cstdlib>
#include <random>

#include "command_desk.h"
#include "core/files.h"
#include "core/json.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/commands.h"

namespace fs = boost::filesystem;

namespace {

const dsne::summary::NamedSummary& public_site() {
  static const auto sites = dsne::summary::public_map().sources.sites;
  return *std::ranges::max_element(sites, {},
                                   [](const auto& site) { return site.summary.means.rows(); });
}

/// A group table of MRIQC's with scans like those of a public site. Every twentieth has little
/// signal and contrast to noise.
/// @param kind   of the scans' ids
/// @param without how many of the map's last measures it does not have
std::string scans_table(int scans, const std::string& kind = "T1w", std::size_t without = 0) {
  const dsne::summary::Summary& site = public_site().summary;
  const std::size_t measures = site.measures.size() - without;
  std::string text = "bids_name\tfber\tsize_x";
  for (std::size_t f = 0; f < measures; ++f) text += '\t' + site.measures[f];
  text += '\n';
  for (int scan = 1; scan <= scans; ++scan) {
    std::mt19937 generator(static_cast<std::uint32_t>(scan));
    std::normal_distribution<double> normal;
    text += "sub-" + std::to_string(scan) + '_' + kind + '\t' +
            std::to_string(1000 + 100 * normal(generator)) + "\t176";
    for (std::size_t f = 0; f < measures; ++f) {
      const auto column = static_cast<Eigen::Index>(f);
      const std::string& name = site.measures[f];
      double value = site.means.col(column).mean() + site.spread(column) * normal(generator);
      const bool is_noisy = name.starts_with("snr") || name == "cnr";
      if (scan % 20 == 0) value *= is_noisy ? 0.4 : name == "cjv" ? 2 : 1;
      text += '\t' + std::to_string(value);
    }
    text += '\n';
  }
  return text;
}

/// A person's folder, and what dsne look prints about it.
class Desk {
 public:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    dsne::write_atomically(path(name), text, "a file");
  }

  Printed look(const std::string& name, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), path(name));
    return printed_by(dsne::tools::look_command(), more);
  }

  std::string read(const std::string& name) const { return dsne::read_file(path(name), "a file"); }

  /// The data of a page's script.
  dsne::Json data(const std::string& page) const {
    const std::string html = read(page);
    const std::string open = "id=\"data\">";
    const auto from = html.find(open) + open.size();
    return dsne::Json::parse(html.substr(from, html.find("</script>", from) - from));
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE(
    "dsne look says how many scans to look at, which first and why, and links their reports") {
  const Desk desk;
  desk.write("mriqc/group_T1w.tsv", scans_table(60));
  desk.write("mriqc/sub-20_T1w.html", "<p>report</p>");
  const Printed printed = desk.look("mriqc");
  CHECK(printed.err.empty());
  REQUIRE(printed.code == 0);
  CHECK(contains(printed.out, " of 60 scans to look at.\n  First sub-"));
  CHECK(contains(printed.out, "usual "));
  CHECK(contains(printed.out, "See " + desk.path("mriqc/dsne-look/T1w/index.html")));
  const std::string flagged = desk.read("mriqc/dsne-look/T1w/flagged.csv");
  for (const char* bad : {"\nsub-20_T1w,", "\nsub-40_T1w,", "\nsub-60_T1w,"}) {
    CHECK(contains(flagged, bad));
  }
  const dsne::Json own = desk.data("mriqc/dsne-look/T1w/index.html")["own"];
  CHECK(own["link"] == "./../../{id}.html");
  CHECK(own["without_report"].size() == 59);
  CHECK_FALSE(own.contains("new"));
  const std::string page = desk.read("mriqc/dsne-look/T1w/index.html");
  CHECK(contains(page, "public scans, fingerprint " +
                           dsne::summary::map_fingerprint(dsne::summary::public_map_text)));
  CHECK(contains(page, "as mriqc-learn 0.0.3 publishes them"));
  CHECK(contains(page, "not with the others: fber and size_x."));
  CHECK(contains(page, "Which version of MRIQC measured your scans is not said"));
}

TEST_CASE("on a grown table the decisions' key stays, and new scans are marked until others come") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(60));
  REQUIRE(desk.look("group_T1w.tsv").code == 0);
  const std::string page = "dsne-look/T1w/index.html";
  const std::string key = desk.data(page)["own"]["key"];
  for (int again = 0; again < 2; ++again) {
    desk.write("group_T1w.tsv", scans_table(63));
    CHECK(contains(desk.look("group_T1w.tsv").out, "3 scans are new since "));
    const dsne::Json own = desk.data(page)["own"];
    CHECK(own["key"] == key);
    CHECK(own["new"] == dsne::Json{60, 61, 62});
  }
  desk.write("group_T1w.tsv", scans_table(59));
  CHECK(
      contains(desk.look("group_T1w.tsv").out, "4 scans of an earlier table are not in this one."));
  desk.write("dsne-look/T1w/known_scans.json", R"({"key": "a", "days": [], "scans": {}})");
  const auto is_damaged = [&] {
    const Printed damaged = desk.look("group_T1w.tsv");
    return damaged.code == 1 &&
           contains(damaged.err, "known_scans.json in the folder of results is damaged: restore");
  };
  CHECK(is_damaged());
  const std::string start = R"({"key": "a", "days": ["d"], "scans": {}, "baseline": {"day": "d", )";
  for (const char* end :
       {R"("measures": ["a"], "ids": ["b"], "persons": ["b"], "rows": [[1, 2]]}})",
        R"("measures": ["a"], "ids": ["b"], "persons": ["b"], "rows": [["1"]]}})",
        R"("measures": ["a"], "ids": ["b", "c"], "persons": ["b"], "rows": [[1], [2]]}})",
        R"("measures": ["a"], "ids": ["b"], "persons": ["b"]}})"}) {
    desk.write("dsne-look/T1w/known_scans.json", start + end);
    CHECK(is_damaged());
  }
}

TEST_CASE("the scans of the first day judge later ones, also where these come alone") {
  const Desk desk;
  const std::string page = "dsne-look/T1w/index.html";
  const std::string all = scans_table(80);
  const auto rows_from = [&](int scan) {
    return all.substr(0, all.find('\n') + 1) +
           all.substr(all.find("sub-" + std::to_string(scan) + '_'));
  };
  desk.write("group_T1w.tsv", scans_table(60));
  REQUIRE(desk.look("group_T1w.tsv").code == 0);
  const dsne::Json first = desk.data(page)["own"]["outliers"];
  const auto position = [&](int scan) {
    const std::string text = desk.read("dsne-look/T1w/embedding.csv");
    const auto at = text.find("\nsub-" + std::to_string(scan) + "_T1w,");
    REQUIRE(at != std::string::npos);
    const auto x = text.find(',', at) + 1;
    return text.substr(x, text.find(',', text.find(',', x) + 1) - x);
  };
  const std::string early = position(1);
  for (int again = 0; again < 2; ++again) {
    desk.write("group_T1w.tsv", all);
    const Printed grown = desk.look("group_T1w.tsv");
    CHECK(contains(grown.out, "Lists compare with the 60 scans of "));
    const dsne::Json later = desk.data(page)["own"]["outliers"];
    for (std::size_t i = 0; i < 60; ++i) {
      CHECK(first["odd"]["scores"][i] == later["odd"]["scores"][i]);
      CHECK(first["inconsistent"]["scores"][i] == later["inconsistent"]["scores"][i]);
    }
    CHECK(contains(desk.read("dsne-look/T1w/flagged.csv"), "\nsub-80_T1w,"));
    CHECK(position(1) == early);
    const std::string late = position(80);
    const dsne::Json odd = later["odd"]["scores"];
    desk.write("group_T1w.tsv", rows_from(77));
    const Printed alone = desk.look("group_T1w.tsv");
    REQUIRE(alone.code == 0);
    CHECK(contains(alone.out, "of 4 scans to look at.\n  First sub-80_T1w: "));
    CHECK_FALSE(contains(alone.out, "With 4 scans"));
    CHECK(position(80) == late);
    const dsne::Json few = desk.data(page)["own"]["outliers"]["odd"]["scores"];
    CHECK(few.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(few[i] == odd[76 + i]);
  }
  desk.write("group_T1w.tsv", all);
  CHECK_FALSE(contains(desk.look("group_T1w.tsv", {"--new-baseline"}).out, "Lists compare with"));
  CHECK(desk.data(page)["own"]["outliers"]["odd"]["scores"][0] != first["odd"]["scores"][0]);
  CHECK(position(1) != early);
  desk.write("group_T1w.tsv", scans_table(80, "T1w", 2));
  CHECK(contains(desk.look("group_T1w.tsv").out, "so the lists begin anew"));
}

TEST_CASE("fewer than thirty scans judge together with those that come") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(15));
  REQUIRE(desk.look("group_T1w.tsv").code == 0);
  desk.write("group_T1w.tsv", scans_table(40));
  CHECK_FALSE(contains(desk.look("group_T1w.tsv").out, "Lists compare with"));
  desk.write("group_T1w.tsv", scans_table(45));
  CHECK(contains(desk.look("group_T1w.tsv").out, "Lists compare with the 40 scans of "));
}

TEST_CASE("decisions saved into the folder of results are on the next page") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(40));
  REQUIRE(desk.look("group_T1w.tsv").code == 0);
  desk.write("dsne-look/T1w/decisions.csv",
             "\xEF\xBB\xBFid,decision,note,flag\r\nsub-3_T1w,exclude,\"blurred, twice\",\r\n"
             "sub-99_T1w,keep,,\r\nsub-7_T1w,,,flagged\r\n");
  REQUIRE(desk.look("group_T1w.tsv").code == 0);
  const dsne::Json own = desk.data("dsne-look/T1w/index.html")["own"];
  CHECK(own["decisions"] ==
        dsne::Json::parse(R"([[2, "exclude", "blurred, twice"], [6, "", ""]])"));
  desk.write("dsne-look/T1w/decisions.csv", "id,decision,note\n");
  const Printed none = desk.look("group_T1w.tsv");
  REQUIRE(none.code == 0);
  CHECK_FALSE(contains(none.out, "decisions.csv"));
  for (const char* last : {"sub-7_T1w,ke", "sub-7_T1w", "sub-7_T1w,keep,\"blur"}) {
    CAPTURE(last);
    desk.write("dsne-look/T1w/decisions.csv",
               std::string("id,decision,note\nsub-3_T1w,exclude,blurred\n") + last);
    const Printed cut = desk.look("group_T1w.tsv");
    REQUIRE(cut.code == 0);
    CHECK(contains(cut.out, "has no end, so saving may have been cut off"));
    const dsne::Json kept = desk.data("dsne-look/T1w/index.html")["own"];
    CHECK(kept["decisions"] == dsne::Json::parse(R"([[2, "exclude", "blurred"]])"));
  }
  desk.write("dsne-look/T1w/decisions.csv", "id,decision\nsub-3_T1w,exclude\nsub-7_T1w,exclu");
  CHECK(
      contains(desk.look("group_T1w.tsv").out, "1 decision is none of keep, recheck and exclude"));
  desk.write("dsne-look/T1w/decisions.csv", "a,b\n1,2\n");
  const Printed other = desk.look("group_T1w.tsv");
  CHECK(other.code == 1);
  CHECK(contains(other.err, "decisions.csv in the folder of results has no columns id and"));
}

TEST_CASE("each kind of scan has its page, and those without public scans say so") {
  const Desk desk;
  desk.write("group_T2w.tsv", scans_table(30, "T2w"));
  desk.write("group_bold.tsv", group_table(1, 30, 20, "fd_mean\tgcor\ttsnr\taor\taqi\tdvars_std"));
  const Printed printed = desk.look("");
  REQUIRE(printed.code == 0);
  CHECK(contains(printed.out, "has public scans of kind T1w only, and these are T2w."));
  CHECK(contains(printed.out, "has public scans of kind T1w only, and these are bold."));
  for (const char* kind : {"T2w", "bold"}) {
    const std::string page = desk.read("dsne-look/" + std::string(kind) + "/index.html");
    CHECK_FALSE(contains(page, "mriqc-learn"));
    CHECK(contains(page, "The lists and the map are of your own scans alone."));
  }
}

TEST_CASE("a table of another program is looked at by itself, and the line says what to bring") {
  const Desk desk;
  desk.write("qap.csv", group_table(1, 30, 20, "efc\tfber\tqi1\tcnr\tcortical_contrast\tfwhm_x"));
  const Printed printed = desk.look("qap.csv");
  REQUIRE(printed.code == 0);
  CHECK(contains(printed.out, "not MRIQC's measures of T1-weighted scans: "));
  CHECK(contains(printed.out, "bring MRIQC's group_T1w.tsv."));
  desk.write(
      "thick.csv",
      group_table(1, 30, 3, "lh_bankssts_thickness\trh_cuneus_thickness\tlh_insula_thickness"));
  CHECK(contains(desk.look("thick.csv").out, "0 of its "));
}

TEST_CASE(
    "a table with fewer measures is compared in those that it has, and the others are named") {
  const Desk desk;
  desk.write("scans.tsv", scans_table(40, "T1w", 3));
  REQUIRE(desk.look("scans.tsv").code == 0);
  const auto& measures = public_site().summary.measures;
  CHECK(contains(desk.read("dsne-look/T1w/index.html"),
                 "so it was made without them: " + measures[measures.size() - 3]));
}

TEST_CASE("a site of few scans is told what lists can say, and down to one scan there is a page") {
  const Desk desk;
  for (const auto& [number, says] : std::initializer_list<std::pair<int, const char*>>{
           {19, "With 19 scans the lists show only what differs clearly"},
           {11, "With 11 scans there are no lists"},
           {2, "With 2 scans there are no lists"},
           {1, "With 1 scan there are no lists"}}) {
    const int scans = number;
    CAPTURE(scans);
    const std::string table = std::to_string(scans) + "/group_T1w.tsv";
    desk.write(table, scans_table(scans));
    const Printed printed = desk.look(table);
    REQUIRE(printed.code == 0);
    CHECK(contains(printed.out, says));
    CHECK(contains(desk.read(std::to_string(scans) + "/dsne-look/T1w/index.html"), says));
  }
  std::string often = scans_table(30);
  for (std::size_t at = 0; (at = often.find("sub-", at)) != std::string::npos; ++at) {
    const std::size_t end = often.find('_', at);
    often.replace(at, end - at, "sub-1_ses-" + often.substr(at + 4, end - at - 4));
  }
  desk.write("often/group_T1w.tsv", often);
  CHECK(
      contains(desk.look("often/group_T1w.tsv").out, "With scans of 1 person there are no lists"));
  desk.write("20/group_T1w.tsv", scans_table(20));
  CHECK_FALSE(contains(desk.look("20/group_T1w.tsv").out, "With 20 scans"));
}

TEST_CASE("where the site's middle lies outside the compared groups is told measure by measure") {
  const Desk desk;
  std::string table = scans_table(30);
  const auto place = table.find("\tefc\t");
  REQUIRE(place != std::string::npos);
  // Another unit of one measure.
  const auto column =
      std::count(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(place) + 1, '\t');
  std::string changed;
  for (std::size_t from = 0, to = 0; from < table.size(); from = to + 1) {
    to = table.find('\n', from);
    std::string line = table.substr(from, to - from);
    if (from > 0) {
      std::size_t at = 0;
      for (std::ptrdiff_t tab = 0; tab < column; ++tab) at = line.find('\t', at) + 1;
      const std::size_t end = line.find('\t', at);
      line.replace(at, end - at, std::to_string(1000 * std::stod(line.substr(at, end - at))));
    }
    changed += line + '\n';
  }
  desk.write("group_T1w.tsv", changed);
  CHECK(contains(desk.look("group_T1w.tsv").out,
                 "Your median is outside every compared group in 1 measure"));
  const std::string page = desk.read("dsne-look/T1w/index.html");
  CHECK(contains(page, "Where your scans lie outside the compared ones"));
  CHECK(contains(page, "Entropy focus, efc"));
}

TEST_CASE("two runs of MRIQC with other measures are refused in one line") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(30));
  const std::string scan = R"({"cjv": 1, "bids_meta": {}, "provenance": {"version": ")";
  desk.write("sub-1/anat/sub-1_T1w.json", scan + "0.16.1\"}}");
  desk.write("sub-2/anat/sub-2_T1w.json", scan + "24.0.2\"}}");
  const Printed printed = desk.look("");
  CHECK(printed.code == 1);
  CHECK(contains(printed.err, "this folder holds two runs of MRIQC: of its T1w scans 1 by MRIQC "));
  CHECK(std::ranges::count(printed.err, '\n') == 1);
}

TEST_CASE("typed wrong, dsne look says in one line what to bring") {
  const Desk desk;
  desk.write("empty.tsv", "");
  desk.write("ages.tsv", "participant_id\tage\tsex\nsub-1\t20\tF\nsub-2\t21\tM\n");
  desk.write("note.txt", "look at these scans please\n");
  desk.write("page.html", "<html><body>MRIQC</body></html>");
  desk.write("folder/readme", "x");
  for (const char* name : {"nothing", "empty.tsv", "ages.tsv", "note.txt", "page.html", "folder"}) {
    CAPTURE(name);
    const Printed printed = desk.look(name);
    CHECK(printed.code == 1);
    CHECK(printed.out.empty());
    CHECK(std::ranges::count(printed.err, '\n') == 1);
    CHECK(printed.err.starts_with("dsne look: "));
  }
  CHECK(printed_by(dsne::tools::look_command(), {}).code == 2);
  desk.write("t.tsv", scans_table(30));
  CHECK(contains(desk.look("t.tsv", {"--frame", desk.path("note.txt")}).err, "the map (--frame)"));
  CHECK(contains(desk.look("t.tsv", {"--output", desk.path("note.txt")}).err,
                 "the folder of the results"));
}

TEST_CASE("another map can be compared with, and without a display the page is only named") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(30));
  dsne::summary::MapSources sources = dsne::summary::public_map().sources;
  sources.about.clear();
  sources.sites.resize(6);
  desk.write("frame.json", map_text(make_common_map(std::move(sources))));
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  const Printed printed =
      desk.look("group_T1w.tsv", {"--frame", desk.path("frame.json"), "--open"});
  REQUIRE(printed.code == 0);
  CHECK(contains(printed.out, "There is no display to open a page on: open the file above."));
  const std::string page = desk.read("dsne-look/T1w/index.html");
  CHECK(contains(page, "frame.json, fingerprint "));
  CHECK(contains(page, " scans at 6 sites. Each is compared"));
  CHECK_FALSE(contains(page, "public scans"));
}

TEST_CASE("a folder that cannot be made ends a command with the reason, and without its path") {
  const Desk desk;
  desk.write("group_T1w.tsv", scans_table(60));
  const std::string inside_a_file = desk.path("group_T1w.tsv/results");
  for (const auto& command : {dsne::tools::look_command(), dsne::tools::summarize_command()}) {
    CAPTURE(command.name);
    const Printed printed =
        printed_by(command, {desk.path("group_T1w.tsv"), "--output", inside_a_file});
    CHECK(printed.code == 1);
    CHECK(contains(printed.err, ": cannot make the folder of the "));
    CHECK(contains(printed.err, " (--output): Not a directory\n"));
    CHECK_FALSE(contains(printed.err, "results/"));
    CHECK_FALSE(contains(printed.err, desk.path("")));
  }
}
