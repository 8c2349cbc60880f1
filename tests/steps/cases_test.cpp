// Kinds of files of which a whole run went wrong: each as its owner expects, by default settings.

#include <random>
#include <set>

#include "steps.h"

namespace {

/// A run by `dsne simulate`, which makes the summaries of these sites' files.
class CaseRun {
 public:
  CaseRun(const std::string& data, const std::vector<Files>& sites) {
    Json inputs = Json::array();
    for (std::size_t i = 0; i < sites.size(); ++i) {
      for (const auto& [name, text] : sites[i]) write(place("input", i) / name, text);
      inputs.push_back(
          {{"site_data", {{"value", {data}}}}, {"site_settings", {{"value", Json::object()}}}});
    }
    write(folder_.path() / "inputspec.json", inputs.dump());
    const auto ended = run_process(
        {DSNE_TOOL, "simulate", "--compspec", std::string(DSNE_SOURCE_DIR) + "/compspec.json",
         "--directory", folder_.path().string()},
        "");
    REQUIRE_MESSAGE(ended.exit_code == 0, ended.err);
  }
  Cells table(std::size_t site, const std::string& file) const {
    return csv_cells(place("output", site) / file);
  }

 private:
  fs::path place(const std::string& what, std::size_t site) const {
    return folder_.path() / what / dsne::tools::site_id(site) / "simulatorRun";
  }

  TemporaryFolder folder_;
};

/// A quality table with codes of site, subject, session and scan before its six measures.
std::string table_with_codes(std::uint32_t site) {
  std::mt19937 generator(site);
  std::string text =
      "\"\",\"site\",\"site.name\",\"uniqueid\",\"subid\",\"session\",\"scan\",\"snr\",\"cnr\","
      "\"fber\",\"efc\",\"qi1\",\"fwhm\"\n";
  for (int row = 0; row < 40; ++row) {
    const std::string id = "00" + std::to_string(70000 + 100 * site) + std::to_string(10 + row);
    text += "\"" + std::to_string(row + 1) + "\"," + std::to_string(4 + site) + ",\"CENTRE\",\"C_" +
            id + "_1\",\"" + id + "\"," + std::to_string(row % 2 + 1) + ",1";
    for (int c = 0; c < 6; ++c) text += ",0." + std::to_string(1000 + generator() % 9000);
    text += "\n";
  }
  return text;
}

/// 20 subjects' matrices of correlations between these regions, and their list.
Files matrices(const std::string& regions, std::uint32_t seed) {
  Files files;
  std::string list = "file\n";
  std::mt19937 generator(seed);
  for (int i = 0; i < 20; ++i) {
    std::map<std::set<char>, std::string> values;
    std::string text;
    for (const char a : regions) text += (text.empty() ? "" : "\t") + std::string(1, a);
    text += "\n";
    for (const char a : regions) {
      for (const char b : regions) {
        // A pair's correlation tells which pair it is.
        const unsigned about = 100 + 97 * static_cast<unsigned>((a - 'A' + 1) * (b - 'A' + 1) % 9);
        auto& value = values[{a, b}];
        if (value.empty()) value = "0." + std::to_string(about + generator() % 40);
        text += (b == regions[0] ? "" : "\t") + value;
      }
      text += "\n";
    }
    const std::string file = "sub-" + std::to_string(100 * seed) + std::to_string(i) + ".tsv";
    files[file] = text;
    list += file + "\n";
  }
  files["list.csv"] = list;
  return files;
}

}  // namespace

TEST_CASE("codes of site, session and scan are no measures of a run") {
  std::vector<Files> sites;
  for (std::uint32_t s = 0; s < 3; ++s) sites.push_back({{"qc_anat.csv", table_with_codes(s)}});
  const CaseRun run("qc_anat.csv", sites);
  std::set<std::string> used;
  for (const auto& row : run.table(0, "joint/measures.csv")) {
    if (row[1] == "yes") used.insert(row[0]);
  }
  CHECK(used.size() == 6);
  CHECK_FALSE(used.contains("subid"));
}

TEST_CASE("regions of matrices are matched by name in any order") {
  const CaseRun run("list.csv", {matrices("ABCDE", 1), matrices("ABCDE", 2), matrices("EDCBA", 3)});
  CHECK(run.table(2, "embedding.csv").size() == 1 + 20);
  CHECK(run.table(2, "flagged.csv").size() <= 1 + 4);
}
