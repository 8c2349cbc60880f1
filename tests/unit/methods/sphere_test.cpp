#include "methods/sphere/sphere.h"

#include "forged.h"
#include "hostile_fields.h"
#include "sphere/spherical_mds.h"
#include "sphere_runs.h"
#include "unit/data/helpers.h"

using Names = std::vector<std::string>;

namespace {

constexpr Eigen::Index more_than_summed = 401;

/// The fewest subjects that distinguish sums over a site's subjects from sums over sites: there are
/// many regions.
std::vector<SiteData> few_of_many_regions() {
  return {{"a", subjects_like(more_than_summed, 2, 100)},
          {"b", subjects_like(more_than_summed, 1, 200)},
          {"c", subjects_like(more_than_summed, 1, 300)}};
}

Parameters parameters_of(Json more) {
  more["method"] = "sphere";
  return parse_parameters(more);
}

SphereRun sphere_run(Eigen::Index regions, const Json& more = Json::object(),
                     Eigen::Index subjects = 14) {
  return {sphere_sites(regions, subjects), regions, more};
}

}  // namespace

TEST_CASE("the group's sphere equals that of all subjects together") {
  for (const char* form : {"closed", "minimised"}) {
    CAPTURE(form);
    SphereRun run = sphere_run(20, {{"sphere_form", form}, {"no_dims", 3}});
    run.run();
    const Matrix all = run.all_subjects();
    const RowVector variance =
        (all.rowwise() - all.colwise().mean()).array().square().colwise().mean();
    dsne::sphere::GroupSphere pooled;
    pooled.form = parse_parameters({{"method", "sphere"}, {"sphere_form", form}}).sphere_form;
    dsne::sphere::put_on_sphere(pooled, run.mean_network(20),
                                dsne::sphere::network_from_pairs(variance.cwiseSqrt(), 20), 3);
    const auto group = run.group();
    CHECK(group.subjects == 42);
    CHECK(group.regions == numbered_regions(20));
    CHECK(group.networks.front() == "Default");
    // Rounding errors of the sums grow on the way to the minimum.
    CHECK(difference(dsne::sphere::turned_onto(group.places, pooled.places), pooled.places) < 1e-3);
    REQUIRE(group.fit.has_value());
    CHECK(group.fit->minimised.stress < group.fit->closed.stress);
    CHECK(group.fit->minimised.stress == doctest::Approx(pooled.fit->minimised.stress));
    CHECK(group.fit->strongest.front().mean ==
          doctest::Approx(all.colwise().mean().maxCoeff()).epsilon(1e-9));
    CHECK(group.fit->varying.front().deviation ==
          doctest::Approx(std::sqrt(variance.maxCoeff())).epsilon(1e-6));
  }
}

TEST_CASE("a site's subjects are compared with the group, and one that differs is flagged") {
  std::vector<SiteData> sites = sphere_sites(20, 14);
  sites[0].own.row(3) = upper_triangle(network_of(20, 77));
  SphereRun run(std::move(sites), 20);
  run.run();
  const auto own = run.own();
  CHECK(own.distances.rows() == 14);
  CHECK(own.distances.cols() == 20);
  CHECK(own.places.size() == 14);
  CHECK(own.overall(0) ==
        doctest::Approx(dsne::sphere::root_mean_square(own.distances.row(0).transpose())));
  Eigen::Index furthest = 0;
  own.overall.maxCoeff(&furthest);
  CHECK(furthest == 3);
  CHECK(own.flagged[3]);
  CHECK(std::count(own.flagged.begin(), own.flagged.end(), true) <= 2);
  CHECK(difference(own.places[0].rowwise().norm(), Vector::Ones(20)) < 1e-9);
}

TEST_CASE("nobody is flagged if no site knows the ordinary distances") {
  SphereRun run = sphere_run(12, Json::object(), 11);
  run.run();
  CHECK_FALSE(run.group().ordinary.has_value());
  const auto own = run.own();
  CHECK(std::count(own.flagged.begin(), own.flagged.end(), true) == 0);
}

