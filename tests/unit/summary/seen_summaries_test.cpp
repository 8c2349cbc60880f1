#include "summary/seen_summaries.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"
#include "unit/summary/example.h"

using namespace dsne::summary;

namespace {

using Names = std::vector<std::string>;

MapSources sources_of(std::vector<NamedSummary> sites) {
  MapSources sources;
  sources.sites = std::move(sites);
  return sources;
}

const std::string first_map = "first";
const std::string next_map = "next";

}  // namespace

TEST_CASE("a site's summary goes on with rows struck and added, and in other measures") {
  const Records records = example_records(60);
  const SiteSummary north = example_summary(records).site;
  const SiteSummary south = example_summary(example_records(60, 2, 100)).site;
  const auto seen =
      with_map({}, sources_of({{"north", north.summary}, {"south", south.summary}}), first_map);
  const auto replaced = [&](const NamedSummary& now) {
    return replaced_summaries(seen, sources_of({now}), next_map);
  };
  CHECK(replaced({"north", north.summary}).empty());
  const SiteSummary struck = without(without(north, "sub-3"), "sub-40");
  CHECK(replaced({"north", struck.summary}).empty());
  auto source = seeded(5);
  const SiteSummary more = with_newcomers(struck, example_records(60, 7, 300), source);
  CHECK(replaced({"north", more.summary}).empty());
  CHECK(replaced({"north", with_measures(more.summary, {"efc", "cjv"})}).empty());
  // Made again of the same persons: other noise.
  const Summary second = example_summary(records, {}, 9).site.summary;
  CHECK(replaced({"north", second}) == Names{"north"});
  CHECK(replaced({"north", with_measures(second, {"efc", "cjv"})}) == Names{"north"});
  // A site that was on no map, one whose name changed, and another data set.
  CHECK(replaced({"west", second}).empty());
  CHECK(replaced({"north", south.summary}).empty());
  Summary bold = second;
  bold.measures = {"fd_mean", "dvars_std", "gcor", "tsnr"};
  CHECK(replaced({"north", bold}).empty());
}

TEST_CASE("public scans of another version of the program are no second summary") {
  const std::string name = "ABIDE NYU (public)";
  const auto summary_of = [](std::uint64_t seed) {
    return example_summary(example_records(60), {}, seed).site.summary;
  };
  const auto seen = with_map({}, sources_of({{name, summary_of(8)}}), first_map);
  CHECK(seen.empty());
  const auto north = with_map({}, sources_of({{"north", summary_of(8)}}), first_map);
  CHECK(replaced_summaries(north, sources_of({{name, summary_of(9)}}), next_map).empty());
}

TEST_CASE("arrays are compared too") {
  Records records = example_records(60);
  records.array = true;
  const Summary first = example_summary(records).site.summary;
  const auto seen = with_map({}, sources_of({{"north", first}}), first_map);
  CHECK(replaced_summaries(seen, sources_of({{"north", first}}), next_map).empty());
  const Summary second = example_summary(records, {}, 9).site.summary;
  CHECK(replaced_summaries(seen, sources_of({{"north", second}}), next_map) == Names{"north"});
}

TEST_CASE("what was seen is kept, and a map is never compared with itself") {
  const TemporaryFolder folder;
  CHECK(read_seen_summaries(folder.path()).empty());
  const Summary first = example_summary(example_records(60)).site.summary;
  const Summary second = example_summary(example_records(60), {}, 9).site.summary;
  std::vector<SeenSummary> seen = with_map({}, sources_of({{"north", first}}), first_map);
  write_seen_summaries(folder.path(), seen);
  const auto told = [&] {
    return replaced_summaries(read_seen_summaries(folder.path()), sources_of({{"north", second}}),
                              next_map);
  };
  CHECK(told() == Names{"north"});
  // The step is repeated after its map was remembered.
  write_seen_summaries(folder.path(), with_map(seen, sources_of({{"north", second}}), next_map));
  CHECK(told() == Names{"north"});
  for (int map = 0; map < 20; ++map) {
    seen = with_map(seen, sources_of({{"north", first}, {"south", second}}), std::to_string(map));
  }
  CHECK(seen.size() == 8);
  dsne::write_atomically(folder.path() / "summaries_seen.json", "[{}", "a file");
  CHECK(read_seen_summaries(folder.path()).empty());
  CHECK_NOTHROW(write_seen_summaries(folder.path() / "missing", seen));
}
