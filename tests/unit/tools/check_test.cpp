#include "tools/check.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <sstream>

#include "core/files.h"
#include "core/json.h"
#include "summary/public_map.h"
#include "temporary_folder.h"
#include "text_search.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

/// Rows of cells, the first of them the header.
using Cells = std::vector<std::vector<std::string>>;

std::string joined(const Cells& cells, const std::string& delimiter = "\t") {
  std::string text;
  for (const auto& row : cells) {
    for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : delimiter) + row[c];
    text += "\n";
  }
  return text;
}

/// A folder with files to check, and what the command said.
class CheckDesk {
 public:
  std::string write(const std::string& name, const std::string& content) const {
    dsne::write_atomically(folder_.path() / name, content, "a file");
    return (folder_.path() / name).string();
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  int check(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const int code =
        dsne::tools::run_reporting(dsne::tools::check_command(), arguments, {out, err});
    text = out.str();
    errors = err.str();
    return code;
  }
  Json json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const int code = check(arguments);
    Json outcome = Json::parse(text);
    CHECK(outcome["exit_code"] == code);
    return outcome;
  }
  /// What is said of a file of these cells.
  Json json(const Cells& cells) { return json({write("a.tsv", joined(cells))}); }
  bool tells(const std::string& what) const { return contains(text, what); }

  std::string text;
  std::string errors;

 private:
  TemporaryFolder folder_;
};

/// Scans with eight of MRIQC's measures of ordinary size.
Cells scans(int count, int seed = 1) {
  const std::vector<std::string> names = {"cjv",    "cnr",    "efc",    "fwhm_x",
                                          "fwhm_y", "snr_gm", "snr_wm", "wm2max"};
  const std::vector<double> middles = {0.4, 3, 0.55, 3.5, 3.6, 10, 18, 0.6};
  Cells cells = {{"bids_name"}};
  cells[0].insert(cells[0].end(), names.begin(), names.end());
  std::mt19937 generator(static_cast<std::uint32_t>(seed));
  std::normal_distribution<double> normal(1, 0.1);
  for (int i = 1; i <= count; ++i) {
    cells.push_back({"sub-" + std::to_string(1000 * seed + i) + "_T1w"});
    for (const double middle : middles)
      cells.back().push_back(std::to_string(middle * normal(generator)));
  }
  return cells;
}

/// Column `column` with every value multiplied.
void multiply(Cells& cells, std::size_t column, double factor) {
  for (std::size_t row = 1; row < cells.size(); ++row) {
    cells[row][column] = std::to_string(std::stod(cells[row][column]) * factor);
  }
}

std::vector<Json> problems_of(const Json& problems, const std::string& kind) {
  std::vector<Json> found;
  std::ranges::copy_if(problems, std::back_inserter(found),
                       [&](const Json& problem) { return problem["kind"] == kind; });
  return found;
}

/// The problem of this kind; null when there is none.
Json problem_of(const Json& problems, const std::string& kind) {
  const std::vector<Json> found = problems_of(problems, kind);
  return found.empty() ? Json() : found.front();
}

Json first_problem(const Json& outcome, const std::string& kind) {
  return problem_of(outcome["files"][0]["problems"], kind);
}

}  // namespace

TEST_CASE("dsne check of a good table") {
  CheckDesk desk;
  const std::string file = desk.write("group_T1w.tsv", joined(scans(40)));
  REQUIRE_MESSAGE(desk.check({file}) == 0, desk.text);
  CHECK(desk.tells("table of quality measures"));
  CHECK(desk.tells("tab-separated, UTF-8, decimal point, data from row 2 on, below a header"));
  CHECK(desk.tells("40 subjects, ids from bids_name"));
  CHECK(desk.tells("sub-1001_T1w"));
  CHECK(desk.tells("This would run.\n"));
  const Json outcome = desk.json({file});
  CHECK(outcome["would_run"] == true);
  CHECK(outcome["files"][0]["subjects"] == 40);
  CHECK(outcome["files"][0]["modality"] == "T1w");
  CHECK(outcome["files"][0]["measures"].size() == 8);
  CHECK(outcome["files"][0]["measures"][0]["median"].get<double>() ==
        doctest::Approx(0.4).epsilon(0.1));
  CHECK(outcome["files"][0]["problems"].empty());
}

