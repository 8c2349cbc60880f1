#include "run/reference/run_reference.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "packed.h"
#include "summary/map_file.h"
#include "tsne/tsne.h"
#include "unit/summary/example.h"

using dsne::Json;
using dsne::Matrix;
using dsne::methods::parse_parameters;
using dsne::run::RunPlan;
using dsne::run::RunReference;

namespace {

/// Eight points with labels in three features.
dsne::data::Reference given_points() {
  return {dsne::tsne::random_coordinates(8, 3, 1, 5),
          {"cjv", "cnr", "efc"},
          {"a", "b", "a", "b", "a", "b", "a", "b"}};
}

std::string given_text() { return dsne::data::reference_csv(given_points()); }

RunReference reference_of(const std::string& text, const char* method = "single-shot") {
  return dsne::run::parse_run_reference(text, RunPlan(parse_parameters({{"method", method}})));
}

/// A map of two sites' summaries.
std::string summaries_text() {
  dsne::summary::MapSources sources;
  sources.neighbours = 5;
  for (const std::uint32_t number : {1U, 2U}) {
    const auto made = example_summary(example_records(60, number, 1000 * number), {}, number);
    sources.sites.push_back({"site " + std::to_string(number), made.site.summary});
  }
  sources.reference.resize(0, 4);
  return dsne::summary::map_text(dsne::summary::make_common_map(sources));
}

}  // namespace

TEST_CASE("a given reference is its points") {
  const RunReference reference = reference_of(given_text());
  CHECK(reference.points.values == given_points().values);
  CHECK(reference.points.features == given_points().features);
  CHECK_FALSE(reference.summaries);
  CHECK_FALSE(reference.landmarks);
  CHECK(labels_of(reference) == given_points().labels);
  CHECK_FALSE(dsne::run::is_of_summaries(given_text()));
  CHECK(dsne::run::reference_file_name(given_text()) == std::string("reference.csv"));
  CHECK(dsne::run::without_landmarks(given_text()) == given_text());
}

TEST_CASE("the rows of summaries are a run's points, a map only for a method that makes it") {
  const std::string text = summaries_text();
  const RunReference reference = reference_of(text);
  REQUIRE(reference.summaries);
  CHECK(reference.points.values == reference.summaries->pool.points);
  CHECK(reference.points.features == std::vector<std::string>{"cjv", "cnr", "efc", "fber"});
  CHECK(labels_of(reference).empty());
  CHECK(dsne::run::is_of_summaries(text));
  CHECK(dsne::run::reference_file_name(text) == std::string("summaries.json"));
  const auto mapped = parse_parameters({{"method", "single-shot"}});
  const auto moved = parse_parameters({{"method", "dsne"}});
  const RunReference rows = reference_of(text, "dsne");
  CHECK(reference.is_map());
  CHECK_FALSE(rows.is_map());
  CHECK(number_of_points(reference) == reference.summaries->coordinates.rows());
  CHECK(number_of_points(rows) == rows.points.values.rows());
}

TEST_CASE("landmarks replace the points, and their text reads back with their origin") {
  const Matrix landmarks = dsne::tsne::random_coordinates(5, 3, 1e-3, 7);
  for (const std::string& before : {given_text(), summaries_text()}) {
    const std::string text = dsne::run::to_text(before, landmarks);
    CHECK(dsne::run::reference_file_name(text) == std::string("landmarks.json"));
    CHECK(dsne::run::without_landmarks(text) == before);
    CHECK(dsne::run::is_of_summaries(text) == dsne::run::is_of_summaries(before));
    const RunReference reference = reference_of(text, "fed-tsne");
    REQUIRE(reference.landmarks);
    CHECK(*reference.landmarks == landmarks);
    CHECK(reference.points.values == reference_of(before).points.values);
    CHECK(labels_of(reference).empty());
    const auto parameters = parse_parameters({{"method", "fed-tsne"}, {"landmark_method", "mmd"}});
    CHECK(number_of_points(reference) == 5);
  }
}

TEST_CASE("landmarks must have the components that affinities see") {
  const auto parameters = parse_parameters({{"initial_dims", 2}});
  RunReference reference = reference_of(given_text());
  const auto preprocessing = dsne::run::fit_preprocessing(reference.points, parameters);
  CHECK(preprocessed(reference, preprocessing).rows() == 8);
  CHECK(preprocessed(reference, preprocessing).cols() == 2);
  reference.landmarks = Matrix::Ones(5, 2);
  CHECK(preprocessed(reference, preprocessing) == Matrix::Ones(5, 2));
  reference.landmarks = Matrix::Ones(5, 3);
  CHECK_THROWS_WITH_AS(preprocessed(reference, preprocessing),
                       "the run's landmarks are not of its components", dsne::InputError);
}

TEST_CASE("a damaged text of landmarks is refused") {
  const Json good = Json::parse(dsne::run::to_text(given_text(), Matrix::Ones(5, 2)));
  const auto refuses = [](const Json& json) {
    CAPTURE(json.dump());
    CHECK_THROWS_AS(reference_of(json.dump()), dsne::InputError);
  };
  for (const auto& item : good.items()) {
    Json bad = good;
    bad.erase(item.key());
    refuses(bad);
    for (const Json& value : {Json(), Json(-1), Json("x"), Json::array()}) {
      bad[item.key()] = value;
      refuses(bad);
    }
  }
  // Landmarks of landmarks.
  Json nested = good;
  nested["reference"] = good.dump(1) + '\n';
  refuses(nested);
  CHECK_THROWS_AS(reference_of("{"), dsne::InputError);
  CHECK_THROWS_AS(dsne::run::without_landmarks("{}"), dsne::InputError);
}

TEST_CASE("a forged reference is refused, whichever kind it is") {
  const auto refuses = [](const std::string& text) {
    CAPTURE(text.substr(0, 300));
    CHECK_THROWS_AS(reference_of(text), dsne::InputError);
  };
  for (const char* value : {"nan", "inf", "-inf", "1e101", "-1e300", "1e999", "", "x"}) {
    refuses("label,cjv,cnr\na,1,2\nb,3," + std::string(value) + "\n");
  }
  const Json landmarks = Json::parse(dsne::run::to_text(given_text(), Matrix::Ones(5, 2)));
  for (const double value : {1e101, -1e300, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    Json forged = landmarks;
    forged["landmarks"] = with_number(landmarks["landmarks"], 3, value);
    refuses(forged.dump(1) + '\n');
  }
  const Json map = Json::parse(summaries_text());
  for (const char* field : {"middle", "scale"}) {
    for (const Json& value : {Json(1e-300), Json(0), Json(1e100), Json(1e300), Json()}) {
      Json forged = map;
      forged[field][1] = value;
      refuses(forged.dump(1) + '\n');
    }
  }
  Json far = map;
  far["positions"][0][0] = 1e100;
  refuses(far.dump(1) + '\n');
}
