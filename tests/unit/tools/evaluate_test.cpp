#include <doctest/doctest.h>

#include <sstream>

#include "core/errors.h"
#include "core/json.h"
#include "stand_in.h"
#include "text_search.h"
#include "tools/commands.h"

using dsne::InputError;
using dsne::Json;
using dsne::tools::Arguments;
using dsne::tools::UsageError;

namespace {

/// A point's values in the columns a to d.
std::string features_of(int point) {
  return std::to_string(point % 2 == 0 ? 0.0 : 30.0) + "," +
         std::to_string(point % 10 + 0.1 * point) + ",0," + std::to_string(point % 3);
}

/// 40 points of two groups in four features, a good map of them and one with the rows reversed.
struct EvaluationDesk {
  EvaluationDesk() {
    std::string data = "id,a,b,c,d\n";
    std::vector<std::string> rows;
    for (int i = 0; i < 40; ++i) {
      const double x = i % 2 == 0 ? 0 : 30;
      const double y = i % 10 + 0.1 * i;
      data += "s" + std::to_string(i) + "," + features_of(i) + "\n";
      rows.push_back(std::string(i < 20 ? "reference" : "local0") + "," + std::to_string(x) + "," +
                     std::to_string(y) + "," + (i % 2 == 0 ? "even" : "odd") + "\n");
    }
    write(file("data.csv"), data);
    write(file("first.csv"), data.substr(0, data.find("s20")));
    write(file("second.csv"), "id,a,b,c,d\n" + data.substr(data.find("s20")));
    std::string good = "site,x,y,label\n";
    std::string bad = good;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      good += rows[i];
      const std::string label = rows[i].substr(rows[i].rfind(','));
      bad += rows[i].substr(0, rows[i].find(',')) + "," + std::to_string(i * i * 7 % 31) + "," +
             std::to_string(i * 13 % 17) + label;
    }
    write(file("good.csv"), good);
    write(file("bad.csv"), bad);
  }

  std::string file(const std::string& name) const { return (folder.path() / name).string(); }

  /// Measures the maps and returns what was printed.
  std::string evaluate(const Arguments& arguments) {
    out.str("");
    const int code = dsne::tools::run(dsne::tools::evaluate_command(), arguments, {out, out});
    CHECK(code == 0);
    return out.str();
  }

  TemporaryFolder folder;
  std::ostringstream out;
};

}  // namespace

TEST_CASE("evaluate prints maps side by side and writes JSON") {
  EvaluationDesk desk;
  desk.evaluate({desk.file("good.csv"), desk.file("bad.csv"), "--data", desk.file("data.csv"),
                 "--id-column", "id", "--perplexity", "5", "--json", desk.file("all.json")});
  CHECK(contains(desk.out.str(), "good.csv"));
  CHECK(contains(desk.out.str(), "Trustworthiness"));
  CHECK(contains(desk.out.str(), "Neighbours kept"));
  const Json json = Json::parse(content(desk.file("all.json")));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["points"] == 40);
  CHECK(json[0]["measures"]["accuracy"].get<double>() == 1);
  CHECK(json[0]["measures"]["trustworthiness"].get<double>() >
        json[1]["measures"]["trustworthiness"].get<double>());
}

TEST_CASE("measures are printed even if they cannot be written") {
  EvaluationDesk desk;
  CHECK_THROWS_AS(desk.evaluate({desk.file("good.csv"), "--data", desk.file("data.csv"),
                                 "--id-column", "id", "--json", desk.file("nowhere/all.json")}),
                  dsne::StorageError);
  CHECK(contains(desk.out.str(), "Trustworthiness"));
}

TEST_CASE("a map's path need not be UTF-8") {
  EvaluationDesk desk;
  const std::string embedding = desk.file("m\xFFp.csv");
  write(embedding, content(desk.file("good.csv")));
  desk.evaluate({embedding, "--data", desk.file("data.csv"), "--id-column", "id", "--json",
                 desk.file("all.json")});
  const Json json = Json::parse(content(desk.file("all.json")));
  CHECK(contains(json[0]["map"].get<std::string>(), "m\uFFFDp.csv"));
}

TEST_CASE("the data may be in several files, and the labels in a separate one") {
  EvaluationDesk desk;
  const Arguments together = {desk.file("good.csv"), "--data", desk.file("data.csv"), "--id-column",
                              "id"};
  const std::string whole = desk.evaluate(together);
  CHECK(desk.evaluate({desk.file("good.csv"), "--data", desk.file("first.csv"),
                       desk.file("second.csv"), "--id-column", "id"}) == whole);
  std::string labels;
  for (int i = 0; i < 40; ++i) labels += i < 20 ? "low\n" : "high\n";
  write(desk.file("labels.txt"), labels);
  Arguments labelled = together;
  labelled.insert(labelled.end(), {"--labels", desk.file("labels.txt")});
  CHECK(desk.evaluate(labelled) != whole);
}