TEST_CASE("dsne check writes no file") {
  CheckDesk desk;
  const std::string file = desk.write("group_T1w.tsv", joined(scans(40)));
  desk.check({file, "--reference", file});
  const fs::path folder = fs::path(file).parent_path();
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
}

TEST_CASE("dsne check describes a file's layout") {
  CheckDesk desk;
  Cells cells = scans(30);
  for (std::size_t row = 1; row < cells.size(); ++row) {
    for (std::size_t c = 1; c < cells[row].size(); ++c)
      std::ranges::replace(cells[row][c], '.', ',');
  }
  const std::string file = desk.path("a.csv.gz");
  const std::string content = "Title\n" + joined(cells, ";");
  const gzFile out = gzopen(file.c_str(), "wb");
  REQUIRE(gzwrite(out, content.data(), static_cast<unsigned>(content.size())) > 0);
  REQUIRE(gzclose(out) == Z_OK);
  const Json text = desk.json({file})["files"][0]["text"];
  CHECK(text["gzip"] == true);
  CHECK(text["delimiter"] == "semicolon");
  CHECK(text["decimal_mark"] == ",");
  CHECK(text["first_row"] == 3);
  CHECK(text["id_columns"] == Json({"bids_name"}));
}

TEST_CASE("dsne check lists every cell that is text") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[4][2] = "failed";
  cells[9][2] = "see log";
  const std::string file = desk.write("a.tsv", joined(cells));
  CHECK(desk.check({file}) == 1);
  CHECK(
      desk.tells("Column 3 (cnr) has 2 cells that are not a number: \"failed\" (row 5), \"see "
                 "log\" (row 10)."));
  CHECK(desk.tells("This would not run: 1 thing to correct."));
  const Json problem = first_problem(desk.json({file}), "text");
  CHECK(problem["rows"] == Json({5, 10}));
  CHECK(problem["column"] == 3);
  // The reference's measures must all be there.
  CHECK(desk.check({file, "--reference", desk.write("reference.tsv", joined(scans(30, 2)))}) == 1);
  cells[5][1] = "x";
  CHECK(desk.check({desk.write("a.tsv", joined(cells))}) == 1);
  CHECK(desk.tells("This would not run: 2 things to correct."));
}

TEST_CASE("dsne check tells of a known measure that holds text, and of a small summary") {
  CheckDesk desk;
  Cells cells = scans(40);
  for (std::size_t row = 1; row < cells.size(); ++row) cells[row][2] = "####";
  const std::string file = desk.write("a.tsv", joined(cells));
  CHECK(desk.check({file}) == 2);
  CHECK(desk.tells("cnr holds text in most rows, and no numbers."));
  std::string dwi = "FileName\tDWI count\tMax b-value\tNeighboring DWI correlation\n";
  for (int i = 0; i < 40; ++i) {
    dwi += "sub-" + std::to_string(100 + i) + "\t" + std::to_string(100 + i % 4) + "\t2000\t0." +
           std::to_string(6000 + 37 * i) + "\n";
  }
  const std::string quality = desk.write("src_qc.txt", dwi);
  CHECK(desk.check({quality}) == 2);
  const Json problem = first_problem(desk.json({quality}), "small_summary");
  CHECK(contains(problem["text"].get<std::string>(),
                 "The summary would have 4 rows of 1 measure; without DWI count"));
}

