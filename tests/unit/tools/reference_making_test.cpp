#include "tools/reference_making.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "command_desk.h"
#include "core/errors.h"
#include "stand_in.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tsne/initialization.h"
#include "unit/data/helpers.h"

using dsne::Matrix;
using dsne::tools::absurd_scans;
using dsne::tools::make_reference;
using dsne::tools::PublicScans;
using dsne::tools::read_public_scans;
using Names = std::vector<std::string>;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Scans of two scanners, all measures positive.
PublicScans some_scans(Eigen::Index count) {
  PublicScans scans;
  scans.measures = {"cjv", "cnr", "efc", "fber", "snr_total"};
  scans.values = dsne::tsne::random_coordinates(count, 5, 0.3, 5).array().exp();
  for (Eigen::Index i = 0; i < count; ++i) {
    scans.checksums.push_back("sum" + std::to_string(i));
    scans.modalities.emplace_back("T1w");
    scans.scanners.emplace_back(i % 3 == 0 ? "Siemens Trio 3" : "GE 750 3");
    scans.labels.emplace_back("");
  }
  return scans;
}

}  // namespace

TEST_CASE("scans are read from the web service's JSON and from tables of the same fields") {
  const TemporaryFolder folder;
  const auto json = folder.path() / "page.json";
  write(json, R"({"_items": [
    {"cjv": 0.5, "cnr": 3, "age": 7, "efc": null, "_id": "x",
     "bids_meta": {"modality": "T1w", "Manufacturer": "GE", "MagneticFieldStrength": 3},
     "provenance": {"md5sum": "aa", "version": "22"}, "verdict": "exclude"},
    {"cjv": 1e300, "cnr": 2, "provenance.md5sum": "bb"}], "_meta": {"page": 1}})");
  const auto table = folder.path() / "scans.csv";
  write(
      table,
      "cnr,efc,bids_meta.modality,provenance.md5sum,site,verdict,note\n4,0.1,T1w,cc,UCLA,n/a,x\n");
  const PublicScans scans = read_public_scans({json, table}, "verdict");
  CHECK(scans.measures == Names{"cjv", "cnr", "efc"});
  CHECK(scans.size() == 3);
  CHECK(scans.values(0, 0) == 0.5);
  CHECK(scans.values(2, 2) == 0.1);
  CHECK(std::isnan(scans.values(0, 2)));
  CHECK(std::isnan(scans.values(1, 0)));
  CHECK(scans.checksums == Names{"aa", "bb", "cc"});
  CHECK(scans.modalities == Names{"T1w", "", "T1w"});
  CHECK(scans.scanners == Names{"GE 3", "", "UCLA"});
  CHECK(scans.labels == Names{"exclude", "", ""});
}

TEST_CASE("files of another kind") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  const auto error = [&](const std::string& text) {
    write(file, text);
    return error_of([&] { read_public_scans({file}, ""); });
  };
  CHECK(error("{\"_items\": 3}") == "file 1 is not JSON as MRIQC's web service gives it");
  CHECK(error("{\"_items\": [3]}") == "file 1 is not JSON as MRIQC's web service gives it");
  CHECK(error("[{\"cjv\": ") == "file 1 is not JSON as MRIQC's web service gives it");
  CHECK(error("[]") == "file 1 holds no scan");
  CHECK(error("a,b\n1,2\n") == "file 1 has no measure of MRIQC or QAP");
  CHECK(error("") == "file 1 is empty");
  CHECK(error_of([&] { read_public_scans({folder.path() / "none"}, ""); }) ==
        "file 1 is not there");
}

TEST_CASE(
    "repeated, incomplete or absurd scans are left out, and missing values become the median") {
  PublicScans scans = some_scans(60);
  scans.checksums[7] = "sum3";
  scans.checksums[8] = scans.checksums[9] = "";
  scans.values.row(20).head(3).setConstant(no_value);
  scans.values(30, 1) = 1e9;
  scans.values(31, 2) = no_value;
  const auto made = make_reference(scans, 1000, 1);
  CHECK(made.read == 60);
  CHECK(made.duplicates == 1);
  CHECK(made.incomplete == 1);
  CHECK(made.absurd == 1);
  CHECK(made.filled == 1);
  CHECK(made.not_drawn == 0);
  CHECK(made.points.values.rows() == 57);
  CHECK(made.points.values.allFinite());
  CHECK(made.points.features == scans.measures);
  CHECK(made.points.labels.empty());
}

