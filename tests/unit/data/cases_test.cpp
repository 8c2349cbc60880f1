// Kinds of people's tables that were misread, refused or answered unclearly, each with the ids,
// measures and values that its owner expects, or the line that refuses it.

#include "site_table.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

TEST_CASE("k1a: decimal commas, as values or beside whole numbers") {
  check_table("bids_name;cjv;size_x\nsub-1_T1w;0,53;256\nsub-2_T1w;1,437;192\n",
              {"sub-1_T1w", "sub-2_T1w"}, {"cjv", "size_x"},
              dsne::Matrix{{0.53, 256}, {1.437, 192}});
}

TEST_CASE("k1a: without a header, between blanks") {
  const Table table = read_as_site("s1 0,53 1,2\ns2 0,5 1,5\n");
  CHECK(table.values == dsne::Matrix{{0.53, 1.2}, {0.5, 1.5}});
  CHECK_FALSE(table.reading.has_header);
}

TEST_CASE("k1a: possible thousands are refused, or reported if the file decides") {
  check_refused("id;a;b\ns1;0,5;1.234\ns2;0,6;2.345\n",
                "row 2, column 3: a dot that could stand for decimals or separate thousands");
  check_refused("id\ta\tb\ns1\t0.5\t1,234\ns2\t0.6\t2,345\n",
                "row 2, column 3: a comma that could stand for decimals or separate thousands");
  const Table table = read_as_site("id;a;b\ns1;0,5;1.234\ns2;0,6;987\n");
  CHECK(table.values == dsne::Matrix{{0.5, 1234}, {0.6, 987}});
  CHECK(is_told(table, "Dots in numbers were read as separating thousands"));
  check_refused("id,a,b\ns1,0,5,1,2\n", "numbers with decimal commas need another");
  check_refused("id;a;b\ns1;0,53;1.5\ns2;5,6;2\n", "row 2, column 2: a decimal comma");
}

TEST_CASE("k1b: errors of spreadsheets in any language are missing values") {
  for (const char* word : {"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#WERT!", "#NV",
                           "#ZAHL!", "Err:502", "#N/A N/A", "?", "N/D", "Missing", "NIL"}) {
    check_table("id\ta\tb\ns1\t1\t2\ns2\t" + std::string(word) + "\t4\n", {"s1", "s2"}, {"a", "b"},
                dsne::Matrix{{1, 2}, {nothing_there, 4}});
  }
  CHECK(contains(table_error("id,a,b\ns1,inf,2\ns2,1,3\n"), "row 2, column 2: an infinity"));
  CHECK(contains(table_error("id,a,b\ns1,1,2\ns2,####,3\ns3,2,3\n"), "row 3, column 2: not a num"));
}

TEST_CASE("k2a: rows with only an id or a site are not subjects, and are reported") {
  const std::string rows = "participant_id,site,a,b\ns1,X,1,2\ns2,X,,\ns3\n,X,,\ns4,X,3,4\n";
  check_table(rows, {"s1", "s4"}, {"a", "b"}, dsne::Matrix{{1, 2}, {3, 4}});
  CHECK(is_told(read_as_site(rows),
                "3 rows hold no measure, and are no subjects of the run: rows "
                "3, 4, 5."));
}

TEST_CASE("k3a: numbered columns are a header") {
  check_table("subject,0,1,2\nsub-1,0.5,-1,2\nsub-2,1,0,3\n", {"sub-1", "sub-2"}, {"0", "1", "2"},
              dsne::Matrix{{0.5, -1, 2}, {1, 0, 3}});
  check_table("subject,0,1\ns1,0,1\ns2,5,6\n", {"s1", "s2"}, {"0", "1"},
              dsne::Matrix{{0, 1}, {5, 6}});
  check_table(",0,1\ns1,0.5,1\ns2,5,6\n", {"s1", "s2"}, {"0", "1"}, dsne::Matrix{{0.5, 1}, {5, 6}});
  check_table("who,1,2,3,dx\nann,.5,1,2,a\nbob,5,6,7,b\n", {"ann", "bob"}, {"1", "2", "3"},
              dsne::Matrix{{0.5, 1, 2}, {5, 6, 7}});
  check_table("id,vol,2019,2020\nann,1,2,3\nbob,4,5,6\n", {"ann", "bob"}, {"vol", "2019", "2020"},
              dsne::Matrix{{1, 2, 3}, {4, 5, 6}});
  CHECK_FALSE(read_as_site("s1,1,2,3\ns2,4,5,6\n").reading.has_header);
}