TEST_CASE("dsne check lists every row with a fault of a kind") {
  CheckDesk desk;
  const auto faulty = [&desk](const std::string& kind, const std::function<void(Cells&)>& spoil) {
    CAPTURE(kind);
    Cells cells = scans(30);
    spoil(cells);
    const Json problem = first_problem(desk.json(cells), kind);
    CHECK(problem["ends_run"] == true);
    return problem;
  };
  CHECK(faulty("ragged_rows", [](Cells& cells) {
          cells[3].emplace_back("7");
          cells[8].pop_back();
        })["rows"] == Json({4, 9}));
  CHECK(faulty("repeated_ids", [](Cells& cells) {
          cells[3][0] = cells[9][0] = cells[1][0];
          cells[5][0] = cells[6][0];
        })["rows"] == Json({2, 4, 10, 6, 7}));
  const Json infinite = faulty("infinite", [](Cells& cells) { cells[3][1] = cells[9][1] = "inf"; });
  CHECK(infinite["rows"] == Json({4, 10}));
  CHECK(infinite["measures"] == Json({"cjv"}));
  CHECK(faulty("mixed_decimal_marks", [](Cells& cells) {
          std::ranges::replace(cells[3][1], '.', ',');
          std::ranges::replace(cells[9][4], '.', ',');
        })["rows"] == Json({4, 10}));
}

TEST_CASE("dsne check suggests the intended name") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[0][1] = "CJV";
  CHECK(desk.check({desk.write("a.tsv", joined(cells)), "--reference",
                    desk.write("reference.tsv", joined(scans(60, 2)))}) == 1);
  CHECK(desk.tells("1 measure of the reference is not in the file: cjv (\"CJV\"?)."));
  CHECK(desk.check({desk.path("a.tsv"), "--settings",
                    desk.write("settings.json", R"({"id_column": "bids_nam"})")}) == 1);
  CHECK(desk.tells("The first row is: bids_name, CJV, cnr, efc, fwhm_x, …."));
}

TEST_CASE("dsne check and missing values") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[4][2] = "";
  CHECK(desk.check({desk.write("a.tsv", joined(cells))}) == 0);
  for (std::size_t c = 1; c <= 3; ++c) cells[7][c] = "n/a";
  Json problem = first_problem(desk.json(cells), "subject_missing_values");
  CHECK(problem["rows"] == Json({8}));
  // A run does not fill missing values of measures without known names.
  for (std::size_t c = 1; c < cells[0].size(); ++c) cells[0][c] = "m" + std::to_string(c);
  problem = first_problem(desk.json(cells), "missing_values");
  CHECK(problem["rows"] == Json({5, 8}));
  CHECK(problem["measures"] == Json({"m1", "m2", "m3"}));
  CHECK(problem["ends_run"] == true);
}

TEST_CASE("dsne check sees codes for missing values") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[4][6] = cells[11][6] = "-999";
  cells[6][7] = "0";
  const Json outcome = desk.json(cells);
  const auto found = problems_of(outcome["files"][0]["problems"], "missing_code");
  REQUIRE(found.size() == 2);
  CHECK(found[0]["rows"] == Json({5, 12}));
  CHECK(found[0]["measures"] == Json({"snr_gm"}));
  CHECK(found[1]["rows"] == Json({7}));
  // A measure that is often 0 or negative has no codes.
  for (std::size_t row = 1; row < cells.size(); ++row) {
    cells[row][6] = std::to_string(static_cast<int>(row) - 15);
  }
  CHECK(first_problem(desk.json(cells), "missing_code")["rows"] == Json({7}));
}

TEST_CASE("dsne check sees units that differ from the reference's") {
  CheckDesk desk;
  const std::string reference = desk.write("reference.tsv", joined(scans(60, 2)));
  CHECK(desk.check({desk.write("a.tsv", joined(scans(40))), "--reference", reference}) == 0);
  CHECK(desk.tells("reference: median, 5 % to 95 %"));
  Cells cells = scans(40);
  multiply(cells, 1, 1000);
  multiply(cells, 2, -1);
  multiply(cells, 4, 0.1);
  const std::string file = desk.write("b.tsv", joined(cells));
  const Json outcome = desk.json({file, "--reference", reference});
  CHECK(outcome["exit_code"] == 2);
  CHECK(first_problem(outcome, "sign")["measures"] == Json({"cnr"}));
  REQUIRE(desk.check({file, "--reference", reference}) == 2);
  CHECK(desk.tells("is about 1,000 times the reference."));
  CHECK(desk.tells("is about 1/10 of the reference."));
  CHECK(desk.tells("is of the opposite sign to the reference."));
  // Without a reference, the usual sizes of known measures reveal the largest errors.
  REQUIRE(desk.check({file}) == 2);
  CHECK(desk.tells("is about 1,000 times the usual size."));
}

