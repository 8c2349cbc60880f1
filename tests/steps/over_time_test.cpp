// Dates and scanners in a site's table: they make a figure of its own page, and stay at the site.

#include "data/formats/scan_history.h"
#include "steps.h"

namespace {

constexpr const char* scanner = "canary_Prisma";
constexpr int first_day = 17000;

std::string date_of(int subject) { return dsne::data::date_text(first_day + 3 * subject); }

/// Sites of which the second has dates and scanners in columns behind the others.
std::vector<Site> dated_sites(const std::string& method, const std::string& date_column) {
  std::vector<Site> sites = sites_of(method);
  std::string& table = sites[1].files[subjects_file];
  std::vector<std::string> lines = lines_of(table);
  table = lines[0] + "," + date_column + ",scanner\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    table += lines[i] + "," + date_of(static_cast<int>(i) - 1) + "," + scanner + "\n";
  }
  return sites;
}

bool tells(const std::string& text) {
  bool told = contains(text, scanner) || contains(text, "scan_date");
  for (int subject = 0; subject < 20; ++subject) {
    told = told || contains(text, date_of(subject)) ||
           contains(text, std::to_string(first_day + 3 * subject) + ".0");
  }
  return told;
}

}  // namespace

TEST_CASE("dates and scanners make a figure at their site, and nothing of them leaves it") {
  FinishedRun federation(dated_sites("single-shot", "scan_date"));
  for (const Json& output : federation.outputs()) CHECK_FALSE(tells(output.dump()));
  const fs::path own = federation.output("local1");
  CHECK(contains(federation.page("local1"), "20 scans from " + date_of(0) + " to " + date_of(19)));
  CHECK_FALSE(fs::exists(own / "private_history.bin"));
  for (const fs::path& folder :
       {own / "joint", federation.output("local0"), federation.output("remote")}) {
    for (const auto& [name, text] : snapshot(folder)) CHECK_FALSE(tells(text));
  }
  CHECK(FinishedRun(dated_sites("dsne", "scan_date")).outputs() == FinishedRun().outputs());
}

TEST_CASE("BIDS' file of scans beside the table, or a column that is named, gives dates, too") {
  std::vector<Site> sites = sites_of("single-shot");
  std::string scans = "filename\tacq_time\tscanner\n";
  for (int subject = 0; subject < 20; ++subject) {
    scans += "anat/" + subject_id("south", subject + 1) + ".nii.gz\t" + date_of(subject) + "\t" +
             scanner + "\n";
  }
  sites[1].files["scans.tsv"] = scans;
  FinishedRun beside(sites);
  CHECK(contains(beside.page("local1"),
                 "20 scans from " + date_of(0) + " to " + date_of(19) + ", by scans.tsv."));
  for (const Json& output : beside.outputs()) CHECK_FALSE(tells(output.dump()));
  sites = dated_sites("single-shot", "canary_when");
  sites[1].input["site_settings"]["date_column"] = "canary_when";
  CHECK(contains(FinishedRun(sites).page("local1"), "Measures over time"));
}