TEST_CASE("k4a: ids whatever they look like, with zeros that lead") {
  const dsne::Matrix values{{1.5}, {2.5}};
  for (const char* name : {"Measure:volume", "eid", "participant_id", "lh.aparc.thickness", "RID",
                           "IID", "ScanDir ID", "rownames", "", "Unnamed: 0", "unknown"}) {
    check_table(std::string(name) + "\tvol\n0052000\t1.5\n0052013\t2.5\n", {"0052000", "0052013"},
                {"vol"}, values);
  }
  check_table("eid,vol\n7,1.5\n12,2.5\n", {"7", "12"}, {"vol"}, values);
  check_table("nummer,vol\n51236,1.5\n51234,2.5\n", {"51236", "51234"}, {"vol"}, values);
}

TEST_CASE("k4a: whole numbers that differ, in a first column of an unknown name") {
  std::string ids = "nummer,a,b\n";
  std::string rooms = "rooms,a,b\n";
  std::string counts = "nvox,a,b\n";
  for (int i = 0; i < 12; ++i) {
    const std::string rest = "," + std::to_string(i) + ".5," + std::to_string(i * i) + ".25\n";
    ids += std::to_string(7 * i + 3) + rest;
    rooms += std::to_string(i / 2) + rest;
    counts += std::to_string(7 * i + 3) + "," + std::to_string(i * i) + "," +
              std::to_string(i * 5) + "\n";
  }
  const Table table = read_as_site(ids);
  CHECK(table.features == Names{"a", "b"});
  CHECK(table.ids.front() == "3");
  CHECK(is_told(table, "nummer"));
  CHECK(is_left_out(read_as_site(rooms), "rooms"));
  CHECK(read_as_site(rooms).reading.person_doubt->column == "rooms");
  CHECK(read_as_site(counts).features == Names{"nvox", "a", "b"});
}

