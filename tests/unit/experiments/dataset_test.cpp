#include "tools/experiments/dataset.h"

#include <doctest/doctest.h>

#include <boost/filesystem/fstream.hpp>
#include <cmath>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::Json;
using dsne::experiments::Dataset;
using dsne::experiments::read_dataset;
using Names = std::vector<std::string>;

namespace {

struct Files {
  Files() {
    write(
        "left.csv",
        "subject,session,site,age,size\n1,a,OSLO,3,30\n1,b,OSLO,4,40\n2,a,ROME,5,\n,,ROME,6,60\n");
    write("right.csv", "session,subject,speed\na,2,0.5\nb,1,0.25\n,,7\nc,9,1\n");
    write("values.csv", "f1,f2\n1,2\n3,4\n");
    write("labels.txt", "x\ny\n");
  }
  void write(const std::string& name, const std::string& text) {
    boost::filesystem::ofstream(folder.path() / name) << text;
  }
  Dataset read(const char* description) {
    return read_dataset(Json::parse(description), {folder.path(), {}});
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("values and labels are read from two files") {
  Files files;
  const Dataset data = files.read(R"({"values": "values.csv", "labels": "labels.txt"})");
  CHECK(data.values.rows() == 2);
  CHECK(data.values(1, 0) == 3);
  CHECK(data.labels == Names{"x", "y"});
  CHECK(data.sites == Names{"", ""});
}

TEST_CASE("tables are joined by their keys, whatever the order, without rows that lack a partner") {
  Files files;
  const Dataset data = files.read(
      R"({"tables": ["left.csv", "right.csv"], "join": ["subject", "session"],
          "features": ["age", "size", "speed"], "label_column": "site", "site_column": "site"})");
  CHECK(data.features == Names{"age", "size", "speed"});
  REQUIRE(data.values.rows() == 2);
  CHECK(data.values.row(0) == dsne::RowVector{{4, 40, 0.25}});
  CHECK(data.values(1, 0) == 5);
  CHECK(std::isnan(data.values(1, 1)));
  CHECK(data.values(1, 2) == 0.5);
  CHECK(data.sites == Names{"OSLO", "ROME"});
  CHECK(data.labels == data.sites);
}

TEST_CASE("a table of the user's own takes the place of the data") {
  Files files;
  const Dataset data = read_dataset(
      Json::parse(R"({"label_column": "session", "site_column": "site", "synthetic": {}})"),
      {{}, files.folder.path() / "left.csv"});
  CHECK(data.features == Names{"size"});  // subject and session are ids, age is background
  CHECK(data.labels == Names{"a", "b", "a", ""});
  CHECK(data.sites == Names{"OSLO", "OSLO", "ROME", "ROME"});
}

TEST_CASE("labels and sites of an own table are found where the description names no columns") {
  Files files;
  files.write("own.csv", "label,a,site,b\n7,0.5,1,3\n8,0.25,2,4\n");
  files.write("plain.csv", "a,b\n1,2\n");
  const Json description = Json::parse(R"({"values": "mnist/X.npy", "labels": "mnist/y.npy"})");
  const auto own = [&](const char* name) {
    return read_dataset(description, {{}, files.folder.path() / name});
  };
  CHECK(own("own.csv").features == Names{"a", "b"});
  CHECK(own("own.csv").labels == Names{"7", "8"});
  CHECK(own("own.csv").sites == Names{"1", "2"});
  CHECK(own("plain.csv").features == Names{"a", "b"});
  CHECK(own("plain.csv").labels == Names{""});
}

TEST_CASE("data that is not there or does not fit is refused") {
  Files files;
  files.write("twice.csv", "subject,session,speed\n1,a,2\n1,a,3\n");
  for (
      const char* description :
      {R"({"values": "nowhere.csv", "labels": "labels.txt"})", R"({"values": "values.csv"})",
       R"({"values": "values.csv", "labels": "labels.txt", "more": 1})", R"({"tables": []})",
       R"({"tables": ["left.csv", "right.csv"], "join": ["nobody"], "features": ["age", "speed"]})",
       R"({"tables": ["left.csv", "twice.csv"], "join": ["subject", "session"],
            "features": ["age", "speed"]})"}) {
    CAPTURE(description);
    CHECK_THROWS_AS(files.read(description), dsne::InputError);
  }
}

TEST_CASE("rows without a measure would move the labels, and are refused") {
  Files files;
  files.write("gaps.csv", "id,label,a,b\n1,x,2,3\n2,y,,\n3,z,4,5\n");
  CHECK_THROWS_WITH_AS(
      read_dataset(Json::parse(R"({"synthetic": {}})"), {{}, files.folder.path() / "gaps.csv"}),
      "the data (--data) has rows without a measure or below the table: remove them",
      dsne::InputError);
}

TEST_CASE("tables without a row in common are refused") {
  Files files;
  files.write("others.csv", "subject,session,speed\n8,a,2\n9,b,3\n");
  CHECK_THROWS_WITH_AS(
      files.read(R"({"tables": ["left.csv", "others.csv"], "join": ["subject", "session"],
          "features": ["age", "speed"]})"),
      "the tables of the data have no row in common", dsne::InputError);
}

TEST_CASE("labels of an own table have one form, and none where they are missing") {
  Files files;
  files.write("own.csv", "label,site,a\n1.0,x,3\n1,x,4\nn/a,x,5\n");
  const Dataset data =
      read_dataset(Json::parse(R"({"synthetic": {}})"), {{}, files.folder.path() / "own.csv"});
  CHECK(data.labels == Names{"1", "1", ""});
}

TEST_CASE("a thinned data set keeps every n-th subject of each class at each site") {
  Dataset data;
  data.values = dsne::Matrix::Zero(12, 1);
  for (int i = 0; i < 12; ++i) {
    data.values(i, 0) = i;
    data.labels.emplace_back(i < 6 ? "a" : "b");
    data.sites.emplace_back(i % 2 == 0 ? "1" : "2");
  }
  const Dataset thin = dsne::experiments::thinned(data, 2);
  CHECK(thin.labels == Names{"a", "a", "a", "a", "b", "b", "b", "b"});
  CHECK(thin.values.col(0).transpose() == dsne::RowVector{{0, 1, 4, 5, 6, 7, 10, 11}});
  CHECK(dsne::experiments::thinned(data, 100).labels == Names{"a", "a", "b", "b"});
}
