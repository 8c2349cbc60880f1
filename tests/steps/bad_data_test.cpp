// Data files that are wrong. Errors name the input, the row and the column, nothing else.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "folders.h"
#include "refusal.h"

using dsne::Json;

namespace {

Site site_with_data(const std::string& text) {
  Site site = site_with_reference("north", 24);
  site.files[subjects_file] = text;
  return site;
}

/// What a site says of its table once others may choose the measures: no row and no column.
const std::string no_place =
    "site_data lacks a measure of the run, or values of one: dsne check, with the run's reference, "
    "says where";

/// Checks that a site refuses these data once it knows the reference's features.
void check_refused_later(const Site& site, const std::string& expected) {
  SmallFederation federation({site});
  check_reference_refused(federation, "local0", expected);
}

std::string good() { return subjects_csv("north", 24); }

std::string cell(int row, int feature) {
  return small_numbers("north",
                       24)[static_cast<std::size_t>(row)][static_cast<std::size_t>(feature)];
}

/// The good data with one value replaced; the value of data row 3 is in row 5 of the file, and that
/// of feature 1 in column 4.
std::string with_cell(const std::string& text) { return replaced(good(), cell(3, 1), text); }

}  // namespace

TEST_CASE("a table that cannot be read, as its reader says") {
  for (const auto& [text, expected] :
       {std::pair<std::string, std::string>{"", "site_data"},
        {std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), "site_data"},
        {replaced(good(), cell(3, 1), cell(3, 1) + ",1"),
         "site_data row 5 has 8 instead of 7 columns"},
        {replaced(good(), "canary-north-7,", ","), "site_data row 8, column 1: the id is missing"},
        {with_cell("-1e31337"), "site_data row 5, column 4: an infinity"}}) {
    check_site_refuses(site_with_data(text), expected);
  }
}

TEST_CASE("a cell that is not a number") {
  for (const std::string text : {"canary", "1.5canary", "0x31337", "--1", "1e", "\xFF"}) {
    CAPTURE(text);
    SmallFederation federation({site_with_data(with_cell(text))});
    federation.run_until("remote", "reference");
    check_refused_by_measures(federation,
                              "site local0 lacks canary_f2 (canary_f2: site_data row 5, column 4: "
                              "not a number), 1 of the 5 measures that the reference has");
    Site site = site_with_data(with_cell(text));
    site.input["feature_columns"] = {"canary_f1", "canary_f2"};
    check_site_refuses(site, "site_data row 5, column 4: not a number");
    Site budgeted = site_with_data(with_cell(text));
    budgeted.input["method"] = "dp-density";
    budgeted.input["site_settings"]["epsilon_budget"] = 1.5;
    check_site_refuses(budgeted, "site_data row 5, column 4: not a number");
  }
}

TEST_CASE("a missing value") {
  for (const std::string text : {"", "NA", "NaN", "nan", "null", "-nan"}) {
    CAPTURE(text);
    check_refused_later(site_with_data(with_cell(text)), no_place);
  }
}

TEST_CASE("dropping leaves no row") {
  Site site = site_with_data(
      "canary_id,canary_label,canary_f1,canary_f2\ncanary1,A,1,\n"
      "canary2,A,,2\n");
  site.input["missing"] = "drop";
  site.files[reference_file] = reference_csv(30, 2);
  check_refused_later(site, no_place);
}

TEST_CASE("labels") {
  Site site = site_with_data(good());
  site.input["site_label"] = "canary_labels.txt";
  for (const std::string& text :
       {std::string(), std::string("canary\n"), std::string("canary,canary\n"),
        std::string(2 * 23, '\n'), std::string("\0\n", 2)}) {
    CAPTURE(text);
    site.files["canary_labels.txt"] = text;
    check_site_refuses(site, "site_label");
  }
}

TEST_CASE("the reference is checked in the same way") {
  Site site = site_with_reference("north", 24);
  const std::string reference = reference_csv();
  for (const std::string text : {"", "canary", "inf", "NaN", "1,2"}) {
    CAPTURE(text);
    site.files[reference_file] = replaced(reference, small_numbers("reference", 30)[3][1], text);
    check_site_refuses(site, "reference_data row 5");
  }
  site.files[reference_file] = "";
  check_site_refuses(site, "reference_data");
  site.files[reference_file] = reference;
  site.input["reference_label"] = "canary_labels.txt";
  site.files["canary_labels.txt"] = "canary\n";
  check_site_refuses(site, "reference_label");
}
