// Where the reference comes from.

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <cmath>
#include <sstream>

#include "core/digest.h"
#include "exchange/site_answers.h"
#include "folders.h"
#include "refusal.h"

namespace fs = boost::filesystem;
using dsne::Json;

namespace {

std::string joint_embedding(SmallFederation& federation) {
  federation.run();
  return content(federation.joint() / "embedding.csv");
}

std::string sender(const SmallFederation& federation) {
  for (const Exchange& exchange : federation.exchanges()) {
    if (exchange.output.contains("sender")) return exchange.output["sender"];
  }
  return {};
}

/// A copy of the site's program with a reference beside it, as in an image.
fs::path program_with_reference(const fs::path& folder, const std::string& reference) {
  const fs::path program = folder / "bin" / "local";
  fs::create_directories(program.parent_path());
  fs::copy_file(DSNE_LOCAL, program);
  write(program.parent_path() / "reference" / "reference.csv", reference);
  return program;
}

void use_program(SmallFederation& federation, const fs::path& program) {
  for (const std::string& id : federation.ids()) {
    if (id != dsne::tools::coordinator_id) federation.node(id).command = {program.string()};
  }
}

}  // namespace

TEST_CASE("it makes no difference which site has the reference") {
  std::vector<Site> sites = sites_without_reference();
  sites[0] = with_reference(sites[0]);
  SmallFederation first(sites);
  const std::string embedding = joint_embedding(first);
  CHECK(sender(first) == "local0");

  SUBCASE("the last site") {
    sites = sites_without_reference();
    sites[2] = with_reference(sites[2]);
    SmallFederation last(sites);
    CHECK(joint_embedding(last) == embedding);
    CHECK(sender(last) == "local2");
  }
  SUBCASE("all") {
    for (Site& site : sites) site = with_reference(site);
    SmallFederation all(sites);
    CHECK(joint_embedding(all) == embedding);
  }
  SUBCASE("each node keeps a copy") {
    for (const std::string& id : first.ids()) {
      CHECK(content(first.output(id) / "reference.csv") ==
            content(first.output("remote") / "reference.csv"));
    }
  }
}

TEST_CASE("the image's reference") {
  const TemporaryFolder image;
  const std::string text = replaced(reference_csv(), "canary_label", "label");
  const fs::path program = program_with_reference(image.path(), text);

  SUBCASE("is taken when no site gives one") {
    SmallFederation federation(sites_without_reference());
    use_program(federation, program);
    SmallFederation given;
    CHECK(joint_embedding(federation) == joint_embedding(given));
  }
  SUBCASE("yields to a site's own") {
    std::vector<Site> sites = sites_without_reference();
    sites[1] = with_reference(sites[1]);
    sites[1].files[reference_file] = reference_csv(12);
    SmallFederation federation(sites);
    use_program(federation, program);
    const Json result = federation.run();
    CHECK(sender(federation) == "local1");
    CHECK(result["measures"][0]["value"] == 12);
  }
  SUBCASE("is refused when it cannot be read") {
    write(program.parent_path() / "reference" / "reference.csv",
          replaced(text, small_numbers("reference", 30)[7][2], "canary"));
    SmallFederation federation(sites_without_reference());
    use_program(federation, program);
    check_faulty(federation, {"the image's reference row 9, column 4: not a number"});
  }
}

TEST_CASE("columns are matched by name") {
  // Few iterations from principal components, so that rounding does not grow.
  std::vector<Site> sites = small_sites_with({{"initialization", "pca"}, {"max_iterations", 2}});
  FinishedRun same(sites);
  std::istringstream lines(reference_csv());
  std::string reordered;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t last = line.rfind(',');
    const std::size_t first = line.find(',');
    reordered += line.substr(last + 1) + line.substr(first, last - first) + "," +
                 line.substr(0, first) + "\n";
  }
  sites[0].files[reference_file] = reordered;
  FinishedRun other(sites);
  const auto expected = csv_cells(same.output("local1") / "embedding.csv");
  const auto found = csv_cells(other.output("local1") / "embedding.csv");
  REQUIRE(expected.size() == found.size());
  // The signs of principal components are free: distances must agree.
  const auto distance = [](const auto& cells, std::size_t i, std::size_t j) {
    return std::hypot(std::stod(cells[i][1]) - std::stod(cells[j][1]),
                      std::stod(cells[i][2]) - std::stod(cells[j][2]));
  };
  for (std::size_t i = 2; i < expected.size(); ++i) {
    CHECK(distance(found, i, 1) == doctest::Approx(distance(expected, i, 1)).epsilon(1e-6));
  }
}

TEST_CASE("data without names of features") {
  std::vector<Site> sites = small_sites_with({{"id_column", nullptr}, {"label_column", nullptr}});
  const std::vector<std::pair<std::string, int>> names = {
      {"north", 24}, {"south", 20}, {"west", 16}};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    std::string table;
    for (const auto& row : small_numbers(names[i].first, names[i].second)) {
      for (const std::string& cell : row) table += cell + " ";
      table += "\n";
    }
    sites[i].files[subjects_file] = table;
  }
  FinishedRun federation(sites);
  const auto own = csv_cells(federation.output("local2") / "embedding.csv");
  REQUIRE(own.size() == 17);
  CHECK(own[16][0] == "16");
}

TEST_CASE("disagreement about the reference") {
  SUBCASE("none") {
    check_coordinator_refuses(sites_with(sites_without_reference(), {{"reference", "given"}}),
                              "no site gives reference_data");
  }
  SUBCASE("two") {
    std::vector<Site> sites = small_sites();
    sites[2] = with_reference(sites[2]);
    sites[2].files[reference_file] = reference_csv(29);
    check_coordinator_refuses(sites, "sites local0 and local2 hold different reference data");
  }
  SUBCASE("too small") {
    std::vector<Site> sites = small_sites_with({{"perplexity", 1}});
    sites[0].files[reference_file] = reference_csv(3);
    check_coordinator_refuses(sites, "the reference of site local0 must have at least 4 points");
  }
}

TEST_CASE(
    "a run asks with one reference only, because the number of placed subjects reveals something "
    "about them") {
  SmallFederation federation(single_shot_sites());
  federation.run_until("local1", "embed");
  Json terms;
  for (const Exchange& exchange : federation.exchanges()) {
    const Json in = Json::parse(exchange.in);
    if (exchange.node == "local1" && in["input"].contains("sha256")) terms = in["input"];
  }
  REQUIRE(terms.is_object());
  Json in = federation.next_stdin();
  terms["round"] = in["input"]["round"];
  terms["sha256"] = std::string(64, 'a');
  in["input"] = terms;
  check_refused(federation, in, "the remote's reference differs from before");
}
