// Kinds of tables of which a whole run went wrong: each as its owner expects, with sites of our own
// making, by `dsne simulate`.

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "core/json.h"
#include "folders.h"
#include "small_data.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/process.h"

namespace fs = dsne::fs;
using dsne::Json;

namespace {

using Cells = std::vector<std::vector<std::string>>;
using SiteFiles = std::map<std::string, std::string>;

/// A run of these sites, each with its files; the first of them in order is its site_data.
class CaseRun {
 public:
  explicit CaseRun(const std::vector<SiteFiles>& sites) {
    Json inputs = Json::array();
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const fs::path folder = place("input", i);
      for (const auto& [name, text] : sites[i]) write(folder / name, text);
      inputs.push_back({{"site_data", {{"value", {sites[i].begin()->first}}}},
                        {"site_settings", {{"value", Json::object()}}}});
    }
    write(folder_.path() / "inputspec.json", inputs.dump());
    const auto ended = dsne::tools::run_process(
        {DSNE_TOOL, "simulate", "--compspec", std::string(DSNE_SOURCE_DIR) + "/compspec.json",
         "--directory", folder_.path().string()},
        "");
    exit_code = ended.exit_code;
    errors = ended.err;
  }

  fs::path output(std::size_t site) const { return place("output", site); }
  std::string report(std::size_t site) const { return content(output(site) / "index.html"); }

  /// Who is on a list of the site's.
  std::set<std::string> listed(std::size_t site) const {
    std::set<std::string> ids;
    for (const auto& row : csv_cells(output(site) / "flagged.csv")) ids.insert(row.at(0));
    ids.erase("id");
    return ids;
  }
  std::size_t subjects(std::size_t site) const {
    return csv_cells(output(site) / "embedding.csv").size() - 1;
  }
  /// The names of the measures that count.
  std::set<std::string> measures() const {
    std::set<std::string> names;
    for (const auto& row : csv_cells(output(0) / "joint" / "measures.csv")) {
      if (row.at(1) == "yes") names.insert(row.at(0));
    }
    return names;
  }

  int exit_code = 0;
  std::string errors;

 private:
  fs::path place(const std::string& what, std::size_t site) const {
    return folder_.path() / what / ("local" + std::to_string(site)) / "simulatorRun";
  }

  TemporaryFolder folder_;
};

std::string joined(const Cells& cells, const std::string& delimiter = "\t") {
  std::string text;
  for (const auto& row : cells) {
    for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : delimiter) + row[c];
    text += "\n";
  }
  return text;
}

/// MRIQC's group table of a site's scans.
Cells scans(const std::string& name, int count, unsigned int seed,
            const std::string& suffix = "_T1w") {
  const std::vector<std::pair<std::string, double>> measures = {
      {"cjv", 0.45},   {"cnr", 3},       {"efc", 0.6},     {"fber", 900},   {"fwhm_avg", 4},
      {"fwhm_x", 3.8}, {"inu_med", 0.9}, {"qi_1", 0.004},  {"qi_2", 0.003}, {"snr_total", 11},
      {"snr_wm", 20},  {"wm2max", 0.55}, {"icvs_csf", 0.2}};
  Cells cells = {{"bids_name"}};
  for (const auto& [measure, middle] : measures) cells[0].push_back(measure);
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  for (int i = 0; i < count; ++i) {
    cells.push_back({"sub-" + name + std::to_string(100 + i) + suffix});
    const double quality = normal(generator);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      const double shared = (m % 2 == 0 ? 0.1 : -0.1) * quality;
      cells.back().push_back(
          std::to_string(measures[m].second * std::exp(shared + 0.08 * normal(generator))));
    }
  }
  return cells;
}

const std::vector<std::size_t> planted = {5, 10, 19};

/// Three bad scans at the first site.
Cells scans_with_bad_ones(int count = 40) {
  Cells cells = scans("A", count, 1);
  for (const std::size_t row : planted) {
    for (std::size_t c = 1; c < cells[row].size(); ++c) {
      const double factor = c % 2 == 0 ? 0.35 : 2.6;
      cells[row][c] = std::to_string(std::stod(cells[row][c]) * factor);
    }
  }
  return cells;
}

SiteFiles table(const Cells& cells) { return {{"group_T1w.tsv", joined(cells)}}; }

/// The bad scans are listed at their site, and few others there and at the second.
void check_planted(const CaseRun& run, std::size_t most_others = 4) {
  REQUIRE_MESSAGE(run.exit_code == 0, run.errors);
  const Cells cells = scans_with_bad_ones();
  const std::set<std::string> listed = run.listed(0);
  for (const std::size_t row : planted) CHECK(listed.contains(cells[row][0]));
  CHECK(listed.size() <= planted.size() + most_others);
  CHECK(run.listed(1).size() <= most_others);
}

/// Volumes as asegstats2table writes them.
std::string volumes(const std::vector<std::string>& names, std::uint32_t seed) {
  Cells cells = {{"Measure:volume"}};
  cells[0].insert(cells[0].end(), names.begin(), names.end());
  std::mt19937 generator(seed);
  for (std::uint32_t i = 0; i < 36; ++i) {
    cells.push_back({"subj" + std::to_string(seed + i)});
    for (std::size_t c = 0; c < names.size(); ++c) {
      cells.back().push_back(std::to_string(4000 + generator() % 2000) + ".5");
    }
  }
  return joined(cells);
}