TEST_CASE("dsne check tells single values far from their columns") {
  CheckDesk desk;
  Cells cells = scans(40);
  cells[5][1] = "437.25";
  cells[9][2] = "0.00025";
  cells[12][6] = "-10.5";
  const Json outcome = desk.json(cells);
  CHECK(outcome["exit_code"] == 2);
  const auto found = problems_of(outcome["files"][0]["problems"], "far_value");
  REQUIRE(found.size() == 3);
  CHECK(found[0]["rows"] == Json({6}));
  CHECK(found[0]["measures"] == Json({"cjv"}));
  CHECK(found[0]["column"] == 2);
  CHECK(contains(found[0]["text"].get<std::string>(), "row 6 (437.2) is about 1,000 times"));
  CHECK(found[1]["rows"] == Json({10}));
  CHECK(contains(found[1]["text"].get<std::string>(), "about 1/10,000 of the median"));
  CHECK(found[2]["rows"] == Json({13}));
  CHECK(contains(found[2]["text"].get<std::string>(),
                 "negative, where nearly all others are positive"));
  // A measure that runs over orders of magnitude, or about zero, or near zero as kurtosis does, has
  // none.
  for (std::size_t row = 1; row < cells.size(); ++row) {
    cells[row][1] = std::to_string(std::pow(10.0, static_cast<double>(row) / 5 - 4));
    cells[row][2] = std::to_string(static_cast<double>(row) - 10.5);
    cells[row][6] = std::to_string(0.3 + 0.2 * std::sin(static_cast<double>(row)));
  }
  cells[7][6] = "-0.1";
  cells[8][6] = "0.0002";
  CHECK(first_problem(desk.json(cells), "far_value").is_null());
}

TEST_CASE("dsne check tells rows in another unit, however many") {
  CheckDesk desk;
  Cells cells = scans(40);
  for (std::size_t row = 5; row < 12; ++row) {
    for (std::size_t c = 1; c < cells[row].size(); ++c) {
      cells[row][c] = std::to_string(std::stod(cells[row][c]) * 1000);
    }
  }
  const auto found = problems_of(desk.json(cells)["files"][0]["problems"], "far_value");
  REQUIRE(found.size() == 1);
  CHECK(found[0]["rows"] == Json({6, 7, 8, 9, 10, 11, 12}));
  CHECK(contains(found[0]["text"].get<std::string>(),
                 "most measures are about 1,000 times their medians"));
}

TEST_CASE("dsne check says of copied rows and of decimal commas what to do") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells.push_back(cells[4]);
  CHECK(first_problem(desk.json(cells), "repeated_ids")["to_do"] == "Remove the copies.");
  const std::string commas = desk.write("commas.csv", "id,a,b\nx,1,5,2,5\ny,1,6,2,5\n");
  CHECK(contains(first_problem(desk.json({commas}), "ragged_rows")["to_do"].get<std::string>(),
                 "decimal commas need another delimiter"));
}

TEST_CASE("dsne check exits 2 where no summary can be made") {
  CheckDesk desk;
  Cells cells = scans(30);
  for (std::size_t c = 1; c < cells[0].size(); ++c) cells[0][c] = "mine" + std::to_string(c);
  const std::string file = desk.write("a.tsv", joined(cells));
  const Json outcome = desk.json({file});
  CHECK(outcome["exit_code"] == 2);
  CHECK(contains(first_problem(outcome, "no_summary")["text"].get<std::string>(),
                 "no measure is left for a summary"));
  const std::string settings =
      desk.write("settings.json", R"({"feature_columns": ["mine1", "mine2", "mine3", "mine4"]})");
  CHECK(desk.check({file, "--settings", settings}) == 0);
}

TEST_CASE("dsne check sees a lost decimal mark") {
  CheckDesk desk;
  Cells cells = scans(40);
  for (std::size_t row = 1; row < cells.size(); ++row) {
    std::string& text = cells[row][3];
    text = text.substr(text.find('.') + 1);
  }
  const Json outcome = desk.json({desk.write("a.tsv", joined(cells)), "--reference",
                                  desk.write("reference.tsv", joined(scans(60, 2)))});
  CHECK(first_problem(outcome, "decimal_mark")["measures"] == Json({"efc"}));
}

