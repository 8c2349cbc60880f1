// A method of another kind, over a whole run: it needs no reference and ends in no map. Only this
// file knows it.

#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>

#include "exchange/state_names.h"
#include "local/step.h"
#include "methods/method.h"
#include "remote/step.h"
#include "run/kept_subjects.h"
#include "temporary_folder.h"
#include "text_search.h"

using dsne::Json;
using dsne::Matrix;

namespace {

constexpr Eigen::Index mean_features = 2;
constexpr double mean_bound = 1e6;

class MeanSite final : public dsne::methods::SiteMethod {
 public:
  explicit MeanSite(dsne::methods::SiteProblem problem) : problem_(std::move(problem)) {}

  dsne::exchange::SiteAnswer round(const Json& /*message*/) override {
    const Matrix own = problem_.subjects->points().own;
    return {Json::object(), {{"values", mean_bound, own.colwise().sum()}}};
  }
  dsne::exchange::SiteAnswer finish(const Json& /*message*/) override { return {}; }
  Matrix coordinates() const override { return {}; }
  Json state() const override { return Json::object(); }

 private:
  dsne::methods::SiteProblem problem_;
};

class MeanCoordinator final : public dsne::methods::CoordinatorMethod {
 public:
  MeanCoordinator(dsne::methods::CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)), mean_(state.is_null() ? Json() : state.at("mean")) {}

  Json message() const override { return Json::object(); }
  void combine(const dsne::exchange::SiteAnswers& answers) override {
    double subjects = 0;
    for (const auto& [site, points] : problem_.site_points) {
      subjects += static_cast<double>(points);
    }
    const dsne::RowVector sum = answers.sum("values", 1, mean_features, mean_bound);
    mean_ = dsne::json_array(dsne::RowVector(sum / subjects));
  }
  int rounds() const override { return 1; }
  Matrix reference_coordinates() const override { return {}; }
  Json result() const override { return {{"mean", mean_}}; }
  Json state() const override { return {{"mean", mean_}}; }

 private:
  dsne::methods::CoordinatorProblem problem_;
  Json mean_;
};

class Mean final : public dsne::methods::Method {
 public:
  std::string name() const override { return "mean"; }
  bool needs_reference() const override { return false; }
  dsne::methods::Ending ending() const override { return dsne::methods::Ending::result; }
  int iterations() const override { return 1; }
  std::vector<std::string> parameters() const override { return {}; }
  std::vector<dsne::methods::SentField> sent_fields() const override {
    return {{dsne::phase::embed, "values", dsne::methods::Shows::sums, "1 × 2, its values' sums",
             "the sum over the sites", true}};
  }
  std::string description(const dsne::methods::Parameters& /*parameters*/) const override {
    return "The mean of all subjects' values.";
  }
  std::string disclosure(const dsne::methods::Parameters& /*parameters*/) const override {
    return "The mean depends on every subject.";
  }
  std::optional<dsne::methods::PrivacyPlan> privacy_plan(
      const dsne::methods::Parameters& /*parameters*/) const override {
    return std::nullopt;
  }
  std::unique_ptr<dsne::methods::SiteMethod> site(dsne::methods::SiteProblem problem,
                                                  const Json& /*state*/) const override {
    return std::make_unique<MeanSite>(std::move(problem));
  }
  std::unique_ptr<dsne::methods::CoordinatorMethod> coordinator(
      dsne::methods::CoordinatorProblem problem, const Json& state) const override {
    return std::make_unique<MeanCoordinator>(std::move(problem), state);
  }
};

/// A node of an engine in this process. No file is ever sent to it.
class SteppedNode {
 public:
  explicit SteppedNode(const std::string& name) {
    step_.node = name;
    step_.folders = {
        folder_.path() / "inputs", folder_.path() / "own", folder_.path() / "scratch", {}};
    for (const auto& folder : {step_.folders.inputs, step_.folders.own, step_.folders.scratch}) {
      dsne::fs::create_directory(folder);
    }
    step_.received = [](const std::string&, std::string_view) { return std::nullopt; };
    step_.cache = Json::object();
  }

  dsne::StepResult make(const dsne::StepHandler& handler, const Json& input) {
    step_.input = Json::parse(input.dump());
    dsne::StepResult result = handler(step_);
    step_.cache.update(Json::parse(result.cache.dump()));
    return result;
  }

  const dsne::Folders& folders() const { return step_.folders; }

 private:
  TemporaryFolder folder_;
  dsne::Step step_;
};

struct MeanRun {
  std::map<std::string, SteppedNode> sites;
  std::vector<std::string> messages;  ///< all that left the nodes, files excepted
  dsne::Output end;                   ///< what the coordinator answered last
};

