// Runs with method fedne.

#include <doctest/doctest.h>

#include <sstream>

#include "core/errors.h"
#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "tools/commands.h"

using dsne::Json;
namespace fs = boost::filesystem;

namespace {

std::vector<Site> fedne_sites() {
  return small_sites_with({{"method", "fedne"}, {"network_width", 8}});
}

/// A finished run of these sites, and a folder for subjects placed on its map.
struct FedneDesk {
  explicit FedneDesk(const std::vector<Site>& sites) : federation(sites) { federation.run(); }

  fs::path site(const std::string& id) { return federation.folders(id).output; }

  /// @return the error, "" if there is none
  std::string place(const std::string& id, const std::string& table) {
    const fs::path data = folder.path() / "new.csv";
    write(data, table);
    try {
      dsne::tools::run(dsne::tools::place_command(),
                       {"--map", (site(id) / "joint").string(), "--data", data.string(),
                        "--id-column", "canary_id", "--label-column", "canary_label", "--output",
                        (folder.path() / "placed").string()},
                       {out, out, false});
    } catch (const dsne::InputError& error) {
      return error.what();
    }
    return "";
  }

  SmallFederation federation;
  TemporaryFolder folder;
  std::ostringstream out;
};

}  // namespace

TEST_CASE("fedne: masked sums in every round, and a map and a network at each site") {
  SmallFederation federation(fedne_sites());
  federation.run();
  int rounds = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node != "local1" || exchange.output["phase"] != "embed") continue;
    CHECK(exchange.output.size() == 3);  // phase, round, and what is masked
    CHECK(exchange.output["masked"].contains(rounds == 0 ? "subjects" : "network_update"));
    ++rounds;
  }
  CHECK(rounds == 1 + 4);
  const auto output = federation.folders("local1").output;
  CHECK(csv_cells(output / "embedding.csv").size() == 1 + 20);
  CHECK(csv_cells(output / "joint" / "embedding.csv").size() == 1 + 30 + 24 + 20 + 16);
  CHECK(content(output / "index.html").find("method fedne") != std::string::npos);
  CHECK(content(output / "map_network.json") ==
        content(federation.folders("local2").output / "map_network.json"));
  CHECK(Json::parse(content(output / "map_network.json"))["widths"] == Json({5, 8, 8, 8, 2}));
}

TEST_CASE("fedne as published: each site's surrogate goes to all, where all agree") {
  std::vector<Site> sites = small_sites_with({{"method", "fedne"},
                                              {"network_width", 8},
                                              {"surrogates", "sites"},
                                              {"averaged", "weights"},
                                              {"max_iterations", 6}});
  SmallFederation federation(sites);
  federation.run();
  int told = 0;
  int heard = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.output["phase"] != "embed") continue;
    if (exchange.node == "local1" && exchange.output.contains("surrogate")) ++told;
    if (exchange.node == "remote" && exchange.output.contains("surrogates")) {
      CHECK(exchange.output["surrogates"].size() == 3);
      ++heard;
    }
  }
  CHECK(told == 4);  // in the round before each that uses it, of six those from the third on
  CHECK(heard == 4);
  const auto output = federation.folders("local1").output;
  CHECK(content(output / "index.html").find("told all others how densely its own lie") !=
        std::string::npos);
  CHECK(content(output / "release_log.jsonl").find("surrogate") != std::string::npos);
}

TEST_CASE("dsne place puts the subjects of a fedne run where the run put them, byte for byte") {
  for (const char* averaged : {"weights", "gradients"}) {
    CAPTURE(averaged);
    std::vector<Site> sites = fedne_sites();
    for (Site& site : sites) {
      site.input["normalization"] = "zscore";
      site.input["averaged"] = averaged;
      site.input["input_noise"] = 0;
    }
    FedneDesk desk(sites);
    REQUIRE(desk.place("local1", subjects_csv("south", 20)).empty());
    CHECK(content(desk.folder.path() / "placed" / "embedding.csv") ==
          content(desk.site("local1") / "embedding.csv"));
    CHECK(desk.place("local1", subjects_csv("new", 3)).empty());
  }
}

TEST_CASE("new subjects of a fedne run need its network") {
  FedneDesk desk(fedne_sites());
  const fs::path network = desk.site("local0") / "map_network.json";
  const std::string whole = content(network);
  const std::string table = subjects_csv("south", 20);
  write(network, "{}");
  CHECK(desk.place("local0", table).starts_with("the run's map_network.json"));
  Json other = Json::parse(whole);
  other["widths"] = {5, 8, 8, 8, 3};
  write(network, other.dump());
  CHECK(desk.place("local0", table).starts_with("the run's map_network.json"));
  FedneDesk another(small_sites_with({{"method", "fedne"}, {"network_width", 8}, {"seed", 2}}));
  write(network, content(another.site("local0") / "map_network.json"));
  CHECK(desk.place("local0", table) ==
        "the run's map_network.json and the files in joint/ are not of one run");
  fs::remove(network);
  CHECK(desk.place("local0", table) == "the run's map_network.json is not where --map says");
}
