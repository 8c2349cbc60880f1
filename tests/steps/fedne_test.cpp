// Runs with method fedne.

#include <doctest/doctest.h>

#include "folders.h"
#include "small_federation.h"
#include "text_search.h"

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
