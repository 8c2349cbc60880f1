// `dsne check` reports of a file what a site reports in its first step.

#include <algorithm>
#include <functional>

#include "steps.h"

namespace {

struct Input {
  std::string about;
  std::string text;
  std::string refusal;  ///< what the site says; "" if it takes the file
  Json settings = Json::object();
};

using Writing = std::function<std::string(int row, int column, const std::string& text)>;

std::string as_it_is(int /*row*/, int /*column*/, const std::string& text) { return text; }

/// A table with ids and measures, each cell written in its way.
std::string table(const std::string& delimiter = ",", const Writing& cell = as_it_is,
                  const std::string& header = "canary_id,canary_a,canary_b,canary_c,canary_d") {
  constexpr int rows = 30;
  std::string text = header;
  std::ranges::replace(text, ',', delimiter[0]);
  if (!header.empty()) text += "\n";
  const auto measures = header.empty() ? 4 : static_cast<int>(std::ranges::count(header, ','));
  const Cells numbers = small_numbers("checked", rows, measures);
  for (int i = 0; i < rows; ++i) {
    text += cell(i, 0, "canary" + std::to_string(i + 1));
    int column = 0;
    for (const std::string& number : numbers[static_cast<std::size_t>(i)]) {
      text += delimiter + cell(i, ++column, number);
    }
    text += "\n";
  }
  return text;
}

/// The good table with another text in one cell.
std::string with_cell(int at_row, int at_column, const std::string& other) {
  return table(",", [&](int row, int column, const std::string& text) {
    return row == at_row && column == at_column ? other : text;
  });
}

std::string utf16(const std::string& text) {
  std::string wide = "\xFF\xFE";
  for (const char c : text) wide += {c, '\0'};
  return wide;
}

std::vector<Input> inputs() {
  const std::string good = table();
  const Writing with_comma = [](int, int column, const std::string& text) {
    return column == 0 ? text : replaced(text, ".", ",");
  };
  const Writing with_missing = [](int row, int column, const std::string& text) {
    return column > 0 && (row + column) % 7 == 0 ? "" : text;
  };
  const std::string any = "site_data";
  return {
      {"a table", good, ""},
      {"tabs", table("\t"), ""},
      {"decimal commas", table(";", with_comma), ""},
      {"UTF-16", utf16(good), ""},
      {"a title above the header", "Measures of the canaries\n\n" + good, ""},
      {"empty rows", replaced(good, "\n", "\n\n") + ",,,,\n,,,,\n", ""},
      {"no header", table(",", as_it_is, ""), ""},
      {"missing values of quality measures",
       table("\t", with_missing, "bids_name,cjv,cnr,efc,fber,fwhm_x"), ""},
      {"nothing", "", any},
      {"a picture", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), any},
      {"a header alone", "canary_id,canary_a\n", any},
      {"a row with a cell more", with_cell(4, 2, "1,2"), "row 6 has 6 instead of 5 columns"},
      {"text in one measure of four", with_cell(4, 2, "canary"), "row 6, column 3: not a number"},
      {"a missing value", with_cell(4, 2, ""), any},
      {"an id twice", with_cell(4, 0, "canary1"), any, {{"id_column", "canary_id"}}},
      {"an id missing", with_cell(4, 0, ""), "row 6, column 1", {{"id_column", "canary_id"}}},
      {"an infinity", with_cell(4, 2, "-1e31337"), "site_data row 6, column 3: an infinity"},
      {"text alone", "canary_id,canary_a\ncanary1,x\ncanary2,y\n", any},
      {"JSON", R"({"canary": {"Description": "canary"}})", any},
      {"a workbook", std::string("PK\x03\x04", 4) + std::string(100, '\1'), any},
      {"two kinds of scans", with_cell(4, 0, "canary_T1w") + "canary_T2w,1,2,3,4\n", any},
      {"subjects in columns", "pair,sub-01,sub-02,sub-03,sub-04\na,1,2,3,4\nb,2,3,4,5\n", any},
      {"a column that is not there", good, any, {{"id_column", "canary_none"}}},
      {"two columns of a name", replaced(good, "canary_b", "canary_a"), any},
      {"a format that it is not", good, any, {{"data_format", "nifti"}}},
  };
}

}  // namespace

TEST_CASE("dsne check and a site's first step agree") {
  for (const Input& input : inputs()) {
    CAPTURE(input.about);
    Json settings = {{"least_subjects", 1}, {"least_sites", 1}, {"share_places", false}};
    settings.update(input.settings);
    const Site site = {
        {{"site_data", {subjects_file}}, {"method", "single-shot"}, {"site_settings", settings}},
        {{subjects_file, input.text}}};
    SmallFederation federation({site});
    const fs::path folder = federation.folders("local0").base;
    const auto checked = run_process({DSNE_TOOL, "check", (folder / subjects_file).string(),
                                      "--settings", (folder / settings_file).string(), "--json"},
                                     "");
    CAPTURE(checked.err);
    const Json outcome = Json::parse(checked.out);
    CAPTURE(outcome.dump(1));
    CHECK(outcome["would_run"] == input.refusal.empty());
    CHECK(checked.exit_code == outcome["exit_code"]);
    CHECK((checked.exit_code == 1) == !input.refusal.empty());
    if (input.refusal.empty()) {
      federation.step();
    } else {
      check_site_refuses(site, input.refusal);
    }
  }
}
