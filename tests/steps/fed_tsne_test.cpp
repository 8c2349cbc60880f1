// Whole runs with methods fed-tsne and fed-umap.

#include <doctest/doctest.h>

#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "text_search.h"

using dsne::Json;

namespace {

std::vector<Site> posting_sites(const char* method) {
  return small_sites_with({{"method", method}, {"max_iterations", 40}});
}

}  // namespace

TEST_CASE("a site that does not share positions gets them, and is not on the others' map") {
  std::vector<Site> sites = posting_sites("fed-tsne");
  sites[1].input["site_settings"]["share_places"] = false;
  FinishedRun federation(sites);
  CHECK(csv_cells(federation.output("local1") / "embedding.csv").size() == 21);
  CHECK(csv_cells(federation.joint() / "embedding.csv").size() == 1 + 30 + 24 + 16);
  CHECK(contains(federation.joint_page(), "does not share its"));
}

TEST_CASE("a site sends distances once, and accepts only its own positions") {
  SmallFederation federation(posting_sites("fed-tsne"));
  federation.run_until("remote", "embed");
  check_refused_without(federation, "/input/local1/distances", "distances");
  federation.run_until("local1", "collect");
  check_refused_with(federation, "/input/phase", "embed", "this run has one round");
  const Json other = federation.next_stdin()["input"]["sealed_places"]["local0"];
  check_refused_with(federation, "/input/sealed_places/local1", other, "local1");
  check_refused_without(federation, "/input/sealed_places", "sealed_places");
  check_refused_without(federation, "/input/reference_places", "reference_places");
}
