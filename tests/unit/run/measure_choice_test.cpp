#include "run/measure_choice.h"

#include <doctest/doctest.h>

#include "core/message.h"
#include "hostile_fields.h"

using dsne::Json;
using dsne::run::common_measures;
using dsne::run::fixed_measures;
using dsne::run::MeasureChoice;
using dsne::run::table_faults;
using dsne::run::TableProfile;
using dsne::run::TableProfiles;
using Names = std::vector<std::string>;

namespace {

TableProfile named(const Names& names) {
  TableProfile table;
  table.names = names;
  table.measures = std::ssize(names);
  return table;
}

TableProfile nameless(Eigen::Index measures) {
  TableProfile table;
  table.has_header = false;
  table.measures = measures;
  return table;
}

TableProfile of_kind(const std::string& modality) {
  TableProfile table = named({"a"});
  table.modality = modality;
  return table;
}

TableProfile images(std::vector<std::int64_t> size, std::vector<double> spacing,
                    const std::string& orientation) {
  TableProfile table = named({"a"});
  table.geometry.kind = dsne::data::GeometryKind::images;
  table.geometry.size = std::move(size);
  table.geometry.spacing = std::move(spacing);
  table.geometry.orientation = orientation;
  return table;
}

/// "m1", "m2", …
Names numbered(int first, int last) {
  Names names;
  for (int i = first; i <= last; ++i) names.push_back("m" + std::to_string(i));
  return names;
}

Json uneven(const MeasureChoice& choice) {
  return dsne::to_message(dsne::run::LeftOutOfRun{choice.uneven, {}, {}})["measures"];
}

}  // namespace

TEST_CASE("measures that every site has are used, in the first site's order") {
  const TableProfiles tables = {{"a", named({"m3", "m2", "m1", "m4", "m5"})},
                                {"b", named({"m1", "m2", "m3", "m4"})}};
  const MeasureChoice choice = common_measures(tables);
  CHECK(choice.faults.empty());
  CHECK(choice.used == Names{"m3", "m2", "m1", "m4"});
  CHECK(choice.number == 4);
  CHECK(uneven(choice) ==
        Json::array({{{"measure", "m5"}, {"used", false}, {"sites_without", {"b"}}}}));
}

TEST_CASE("leaving out more than a fifth is a fault that names the sites and measures") {
  TableProfiles tables = {{"a", named(numbered(1, 10))}, {"b", named(numbered(1, 8))}};
  CHECK(common_measures(tables).faults.empty());
  tables["c"] = named(numbered(2, 10));
  const Names faults = common_measures(tables).faults;
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "3 of 10 measures would be left out, as not every site has them: site b lacks m9 and m10; "
        "site c lacks m1. Bring the same measures at every site, or name those that count in "
        "feature_columns");
  tables["c"].chosen = true;
  CHECK(common_measures(tables).faults.empty());
}

TEST_CASE("what summaries leave out by their rules is no fault, up to a half") {
  TableProfiles summaries = {
      {"a", named(numbered(1, 10))}, {"b", named(numbered(1, 8))}, {"c", named(numbered(3, 10))}};
  const Names used = numbered(3, 8);
  TableProfiles tables;
  for (const char* site : {"a", "b", "c"}) tables[site] = named(numbered(1, 10));
  CHECK(common_measures(summaries, tables).faults.empty());
  CHECK(common_measures(summaries, tables).used == used);
  tables["c"] = named(numbered(4, 10));
  CHECK(common_measures(summaries, tables).faults.empty());
  tables["b"] = named(numbered(1, 9));
  tables["c"] = named(numbered(3, 10));
  CHECK_FALSE(common_measures(summaries, tables).faults.empty());
  tables["a"].chosen = true;
  CHECK(common_measures(summaries, tables).faults.empty());
  tables["b"] = tables["c"] = tables["a"] = named(numbered(1, 10));
  summaries["c"] = named(numbered(5, 10));
  CHECK_FALSE(common_measures(summaries, tables).faults.empty());
}

TEST_CASE("long lists are shortened") {
  TableProfiles tables = {{"a", named(numbered(1, 1000))}};
  for (int site = 0; site < 30; ++site) {
    tables["b" + std::to_string(site)] = named({"m1", std::string(900, 'x')});
  }
  const Names faults = common_measures(tables).faults;
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].size() < 1500);
  CHECK(faults[0].find("m6 and 994 more") != std::string::npos);
  CHECK(faults[0].find("and 25 other sites lack some") != std::string::npos);
}

