// What people and programs add to a table, and how they name its columns.

#include "site_table.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

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
  CHECK(real.reading.notes.empty());
  const Table fber = read_as_site("bids_name,fber,snr\ns1_T1w,-1,9\ns2_T1w,-1,8\n");
  CHECK(fber.reading.notes.empty());
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
  dsne::data::TableFormat format = with_columns("", "", {"Fg.Var", "cnr", "Left.Thalamus"});
  const Table table =
      read_text("id,anat_cnr,Fg Var,Left-Thalamus-Proper\ns1,1,2,3\ns2,4,5,6\n", format);
  CHECK(table.values == dsne::Matrix{{2, 1, 3}, {5, 4, 6}});
  CHECK(contains(error_of([&] {
                   dsne::data::with_features(read_text("id,a.b,c\ns1,1,2\ns2,2,3\n"),
                                             {"a-b", "a.b"}, "site_data", "the reference");
                 }),
                 "lacks the feature in column 1"));
}

TEST_CASE("a column of patient or control is not an id") {
  check_table("name,patient,vol\nann,1,2.5\nbob,0,3.5\ncyd,1,4.5\n", {"ann", "bob", "cyd"}, {"vol"},
              dsne::Matrix{{2.5}, {3.5}, {4.5}});
}
