// Further kinds of tables as data managers have them, from programs' outputs, exports and
// spreadsheets in other languages; each with what its person expects.

#include "data/measure_names.h"
#include "site_table.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

TEST_CASE("aparcstats2table's tables side by side: ids and volumes that repeat count once") {
  const std::string rows =
      "lh.aparc.thickness\tlh_insula_thickness\teTIV\trh.aparc.thickness\trh_insula_thickness\t"
      "eTIV\ns1\t2.5\t100\ts1\t2.25\t100\ns2\t2\t200\ts2\t3\t200\n";
  check_table(rows, {"s1", "s2"},
              {"lh_insula_thickness", "EstimatedTotalIntraCranialVol", "rh_insula_thickness"},
              dsne::Matrix{{2.5, 100, 2.25}, {2, 200, 3}});
  CHECK(is_left_out(read_as_site(rows), "eTIV"));
  check_refused("id,a,a\ns1,1,2\ns2,3,3\n",
                "columns 2 and 3 are of one measure, and hold other values in rows 2:");
}

TEST_CASE("rows that are parts of a scan are refused with the column that tells them apart") {
  check_refused("subject,hemi,thickness\ns1,lh,2\ns1,rh,3\ns2,lh,2\ns2,rh,4\n",
                "rows 2 and 3 have the same id and are of different regions (column 2): bring one "
                "row for each scan");
  check_refused("subject,measure,value\ns1,cjv,1\ns1,cnr,2\ns2,cjv,3\ns2,cnr,4\n",
                "differ in column 2");
  check_refused("id,a\ns1,1\ns1,2\n", "have the same id: bring one row");
}

TEST_CASE("one scan's confounds are no table of scans") {
  check_refused(
      "global_signal\tcsf\tframewise_displacement\ttrans_x\n400\t401\tn/a\t0\n"
      "402\t403\t0.1\t0.01\n",
      "a row for each time point of one scan");
  CHECK(read_as_site("sub,csf,white_matter,global_signal\ns1,1,2,3\ns2,3,4,5\n").features.size() ==
        3);
}