TEST_CASE("k4d: a program's row numbers are not a measure") {
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

TEST_CASE("k7a: R's tables") {
  check_table("\"bids_name\" \"cjv\"\n\"sub-1_T1w\" 0.5\n\"sub-2_T1w\" NA\n",
              {"sub-1_T1w", "sub-2_T1w"}, {"cjv"}, dsne::Matrix{{0.5}, {nothing_there}});
  check_table("a\tb\ns1\t1\t2.5\ns2\t2\t\n", {"s1", "s2"}, {"a", "b"},
              dsne::Matrix{{1, 2.5}, {2, nothing_there}});
  check_table("\"\",\"subject\",\"a\"\n\"1\",\"s7\",1\n\"2\",\"s3\",2\n", {"s7", "s3"}, {"a"},
              dsne::Matrix{{1}, {2}});
  check_refused("subject\ta\ns1\t1\t2\ns2\t3\t4\n", "row 2 has 3 instead of 2 col");
}

TEST_CASE("k9a: columns that distinguish scans are part of the id; blank parts are omitted") {
  check_table("subject_id,task_id,acq_id,run_id,aor,aqi\nc0,rest,,01,1,2\nc0,nback,,01,3,4\n",
              {"c0_rest_01", "c0_nback_01"}, {"aor", "aqi"}, dsne::Matrix{{1, 2}, {3, 4}});
  check_table("RID,VISCODE,vol\n3,bl,1\n3,m06,2\n", {"3_bl", "3_m06"}, {"vol"},
              dsne::Matrix{{1}, {2}});
  check_refused("subject,vol\ns1,1\ns1,2\n", "bring one row for each scan");
}

TEST_CASE("k9a: whose each row is, beside the scan's id") {
  const auto persons = [](const std::string& text) { return read_as_site(text).persons; };
  CHECK(persons("subject,session,cjv\n101,1,.5\n101,2,.25\n102,1,.75\n") ==
        Names{"101", "101", "102"});
  // A visit's id is no person where a column of persons stands beside it.
  CHECK(persons("record_id,patient,cjv\n1,a,.5\n2,a,.25\n") == Names{"a", "a"});
  CHECK(persons("scan_name,participant_id,cjv\nx1,a,.5\nx2,a,.25\n") == Names{"a", "a"});
  CHECK(persons("participant_id,code,cjv\na,control,.5\nb,control,.25\n") == Names{"a", "b"});
  CHECK(persons("bids_name,code,cjv\ns1_T1w,control,.5\ns2_T1w,control,.25\n") ==
        Names{"s1_T1w", "s2_T1w"});
  CHECK(persons("subject,cjv\n101,.5\n,.25\n") == Names{"101", "row 3"});
}

TEST_CASE("k9a: persons in a first column of any name, with their sessions") {
  const Table words = read_as_site("wer,visit,a\nann,1,.5\nann,2,.25\nbob,1,.75\n");
  CHECK(words.ids == Names{"ann_1", "ann_2", "bob_1"});
  CHECK(words.persons == Names{"ann", "ann", "bob"});
  std::string numbers = "nummer,visit,a\n";
  for (int i = 0; i < 12; ++i) {
    numbers += std::to_string(31 + i / 2) + "," + std::to_string(i % 2 + 1) + "," +
               std::to_string(i * i) + ".5\n";
  }
  const Table table = read_as_site(numbers);
  CHECK(table.features == Names{"a"});
  CHECK(table.ids[1] == "31_2");
  CHECK(table.persons[1] == "31");
  CHECK(is_told(table, "The values of nummer were read as ids."));
}

TEST_CASE("k10a: two kinds of scans in one table") {
  check_refused("bids_name,a\nsub-1_T1w,1\nsub-1_T2w,2\n", "several kinds of scans (T1w, T2w)");
  check_refused("id,suffix,a\ns1,T1w,1\ns2,bold,2\n", "kinds of scans (T1w, bold)");
  const std::string error = site_error("id,modality,a\ns1,T1w,1\ns2,Jane Smith,2\n");
  CHECK(contains(error, "(T1w, another kind)"));
  CHECK_FALSE(contains(error, "Jane"));
  CHECK(read_as_site("id,suffix,a\ns1,T1w,1\ns2,n/a,2\n").reading.modality == "T1w");
  CHECK(read_as_site("bids_name,a\nsub-1_bold.nii.gz,1\nsub-2_bold.nii.gz,2\n").reading.modality ==
        "bold");
}

TEST_CASE("k11a: a second header row of text is skipped, and reported") {
  const std::string rows =
      "\"subjectkey\"\t\"interview_age\"\t\"thick\"\n\"The id\"\t\"Months\"\t\"In mm\"\n"
      "\"NDAR_1\"\t\"123\"\t\"2.5\"\n\"NDAR_2\"\t\"122\"\t\"2.75\"\n";
  check_table(rows, {"NDAR_1", "NDAR_2"}, {"thick"}, dsne::Matrix{{2.5}, {2.75}});
  CHECK(is_told(read_as_site(rows), "Row 2 holds text where the rows below hold numbers"));
}

TEST_CASE("r1: QAP's prefixed names, a row number and a column of ids by content") {
  const std::string rows =
      ",URSI,site,anat_cnr,anat_efc,anat_fber,anat_fwhm,anat_qi1\n"
      "0,sub_1,S2,8,.5,151,3.5,.25\n1,sub_2,S2,9,.25,332,4.5,.5\n";
  check_table(rows, {"sub_1", "sub_2"},
              {"anat_cnr", "anat_efc", "anat_fber", "anat_fwhm", "anat_qi1"},
              dsne::Matrix{{8, .5, 151, 3.5, .25}, {9, .25, 332, 4.5, .5}});
  check_table(",whoever,site,a\n0,m,S2,8\n1,n,S2,9\n", {"m", "n"}, {"a"}, dsne::Matrix{{8}, {9}});
}

TEST_CASE("r3: codes of site and session are not measures") {
  const std::string rows =
      "\"\",\"site\",\"site.name\",\"uniqueid\",\"subid\",\"session\",\"scan\",\"snr\",\"cnr\","
      "\"all\"\n"
      "\"1\",6,\"C\",\"C_7_1\",\"007\",1,1,11.5,6.5,\"All\"\n"
      "\"2\",6,\"C\",\"C_8_1\",\"008\",2,1,12.5,5.5,\"All\"\n";
  check_table(rows, {"007_1_1", "008_2_1"}, {"snr", "cnr"}, dsne::Matrix{{11.5, 6.5}, {12.5, 5.5}});
  CHECK(is_left_out(read_as_site(rows), "site"));
}

TEST_CASE("r5: subjects in columns") {
  const std::string line = "has a column for each subject: transpose it";
  check_refused("Subject_1,Subject_2,Subject_3,Subject_4\n.5,.4,.3,.2\n.1,.2,.3,.4\n", line);
  check_refused("region,sub-01,sub-02\na,1,2\nb,3,4\n", line);
  check_refused(
      "Measure:volume\tx1\tx2\nLeft-Hippocampus\t1\t2\nLeft-Caudate\t3\t4\n"
      "Brain-Stem\t5\t6\n",
      line);
  check_refused(
      "lh.aparc.thickness,x1,x2\nlh_insula_thickness,1,2\n"
      "lh_cuneus_thickness,3,4\nlh_lingual_thickness,5,6\n",
      line);
  check_refused("measure,x1,x2\ncjv,1,2\ncnr,3,4\nefc,5,6\nfber,7,8\n", line);
}

TEST_CASE("r8: one measure has one name across FreeSurfer's versions and R") {
  for (const char* names :
       {"Left-Thalamus-Proper\tIntraCranialVol\tlhCorticalWhiteMatterVol",
        "Left-Thalamus\tEstimatedTotalIntraCranialVol\tlhCerebralWhiteMatterVol",
        "Left.Thalamus\teTIV\tlhCerebralWhiteMatterVol"}) {
    check_table("Measure:volume\t" + std::string(names) + "\ns1\t1\t2\t3\ns2\t4\t5\t6\n",
                {"s1", "s2"},
                {"Left-Thalamus", "EstimatedTotalIntraCranialVol", "lhCerebralWhiteMatterVol"},
                dsne::Matrix{{1, 2, 3}, {4, 5, 6}});
  }
  check_refused("id,eTIV,IntraCranialVol\ns1,1,2\ns2,3,4\n", "columns 2 and 3 are of one measure");
}

TEST_CASE("r11: a list of several echoes means their mean, and is reported") {
  const std::string rows =
      "bids_name\taor\tsnr\nsub-1_echo-1_bold\t[0.5, 1.5]\t4\nsub-2_echo-1_bold\t[1, 2]\t5\n";
  check_table(rows, {"sub-1_echo-1_bold", "sub-2_echo-1_bold"}, {"aor", "snr"},
              dsne::Matrix{{1, 4}, {1.5, 5}});
  CHECK(is_told(read_as_site(rows), "Lists in cells stand for their mean: aor."));
}

TEST_CASE("r13: columns without a value are left out, and reported") {
  const std::string rows =
      "fd,max_rotation,file_name,subject_id,session_id,task_id,acq_id\n"
      ".5,1,sub-2_ses-1,sub-2,ses-1,,acq-b\n.25,2,sub-3_ses-1,sub-3,ses-1,,acq-b\n";
  check_table(rows, {"sub-2_ses-1_acq-b", "sub-3_ses-1_acq-b"}, {"fd", "max_rotation"},
              dsne::Matrix{{.5, 1}, {.25, 2}});
  CHECK(is_left_out(read_as_site("id,a,b\ns1,1,\ns2,2,\n"), "b"));
}

TEST_CASE("r14: a delimiter at the end of rows, and sizes of images are text") {
  const std::string rows =
      "FileName\tImage dimension\tDWI count\tNDC\nsub-2_dwi\t140 140 192 \t100\t0.5\t\n"
      "sub-3_dwi\t128 128 128 \t101\t0.25\t\n";
  check_table(rows, {"sub-2_dwi", "sub-3_dwi"}, {"DWI count", "NDC"},
              dsne::Matrix{{100, 0.5}, {101, 0.25}});
  CHECK(is_left_out(read_as_site(rows), "Image dimension"));
}

TEST_CASE("r16: a word in a column of numbers is reported with row and column") {
  const std::string rows = "Subject_ID,a,b\nP1,high,1\nP2,2,low\nP3,4,5\nP4,5,6\n";
  CHECK(contains(table_error(rows), "site_data row 2, column 2: not a number"));
  const Table later = read_as_site(rows);
  CHECK(later.ids.size() == 4);
  CHECK(later.text_rows == std::vector<std::size_t>{2, 3});
  CHECK(contains(table_error("Subject_ID,a,b\nP1,high,low\nP2,2,3\nP3,4,5\nP4,5,6\n"),
                 "row 2, column 2: not a number"));
}

TEST_CASE("units: a whole column of percents or millimetres is read, and told") {
  const std::string rows = "id;share;vol\ns1;3,8%;1,2e3 mm3\ns2;12 %;n/a\ns3;0,5%;900 mm3\n";
  check_table(rows, {"s1", "s2", "s3"}, {"share", "vol"},
              dsne::Matrix{{3.8, 1200}, {12, nothing_there}, {.5, 900}});
  const Table table = read_as_site(rows);
  CHECK(is_told(table, "The unit % was taken off the numbers of share: 3.8% counts as 3.8."));
  CHECK(table.reading.units.at("share") == "%");
  CHECK(table.reading.units.at("vol") == "mm3");
  const Table bare = read_as_site("s1\t12 mm\t3.8%\ns2\t14 mm\t4.25%\n");
  CHECK(bare.values == dsne::Matrix{{12, 3.8}, {14, 4.25}});
  CHECK_FALSE(bare.reading.has_header);
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
