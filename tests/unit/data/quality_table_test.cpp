#include "data/data_format.h"
#include "helpers.h"

using dsne::data::Table;
using dsne::data::TableFormat;
using Names = std::vector<std::string>;

namespace {

Table read_quality_table(const boost::filesystem::path& file, const TableFormat& format = {}) {
  return dsne::data::read_data(file, "site_data", dsne::data::DataFormat::mriqc, format);
}

Table quality_table(const std::string& name, const TableFormat& format = {}) {
  return read_quality_table(test_data("mriqc/" + name), format);
}

std::string quality_error(const std::string& content, const TableFormat& format = {}) {
  const InputFile file(content);
  return error_of([&] { read_quality_table(file.path(), format); });
}

}  // namespace

TEST_CASE("MRIQC's group tables: bids_name is the id, every measure a feature") {
  const Table t1w = quality_table("group_T1w.tsv");
  CHECK(t1w.ids.front() == "sub-01_ses-test_T1w");
  CHECK(t1w.values.rows() == 4);
  CHECK(t1w.features.size() == 16);
  CHECK(t1w.features.front() == "cjv");
  CHECK(t1w.features.back() == "wm2max");
  CHECK(t1w.rows == std::vector<std::size_t>{2, 3, 4, 5});
  const Table bold = quality_table("group_bold.tsv");
  CHECK(bold.features.size() == 18);
  CHECK(bold.ids.back() == "sub-03_ses-test_task-rest_bold");
  CHECK(std::isnan(bold.values(2, 10)));  // gcor is n/a
  CHECK(bold.values.hasNaN());
}

TEST_CASE("QAP's tables: subject, session and scan make up the id") {
  const Table table = quality_table("qap.csv", with_columns("", "site"));
  CHECK(table.ids == Names{"50002_session_1_rest_1", "50002_session_1_rest_2",
                           "50003_session_1_rest_1", "50004_session_1_rest_1"});
  CHECK(table.labels == Names{"PITT", "PITT", "PITT", "OLIN"});
  // ghost_z is empty throughout.
  CHECK(table.features == Names{"bg_mean", "cnr", "efc", "fber", "fwhm", "ghost_x", "snr"});
  CHECK(table.columns == std::vector<std::size_t>{5, 6, 7, 8, 9, 10, 12});
  const Table participants = quality_table("qap_participants.csv");
  CHECK(participants.ids == Names{"7_1_1", "8_1_2"});
  CHECK(participants.features == Names{"efc", "snr"});
}

TEST_CASE("an id of numbers is not a measure") {
  const InputFile file("bids_name,subject,cjv\n7,1,0.5\n8,2,0.25\n");
  const Table table = read_quality_table(file.path());
  CHECK(table.features == Names{"cjv"});
  CHECK(table.ids == Names{"7", "8"});
  const Table by_subject = read_quality_table(file.path(), with_columns("subject"));
  CHECK(by_subject.features == Names{"cjv"});
  CHECK(by_subject.ids == Names{"1", "2"});
}

TEST_CASE("named columns take precedence") {
  TableFormat format = with_columns("bids_name", "", {"rating.rating", "cnr"});
  CHECK(quality_table("web.csv", format).features == Names{"rating.rating", "cnr"});
  format.id_column = "_id";
  CHECK(quality_table("web.csv", format).ids == Names{"11", "12", "13"});
}

TEST_CASE("a quality table is recognised by its columns") {
  CHECK(dsne::data::is_quality_table({"bids_name", "cjv"}));
  CHECK(dsne::data::is_quality_table({"subject", "session", "scan", "site", "snr"}));
  CHECK(dsne::data::is_quality_table({"Participant", "Session", "Series", "snr"}));
  CHECK_FALSE(dsne::data::is_quality_table({"subject", "session", "age"}));
  CHECK_FALSE(dsne::data::is_quality_table({"subject", "snr"}));
  CHECK_FALSE(dsne::data::is_quality_table({"snr", "bids_name"}));
  CHECK_FALSE(dsne::data::is_quality_table({}));
}

TEST_CASE("a table of neither MRIQC nor QAP") {
  CHECK(quality_error("a,b\n1,2\n") ==
        "site_data is no table of MRIQC or QAP: none of its columns is bids_name, subject or "
        "Participant");
  CHECK(quality_error("") == "site_data is empty");
  CHECK(quality_error("bids_name,cjv\n") == "site_data has no row below its header");
  CHECK(
      quality_error("bids_name,note\nsecret,fine\n") ==
      "site_data has no column of numbers: it holds ids or background alone, so bring the table of "
      "measures");
}

TEST_CASE("a table is recognised by MRIQC's measures, which are its features") {
  CHECK(dsne::data::is_quality_table(
      {"subject_id", "site", "rater_1", "cjv", "cnr", "efc", "fber", "snr_total"}));
  CHECK_FALSE(dsne::data::is_quality_table({"subject_id", "cjv", "cnr", "efc", "fber"}));
  const InputFile file(
      "subject_id,site,rater_1,age,cjv,cnr,efc,fber,snr_total\n50,A,-1,30,1,2,3,4,5\n"
      "51,B,1,31,2,3,4,5,6\n");
  const Table table = read_quality_table(file.path());
  CHECK(table.features == Names{"cjv", "cnr", "efc", "fber", "snr_total"});
  CHECK(table.ids == Names{"50", "51"});
  CHECK(read_quality_table(file.path(), with_columns("", "", {"age", "cjv"})).features ==
        Names{"age", "cjv"});
  const InputFile without_ids("scan_name,cjv,cnr,efc,fber,snr_total\nx,1,2,3,4,5\ny,2,3,4,5,6\n");
  CHECK(read_quality_table(without_ids.path()).ids == Names{"x", "y"});
}