TEST_CASE("dsne check sees copies and persons with many scans") {
  CheckDesk desk;
  Cells cells = scans(30);
  for (std::size_t c = 1; c < cells[0].size(); ++c) {
    cells[5][c] = cells[2][c];
    if (c > 1) cells[20][c] = cells[12][c];
  }
  Json outcome = desk.json(cells);
  CHECK(first_problem(outcome, "copied_rows")["rows"] == Json({3, 6}));
  CHECK(first_problem(outcome, "similar_rows")["rows"] == Json({13, 21}));
  CHECK(first_problem(outcome, "one_person_often").is_null());

  cells = scans(30);
  for (std::size_t row = 1; row < cells.size(); ++row) {
    cells[row][0] = "sub-" + std::to_string(row % 3) + "_ses-" + std::to_string(row) + "_T1w";
  }
  outcome = desk.json(cells);
  CHECK(first_problem(outcome, "copied_rows").is_null());
  CHECK(contains(first_problem(outcome, "one_person_often")["text"].get<std::string>(),
                 "30 scans are of 3 persons, one of whom has 10"));
  CHECK_FALSE(first_problem(outcome, "few_for_summary").is_null());
  CHECK(contains(first_problem(outcome, "few_to_flag")["text"].get<std::string>(),
                 "30 subjects of 3 persons; with fewer than 12 persons nobody is flagged"));
}

TEST_CASE("dsne check counts subjects") {
  CheckDesk desk;
  CHECK(desk.check({desk.write("a.tsv", joined(scans(19)))}) == 2);
  CHECK(
      desk.tells("19 subjects; least_subjects is 20, so a run whose method sends sums would end"));
  CHECK(desk.tells("set least_subjects in the site's settings"));
  const std::string settings = desk.write("settings.json", R"({"least_subjects": 10})");
  CHECK(desk.check({desk.path("a.tsv"), "--settings", settings}) == 2);
  CHECK(desk.tells("19 persons; dsne summarize needs 20."));
  const Json outcome = desk.json({desk.write("b.tsv", joined(scans(11))), "--settings", settings});
  CHECK_FALSE(first_problem(outcome, "few_to_flag").is_null());
}

TEST_CASE("dsne check reads the settings as a run does") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[0].emplace_back("verdict");
  for (std::size_t row = 1; row < cells.size(); ++row) {
    cells[row].emplace_back(row % 5 == 0 ? "exclude" : "fine");
  }
  const std::string file = desk.write("a.tsv", joined(cells));
  CHECK(desk.check({file}) == 0);
  CHECK(desk.tells("verdict (background"));
  const std::string settings = desk.write("settings.json", R"({"label_column": "verdict"})");
  CHECK(desk.check({file, "--settings", settings}) == 0);
  CHECK(desk.tells("fine 24, exclude 6"));
  CHECK(desk.json({file, "--settings", settings})["files"][0]["labels"]["exclude"] == 6);
  // A run and dsne summarize refuse these.
  for (const char* wrong : {R"({"label_colum": "verdict"})", R"({"least_members": 3})", "[1]",
                            R"({"header": "perhaps"})"}) {
    CAPTURE(wrong);
    const Json outcome = desk.json({file, "--settings", desk.write("wrong.json", wrong)});
    CHECK(problem_of(outcome["problems"], "settings")["ends_run"] == true);
    CHECK(outcome["exit_code"] == 1);
  }
  CHECK(desk.check({file, "--settings", desk.path("none.json")}) == 1);
}

