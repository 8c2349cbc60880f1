#include "report/facts.h"

#include <doctest/doctest.h>

#include "report/words.h"
#include "text_search.h"
#include "unit/summary/example.h"

using dsne::Json;
using dsne::Matrix;
using dsne::methods::parse_parameters;
using dsne::report::Entries;
using dsne::report::Names;
using dsne::report::run_facts;
using dsne::report::RunFacts;
using dsne::run::ReferenceKind;
using dsne::run::RunPlan;
using dsne::run::RunReference;
namespace words = dsne::report::words;

namespace {

RunReference reference_of(const Names& names, const Matrix& values) {
  return {{values, names, {}}, std::nullopt, std::nullopt};
}

/// @param reference its kind is the one that the method makes of it
RunFacts facts_of(const Json& parameters, RunReference reference = {}) {
  const RunPlan plan(parse_parameters(parameters));
  if (reference.summaries) {
    reference.kind = plan.maps_summaries ? ReferenceKind::map : ReferenceKind::rows;
  }
  return run_facts(plan, reference);
}

const Names quality_names = {"cjv", "cnr", "efc", "fber", "snr"};

}  // namespace

TEST_CASE("changed settings are separate from defaults, and tell what was chosen") {
  const RunFacts usual = facts_of(Json::object(), reference_of(quality_names, Matrix::Ones(6, 5)));
  CHECK(usual.changed.empty());
  CHECK(usual.defaults.size() > 10);
  const auto setting = [&](const std::string& name) {
    return std::ranges::find(usual.defaults, name, &Entries::value_type::first)->second;
  };
  CHECK(setting("normalization") == "auto: robust");
  CHECK(setting("missing") == "auto: impute");
  CHECK(setting("reference") == "auto");
  const RunFacts changed = facts_of({{"method", "dsne"}, {"perplexity", 7}});
  CHECK(changed.changed == Entries{{"method", "dsne"}, {"perplexity", "7"}});
  CHECK(changed.defaults.size() == usual.defaults.size() - 2);
}

TEST_CASE("what the names of measures decide is told, without what the owner chose") {
  const RunReference reference = reference_of(quality_names, Matrix::Random(6, 5));
  CHECK(words::treatment(facts_of({{"normalization", "robust"}}, reference)) ==
        Names{"By their names, the features are measures of MRIQC or QAP: a missing value is "
              "replaced by the reference's median (missing impute)."});
  CHECK(words::treatment(facts_of(Json::object(), reference_of({}, Matrix::Random(6, 5)))).empty());
}

TEST_CASE("scales that differ a million-fold are known if values are not scaled") {
  const Names names = {"a", "b", "c", "d"};
  Matrix values = Matrix::Random(20, 4);
  CHECK_FALSE(facts_of(Json::object(), reference_of(names, values)).treatment.scales_differ);
  values.col(2) *= 1e8;
  CHECK(facts_of(Json::object(), reference_of(names, values)).treatment.scales_differ);
  const Json scaled = {{"normalization", "zscore"}};
  CHECK_FALSE(facts_of(scaled, reference_of(names, values)).treatment.scales_differ);
}

TEST_CASE("what surrogates by sites reveal is told") {
  const std::string density = "how densely its own subjects lie anywhere on the map";
  const auto told = [](const Json& parameters) { return words::privacy(facts_of(parameters))[0]; };
  CHECK_FALSE(contains(told({{"method", "fedne"}}), density));
  CHECK(contains(told({{"method", "fedne"}, {"surrogates", "sites"}}), density));
}

TEST_CASE("the default perplexity is lowered where points are few, the owner's never") {
  const auto points_of = [](const Json& parameters, Eigen::Index points) {
    return dsne::report::few_points(RunPlan(parse_parameters(parameters)), points);
  };
  CHECK(points_of({{"method", "dsne"}}, 20)->used == doctest::Approx(19.0 / 3));
  CHECK_FALSE(points_of({{"method", "dsne"}}, 91));
  CHECK_FALSE(points_of({{"method", "dsne"}, {"perplexity", 5}}, 20));
  CHECK_FALSE(points_of({{"method", "dsne"}, {"perplexity", 30}}, 20));
  CHECK_FALSE(points_of({{"method", "fedne"}}, 20));
}

TEST_CASE("landmarks and rows of summaries are told as a run's points") {
  RunReference reference = reference_of(quality_names, Matrix::Random(8, 5));
  CHECK(words::reference(facts_of(Json::object(), reference)).empty());
  dsne::summary::MapSources sources;
  for (const std::uint32_t number : {1U, 2U}) {
    const auto made = example_summary(example_records(60, number, 1000 * number), {}, number);
    sources.sites.push_back({"site " + std::to_string(number), made.site.summary});
  }
  sources.reference.resize(0, 4);
  reference.summaries = dsne::summary::pool_sources(sources);
  const RunFacts on_rows = facts_of({{"method", "dsne"}}, reference);
  CHECK(on_rows.summaries->sites == 2);
  CHECK(words::reference(on_rows)[0].starts_with("The reference points are the 8 rows of the"));
  CHECK(words::reference(facts_of({{"method", "single-shot"}}, reference)).empty());
  reference.landmarks = Matrix::Ones(5, 2);
  CHECK(
      words::reference(facts_of({{"method", "fed-tsne"}, {"landmark_method", "mmd"}}, reference))[0]
          .starts_with("The reference points are 5 landmarks, moved in 50 rounds"));
}

TEST_CASE("a measure with more than nine tenths of the variance is known") {
  Matrix points(4, 2);
  points << 100, 1, -100, 1, 100, -1, -100, -1;
  const Names both = {"fber", "cnr"};
  dsne::report::SiteFacts site;
  site.dominating = dsne::report::dominating_measure(points, both);
  CHECK(words::dominating(site) ==
        Names{"fber alone has 99 % of the variance of this site's data: it decides who is near "
              "whom on the map. Check its unit and its largest values, or set normalization to "
              "robust."});
  site.run.treatment.is_scaled = true;
  CHECK(words::dominating(site)[0].ends_with("Check its unit and its largest values."));
  points.col(0) /= 40;
  CHECK_FALSE(dsne::report::dominating_measure(points, both));
  CHECK_FALSE(dsne::report::dominating_measure(points.leftCols(1), {"fber"}));
  points.setOnes();
  CHECK_FALSE(dsne::report::dominating_measure(points, both));
}