TEST_CASE("a column of text is reported with its cell") {
  TableProfiles tables = {{"a", named({"m1", "m2"})}, {"b", named({"m1"})}};
  tables["b"].measures = 2;
  tables["b"].texts = {{"m2", 7, 3}};
  CHECK(common_measures(tables).faults.at(0).find(
            "site b lacks m2 (m2: site_data row 7, column 3: not a number)") != std::string::npos);
}

TEST_CASE("columns that no site can use are reported, and not counted") {
  TableProfiles tables = {{"a", named({"m1"})}, {"b", named({"m1"})}};
  for (auto& [site, table] : tables) table.empty = {"m2", "m3"};
  const MeasureChoice choice = common_measures(tables);
  CHECK(choice.faults.empty());
  CHECK(choice.used == Names{"m1"});
  REQUIRE(choice.uneven.size() == 2);
  CHECK(choice.uneven[0].sites_without == Names{"a", "b"});
}

TEST_CASE("a reference fixes the measures, and missing ones on both sides are reported") {
  TableProfiles tables = {{"a", named({"m1", "m2", "m9"})}, {"b", named({"m2"})}};
  tables["b"].empty = {"m1"};
  tables["b"].measures = 2;
  const MeasureChoice choice = fixed_measures(tables, {"m1", "m2"}, "the reference");
  CHECK(choice.faults.empty());
  CHECK(choice.used == Names{"m1", "m2"});
  CHECK(uneven(choice) ==
        Json::array({{{"measure", "m1"}, {"used", true}, {"sites_without", {"b"}}},
                     {{"measure", "m9"}, {"used", false}, {"sites_without", {"b"}}}}));
  tables["b"].empty.clear();
  CHECK(fixed_measures(tables, {"m1", "m2"}, "the reference").faults ==
        Names{"site b lacks m1, 1 of the 2 measures that the reference has"});
  const TableProfiles without = {{"a", nameless(2)}};
  CHECK(fixed_measures(without, {"m1", "m2"}, "the reference").faults.empty());
}

TEST_CASE("tables that cannot be compared are told by what differs, and at which sites") {
  const auto written = [](const std::string& unit) {
    TableProfile table = named({"m1"});
    table.units["m1"] = unit;
    return table;
  };
  for (const auto& [tables, fault] : std::vector<std::pair<TableProfiles, std::string>>{
           {{{"a", nameless(4)}, {"b", nameless(4)}, {"c", nameless(5)}},
            "different numbers of measures, and no header that tells which they have in common: 4 "
            "at sites a and b; 5 at site c: bring the same columns"},
           {{{"a", named({"m1"})}, {"b", nameless(1)}, {"c", named({"m1"})}},
            "the table of site b has no header, and that of sites a and c has one"},
           {{{"a", of_kind("T1w")}, {"b", of_kind("T2w")}, {"c", of_kind("T1w")}},
            "different kinds of scans: T1w at sites a and c; T2w at site b: bring one kind, and "
            "make a run for each"},
           {{{"a", written("mm")}, {"b", written("cm")}, {"c", written("mm")}},
            "different units of m1 (cm at site b; mm at sites a and c): write a measure in one "
            "unit everywhere"}}) {
    const Names faults = table_faults(tables);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].starts_with(fault));
  }
  for (const TableProfiles& tables :
       {TableProfiles{{"a", nameless(4)}, {"b", nameless(4)}},
        TableProfiles{{"a", of_kind("T1w")}, {"b", of_kind("")}},
        TableProfiles{{"a", written("%")}, {"b", named({"m1"})}, {"c", written("%")}}}) {
    CHECK(table_faults(tables).empty());
  }
  CHECK(common_measures({{"a", named({"m1"})}, {"b", named({"m2"})}}).faults.at(0) ==
        "the sites have no measure in common: site a lacks m2; site b lacks m1");
  CHECK(common_measures({{"a", nameless(4)}, {"b", nameless(4)}}).number == 4);
}