TEST_CASE("dsne check compares files as those of sites") {
  CheckDesk desk;
  const std::string one = desk.write("one.tsv", joined(scans(30, 1)));
  CHECK(desk.check({one, desk.write("two.tsv", joined(scans(30, 2)))}) == 0);
  Cells cells = scans(30, 3);
  cells[0][4] = "fwhm_z";
  Json outcome = desk.json({one, desk.write("three.tsv", joined(cells))});
  // Two of nine measures.
  CHECK(outcome["exit_code"] == 1);
  CHECK(problem_of(outcome["problems"], "measures_differ")["measures"].size() == 1);

  cells.erase(cells.begin());
  for (auto& row : cells) row[0] = "7";
  outcome = desk.json({one, desk.write("four.tsv", joined(cells))});
  CHECK(problem_of(outcome["problems"], "no_header")["ends_run"] == true);

  cells = scans(30, 1);
  for (std::size_t row = 1; row < cells.size(); ++row)
    cells[row][0].replace(cells[row][0].size() - 3, 3, "T2w");
  outcome = desk.json({one, desk.write("five.tsv", joined(cells))});
  CHECK(problem_of(outcome["problems"], "modality")["ends_run"] == true);
  CHECK(contains(problem_of(outcome["problems"], "shared_persons")["text"].get<std::string>(),
                 "30 ids"));

  cells = scans(30, 6);
  multiply(cells, 2, 100);
  outcome = desk.json({one, desk.write("six.tsv", joined(cells))});
  CHECK(problem_of(outcome["problems"], "unit")["measures"] == Json({"cnr"}));
}

TEST_CASE("dsne check compares networks and images as a run does") {
  CheckDesk desk;
  const auto list = [&](const std::string& name, const std::vector<int>& order) {
    std::string files = "file\n";
    for (int subject = 0; subject < 25; ++subject) {
      const std::string file = name + std::to_string(subject) + ".csv";
      std::string matrix = "node";
      for (const int region : order) matrix += "," + std::string(1, "abcd"[region]);
      for (const int one : order) {
        matrix += "\n" + std::string(1, "abcd"[one]);
        for (const int other : order) {
          matrix +=
              one == other
                  ? ",1"
                  : ",0." + std::to_string(11 * (one + other) + subject * 3 * (one * other + 1));
        }
      }
      desk.write(file, matrix + "\n");
      files += file + "\n";
    }
    return desk.write(name + ".csv", files);
  };
  const std::string one = list("one", {0, 1, 2, 3});
  const std::string turned = list("turned", {3, 1, 0, 2});
  const std::string less = list("less", {0, 1, 2});
  Json outcome = desk.json({one, turned});
  CHECK(problem_of(outcome["problems"], "geometry").is_null());
  CHECK(problem_of(outcome["problems"], "measures_differ").is_null());
  outcome = desk.json({one, less});
  CHECK(problem_of(outcome["problems"], "measures_differ")["measures"].size() == 3);
}

TEST_CASE("dsne check of what is no table") {
  CheckDesk desk;
  desk.write("group_T1w.tsv", joined(scans(30)));
  CHECK(desk.check({desk.path("group_t1w.tsv")}) == 1);
  CHECK(desk.tells("There is no file"));
  CHECK(desk.tells("Did you mean group_T1w.tsv?"));
  CHECK(desk.check({fs::path(desk.path("x")).parent_path().string() + "/"}) == 1);
  CHECK(desk.tells("If the data are a table, name it: group_T1w.tsv."));
  CHECK(desk.check({desk.write("empty.csv", "")}) == 1);
  CHECK(desk.tells("empty.csv is empty."));
  CHECK(desk.check({desk.write("a.xlsx", std::string("PK\x03\x04", 4) + std::string(99, '\1'))}) ==
        1);
  CHECK(desk.tells("save the sheet as CSV"));
  CHECK(desk.check({desk.path("group_T1w.tsv"), desk.path("empty.csv")}) == 1);
  CHECK(desk.tells("This would not run: 1 thing to correct."));
}

TEST_CASE("dsne check removes control characters from a file's text") {
  CheckDesk desk;
  Cells cells = scans(30);
  cells[1][0] = "sub-\x1b[2J1_T1w";
  cells[2][1] = "\x1b]0;x";
  desk.check({desk.write("a.tsv", joined(cells))});
  CHECK_FALSE(desk.tells("\x1b"));
  CHECK(desk.tells("sub-?[2J1_T1w"));
}