/// Numbers between 0 and 1 in a table with this header, behind the cells of `begin`.
std::string numbers(const std::string& header, int rows, int columns, std::uint32_t seed,
                    const std::function<std::string(int)>& begin) {
  std::mt19937 generator(seed);
  std::string text = header + "\n";
  for (int row = 0; row < rows; ++row) {
    text += begin(row);
    for (int c = 0; c < columns; ++c) {
      text +=
          (c == 0 && begin(row).empty() ? "0." : ",0.") + std::to_string(1000 + generator() % 9000);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("baseline: bad scans of a site are listed there") {
  check_planted(
      CaseRun({table(scans_with_bad_ones()), table(scans("B", 40, 2)), table(scans("C", 40, 3))}));
}

TEST_CASE("r3: codes of site, session and scan are no measures of a run") {
  std::vector<SiteFiles> sites;
  for (std::uint32_t s = 0; s < 3; ++s) {
    sites.push_back(
        {{"qc_anat.csv",
          numbers("\"\",\"site\",\"site.name\",\"uniqueid\",\"subid\",\"session\",\"scan\",\"snr\","
                  "\"cnr\",\"fber\",\"efc\",\"qi1\",\"fwhm\"",
                  40, 6, s, [s](int row) {
                    const std::string id =
                        "00" + std::to_string(70000 + 100 * s) + std::to_string(10 + row);
                    return "\"" + std::to_string(row + 1) + "\"," + std::to_string(4 + s) +
                           ",\"CENTRE\",\"C_" + id + "_1\",\"" + id + "\"," +
                           std::to_string(row % 2 + 1) + ",1";
                  })}});
  }
  const CaseRun run(sites);
  REQUIRE_MESSAGE(run.exit_code == 0, run.errors);
  CHECK(run.measures().size() == 6);
  CHECK_FALSE(run.measures().contains("subid"));
}

TEST_CASE("r7: another kind of scans at one site ends the run") {
  const CaseRun run({table(scans_with_bad_ones()),
                     table(scans("B", 40, 2)),
                     {{"group_T2w.tsv", joined(scans("C", 40, 3, "_T2w"))}}});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.errors, "different kinds of scans: T1w at"));
  CHECK(contains(run.errors, "T2w at"));
}

TEST_CASE("r8: FreeSurfer's versions name the same measures") {
  const std::vector<std::string> old = {"Left-Hippocampus",      "Left-Thalamus-Proper",
                                        "Right-Thalamus-Proper", "CorticalWhiteMatterVol",
                                        "IntraCranialVol",       "Left-Caudate"};
  const std::vector<std::string> later = {"Left-Hippocampus",
                                          "Left-Thalamus",
                                          "Right-Thalamus",
                                          "CerebralWhiteMatterVol",
                                          "EstimatedTotalIntraCranialVol",
                                          "Left-Caudate"};
  const CaseRun run({{{"aseg.txt", volumes(old, 100)}},
                     {{"aseg.txt", volumes(old, 200)}},
                     {{"aseg.txt", volumes(later, 300)}}});
  REQUIRE_MESSAGE(run.exit_code == 0, run.errors);
  CHECK(run.measures() == std::set<std::string>(later.begin(), later.end()));
}

TEST_CASE("r1, r8: a site that spells measures in capitals has the same measures") {
  Cells capitals = scans("C", 40, 3);
  for (std::size_t c = 1; c < capitals[0].size(); ++c) {
    for (char& letter : capitals[0][c]) letter = static_cast<char>(std::toupper(letter));
  }
  const CaseRun run({table(scans_with_bad_ones()), table(scans("B", 40, 2)), table(capitals)});
  check_planted(run);
  CHECK(run.measures().size() == capitals[0].size() - 1);
}

TEST_CASE("r2: a measure that a site without a summary lacks is left out, and the run goes on") {
  Cells fewer = scans("C", 15, 3);
  for (auto& row : fewer) row.erase(row.begin() + 3);
  const CaseRun run({table(scans_with_bad_ones()), table(scans("B", 40, 2)), table(fewer)});
  check_planted(run);
  CHECK_FALSE(run.measures().contains("efc"));
  CHECK(contains(run.report(2), "efc"));
  CHECK(run.subjects(2) == 15);
}

TEST_CASE("k4, k8: regions of matrices are matched by name in any order") {
  const auto matrices = [](const std::vector<std::string>& names, std::uint32_t seed) {
    SiteFiles files;
    std::string list = "file\n";
    std::mt19937 generator(seed);
    for (int i = 0; i < 20; ++i) {
      std::map<std::string, std::map<std::string, std::string>> values;
      for (const std::string& a : names) {
        for (const std::string& b : names) {
          // A pair's correlation tells which pair it is.
          const auto about = 100 + 97 * ((a[0] - 'A' + 1) * (b[0] - 'A' + 1) % 9);
          values[a][b] = "0." + std::to_string(about + static_cast<int>(generator() % 40));
        }
      }
      std::string text;
      for (const std::string& name : names) text += (text.empty() ? "" : "\t") + name;
      text += "\n";
      for (const std::string& a : names) {
        for (const std::string& b : names) {
          text += (b == names[0] ? "" : "\t") + (a < b ? values[a][b] : values[b][a]);
        }
        text += "\n";
      }
      const std::string file = "sub-" + std::to_string(100 * seed) + std::to_string(i) + ".tsv";
      files[file] = text;
      list += file + "\n";
    }
    files["list.csv"] = list;
    return files;
  };
  const std::vector<std::string> names = {"A", "B", "C", "D", "E"};
  const CaseRun run(
      {matrices(names, 1), matrices(names, 2), matrices({names.rbegin(), names.rend()}, 3)});
  REQUIRE_MESSAGE(run.exit_code == 0, run.errors);
  CHECK(run.subjects(2) == 20);
  CHECK(run.listed(2).size() <= 4);
}