TEST_CASE("a measure that too few scans have is not in the reference") {
  PublicScans scans = some_scans(60);
  scans.values.col(1).head(4).setConstant(no_value);
  const auto made = make_reference(scans, 1000, 1);
  CHECK(made.left_out == Names{"cnr"});
  CHECK(made.points.features == Names{"cjv", "efc", "fber", "snr_total"});
  CHECK(made.points.values.rows() == 60);
}

TEST_CASE("many scans are drawn from each scanner in turn") {
  const auto made = make_reference(some_scans(90), 40, 1);
  CHECK(made.points.values.rows() == 40);
  CHECK(made.not_drawn == 50);
  CHECK(std::count(made.scanners.begin(), made.scanners.end(), "Siemens Trio 3") == 20);
  CHECK(make_reference(some_scans(90), 40, 1).points.values == made.points.values);
  CHECK(make_reference(some_scans(90), 40, 2).points.values != made.points.values);
}

TEST_CASE("bad scans are not absurd, but wrong units are") {
  PublicScans scans = some_scans(200);
  scans.values(4, 0) *= 30;
  scans.values(5, 0) *= 1e6;
  scans.values.col(1) = (scans.values.col(1).array() - 1).eval();
  scans.values(6, 1) = -1e12;
  scans.values.col(2).setConstant(7);
  scans.values(7, 2) = 8;
  const std::vector<bool> absurd = absurd_scans(scans.values);
  CHECK(std::count(absurd.begin(), absurd.end(), true) == 2);
  CHECK(absurd[5]);
  CHECK(absurd[6]);
}

TEST_CASE("scans that make no reference") {
  PublicScans scans = some_scans(60);
  scans.modalities[3] = "T2w";
  CHECK(error_of([&] { make_reference(scans, 100, 1); }) ==
        "the scans are of several modalities: say which with --modality");
  CHECK(error_of([] { make_reference(some_scans(3), 100, 1); }) == "fewer than 4 scans are left");
  scans = some_scans(60);
  scans.values.setConstant(no_value);
  CHECK(error_of([&] { make_reference(scans, 100, 1); }) ==
        "no measure has a value for 19 in 20 of the scans");
}

TEST_CASE("a scanner's scans are judged by the others'") {
  const auto results = leave_scanners_out(make_reference(some_scans(180), 1000, 1));
  REQUIRE(results.size() == 1);
  CHECK(results[0].scanner == "Siemens Trio 3");
  CHECK(results[0].scans == 60);
  CHECK(results[0].flagged < 10);
  CHECK(std::abs(results[0].shift) < 0.2);
}

TEST_CASE("the command writes a reference that runs can read, and says what it cannot do") {
  const TemporaryFolder folder;
  std::string table = "bids_meta.modality,site,cjv,cnr,efc,fber,snr_total\n";
  const PublicScans scans = some_scans(30);
  for (Eigen::Index row = 0; row < 30; ++row) {
    table += row == 0 ? "T2w,A" : "T1w,A";
    for (const double value : scans.values.row(row)) table += "," + std::to_string(value);
    table += "\n";
  }
  const auto file = folder.path() / "scans.csv";
  write(file, table);
  const auto output = folder.path() / "reference.csv";
  const Printed printed =
      printed_by(dsne::tools::reference_command(),
                 {file.string(), "--modality", "T1w", "--output", output.string()});
  REQUIRE(printed.code == 0);
  const auto reference = dsne::data::parse_reference_csv(content(output));
  CHECK(reference.values.rows() == 29);
  CHECK(reference.features == scans.measures);
  CHECK(contains(printed.out, "29 scans read: 0 of the same image"));
  CHECK(contains(printed.out, "Flags at 1 % need 99 scans."));
  CHECK(contains(printed.out, "It has no verdicts"));
  CHECK(printed_by(dsne::tools::reference_command(), {file.string(), "--most", "3"}).code == 2);
}
