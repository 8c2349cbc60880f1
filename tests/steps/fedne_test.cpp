// Runs with method fedne.

#include <doctest/doctest.h>

#include "folders.h"
#include "small_federation.h"
#include "text_search.h"

TEST_CASE("fedne: masked sums in every round, and a map at each site") {
  FinishedRun federation(small_sites_with({{"method", "fedne"}, {"network_width", 8}}));
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
}

TEST_CASE("fedne as published: each site's surrogate goes to all, where all agree") {
  FinishedRun federation(
      sites_with(small_sites_with({{"method", "fedne"}, {"network_width", 8}}),
                 {{"surrogates", "sites"}, {"averaged", "weights"}, {"max_iterations", 6}}));
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