TEST_CASE("features of further files are matched to the first file's by name") {
  EvaluationDesk desk;
  const Arguments in_order = {desk.file("good.csv"),   "--data",      desk.file("first.csv"),
                              desk.file("second.csv"), "--id-column", "id"};
  const std::string expected = desk.evaluate(in_order);
  std::string turned = "d,id,c,b,a\n";
  for (int i = 20; i < 40; ++i) {
    turned += std::to_string(i % 3) + ",s" + std::to_string(i) + ",0," +
              std::to_string(i % 10 + 0.1 * i) + "," + std::to_string(i % 2 == 0 ? 0 : 30) + "\n";
  }
  write(desk.file("second.csv"), turned);
  CHECK(desk.evaluate(in_order) == expected);
  write(desk.file("second.csv"), "e,id,c,b,a\n" + turned.substr(turned.find('\n') + 1));
  CHECK_THROWS_AS(desk.evaluate(in_order), InputError);
}

TEST_CASE("a run's reference.csv, with labels, and sites' tables with ids go together") {
  EvaluationDesk desk;
  const std::string expected =
      desk.evaluate({desk.file("good.csv"), "--data", desk.file("data.csv"), "--id-column", "id"});
  std::string reference = "a,b,c,d,label\n";
  std::string site = "id,a,b,c,d\n";
  for (int i = 0; i < 40; ++i) {
    if (i < 20) reference += features_of(i) + "," + std::to_string(i % 2) + "\n";
    if (i >= 20) site += std::to_string(1000 + i) + "," + features_of(i) + "\n";
  }
  write(desk.file("reference.csv"), reference);
  write(desk.file("site.csv"), site);
  CHECK(desk.evaluate({desk.file("good.csv"), "--data", desk.file("reference.csv"),
                       desk.file("site.csv")}) == expected);
}

TEST_CASE("maps are judged by the directions in which all points differ, not the reference alone") {
  EvaluationDesk desk;
  std::string data = "a,b\n";
  std::string embedding = "site,x,y\n";
  for (int i = 0; i < 40; ++i) {
    const bool reference = i < 20;
    const std::string along = std::to_string(i % 20 * (reference ? 0.1 : 10));
    data += (reference ? along + ",0\n" : "0," + along + "\n");
    embedding += std::string(reference ? "reference," : "local0,") +
                 (reference ? "0," : along + ",") + along + "\n";
  }
  write(desk.file("data.csv"), data);
  write(desk.file("map.csv"), embedding);
  desk.evaluate({desk.file("map.csv"), "--data", desk.file("data.csv"), "--initial-dims", "1",
                 "--perplexity", "5", "--json", desk.file("measures.json")});
  const Json measures = Json::parse(content(desk.file("measures.json")))[0]["measures"];
  CHECK(measures["preservation"].get<double>() > 0.9);
}

TEST_CASE("evaluate refuses inconsistent files") {
  EvaluationDesk desk;
  write(desk.file("no_map.csv"), "a,b\n1,2\n");
  write(desk.file("gap.csv"), "x,y\n1,\n");
  write(desk.file("narrow.csv"), "a,b\n1,2\n");
  const std::string data = desk.file("data.csv");
  const std::string good = desk.file("good.csv");
  CHECK_THROWS_AS(desk.evaluate({}), UsageError);
  CHECK_THROWS_AS(desk.evaluate({good}), UsageError);
  CHECK_THROWS_AS(desk.evaluate({good, "--data", data, "--color"}), UsageError);
  CHECK_THROWS_AS(desk.evaluate({desk.file("nowhere.csv"), "--data", data}), InputError);
  CHECK_THROWS_AS(desk.evaluate({desk.file("no_map.csv"), "--data", data}), InputError);
  CHECK_THROWS_AS(desk.evaluate({desk.file("gap.csv"), "--data", data}), InputError);
  CHECK_THROWS_AS(desk.evaluate({good, "--data", desk.file("first.csv")}), InputError);
  CHECK_THROWS_AS(desk.evaluate({good, "--data", data, desk.file("narrow.csv")}), InputError);
  CHECK_THROWS_AS(desk.evaluate({good, "--data", data, "--labels", data}), InputError);
  const std::string rows = content(data);
  write(desk.file("short.csv"), rows.substr(0, rows.find("s18")));
  write(desk.file("long.csv"), "id,a,b,c,d\n" + rows.substr(rows.find("s18")));
  CHECK_THROWS_WITH_AS(desk.evaluate({good, "--data", desk.file("short.csv"), desk.file("long.csv"),
                                      "--id-column", "id"}),
                       "file 1 of --data has 18 rows, and the site in its place on map 1 20 points",
                       InputError);
  CHECK_THROWS_AS(desk.evaluate({good, "--data", data, "--perplexity", "0.5"}), InputError);
}