TEST_CASE("NDA's structure name above the header") {
  const std::string rows =
      "\"fmriresults\",\"01\"\n\"subjectkey\",\"interview_age\",\"img_snr\",\"img_fd\"\n"
      "\"NDAR1\",\"240\",\"5.5\",\"1\"\n\"NDAR2\",\"241\",\"6.5\",\"2\"\n";
  check_table(rows, {"NDAR1", "NDAR2"}, {"img_snr", "img_fd"}, dsne::Matrix{{5.5, 1}, {6.5, 2}});
  CHECK(is_told(read_as_site(rows), "Row 1 stands above the table and was skipped."));
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

TEST_CASE("numbers as spreadsheets and programs of other countries write them") {
  check_table("id;v;d\ns1;3’123.5;1\ns2;2’456.25;2\n", {"s1", "s2"}, {"v", "d"},
              dsne::Matrix{{3123.5, 1}, {2456.25, 2}});
  check_table("id,v,d\ns1,３１２３．５,1\ns2,－２.５,2\n", {"s1", "s2"}, {"v", "d"},
              dsne::Matrix{{3123.5, 1}, {-2.5, 2}});
  check_table("id v d\ns1 1.5D+03 1\ns2 -2.5d-01 2\n", {"s1", "s2"}, {"v", "d"},
              dsne::Matrix{{1500, 1}, {-.25, 2}});
  CHECK(read_as_site("id,v,d\ns1,12D3,1\ns2,13D4,2\n").features == Names{"d"});
}

TEST_CASE("a table in Shift-JIS, and one in an encoding that is not read") {
  // 被験者,年齢,左海馬
  const std::string japanese =
      "\x94\xED\x8C\xB1\x8E\xD2,\x94\x4E\x97\xEE,\x8D\xB6\x8A\x43\x94\x6E\ns1,40,1.5\ns2,50,2.5\n";
  const Table table = read_as_site(japanese);
  CHECK(table.features == Names{"左海馬"});
  CHECK(table.ids == Names{"s1", "s2"});
  CHECK(is_left_out(table, "年齢"));
  CHECK(is_told(table, "read as Shift-JIS"));
  // 编号,年龄,左海马 in GB 2312
  check_refused("\xB1\xE0\xBA\xC5,\xC4\xEA\xC1\xE4,\xD7\xF3\xBA\xA3\xC2\xED\ns1,4,1\n",
                "an encoding of Chinese or Korean: save it as UTF-8");
  CHECK(read_as_site("id,situa\xE7\xE3o,\xE2ge_x\ns1,1.5,2\ns2,2.5,3\n").features ==
        Names{"situação", "âge_x"});
  CHECK(read_as_site("id,\x93quoted\x94,\x80\ns1,1.5,2\ns2,2.5,3\n").features ==
        Names{"“quoted”", "€"});
}

TEST_CASE("ids that a program wrote with .0, and persons whose cells were merged") {
  check_table("subject,cjv\n101.0,.5\n102.0,.25\n", {"101", "102"}, {"cjv"},
              dsne::Matrix{{.5}, {.25}});
  check_refused("subject,session,cjv\ns1,1,.5\n,2,.25\ns2,1,.75\n",
                "row 3, column 1: the person is missing: write the id in every row");
  CHECK(is_told(read_as_site("ID,a\np1,1\n,2\np3,3\n"),
                "Rows without an id are known by their "
                "number: 3."));
}

TEST_CASE("ids that a spreadsheet has rounded are refused") {
  check_refused("subject,cjv\ns1,.5\n1.23457E+12,.25\n",
                "row 3, column 1: a spreadsheet has rounded the id");
  CHECK(read_as_site("subject,cjv\n1E5,.5\nE+1,.25\n").ids == Names{"1E5", "E+1"});
}

TEST_CASE("a text that a DOS program ended with Ctrl-Z") {
  const dsne::Matrix values{{.5}, {.25}};
  check_table("id,a\ns1,.5\ns2,.25\n\x1A", {"s1", "s2"}, {"a"}, values);
  check_table("id,a\r\ns1,.5\r\ns2,.25\x1A", {"s1", "s2"}, {"a"}, values);
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

TEST_CASE("a session that repeats the person stands for both") {
  check_table("Subject,Session,CSF\nOAS1,OAS1_MR_d1,1.5\nOAS1,OAS1_MR_d9,2.5\nOAS2,d1,3\n",
              {"OAS1_MR_d1", "OAS1_MR_d9", "OAS2_d1"}, {"CSF"}, dsne::Matrix{{1.5}, {2.5}, {3}});
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

TEST_CASE("cells that nothing known separates, and a pickle") {
  check_refused("subject^cjv\ns1^.5\ns2^.25\n", "has one column, and no number");
  check_refused(std::string("\x80\x04\x95\x10\0\0\0\0\0\0\0", 11) + "pandas", "is a Python pickle");
}

TEST_CASE("visits under more names") {
  check_table("PATNO,EVENT_ID,CAUDATE_R\n3000,SC,2.5\n3000,V04,2.25\n", {"3000_SC", "3000_V04"},
              {"CAUDATE_R"}, dsne::Matrix{{2.5}, {2.25}});
  CHECK(read_as_site("Proband,Messzeitpunkt,vol\n7,1,2.5\n7,2,3.5\n").persons == Names{"7", "7"});
}

TEST_CASE("concatenated files: the header is repeated") {
  const std::string rows = "subject\ta\tb\ns1\t1\t2\nsubject\ta\tb\ns2\t3\t4\n";
  check_table(rows, {"s1", "s2"}, {"a", "b"}, dsne::Matrix{{1, 2}, {3, 4}});
  CHECK(is_told(read_as_site(rows), "The header stands there again and was skipped: 3."));
}

TEST_CASE("sums, footnotes and titles are not rows") {
  const std::string rows =
      "Volumes of May, in mm,\nid,a,b\ns1,1,2\ns2,3,4\nMean,2,3\nSD,1,1\n* by hand\n";
  check_table(rows, {"s1", "s2"}, {"a", "b"}, dsne::Matrix{{1, 2}, {3, 4}});
  CHECK(is_told(read_as_site(rows), "were skipped: 5, 6, 7."));
  CHECK(is_told(read_as_site(rows), "Row 1 stands above the table and was skipped"));
  check_table("id,a,b\nMean,1,2\ns2,3,4\n", {"Mean", "s2"}, {"a", "b"},
              dsne::Matrix{{1, 2}, {3, 4}});
}

TEST_CASE("a title with a number, titles among tabs, and names broken over lines") {
  const std::string rows =
      "\nid\tcjv\tsnr total\tefc\tcnr\nsub 1\t.5\t2\t1\t4\nsub 2\t.25\t3\t2\t5\n";
  const dsne::Matrix values{{.5, 2, 1, 4}, {.25, 3, 2, 5}};
  for (const char* title : {"Site C\t3", "Quality 2024\n\nSite C\t\t", "Quality\t2024\t"}) {
    check_table(title + rows, {"sub 1", "sub 2"}, {"cjv", "snr total", "efc", "cnr"}, values);
  }
  check_table("id,\"cjv\",\"snr\ntotal\"\ns1,.5,2\ns2,.25,3\n", {"s1", "s2"}, {"cjv", "snr total"},
              dsne::Matrix{{.5, 2}, {.25, 3}});
}

TEST_CASE("codes for missing values stay numbers, and are reported") {
  const Table table =
      read_as_site("id,a,b\ns1,-999,2\ns2,1.5,3\ns3,-999,2\ns4,2.5,-9\ns5,2,3\ns6,1,3\ns7,2,2\n");
  CHECK(table.values(0, 0) == -999);
  CHECK(is_told(table, "Look at a: -999 stands there several times"));
  const Table real = read_as_site("id,a\ns1,-9\ns2,-11\ns3,-9\ns4,-8\n");
  CHECK_FALSE(is_told(real, "stands there several times"));
  const Table fber = read_as_site("bids_name,fber,snr\ns1_T1w,-1,9\ns2_T1w,-1,8\n");
  CHECK(is_told(fber, "fber cannot have the value -1"));
}

TEST_CASE("minus signs and blanks of word processors") {
  check_table(
      "participant_id\ta\tb\xC2\xA0\ns1\xC2\xA0\t\xE2\x88\x92"
      "1.5\t\xC2\xA0"
      "2\n"
      "s2\t3\t1\xE2\x80\xAF"
      "234.5\n",
      {"s1", "s2"}, {"a", "b"}, dsne::Matrix{{-1.5, 2}, {3, 1234.5}});
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

TEST_CASE("a column of patient or control is not an id") {
  check_table("name,patient,vol\nann,1,2.5\nbob,0,3.5\ncyd,1,4.5\n", {"ann", "bob", "cyd"}, {"vol"},
              dsne::Matrix{{2.5}, {3.5}, {4.5}});
}
