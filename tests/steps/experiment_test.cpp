#include "tools/experiment.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "core/json.h"
#include "folders.h"
#include "temporary_folder.h"
#include "tools/embedding_file.h"

using dsne::InputError;
using dsne::Json;
using dsne::tools::Arguments;
using dsne::tools::UsageError;
namespace fs = boost::filesystem;

namespace {

/// Runs `dsne experiment` with the real executables.
struct ExperimentDesk {
  int experiment(Arguments arguments) {
    out.str("");
    for (const char* argument :
         {"--experiments", DSNE_EXPERIMENTS, "--local", DSNE_LOCAL, "--remote", DSNE_REMOTE}) {
      arguments.emplace_back(argument);
    }
    return dsne::tools::run(dsne::tools::experiment_command(), arguments, {out, err, false});
  }
  Arguments quick(Arguments names, const std::string& output, const Arguments& more = {}) const {
    names.insert(names.end(),
                 {"--quick", "--seeds", "1", "--output", (folder.path() / output).string()});
    names.insert(names.end(), more.begin(), more.end());
    return names;
  }
  fs::path result(const std::string& file) const { return folder.path() / file; }

  TemporaryFolder folder;
  std::ostringstream out;
  std::ostringstream err;
};

}  // namespace

TEST_CASE("a quick experiment makes tables and maps, the same ones each time") {
  const Arguments still = {"--set", "jitter=0"};
  ExperimentDesk desk;
  REQUIRE(desk.experiment(desk.quick({"ping"}, "first", still)) == 0);
  CHECK(desk.out.str().find("## sources 2 and 5") != std::string::npos);
  CHECK(desk.err.str().find("20 of 20") != std::string::npos);
  const Json json = Json::parse(content(desk.result("first/ping/results.json")));
  REQUIRE(json["maps"].size() == 20);
  for (const Json& embedding : json["maps"]) {
    CAPTURE(embedding["condition"]);
    CAPTURE(embedding["method"]);
    CHECK(embedding["points"] > 90);
    // Its fixed learning rate throws so few points about.
    if (embedding["method"] == "published") continue;
    CHECK(embedding["measures"]["accuracy"] > 0.3);
    CHECK(embedding["measures"]["trustworthiness"] > 0.6);
  }
  CHECK(content(desk.result("first/ping/results.md")).find("Trustworthiness") != std::string::npos);
  CHECK(desk.out.str().find("tools/figures/experiment.py") != std::string::npos);
  for (const Json& embedding : json["maps"]) {
    const fs::path file = desk.result("first/ping") / embedding["file"].get<std::string>();
    const dsne::tools::EmbeddingFile written = dsne::tools::read_embedding_file(file, "the map");
    CHECK(written.coordinates.rows() == embedding["points"]);
    CHECK(std::count(written.sites.begin(), written.sites.end(), "reference") > 0);
    CHECK(std::count(written.labels.begin(), written.labels.end(), "") == 0);
  }

  REQUIRE(desk.experiment(desk.quick({"ping"}, "again", still)) == 0);
  for (const char* file : {"results.json", "maps/1.csv", "maps/20.csv"}) {
    CHECK(content(desk.result(std::string("again/ping/") + file)) ==
          content(desk.result(std::string("first/ping/") + file)));
  }
}

TEST_CASE("an experiment can be made with a table of one's own") {
  ExperimentDesk desk;
  std::string table = "label,site,a,b,c\n";
  for (int i = 0; i < 1200; ++i) {
    const int group = i % 4;
    table += "group " + std::to_string(group) + "," + std::to_string(group + 1) + "," +
             std::to_string(10 * group + i % 7) + "," + std::to_string(i % 13) + "," +
             std::to_string(group * group) + "\n";
  }
  write(desk.result("own.csv"), table);
  const Arguments arguments =
      desk.quick({"smri"}, "out", {"--data", desk.result("own.csv").string()});
  REQUIRE(desk.experiment(arguments) == 0);
  const Json json = Json::parse(content(desk.result("out/smri/results.json")));
  CHECK(json["maps"].size() == 15);
  CHECK(json["changes"][0] == "data of own.csv");
  CHECK(content(desk.result("out/smri/results.md"))
            .find("Not as described, but with: data of own.csv") != std::string::npos);
}