TEST_CASE("images of another size, spacing or orientation") {
  const TableProfile usual = images({8, 6, 4}, {3, 3, 3.5}, "LAS");
  const auto faults = [&](const TableProfile& other) {
    return table_faults({{"a", other}, {"b", usual}, {"c", usual}});
  };
  CHECK(faults(usual).empty());
  CHECK(faults(images({8, 6, 4}, {}, "")).empty());
  CHECK(faults(images({6, 8, 4}, {3, 3, 3.5}, "LAS")) ==
        Names{"site a has images of 6 x 8 x 4 voxels instead of 8 x 6 x 4 (compared with site b): "
              "bring images of one form, or networks of the same regions"});
  CHECK(faults(images({8, 6, 4}, {2, 2, 2}, "LAS")).size() == 1);
  CHECK(faults(images({8, 6, 4}, {3, 3, 3.5}, "RAS")).size() == 1);
  CHECK(faults(named({"a"})).size() == 1);
}

TEST_CASE("networks are compared by their regions' names where they have any") {
  TableProfile one = named({"a~b"});
  one.geometry.kind = dsne::data::GeometryKind::networks;
  one.geometry.size = {2};
  TableProfile other = named({"a~b", "a~c", "b~c"});
  other.geometry = one.geometry;
  other.geometry.size = {3};
  CHECK(table_faults({{"a", one}, {"b", other}}).size() == 1);
  one.geometry.regions = {"a", "b"};
  other.geometry.regions = {"a", "b", "c"};
  CHECK(table_faults({{"a", one}, {"b", other}}).empty());
}

TEST_CASE("the measures' file names all measures, and the sites without them") {
  const std::vector<dsne::data::UnevenMeasure> lacking = {{"m2", true, {"b"}},
                                                          {"=m3", false, {"a", "b"}}};
  CHECK(dsne::run::measures_csv({"m1", "m2"}, lacking) ==
        "measure,used,sites_without\nm1,yes,\nm2,yes,b\n'=m3,no,a; b\n");
}

TEST_CASE("what the coordinator tells of a run's measures and sites is checked") {
  check_fields(dsne::run::LeftOutOfRun{{{"m2", true, {"b"}}}, {"c"}, {"d"}});
  check_fields(dsne::data::UnevenMeasure{"m2", true, {"b"}});
}

TEST_CASE("spellings of a measure are one, unless a site has two of them") {
  const TableProfiles tables = {{"a", named({"anat_cnr", "Fg Var", "efc"})},
                                {"b", named({"cnr", "Fg.Var", "EFC"})}};
  const MeasureChoice choice = common_measures(tables);
  CHECK(choice.used == Names{"anat_cnr", "Fg Var", "efc"});
  CHECK(choice.uneven.empty());
  CHECK(fixed_measures(tables, {"cnr", "efc"}, "the reference").faults.empty());
  const TableProfiles unclear = {{"a", named({"anat_cnr", "cnr", "efc"})},
                                 {"b", named({"cnr", "anat_cnr", "efc"})}};
  CHECK(common_measures(unclear).used == Names{"anat_cnr", "cnr", "efc"});
  // FreeSurfer's versions, and a pair of regions, whichever stands first.
  const TableProfiles thalamus = {{"a", named({"Left-Thalamus"})}};
  CHECK(fixed_measures(thalamus, {"Left-Thalamus-Proper"}, "the reference").faults.empty());
  const MeasureChoice pairs = common_measures(
      {{"a", named({"PCC~mPFC", "PCC~LPar"})}, {"b", named({"LPar~PCC", "mPFC~PCC"})}});
  CHECK(pairs.used == Names{"PCC~mPFC", "PCC~LPar"});
  CHECK(pairs.uneven.empty());
}

TEST_CASE("a quality measure without a value at one site is filled there, and reported") {
  TableProfiles tables = {{"a", named({"cjv", "cnr", "efc", "x"})}, {"b", named({"cjv", "cnr"})}};
  tables["b"].empty = {"efc", "x"};
  tables["b"].measures = 4;
  const MeasureChoice choice = common_measures(tables);
  CHECK(choice.used == Names{"cjv", "cnr", "efc"});
  CHECK(uneven(choice) ==
        Json::array({{{"measure", "efc"}, {"used", true}, {"sites_without", {"b"}}},
                     {{"measure", "x"}, {"used", false}, {"sites_without", {"b"}}}}));
}
