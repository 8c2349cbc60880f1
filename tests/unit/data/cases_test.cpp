// Names and words of which each makes a table like the others. What tables are read as stands in
// tests/data/tables.

#include "data/measure_names.h"
#include "site_table.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

TEST_CASE("errors of spreadsheets in any language are missing values") {
  for (const char* word : {"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#WERT!", "#NV",
                           "#ZAHL!", "Err:502", "#N/A N/A", "?", "N/D", "Missing", "NIL"}) {
    check_table("id\ta\tb\ns1\t1\t2\ns2\t" + std::string(word) + "\t4\n", {"s1", "s2"}, {"a", "b"},
                dsne::Matrix{{1, 2}, {nothing_there, 4}});
  }
  CHECK(contains(table_error("id,a,b\ns1,inf,2\ns2,1,3\n"), "row 2, column 2: an infinity"));
  CHECK(contains(table_error("id,a,b\ns1,1,2\ns2,####,3\ns3,2,3\n"), "row 3, column 2: not a num"));
}

TEST_CASE("ids whatever they look like, with zeros that lead") {
  const dsne::Matrix values{{1.5}, {2.5}};
  for (const char* name : {"Measure:volume", "eid", "participant_id", "lh.aparc.thickness", "RID",
                           "IID", "ScanDir ID", "rownames", "", "Unnamed: 0", "unknown"}) {
    check_table(std::string(name) + "\tvol\n0052000\t1.5\n0052013\t2.5\n", {"0052000", "0052013"},
                {"vol"}, values);
  }
  check_table("eid,vol\n7,1.5\n12,2.5\n", {"7", "12"}, {"vol"}, values);
  check_table("nummer,vol\n51236,1.5\n51234,2.5\n", {"51236", "51234"}, {"vol"}, values);
}

TEST_CASE("a program's row numbers are not a measure") {
  for (const char* name :
       {"Unnamed: 0", "", "index", "X", "V1", "level_0", "level_1", "rownames", "...1"}) {
    const Table table = read_as_site(std::string(name) + ",a,b\n0,1.5,2\n1,3,4\n2,5,7\n");
    CAPTURE(name);
    CHECK(table.features == Names{"a", "b"});
    CHECK(table.reading.left_out.size() == 1);
  }
  const Table numbered = read_as_site("V1,V2\n0.5,1\n0.25,2\n");
  CHECK(numbered.features == Names{"V1", "V2"});
}

TEST_CASE("a word in a column of numbers is reported with row and column") {
  const std::string rows = "Subject_ID,a,b\nP1,high,1\nP2,2,low\nP3,4,5\nP4,5,6\n";
  CHECK(contains(table_error(rows), "site_data row 2, column 2: not a number"));
  const Table later = read_as_site(rows);
  CHECK(later.ids.size() == 4);
  CHECK(later.text_rows == std::vector<std::size_t>{2, 3});
  CHECK(contains(table_error("Subject_ID,a,b\nP1,high,low\nP2,2,3\nP3,4,5\nP4,5,6\n"),
                 "row 2, column 2: not a number"));
}

TEST_CASE("units: numbers with and without one, or with two, are told with row and column") {
  CHECK(contains(table_error("id,a,b\ns1,3.8%,1\ns2,4.1%,2\ns3,0.05,3\n"),
                 "row 4, column 2: not a number"));
  CHECK(contains(table_error("id,a,b\ns1,12 mm,1\ns2,13 mm,2\ns3,1.4 cm,3\n"),
                 "row 4, column 2: not a number"));
  CHECK(contains(table_error("id,a,b\ns1,12,1\ns2,13,2\ns3,14 mm,3\n"),
                 "row 4, column 2: not a number"));
  CHECK(read_as_site("id,a,b\ns1,3T,1\ns2,3T,2\n").features == Names{"b"});
  check_refused("id,a,b\ns1,12/x,3/4\ns2,13/y,4/4\n",
                "has no column of numbers: most cells of columns 2, 3 are text");
}

TEST_CASE("ages, sexes and dates in other languages are no measures") {
  for (const char* name : {"Alter", "Geschlecht", "Âge", "sexe", "edad", "Età", "leeftijd", "年齢",
                           "性別", "年龄", "mriqc_complete", "MR Delay"}) {
    CAPTURE(name);
    const Table table = read_as_site("id," + std::string(name) + ",vol\ns1,40,1.5\ns2,50,2.5\n");
    CHECK(table.features == Names{"vol"});
    CHECK(is_left_out(table, name));
  }
  const Table table = read_as_site("被験者,左海馬\n01,1.5\n02,2.5\n");
  CHECK(table.ids == Names{"01", "02"});
  CHECK(table.persons == Names{"01", "02"});
}

TEST_CASE("persons' numbers and codes under more names") {
  for (const char* name : {"Participant No.", "Pat.-Nr.", "PatNr", "Subject Number",
                           "participant.eid", "Proband ID", "sub_label"}) {
    CAPTURE(name);
    const Table table = read_as_site("CSF," + std::string(name) + "\n1.5,7\n2.5,9\n");
    CHECK(table.ids == Names{"7", "9"});
    CHECK(table.persons == Names{"7", "9"});
    CHECK(table.features == Names{"CSF"});
  }
}

TEST_CASE("measures of more programs are known by name, and a person's scores are not") {
  for (const char* name :
       {"t1_neighbor_corr", "raw_voxel_size_x", "Neighboring DWI correlation", "# Bad Slices",
        "meanFD", "coregDice", "qc_mot_abs", "TIV", "IQR", "VSCALING", "L_bankssts_thickavg",
        "Lhippo", "f.25010.2.0", "25010-2.0", "p25010_i2", "FS_L_Hippo_Vol", "num_censored_volumes",
        "average motion (per TR)", "global correlation (GCOR)"}) {
    CAPTURE(name);
    CHECK(dsne::data::is_known_measure(name));
  }
  for (const char* name :
       {"FS_FSDATA ID", "raw_score", "MMSE", "f.20016.2.0", "brain_age", "norms", "income"}) {
    CAPTURE(name);
    CHECK_FALSE(dsne::data::is_known_measure(name));
  }
}

TEST_CASE("measures are asked for by any spelling") {
  const Table table = read_text("id,anat_cnr,Fg Var,Left-Thalamus-Proper\ns1,1,2,3\ns2,4,5,6\n",
                                with_columns("", "", {"Fg.Var", "cnr", "Left.Thalamus"}));
  CHECK(table.values == dsne::Matrix{{2, 1, 3}, {5, 4, 6}});
  CHECK(contains(error_of([&] {
                   dsne::data::with_features(read_text("id,a.b,c\ns1,1,2\ns2,2,3\n"),
                                             {"a-b", "a.b"}, "site_data", "the reference");
                 }),
                 "has no column for the measure in column 1"));
}
