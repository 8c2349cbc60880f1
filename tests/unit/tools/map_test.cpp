#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "command_desk.h"
#include "core/files.h"
#include "core/json.h"
#include "summary/map_file.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/check.h"
#include "tools/commands.h"

namespace {

/// Two sites with tables and summaries.
class TwoSites {
 public:
  TwoSites(int first, int second) {
    make("north", group_table(1, first, 20, "cjv\tcnr\tefc\tfber\tfwhm_x"));
    make("south", group_table(1001, 1000 + second, 30, "cnr\tcjv\tefc\tfber\tsnr_gm"));
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::string read(const std::string& name) const {
    return dsne::read_file(folder_.path() / name, "a file");
  }

  void write(const std::string& name, const std::string& text) const {
    dsne::write_atomically(folder_.path() / name, text, "a file");
  }

  Printed map(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {path("north/summary.csv"),
                                          path("south/summary.csv"),
                                          "--output",
                                          path("frame.json"),
                                          "--perplexity",
                                          "10"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return printed_by(dsne::tools::map_command(), arguments);
  }

  Printed place(const std::string& site, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"--frame",           path("frame.json"), "--data",
                                          path(site + ".tsv"), "--output",         path("placed")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return printed_by(dsne::tools::place_command(), arguments);
  }

 private:
  void make(const std::string& site, const std::string& table) const {
    write(site + ".tsv", table);
    REQUIRE(
        printed_by(dsne::tools::summarize_command(), {path(site + ".tsv"), "--output", path(site)})
            .code == 0);
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("dsne map makes a frame without any subject, and dsne place puts a site's on it") {
  const TwoSites sites(210, 150);
  const Printed map = sites.map();
  CHECK(map.err.empty());
  REQUIRE(map.code == 0);
  CHECK(contains(map.out, "Left out, since not all have them: fwhm_x, snr_gm.\n"));
  const std::string fingerprint = dsne::summary::map_fingerprint(sites.read("frame.json"));
  CHECK(contains(map.out, "Its fingerprint is " + fingerprint + ","));
  CHECK(dsne::Json::parse(sites.read("frame.json"))["measures"] ==
        dsne::Json{"cjv", "cnr", "efc", "fber"});
  CHECK_FALSE(contains(sites.read("frame.json"), "sub-"));

  const Printed placed = sites.place("south", {"--summary", sites.path("south")});
  CHECK(placed.err.empty());
  REQUIRE(placed.code == 0);
  CHECK(contains(placed.out, "150 of your subjects are in your summary's rows on this map."));
  const std::string csv = sites.read("placed/embedding.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 151);
  CHECK(contains(sites.read("placed/index.html"), "frame.json, fingerprint " + fingerprint));
}

TEST_CASE("dsne map harmonizes as a run does, and both commands say so") {
  const TwoSites sites(210, 150);
  const std::string told = "sites were given the same middle and spread";
  const auto harmonized = [&] {
    return dsne::summary::parse_map(sites.read("frame.json"), "the map").sources.harmonized;
  };
  CHECK_FALSE(contains(sites.map().out, told));  // four measures, as of any table
  CHECK_FALSE(harmonized());
  CHECK(contains(sites.map({"--harmonization", "site"}).out, told));
  CHECK(harmonized());
  CHECK(contains(sites.place("south", {"--summary", sites.path("south")}).out, told));
  CHECK(sites.map({"--harmonization", "combat"}).code == 2);

  for (const std::string site : {"east", "west"}) {
    sites.write(site + ".tsv", group_table(1, 210, 20, "cjv\tcnr\tefc\tfber\tsnr_gm"));
    REQUIRE(printed_by(dsne::tools::summarize_command(),
                       {sites.path(site + ".tsv"), "--output", sites.path(site)})
                .code == 0);
  }
  const auto quality = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {sites.path("east/summary.csv"),
                                          sites.path("west/summary.csv"), "--output",
                                          sites.path("frame.json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return printed_by(dsne::tools::map_command(), arguments).out;
  };
  CHECK(contains(quality({}), told));  // five measures of MRIQC
  CHECK(harmonized());
  CHECK_FALSE(contains(quality({"--harmonization", "none"}), told));
  CHECK_FALSE(harmonized());
}

TEST_CASE("files may be plain names in the current folder") {
  const TwoSites sites(210, 150);
  const auto before = boost::filesystem::current_path();
  boost::filesystem::current_path(sites.path(""));
  const Printed map =
      printed_by(dsne::tools::map_command(), {"north/summary.csv", "--output", "f"});
  const Printed placed = printed_by(dsne::tools::place_command(),
                                    {"--frame", "f", "--data", "north.tsv", "--summary", "north"});
  const Printed missed = printed_by(dsne::tools::check_command(), {"north.csv"});
  boost::filesystem::current_path(before);
  CHECK(map.err + placed.err == "");
  CHECK(contains(placed.out, "210 of your subjects are in your summary's rows on this map."));
  CHECK(contains(missed.out, "Did you mean north.tsv?"));
}

TEST_CASE("a site without a summary, and newcomers, are also placed") {
  const TwoSites sites(210, 150);
  REQUIRE(sites.map().code == 0);
  const Printed alone = sites.place("north");
  REQUIRE(alone.code == 0);
  CHECK(contains(alone.out, "No summary of yours was given"));
  sites.write("new.tsv", group_table(5001, 5003, 20, "cjv\tcnr\tefc\tfber"));
  const Printed fresh = sites.place("new", {"--summary", sites.path("north")});
  REQUIRE(fresh.code == 0);
  CHECK(
      contains(fresh.out, "0 of your subjects are in your summary's rows on this map; the others"));
}

TEST_CASE("fewer than twenty rows make no common map, which both commands say") {
  const TwoSites sites(60, 50);
  const Printed map = sites.map();
  REQUIRE(map.code == 0);
  CHECK(contains(map.out, "No common map: the summaries together have fewer than 20 rows."));
  const Printed placed = sites.place("north", {"--summary", sites.path("north")});
  REQUIRE(placed.code == 0);
  CHECK(contains(placed.out, "too few for a common map. This is a map of your own subjects alone"));
  const std::string csv = sites.read("placed/embedding.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 61);
  CHECK(contains(sites.read("placed/index.html"), "Your subjects alone"));

  sites.write("public.tsv", group_table(9001, 9040, 25, "cjv\tcnr\tefc\tfber\tsnr_gm"));
  const Printed with = sites.map({"--reference", sites.path("public.tsv")});
  REQUIRE(with.code == 0);
  CHECK(contains(with.out, "Reference: 40 points\n"));
  CHECK_FALSE(contains(with.out, "No common map"));
  CHECK(contains(sites.place("north").out, "Each large dot is a row"));
}

TEST_CASE("a site's name stands in its summary, and two sites of one name are refused") {
  const TwoSites sites(210, 150);
  const auto name = [&](const std::string& site, const std::string& given) {
    return printed_by(dsne::tools::summarize_command(),
                      {sites.path(site + ".tsv"), "--output", sites.path(site), "--site", given});
  };
  CHECK(contains(name("north", "Utrecht").out, "The site's name is new in it."));
  CHECK_FALSE(contains(name("north", "Utrecht").out, "new in it"));
  const Printed named = sites.map();
  REQUIRE(named.code == 0);
  CHECK(contains(named.out, "Utrecht: 21 rows of 210 subjects\nsouth: "));
  REQUIRE(sites.place("north", {"--summary", sites.path("north")}).code == 0);
  REQUIRE(name("south", "Utrecht").code == 0);
  const Printed same = sites.map();
  CHECK(same.code == 1);
  CHECK(contains(same.err, "two of the summaries are of a site named Utrecht. If they are of two"));
  CHECK(std::count(same.err.begin(), same.err.end(), '\n') == 1);
  CHECK(name("south", "=1").code == 2);
}

TEST_CASE("one summary under two names is refused, grown or as it was") {
  const TwoSites sites(210, 150);
  for (const bool grown : {false, true}) {
    CAPTURE(grown);
    sites.write("copy.csv", sites.read("north/summary.csv"));
    if (grown) {
      const std::string table = group_table(1, 260, 20, "cjv\tcnr\tefc\tfber\tfwhm_x");
      sites.write("north.tsv", table);
      const Printed added =
          printed_by(dsne::tools::summarize_command(),
                     {sites.path("north.tsv"), "--output", sites.path("north"), "--add"});
      CHECK(added.code == 0);
    }
    const Printed twice = sites.map({"--", sites.path("copy.csv")});
    CHECK(twice.code == 1);
    CHECK(contains(twice.err, "sites north and copy bring the same summary"));
  }
}

TEST_CASE("dsne map treats {} as no summary, and refuses malformed ones") {
  const TwoSites sites(210, 150);
  sites.write("west.csv", "{}\n");
  const Printed with = sites.map({"--", sites.path("west.csv")});
  CHECK(with.code == 0);
  CHECK(contains(with.out, "west: no summary"));
  CHECK(
      printed_by(dsne::tools::map_command(), {sites.path("west.csv"), "-o", sites.path("f")}).err ==
      "dsne map: none of the files is a summary\n");
  const Printed table =
      printed_by(dsne::tools::map_command(), {sites.path("north.tsv"), "-o", sites.path("f")});
  CHECK(table.code == 1);
  CHECK(contains(table.err, "the summary of north"));
  CHECK_FALSE(boost::filesystem::exists(sites.path("f")));
  CHECK(sites.map({"--dims", "4"}).code == 2);
  CHECK(sites.map({"--perplexity", "0"}).code == 2);
  CHECK(printed_by(dsne::tools::map_command(), {"-o", sites.path("f")}).code == 2);
}

TEST_CASE("dsne place refuses a frame that was changed, and data without its measures") {
  const TwoSites sites(210, 150);
  REQUIRE(sites.map().code == 0);
  sites.write("some.tsv", group_table(1, 30, 20, "cjv\tcnr\tefc"));
  const Printed lacking = sites.place("some");
  CHECK(lacking.code == 1);
  CHECK(contains(lacking.err, "the data (--data) have no column fber, which this map needs"));
  CHECK(sites.place("north", {"--data-format", "folder"}).code == 2);
  CHECK(sites.place("north", {"--data-format", "nifti"}).code == 1);
  dsne::Json frame = dsne::Json::parse(sites.read("frame.json"));
  frame["scale"][0] = 2 * frame["scale"][0].get<double>();
  sites.write("frame.json", frame.dump());
  CHECK(contains(sites.place("north").err, "its scales are not those of its rows"));
  sites.write("frame.json", "{}");
  CHECK(sites.place("north").code == 1);
  const Printed retired = sites.place("north", {"--map", sites.path("x")});
  CHECK(retired.code == 2);
  CHECK(contains(retired.err, "dsne place: --map is retired: give the summaries.json"));
  CHECK(std::count(retired.err.begin(), retired.err.end(), '\n') == 1);
}

TEST_CASE("dsne map tells of a second summary of a site's persons") {
  const TwoSites sites(210, 150);
  const std::string told = "north has a summary without any row of the one before";
  CHECK_FALSE(contains(sites.map().out, told));
  CHECK_FALSE(contains(sites.map().out, told));
  const std::string frame = sites.read("frame.json");
  boost::filesystem::remove_all(sites.path("north"));
  REQUIRE(printed_by(dsne::tools::summarize_command(),
                     {sites.path("north.tsv"), "--output", sites.path("north")})
              .code == 0);
  CHECK(contains(sites.map().out, "Ask before you use this map: " + told));
  // The frame in the way is now that of the second summary.
  CHECK_FALSE(contains(sites.map().out, told));
  sites.write("last.json", frame);
  CHECK(contains(sites.map({"--last", sites.path("last.json")}).out, told));
  sites.write("last.json", "{}");
  CHECK(sites.map({"--last", sites.path("last.json")}).code == 1);
  sites.write("frame.json", "something else");
  CHECK(sites.map().code == 0);
}