TEST_CASE("the ordinary distance is the sites' mean, weighted by their subjects") {
  using dsne::methods::distance_scale_of;
  const auto term = [](Eigen::Index subjects, std::uint64_t seed) {
    const Matrix drawn = dsne::tsne::random_coordinates(subjects, 1, 0.3, seed).array() - 1;
    return dsne::methods::distance_scale_term(drawn.col(0), 100);
  };
  const auto one = term(20, 5);
  const auto other = term(60, 7);
  CHECK(one.name == dsne::methods::distance_scale_name);
  CHECK(one.values.cwiseAbs().maxCoeff() <= one.bound);
  const auto scale = distance_scale_of(one.values.row(0));
  const auto further = distance_scale_of(other.values.row(0));
  const auto both = distance_scale_of((one.values + other.values).row(0));
  REQUIRE((scale && further && both));
  CHECK(scale->centre == doctest::Approx(-1).epsilon(0.2));
  CHECK(scale->deviation == doctest::Approx(0.3).epsilon(0.7));
  CHECK(both->centre == doctest::Approx((20 * scale->centre + 60 * further->centre) / 80));
  CHECK(both->deviation == doctest::Approx((20 * scale->deviation + 60 * further->deviation) / 80));
  CHECK(term(11, 5).values == Matrix::Zero(1, 3));
  CHECK_FALSE(distance_scale_of(RowVector::Zero(3)));
  CHECK(distance_scale_of((one.values + term(11, 5).values).row(0))->centre ==
        doctest::Approx(scale->centre));
}

TEST_CASE("with many regions leading eigenvectors come from products, and no matrix is sent") {
  constexpr Eigen::Index regions = more_than_summed;
  SphereRun run(few_of_many_regions(), regions, {{"sphere_form", "closed"}, {"least_in_sums", 1}});
  run.run();
  const Matrix expected =
      dsne::sphere::embed_network(run.mean_network(regions), 2, dsne::sphere::Form::closed);
  const auto group = run.group();
  CHECK_FALSE(group.fit.has_value());
  CHECK(group.form == dsne::sphere::Form::closed);
  CHECK(difference(dsne::sphere::turned_onto(group.places, expected), expected) < 1e-3);
  const auto own = run.own();
  CHECK(own.overall.maxCoeff() < 1);
}

TEST_CASE("with many regions the loss is minimised for the network known from products") {
  constexpr Eigen::Index regions = more_than_summed;
  SphereRun run(few_of_many_regions(), regions, {{"least_in_sums", 1}});
  // Without the last round, that of distances: each subject's loss would be minimised, too.
  for (int round = 1; round < run.rounds(); ++round) {
    run.round();
    CHECK_FALSE(run.answers().at("a")["masked"].contains("connectivity"));
  }
  const Matrix mean = run.mean_network(regions);
  const Matrix angles = dsne::sphere::angles_of(mean);
  const Matrix closed = dsne::sphere::embed_network(mean, 2, dsne::sphere::Form::closed);
  const auto group = run.group();
  CHECK(group.form == dsne::sphere::Form::minimised);
  const auto loss_of = [&](const Matrix& points) {
    Matrix gradient;
    return dsne::sphere::spherical_loss(angles, points, gradient);
  };
  const double best = loss_of(dsne::sphere::minimised_on_sphere(angles, closed));
  CHECK(loss_of(group.places) < 0.995 * loss_of(closed));
  CHECK(loss_of(group.places) < 1.02 * best);
}

TEST_CASE("a site refuses a result that its run cannot have") {
  SphereRun run = sphere_run(12);
  run.run();
  CHECK_NOTHROW(run.own());
  run.check_refused("/noise", 0.1, "this run has no noise");
  run.check_refused("/mean_distances", nullptr, "mean_distances is missing");
  run.check_refused("/fit", nullptr, "fit is not what is known of this many regions");
  run.check_refused("/subjects", 43, "subjects is not how many there are");
  run.check_refused("/form", "closed", "form is not the one asked for");
  run.check_refused("/networks/3", "x", "networks are not those of the regions' names");
}

TEST_CASE("a site refuses a matrix's sum of too many regions, and a forged basis") {
  SphereRun run(few_of_many_regions(), more_than_summed, {{"least_in_sums", 1}});
  run.round();
  const SiteData& site = run.sites()[0];
  const std::string by = "the remote's message: ";
  Json message = run.message();
  const Matrix good = dsne::matrix_field(message, "basis", more_than_summed, 13, "it");
  for (const Json& forged : forged_bases(good)) {
    message["basis"] = forged;
    CHECK_FALSE(run.refusal(site, message).empty());
  }
  message["basis"] = dsne::pack(Matrix::Ones(more_than_summed, 13));
  CHECK(run.refusal(site, message) == by + "basis is not orthonormal");
  message = run.message();
  message["stage"] = "networks";
  CHECK(run.refusal(site, message) == by + "networks are too large to be asked for");
}