TEST_CASE("it asks whose each row is, and ends with the line that answers") {
  CheckDesk desk;
  Cells cells = scans(48);
  cells[0][0] = "Kode";
  for (std::size_t i = 1; i < cells.size(); ++i) cells[i][0] = "K" + std::to_string((i - 1) / 2);
  const std::string file = desk.write("a.tsv", joined(cells));
  CHECK(desk.check({file}) == 1);
  CHECK(desk.tells("Column 1 (Kode) has 24 different values in 48 rows, so it may say whose each"));
  CHECK(
      desk.text.ends_with("Write into the site's settings (--settings): \"person_column\": "
                          "\"Kode\" (or, if every row is another person, "
                          "\"each_row_is_a_person\": true)\n"));
  const std::string settings = desk.write("s.json", R"({"person_column": "Kode"})");
  const Json answered = desk.json({file, "--settings", settings});
  CHECK(answered["files"][0]["persons"] == 24);
  CHECK(answered["exit_code"] == 0);
}

TEST_CASE("values that cannot be, and tables of which nothing is known, are told") {
  CheckDesk desk;
  Cells cells = scans(24);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].push_back(i == 0 ? "fber" : "2000.5");
  cells[3].back() = cells[5].back() = "-1";
  const Json problems = desk.json(cells)["files"][0]["problems"];
  const auto impossible = std::ranges::find(problems, Json("impossible_value"),
                                            [](const Json& problem) { return problem["kind"]; });
  REQUIRE(impossible != problems.end());
  CHECK((*impossible)["rows"] == Json({4, 6}));
  for (std::size_t c = 1; c < cells[0].size(); ++c) cells[0][c] = "roi" + std::to_string(c);
  const Json unknown = desk.json(cells)["files"][0]["problems"][0];
  CHECK(unknown["kind"] == "unknown_measures");
  CHECK(contains(unknown["setting"].get<std::string>(), "\"feature_columns\": [\"roi1\""));
}

TEST_CASE("what a run with reference=public compares and needs") {
  CheckDesk desk;
  const auto names = dsne::summary::public_map().sources.sites.front().summary.measures;
  const auto table = [&](std::size_t measures, const std::string& kind) {
    Cells cells = {{"bids_name"}};
    cells[0].insert(cells[0].end(), names.begin(), names.begin() + std::ptrdiff_t(measures));
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(1, 2);
    for (int i = 1; i <= 30; ++i) {
      auto& row = cells.emplace_back(1, "sub-" + std::to_string(100 + i) + kind);
      for (std::size_t f = 0; f < measures; ++f) row.push_back(Json(uniform(generator)).dump());
    }
    return desk.write("scans.tsv", joined(cells));
  };
  const std::string all = std::to_string(names.size());
  const std::string budget = desk.write("settings.json", R"({"epsilon_budget": 1})");

  CHECK(desk.check({table(names.size(), "_T1w"), "--public"}) != 1);
  CHECK(desk.tells("Public"));
  CHECK(desk.tells(all + " of their " + all + " measures. "));
  CHECK(desk.tells("epsilon_budget in the settings"));
  CHECK(desk.json({table(names.size() - 1, ""), "--public", "--settings",
                   budget})["files"][0]["public_scans"] ==
        "the file has " + std::to_string(names.size() - 1) + " of their " + all +
            " measures, not " + names.back() +
            ". Method single-shot needs no summary and no setting. "
            "Method dp-density needs all of the measures, and "
            "epsilon_budget, which the settings have.");
  CHECK(desk.check({table(names.size() / 2 - 1, ""), "--public"}) == 1);
  CHECK(desk.tells("needs half of them"));
  CHECK(desk.check({table(names.size(), "_T2w"), "--public"}) == 1);
  CHECK(desk.tells("The public scans are T1-weighted, and these are T2w"));
  CHECK(desk.check({table(names.size(), ""), "--public", "--reference", budget}) == 3);
}

TEST_CASE("an invalid command line of dsne check") {
  CheckDesk desk;
  CHECK(desk.check({}) == 3);
  CHECK(contains(desk.errors, "FILE is missing"));
  CHECK(desk.check({"a.tsv", "--refrence", "b.tsv"}) == 3);
  CHECK(desk.text.empty());
}
