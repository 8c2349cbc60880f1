// Runs with method fedne.

#include <doctest/doctest.h>

#include "folders.h"
#include "placement_desk.h"
#include "text_search.h"

using dsne::Json;
namespace fs = boost::filesystem;

namespace {

std::vector<Site> fedne_sites() {
  return small_sites_with({{"method", "fedne"}, {"network_width", 8}});
}

}  // namespace

TEST_CASE("fedne: masked sums in every round, and a map and a network at each site") {
  FinishedRun federation(fedne_sites());
  int rounds = 0;
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.node != "local1" || exchange.output["phase"] != "embed") continue;
    CHECK(exchange.output.size() == 3);  // phase, round, and what is masked
    CHECK(exchange.output["masked"].contains(rounds == 0 ? "subjects" : "network_update"));
    ++rounds;
  }
  CHECK(rounds == 1 + 4);
  const auto output = federation.output("local1");
  CHECK(csv_cells(output / "embedding.csv").size() == 1 + 20);
  CHECK(csv_cells(output / "joint" / "embedding.csv").size() == 1 + 30 + 24 + 20 + 16);
  CHECK(contains(content(output / "index.html"), "method fedne"));
  CHECK(content(output / "map_network.json") ==
        content(federation.output("local2") / "map_network.json"));
  CHECK(Json::parse(content(output / "map_network.json"))["widths"] == Json({5, 8, 8, 8, 2}));
}

TEST_CASE("fedne as published: each site's surrogate goes to all, where all agree") {
  FinishedRun federation(sites_with(
      fedne_sites(), {{"surrogates", "sites"}, {"averaged", "weights"}, {"max_iterations", 6}}));
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
  CHECK(contains(federation.page("local1"), "told all others how densely its own lie"));
  CHECK(contains(content(federation.output("local1") / "release_log.jsonl"), "surrogate"));
}

TEST_CASE("dsne place puts the subjects of a fedne run where the run put them, byte for byte") {
  for (const char* averaged : {"weights", "gradients"}) {
    CAPTURE(averaged);
    PlacementDesk desk(sites_with(
        fedne_sites(), {{"normalization", "zscore"}, {"averaged", averaged}, {"input_noise", 0}}));
    REQUIRE(desk.place(desk.site("local1") / "joint", subjects_csv("south", 20)).empty());
    CHECK(content(desk.result("embedding.csv")) == content(desk.site("local1") / "embedding.csv"));
    CHECK(desk.place(desk.site("local1") / "joint", subjects_csv("new", 3)).empty());
  }
}

TEST_CASE("new subjects of a fedne run need its network") {
  PlacementDesk desk(fedne_sites());
  const fs::path joint = desk.site("local0") / "joint";
  const fs::path network = desk.site("local0") / "map_network.json";
  const std::string whole = content(network);
  const std::string table = subjects_csv("south", 20);
  write(network, "{}");
  CHECK(desk.place(joint, table).starts_with("the run's map_network.json"));
  Json other = Json::parse(whole);
  other["widths"] = {5, 8, 8, 8, 3};
  write(network, other.dump());
  CHECK(desk.place(joint, table).starts_with("the run's map_network.json"));
  FinishedRun another(sites_with(fedne_sites(), {{"seed", 2}}));
  write(network, content(another.output("local0") / "map_network.json"));
  CHECK(desk.place(joint, table) ==
        "the run's map_network.json and the files in joint/ are not of one run");
  fs::remove(network);
  CHECK(desk.place(joint, table) == "the run's map_network.json is not where --map says");
}
