// Where the reference comes from.

#include <cmath>
#include <filesystem>
#include <sstream>

#include "steps.h"

namespace {

std::string joint_embedding(SmallFederation& federation) {
  federation.run();
  return content(federation.joint() / "embedding.csv");
}

std::string sender(const SmallFederation& federation) {
  for (const Json& output : federation.outputs()) {
    if (output.contains("sender")) return output["sender"];
  }
  return {};
}

/// Uses a copy of the sites' program with a reference beside it, as in an image.
void use_image(SmallFederation& federation, const fs::path& image, const std::string& reference) {
  const fs::path program = image / "bin" / "local";
  if (!fs::exists(program)) {
    fs::create_directories(program.parent_path());
    std::filesystem::copy_file(DSNE_LOCAL, program.string());
  }
  write(program.parent_path() / "reference" / "reference.csv", reference);
  for (const std::string& id : federation.ids()) {
    if (id != dsne::tools::coordinator_id) federation.node(id).command = {program.string()};
  }
}

}  // namespace

TEST_CASE("it makes no difference which site has the reference, and each node keeps a copy") {
  SmallFederation first;
  const std::string embedding = joint_embedding(first);
  CHECK(sender(first) == "local0");
  for (const std::string& id : first.ids()) {
    CHECK(content(first.output(id) / "reference.csv") ==
          content(first.output("remote") / "reference.csv"));
  }
  std::vector<Site> sites = sites_without_reference();
  sites[2] = with_reference(sites[2]);
  SmallFederation last(sites);
  CHECK(joint_embedding(last) == embedding);
  CHECK(sender(last) == "local2");
  for (Site& site : sites) site = with_reference(site);
  SmallFederation all(sites);
  CHECK(joint_embedding(all) == embedding);
}

TEST_CASE("the image's reference is taken when no site gives one, if it can be read") {
  const TemporaryFolder image;
  const std::string text = replaced(reference_csv(), "canary_label", "label");
  SmallFederation federation(sites_without_reference());
  use_image(federation, image.path(), text);
  SmallFederation given;
  CHECK(joint_embedding(federation) == joint_embedding(given));

  std::vector<Site> sites = sites_without_reference();
  sites[1] = with(with_reference(sites[1]), {}, {}, {{reference_file, reference_csv(12)}});
  SmallFederation own(sites);
  use_image(own, image.path(), text);
  CHECK(own.run()["measures"][0]["value"] == 12);
  CHECK(sender(own) == "local1");

  SmallFederation wrong(sites_without_reference());
  use_image(wrong, image.path(), replaced(text, small_numbers("reference", 30)[7][2], "canary"));
  check_faulty(wrong, {"the image's reference row 9, column 4: not a number"});
}

TEST_CASE("columns are matched by name") {
  // Few iterations from principal components, so that rounding does not grow.
  std::vector<Site> sites = small_sites({{"initialization", "pca"}, {"max_iterations", 2}});
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
  const Cells expected = same.embedding("local1");
  const Cells found = other.embedding("local1");
  REQUIRE(expected.size() == found.size());
  // The signs of principal components are free: distances must agree.
  const auto distance = [](const Cells& cells, std::size_t i) {
    return std::hypot(std::stod(cells[i][1]) - std::stod(cells[1][1]),
                      std::stod(cells[i][2]) - std::stod(cells[1][2]));
  };
  for (std::size_t i = 2; i < expected.size(); ++i) {
    CHECK(distance(found, i) == doctest::Approx(distance(expected, i)).epsilon(1e-6));
  }
}

TEST_CASE(
    "a run asks with one reference only, because the number of placed subjects reveals something "
    "about them") {
  SmallFederation federation(sites_of("single-shot"));
  federation.run_until("local1", "reference", 2);
  Json terms = federation.next_stdin()["input"];
  REQUIRE(terms.contains("sha256"));
  federation.run_until("local1", "embed");
  terms["round"] = federation.next_stdin()["input"]["round"];
  terms["sha256"] = std::string(64, 'a');
  check_refused(federation, {{"/input", terms, "the remote's reference differs from before"}});
}

TEST_CASE("a reference that a site is sent and did not receive is not taken") {
  SmallFederation federation;
  federation.run_until("local1", "reference", 2);
  Json in = federation.next_stdin();
  in["input"]["sha256"] = std::string(64, 'a');
  CHECK(Json::parse(federation.ask(in).out)["output"]["ready"] == false);
}