/// A whole run over tables by site.
void make_mean_run(MeanRun& run, const std::map<std::string, std::string>& tables,
                   const Json& input) {
  SteppedNode coordinator("remote");
  for (const auto& [name, table] : tables) {
    const SteppedNode& site = run.sites.try_emplace(name, name).first->second;
    dsne::write_files({{"values.csv", table, "a table"},
                       {"settings.json", input["site_settings"].dump(), "the settings"}},
                      site.folders().inputs);
  }
  Json message = input;
  message["site_settings"] = "settings.json";
  for (int step = 0; step < 20; ++step) {
    Json answers = Json::object();
    for (auto& [name, site] : run.sites) {
      const dsne::StepResult result = site.make(dsne::local::answer_step, message);
      CHECK(result.output.files.empty());
      answers[name] = result.output.message;
    }
    dsne::StepResult result = coordinator.make(dsne::remote::answer_step, answers);
    message = result.output.message;
    run.messages.push_back(answers.dump());
    run.messages.push_back(message.dump());
    run.end = std::move(result.output);
    if (result.success) return;
  }
  FAIL("the run does not end");
}

Json mean_input() {
  return {{"method", "mean"},
          {"site_data", "values.csv"},
          {"site_settings", {{"least_subjects", 2}, {"least_sites", 2}, {"allow", {"mean"}}}}};
}

}  // namespace

TEST_CASE("a method that needs no reference and ends in no map runs from end to end") {
  const Mean mean;
  const dsne::methods::AddedMethod added(mean);
  MeanRun run;
  make_mean_run(run, {{"a", "x,y\n1,10\n3,30\n"}, {"b", "x,y\n5,2\n7,4\n9,4\n"}}, mean_input());

  const Json result = run.end.message.at("result");
  CHECK(result["mean"][0].get<double>() == doctest::Approx(5));
  CHECK(result["mean"][1].get<double>() == doctest::Approx(10));
  CHECK(run.end.message["sites"] ==
        Json({{{"site", "a"}, {"subjects", 2}}, {{"site", "b"}, {"subjects", 3}}}));
  REQUIRE(run.end.files.size() == 2);
  CHECK(run.end.files.front().name == "joint/result.json");
  CHECK(run.end.files.back().name == "joint/measures.csv");
  CHECK(Json::parse(run.end.files.front().content).at("result") == result);
  CHECK_FALSE(Json::parse(run.end.files.front().content).contains("note"));
  for (const auto& [name, site] : run.sites) {
    const auto own = site.folders().own;
    CHECK(Json::parse(dsne::read_file(own / "result.json", "the result")) == result);
    CHECK(dsne::fs::exists(own / "release_log.jsonl"));
    CHECK_FALSE(dsne::fs::exists(own / "private_subjects.bin"));
    CHECK_FALSE(dsne::fs::exists(own / "embedding.csv"));
  }
  for (const std::string& message : run.messages) {
    CHECK_FALSE(contains(message, "\"places\""));
    CHECK_FALSE(contains(message, "\"sha256\""));
    CHECK_FALSE(contains(message, "\"map\""));
  }
}

TEST_CASE("a result names a parameter that has no effect") {
  const Mean mean;
  const dsne::methods::AddedMethod added(mean);
  Json input = mean_input();
  input["perplexity"] = 5;
  MeanRun run;
  make_mean_run(run, {{"a", "x,y\n1,10\n3,30\n"}, {"b", "x,y\n5,2\n7,4\n"}}, input);
  CHECK(Json::parse(run.end.files.front().content).at("note") ==
        "Set for this run, but without effect with method mean: perplexity.");
}

TEST_CASE("a method without a reference refuses parameters that need one") {
  const Mean mean;
  const dsne::methods::AddedMethod added(mean);
  Json input = mean_input();
  MeanRun run;
  SUBCASE("to impute") {
    input["missing"] = "impute";
    CHECK_THROWS_WITH(make_mean_run(run, {{"a", "x,y\n1,10\n3,30\n"}}, input),
                      "method mean has no reference to impute from: set missing to error or drop");
  }
  SUBCASE("sites that would be alone in a sum") {
    CHECK_THROWS_WITH(make_mean_run(run, {{"a", "x,y\n1,10\n3,30\n"}}, input),
                      "method mean sums over the run's sites, 1; least_sites is 2: set it in "
                      "site_settings to take part with fewer");
  }
  SUBCASE("sites with few subjects") {
    CHECK_THROWS_WITH(
        make_mean_run(run, {{"a", "x,y\n1,10\n3,30\n"}, {"b", "x,y\n5,2\n"}}, input),
        doctest::Contains("site b: method mean sends sums over this site's 1 subject; "
                          "least_subjects is 2: set it in site_settings"));
  }
  SUBCASE("text in a table") {
    CHECK_THROWS(make_mean_run(run, {{"a", "x,y\n1,10\n3,left\n"}, {"b", "x,y\n5,2\n"}}, input));
  }
}

TEST_CASE("an added method is removed with its name") {
  {
    const Mean mean;
    const dsne::methods::AddedMethod added(mean);
    CHECK(&dsne::methods::find_method("mean") == &mean);
  }
  CHECK_THROWS(dsne::methods::find_method("mean"));
}