TEST_CASE("a table that is not there is refused where the description could do without one") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"smri"}, "out", {"--data", desk.result("no_table.csv").string()});
  CHECK_THROWS_AS(desk.experiment(arguments), InputError);
  CHECK_FALSE(fs::exists(desk.result("out")));
}

TEST_CASE("an experiment that fails does not keep the next one from being made") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"ping", "fbirn-bsnip"}, "out", {"--methods", "dsne", "--set", "perplexity=30"});
  CHECK_THROWS_WITH_AS(desk.experiment(arguments), "1 of 2 experiments could not be made",
                       InputError);
  CHECK(desk.err.str().find("ping: ") != std::string::npos);
  CHECK(fs::exists(desk.result("out/fbirn-bsnip/results.json")));
}

TEST_CASE("data that is not there is asked for, with where to get it") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"coil-sizes"}, "out", {"--data", desk.folder.path().string()});
  try {
    desk.experiment(arguments);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("columbia.edu") != std::string::npos);
  }
}

TEST_CASE("of several experiments the ones that have their data are made") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"coil-sizes", "mnist-one-digit", "fbirn-bsnip"}, "out",
                 {"--data", desk.folder.path().string(), "--methods", "pooled"});
  CHECK_THROWS_WITH_AS(desk.experiment(arguments), "2 of 3 experiments could not be made",
                       InputError);
  CHECK(desk.err.str().find("coil-sizes: ") != std::string::npos);
  CHECK(desk.err.str().find("mnist-one-digit: ") != std::string::npos);
  CHECK(fs::exists(desk.result("out/fbirn-bsnip/results.json")));
  CHECK_FALSE(fs::exists(desk.result("out/coil-sizes")));
}

TEST_CASE("a method that no experiment has is refused before anything is made") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"fbirn-bsnip", "dp-ping"}, "out", {"--methods", "joint", "jiont"});
  CHECK_THROWS_AS(desk.experiment(arguments), UsageError);
  CHECK_FALSE(fs::exists(desk.result("out")));
}

TEST_CASE("of several experiments those without the methods are left out") {
  ExperimentDesk desk;
  const Arguments arguments =
      desk.quick({"dp-ping", "fbirn-bsnip"}, "out", {"--methods", "published"});
  REQUIRE(desk.experiment(arguments) == 0);
  CHECK(desk.err.str().find("dp-ping: left out, it has none of the --methods\n") !=
        std::string::npos);
  CHECK(fs::exists(desk.result("out/fbirn-bsnip/results.json")));
  CHECK_FALSE(fs::exists(desk.result("out/dp-ping")));
}

TEST_CASE("what decides on methods and seeds cannot be set as a parameter") {
  ExperimentDesk desk;
  for (const char* setting : {"method=joint", "seed=3", "perplexty=3", "perplexity"}) {
    CAPTURE(setting);
    const Arguments arguments = desk.quick({"ping"}, "out", {"--set", setting});
    CHECK_THROWS_AS(desk.experiment(arguments), UsageError);
  }
}

TEST_CASE("a folder that cannot be made is told before the first map") {
  ExperimentDesk desk;
  write(desk.result("file"), "");
  CHECK_THROWS_AS(desk.experiment(desk.quick({"ping"}, "file/out")), dsne::StorageError);
  CHECK(desk.err.str().empty());
}

TEST_CASE("experiments are listed, and unknown ones refused") {
  ExperimentDesk desk;
  REQUIRE(desk.experiment({"--list"}) == 0);
  CHECK(desk.out.str().find("mnist-sizes\n") != std::string::npos);
  CHECK_THROWS_AS(desk.experiment({"nothing"}), InputError);
  CHECK_THROWS_AS(desk.experiment({}), UsageError);
  CHECK_THROWS_AS(desk.experiment({"ping", "--seeds", "0"}), UsageError);
}
