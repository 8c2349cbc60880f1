// `dsne check` reports of a file what a site reports in its first step.

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "core/json.h"
#include "folders.h"
#include "small_federation.h"
#include "tools/process.h"

using dsne::Json;

namespace {

struct Input {
  std::string about;
  std::string text;
  bool good;
  Json settings = Json::object();
};

/// A table with ids and four measures; `cell` may write each cell in another way.
std::string table(int rows, const std::function<std::string(int, int, const std::string&)>& cell,
                  const std::string& delimiter = ",",
                  const std::string& header = "canary_id,canary_a,canary_b,canary_c,canary_d") {
  std::string text;
  for (const char c : header) text += c == ',' ? delimiter : std::string(1, c);
  if (!header.empty()) text += "\n";
  const auto commas = static_cast<int>(std::count(header.begin(), header.end(), ','));
  const int measures = header.empty() ? 4 : commas;
  const auto numbers = small_numbers("checked", rows, measures);
  for (int i = 0; i < rows; ++i) {
    text += cell(i, 0, "canary" + std::to_string(i + 1));
    for (int c = 0; c < measures; ++c) {
      text += delimiter +
              cell(i, c + 1, numbers[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)]);
    }
    text += "\n";
  }
  return text;
}

std::string as_it_is(int /*row*/, int /*column*/, const std::string& text) { return text; }

/// The good table with another text in one cell.
std::string with_cell(int at_row, int at_column, const std::string& other) {
  return table(30, [&](int row, int column, const std::string& text) {
    return row == at_row && column == at_column ? other : text;
  });
}

std::string with_decimal_commas() {
  return table(
      30,
      [](int /*row*/, int column, const std::string& text) {
        return column == 0 ? text : replaced(text, ".", ",");
      },
      ";");
}

std::string utf16(const std::string& text) {
  std::string wide = "\xFF\xFE";
  for (const char c : text) wide += {c, '\0'};
  return wide;
}

/// MRIQC's names, with a value missing here and there.
std::string quality_table() {
  return table(
      30,
      [](int row, int column, const std::string& text) {
        return column > 0 && (row + column) % 7 == 0 ? "" : text;
      },
      "\t", "bids_name,cjv,cnr,efc,fber,fwhm_x");
}

std::vector<Input> inputs() {
  const std::string good = table(30, as_it_is);
  return {
      {"a table", good, true},
      {"tabs", table(30, as_it_is, "\t"), true},
      {"decimal commas", with_decimal_commas(), true},
      {"UTF-16", utf16(good), true},
      {"a title above the header", "Measures of the canaries\n\n" + good, true},
      {"empty rows", replaced(good, "\n", "\n\n") + ",,,,\n,,,,\n", true},
      {"no header", table(30, as_it_is, ",", ""), true},
      {"missing values of quality measures", quality_table(), true},
      {"nothing", "", false},
      {"a header alone", "canary_id,canary_a\n", false},
      {"a row with a cell more", with_cell(4, 2, "1,2"), false},
      {"text in one measure of four", with_cell(4, 2, "canary"), false},
      {"a missing value", with_cell(4, 2, ""), false},
      {"an id twice", with_cell(4, 0, "canary1"), false, {{"id_column", "canary_id"}}},
      {"an infinity", with_cell(4, 2, "inf"), false},
      {"text alone", "canary_id,canary_a\ncanary1,x\ncanary2,y\n", false},
      {"JSON", R"({"canary": {"Description": "canary"}})", false},
      {"a workbook", std::string("PK\x03\x04", 4) + std::string(100, '\1'), false},
      {"two kinds of scans", with_cell(4, 0, "canary_T1w") + "canary_T2w,1,2,3,4\n", false},
      {"subjects in columns", "pair,sub-01,sub-02,sub-03,sub-04\na,1,2,3,4\nb,2,3,4,5\n", false},
      {"a column that is not there", good, false, {{"id_column", "canary_none"}}},
      {"two columns of a name", replaced(good, "canary_b", "canary_a"), false},
      {"a format that it is not", good, false, {{"data_format", "nifti"}}},
  };
}

/// Whether a site that may not depend on single cells later refuses its data in the first step.
bool is_refused(SmallFederation& federation) {
  const auto answer =
      dsne::tools::run_process(federation.next().command, federation.next_stdin().dump());
  CAPTURE(answer.err);
  if (answer.exit_code != 0) return true;
  return Json::parse(answer.out).at("output").contains("errors");
}

}  // namespace

TEST_CASE("dsne check and a site's first step agree") {
  for (const Input& input : inputs()) {
    CAPTURE(input.about);
    Json settings = {{"least_subjects", 1}, {"least_sites", 1}, {"share_places", false}};
    settings.update(input.settings);
    SmallFederation federation({Site{
        {{"site_data", {subjects_file}}, {"method", "single-shot"}, {"site_settings", settings}},
        {{subjects_file, input.text}}}});
    const dsne::fs::path folder = federation.folders("local0").base;
    const dsne::tools::Program program = {DSNE_TOOL,
                                          "check",
                                          (folder / subjects_file).string(),
                                          "--settings",
                                          (folder / settings_file).string(),
                                          "--json"};
    const auto checked = dsne::tools::run_process(program, "");
    CAPTURE(checked.err);
    const Json outcome = Json::parse(checked.out);
    CAPTURE(outcome.dump(1));
    const bool refused = is_refused(federation);
    CHECK(refused == !input.good);
    CHECK(outcome["would_run"] == input.good);
    CHECK(checked.exit_code == outcome["exit_code"]);
    CHECK((checked.exit_code == 1) == refused);
  }
}