TEST_CASE("impossible spheres are refused") {
  SphereRun few = sphere_run(12, {{"least_in_sums", 29}});
  CHECK_THROWS_WITH(few.run(),
                    "the other sites have too few subjects for a group's network: fewer than "
                    "least_in_sums");
  SphereRun no_pairs = sphere_run(12);
  no_pairs.features.back() = "x";
  CHECK_THROWS_WITH(no_pairs.run(),
                    "method sphere needs a network per subject: data_format connectivity or "
                    "time_series");
  SphereRun flat = sphere_run(4, {{"no_dims", 3}});
  CHECK_THROWS_WITH(flat.run(), "method sphere needs networks of more regions than no_dims + 1");
}

TEST_CASE("values that are not correlations are a fault at registration, unless noise hides them") {
  Matrix values = Matrix::Constant(3, 6, 0.5);
  values(2, 3) = NAN;
  const auto& method = dsne::methods::sphere_method();
  CHECK_NOTHROW(method.check_values(parameters_of({}), values));
  values(1, 4) = -1.5;
  CHECK_THROWS_WITH(
      method.check_values(parameters_of({}), values),
      "method sphere needs correlations, from -1 to 1; as they were before Fisher's z");
  CHECK_NOTHROW(method.check_values(parameters_of({{"sphere_epsilon", 1}}), values));
  CHECK_NOTHROW(dsne::methods::find_method("dsne").check_values({}, values));
}

TEST_CASE("sites with other regions cannot make one network") {
  dsne::methods::CoordinatorProblem problem{parameters_of({}), {}, 0, {}};
  const auto coordinator = dsne::methods::sphere_method().coordinator(problem, nullptr);
  const std::map<std::string, Json> answers = {{"a", {{"regions", {"x", "y", "z", "w"}}}},
                                               {"b", {{"regions", {"x", "z", "y", "w"}}}}};
  CHECK_THROWS_WITH(coordinator->combine(SiteAnswers(answers)),
                    "the networks of sites a and b have other regions, or have them in another "
                    "order");
}

TEST_CASE("only a sphere may have more than three dimensions") {
  CHECK(parameters_of({{"no_dims", 5}}).no_dims == 5);
  CHECK_THROWS_WITH(dsne::methods::parse_parameters({{"no_dims", 4}}),
                    "parameter no_dims must be 2 or 3 with method single-shot");
}

TEST_CASE("regions are found in the names of their pairs") {
  using dsne::methods::regions_of_features;
  for (const Names& regions :
       {Names{"1", "2", "3"}, Names{"a~b", "c", "~", "d~"}, Names{"x", "y"}, Names{"", "a", "b"}}) {
    CHECK(regions_of_features(pair_names(regions)) == regions);
  }
  for (const Names& features :
       {Names{}, Names{"a", "b", "c"}, Names{"a~b", "a~c"}, Names{"a~b", "a~c", "c~b"}}) {
    CHECK_THROWS(regions_of_features(features));
  }
}

TEST_CASE("networks are found in regions' names") {
  using dsne::methods::network_of_region;
  CHECK(network_of_region("Vis:V1") == "Vis");
  CHECK(network_of_region("7Networks_LH_Default_PFC_3") == "Default");
  CHECK(network_of_region("17Networks_RH_VisCent_1") == "VisCent");
  CHECK(network_of_region("17Networks_RH") == "");
  CHECK(network_of_region("precuneus") == "");
  CHECK(network_of_region("") == "");
}

TEST_CASE("a group's sphere is the same after JSON, and a damaged one is refused") {
  using dsne::methods::parse_group_sphere;
  SphereRun run = sphere_run(12);
  run.run();
  const Json json = Json::parse(dsne::to_message(run.group()).dump());
  const auto read = [](const Json& given) { return parse_group_sphere(given, "it"); };
  check_fields(run.group(), read);
  check_fields(*run.group().fit);
  check_fields(run.group().fit->strongest.front());
  check_fields(*run.group().ordinary);
  const auto changed = [&](const char* pointer, const Json& value) {
    Json other = json;
    other[Json::json_pointer(pointer)] = value;
    return other;
  };
  for (const Json& damaged :
       {changed("/places/0/0", 3), changed("/regions", {"a"}), changed("/fit/strongest/0/to", 12),
        changed("/fit/disk_places", {{0, 0}}), changed("/fit/shepard/pairs/0", {1})}) {
    CHECK_THROWS_AS(read(damaged), dsne::MessageError);
  }
}
