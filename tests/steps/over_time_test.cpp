// Dates and scanners in a site's table: they make a figure of its own page, and stay at the site.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "data/scan_history.h"
#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "text_search.h"
#include "tools/commands.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

constexpr const char* scanner = "canary_Prisma";
constexpr int first_day = 17000;

std::string date_of(int subject) { return dsne::data::date_text(first_day + 3 * subject); }

/// A site's table with the columns of dates and scanners behind the others.
void add_history(Site& site, const std::string& date_column) {
  std::string& table = site.files[subjects_file];
  std::string dated;
  int subject = -1;
  for (const std::string& line : lines_of(table)) {
    dated +=
        line +
        (subject < 0 ? "," + date_column + ",scanner"
                     : "," + date_of(subject) + "," + (subject < 12 ? "canary_Trio" : scanner)) +
        "\n";
    ++subject;
  }
  table = dated;
}

std::vector<Site> dated_sites(const std::string& method, const std::string& date_column,
                              const Json& settings = Json::object()) {
  std::vector<Site> sites = small_sites_with({{"method", method}});
  add_history(sites[1], date_column);
  sites[1].input["site_settings"].update(settings);
  return sites;
}

bool tells(const std::string& text) {
  bool told = contains(text, scanner) || contains(text, "canary_Trio");
  for (int subject = 0; subject < 20; ++subject) {
    told = told || contains(text, date_of(subject)) ||
           contains(text, std::to_string(first_day + 3 * subject) + ".0");
  }
  return told;
}

}  // namespace

TEST_CASE("dates and scanners make a figure at their site, and nothing of them leaves it") {
  for (const char* method : {"single-shot", "dsne"}) {
    SmallFederation federation(dated_sites(method, "scan_date"));
    std::string sent;
    federation.after = [&](dsne::tools::Node& node) {
      for (const auto& [name, text] : snapshot(node.directories.transfer)) sent += text;
    };
    federation.run();
    for (const Exchange& exchange : federation.exchanges()) sent += exchange.output.dump();
    CHECK_FALSE(tells(sent));
    CHECK_FALSE(contains(sent, "scan_date"));
    const fs::path own = federation.output("local1");
    const std::string page = federation.page("local1");
    CHECK(contains(page, "Measures over time"));
    CHECK(contains(page, "20 scans from " + date_of(0) + " to " + date_of(19)));
    CHECK(contains(page, std::string(scanner) + " from " + date_of(12)));
    CHECK_FALSE(fs::exists(own / "private_history.bin"));
    for (const auto& [name, text] : snapshot(own / "joint")) CHECK_FALSE(tells(text));
    for (const char* other : {"local0", "remote"}) {
      for (const auto& [name, text] : snapshot(federation.output(other))) {
        CHECK_FALSE(tells(text));
      }
    }
    CHECK_FALSE(contains(federation.page("local0"), "Measures over time"));
  }
}

TEST_CASE("BIDS' file of scans beside the table gives dates, too, and stays at the site") {
  std::vector<Site> sites = single_shot_sites();
  std::string scans = "filename\tacq_time\tscanner\n";
  for (int subject = 0; subject < 20; ++subject) {
    scans += "anat/" + subject_id("south", subject + 1) + ".nii.gz\t" + date_of(subject) + "\t" +
             scanner + "\n";
  }
  sites[1].files["scans.tsv"] = scans;
  FinishedRun federation(sites);
  CHECK(contains(federation.page("local1"),
                 "20 scans from " + date_of(0) + " to " + date_of(19) + ", by scans.tsv."));
  for (const Exchange& exchange : federation.exchanges())
    CHECK_FALSE(tells(exchange.output.dump()));
}

TEST_CASE("with dates or without a site sends the same") {
  CHECK(FinishedRun(dated_sites("dsne", "scan_date")).outputs() == FinishedRun().outputs());
}

TEST_CASE("a site names its columns, and a wrong name is a fault of its files") {
  const Json named = {{"date_column", "canary_when"}};
  FinishedRun federation(dated_sites("single-shot", "canary_when", named));
  CHECK(contains(federation.page("local1"), "Measures over time"));
  check_site_refuses(dated_sites("single-shot", "scan_date", named)[1],
                     "site_data has no column, or several, of the name in date_column");
  check_site_refuses(dated_sites("single-shot", "scan_date", {{"date_column", "scanner"}})[1],
                     "the column named in date_column holds no date");
  check_site_refuses(dated_sites("single-shot", "scan_date", {{"scanner_column", 3}})[1],
                     "site_settings: scanner_column must be a column's name");
}
