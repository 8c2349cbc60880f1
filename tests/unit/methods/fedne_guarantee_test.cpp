#include "methods/fedne/fedne_guarantee.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "federation.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/fedne_messages.h"
#include "methods/fedne/map_network.h"
#include "methods/fedne/network_training.h"
#include "methods/fedne/subject_gradients.h"
#include "nn/neighbour_embedding.h"
#include "privacy/gaussian_dp.h"
#include "test_points.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::exchange::whole_length;
using dsne::methods::Averaged;
using dsne::methods::Parameters;
using dsne::methods::whole_part;
using Eigen::Index;

namespace {

namespace nn = dsne::nn;

Parameters guaranteed_fedne(double epsilon, Averaged averaged, int rounds = 3) {
  Parameters p;
  p.method = "fedne";
  p.max_iterations = rounds;
  p.network_width = 6;
  p.batch_edges = 60;
  p.least_members = 1;
  p.averaged = averaged;
  p.input_noise = 0;
  p.update_epsilon = epsilon;
  return p;
}

std::vector<SiteData> guaranteed_fedne_sites() {
  return {{"a", own_data(1, 103)}, {"b", own_data(40, 107)}, {"c", own_data(9, 109)}};
}

/// What a site adds to a round's sum, without its noise, and what the coordinator asked with.
struct OpenRound {
  RowVector term;
  double noise = 0;
  Json message;
};

OpenRound first_round(const Parameters& p, const std::vector<SiteData>& sites,
                      std::size_t site = 1) {
  Federation federation(p, sites, reference_data(), dsne::methods::fedne());
  federation.round();
  const auto answer = federation.open_answer(sites[site], federation.message());
  REQUIRE(answer.sums.size() == 1);
  CHECK(answer.sums[0].name == "noisy_update");
  CHECK(answer.fields.empty());
  return {answer.sums[0].values.row(0), answer.sums[0].noise, federation.message()};
}

}  // namespace

TEST_CASE("no part of an update exceeds the length limit") {
  for (const double scale : {1e-300, 1e-6, 0.1, 1.0, 50.0, 1e150}) {
    for (const double length : {1e-12, 0.3, 1e6}) {
      const RowVector part = scale * own_data(1, 5).row(0);
      CAPTURE(scale);
      const RowVector whole = whole_part(part, length);
      CHECK(whole.norm() <= whole_length);
      CHECK(whole == whole.array().round().matrix());
      const RowVector exact = part * std::min(1.0, length / part.norm()) / length * whole_length;
      CHECK((whole - exact).cwiseAbs().maxCoeff() <= 1 + 1e-6 * whole_length);
    }
  }
  RowVector part = RowVector::Ones(4);
  for (const double wrong :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    part(2) = wrong;
    CHECK(whole_part(part, 1) == RowVector::Zero(4));
  }
}

TEST_CASE(
    "another subject changes a sum of gradients, and another site one of weights, by no more "
    "than the sensitivity") {
  const double allowed =
      dsne::methods::update_sum(guaranteed_fedne(1, Averaged::weights), 100).sensitivity;
  for (const Averaged averaged : {Averaged::weights, Averaged::gradients}) {
    const Parameters p = guaranteed_fedne(1, averaged);
    std::vector<SiteData> sites = guaranteed_fedne_sites();
    const RowVector before = first_round(p, sites).term;
    for (const double far : {0.0, 3.0, -1e4, 1e12}) {
      CAPTURE(far);
      std::vector<SiteData> others = sites;
      others[1].own.row(7).setConstant(far);
      CHECK((first_round(p, others).term - before).norm() <= allowed);
      if (averaged == Averaged::gradients) continue;
      others[1].own = far * own_data(40, 3);
      const RowVector replaced = first_round(p, others).term;
      CHECK(replaced.norm() <= whole_length);
      CHECK((replaced - before).norm() <= allowed);
    }
  }
}

TEST_CASE("a subject's gradient is the slope of its own loss, and depends on no other subject") {
  const Matrix reference = dsne::methods::network_inputs(reference_data(), reference_data());
  const Matrix inputs = own_data(5, 11);
  nn::Network network = nn::random_network({6, 5, 5, 5, 2}, 1);
  network.weights.array() += 0.1;  // without biases a layer that lets nothing through is at a kink
  const auto on_map = dsne::methods::reference_on_map(network, reference);
  const auto neighbours = dsne::methods::nearest_in_reference(inputs, reference);
  REQUIRE(std::ssize(neighbours) == 5 * 7);
  const auto loss = [&](Index i) {
    const RowVector place = nn::output(network, inputs).row(i);
    double sum = 0;
    for (Index n = 0; n < 7; ++n) {
      const Index near = neighbours[static_cast<std::size_t>(i * 7 + n)];
      sum += std::log1p((place - on_map.places.row(near)).squaredNorm()) / 7;
    }
    for (const auto& other : on_map.places.rowwise()) {
      sum += 5 * std::log1p(1 / ((place - other).squaredNorm() + nn::repulsion_softening)) /
             static_cast<double>(on_map.places.rows());
    }
    return sum;
  };
  std::vector<RowVector> gradients;
  dsne::methods::for_each_gradient(network, inputs, neighbours, on_map,
                                   [&](const RowVector& g) { gradients.push_back(g); });
  REQUIRE(gradients.size() == 5);
  for (Index i = 0; i < 5; ++i) {
    for (Index w = 0; w < network.weights.size(); w += 7) {
      constexpr double step = 1e-6;
      const double weight = network.weights(w);
      network.weights(w) = weight + step;
      const double above = loss(i);
      network.weights(w) = weight - step;
      const double below = loss(i);
      network.weights(w) = weight;
      CHECK(gradients[static_cast<std::size_t>(i)](w) ==
            doctest::Approx((above - below) / (2 * step)).epsilon(1e-4).scale(1e-3));
    }
    const Matrix alone = inputs.row(i);
    dsne::methods::for_each_gradient(
        network, alone, dsne::methods::nearest_in_reference(alone, reference), on_map,
        [&](const RowVector& g) { CHECK(g == gradients[static_cast<std::size_t>(i)]); });
  }
}

TEST_CASE("the reference's gradients are cut to their median length") {
  const Matrix reference = dsne::methods::network_inputs(reference_data(), reference_data());
  const nn::Network network = nn::random_network({6, 5, 5, 5, 2}, 1);
  const auto pull = dsne::methods::reference_pull(network, reference, 0, 1);
  std::vector<double> lengths;
  RowVector sum = RowVector::Zero(network.weights.size());
  dsne::methods::for_each_gradient(network, reference, dsne::methods::neighbours_of(reference),
                                   dsne::methods::reference_on_map(network, reference),
                                   [&](const RowVector& g) {
                                     lengths.push_back(g.norm());
                                     sum += g * std::min(1.0, pull.length / g.norm());
                                   });
  const auto shorter = std::count_if(lengths.begin(), lengths.end(),
                                     [&](double length) { return length < pull.length; });
  CHECK(shorter == std::ssize(lengths) / 2);
  CHECK(relative_error(pull.sum, sum) < 1e-12);
  CHECK(dsne::methods::reference_pull(network, reference, 0.3, 1).sum != pull.sum);
}

TEST_CASE("all rounds together cost what the owner allows, for any number of sites") {
  for (const double epsilon : {0.01, 1.0, 4.0, 100.0}) {
    for (const int rounds : {1, 200}) {
      const Parameters p = guaranteed_fedne(epsilon, Averaged::weights, rounds);
      const auto plan = *dsne::methods::fedne().privacy_plan(p);
      CHECK(plan.releases == rounds);
      CHECK(plan.shared_noise.has_value());
      CHECK_FALSE(plan.covers_coordinates);
      for (const Index sites : {2, 3, 200}) {
        const auto release = dsne::methods::update_sum(p, 11714).release(sites);
        CHECK(release.cost.rho() <= plan.each.cost.rho() * (1 + 1e-12));
        const auto all = dsne::privacy::compose(release.cost, rounds);
        CHECK(all.epsilon(p.dp_delta) <= epsilon * (1 + 1e-9));
        CHECK(all.epsilon(p.dp_delta) > 0.999 * epsilon);
      }
      const double mu = dsne::privacy::gaussian_dp_within(epsilon, p.dp_delta).mu();
      const double sigma = 2 * whole_length * std::sqrt(rounds) / mu;
      CHECK(plan.each.sigma == doctest::Approx(sigma).epsilon(1e-6));
    }
  }
  Parameters p = guaranteed_fedne(1, Averaged::gradients);
  p.dp_colluding = 3;
  CHECK_THROWS_WITH(dsne::methods::update_sum(p, 10).noise(3),
                    "a network with a guarantee needs more sites than dp_colluding");
  CHECK_FALSE(dsne::methods::fedne().privacy_plan(guaranteed_fedne(0, Averaged::weights)));
}

TEST_CASE("with a guarantee a site sends its number and noisy updates, and nothing else") {
  for (const Averaged averaged : {Averaged::weights, Averaged::gradients}) {
    Federation federation(guaranteed_fedne(1, averaged), guaranteed_fedne_sites(), reference_data(),
                          dsne::methods::fedne());
    federation.round();
    CHECK(federation.releases.empty());
    for (int iteration = 0; iteration < 3; ++iteration) {
      federation.round();
      const Json& answer = federation.answers().at("b");
      CHECK(answer.size() == 1);
      CHECK(answer.at("masked").size() == 2);
      CHECK(answer.at("masked").contains("noisy_update"));
      CHECK(federation.releases.size() == 3 * static_cast<std::size_t>(iteration + 1));
    }
    CHECK(federation.releases.back().mechanism == "distributed discrete gaussian");
  }
}

TEST_CASE("a sum of updates holds every site's noise, with the stated deviation") {
  const Parameters p = guaranteed_fedne(1, Averaged::gradients);
  const std::vector<SiteData> sites = guaranteed_fedne_sites();
  Federation federation(p, sites, reference_data(), dsne::methods::fedne());
  federation.round();
  const Json message = federation.message();
  std::map<std::string, Json> answers;
  for (const SiteData& site : sites) answers[site.name] = federation.answer(site, message);
  RowVector exact;
  for (const auto& [name, answer] : federation.open_answers()) {
    const RowVector term = answer.sums[0].values.row(0);
    exact = exact.size() == 0 ? term : RowVector(exact + term);
  }
  const Matrix sum = dsne::exchange::SiteAnswers(answers).sum("noisy_update", 1, exact.size(),
                                                              dsne::exchange::noisy_bound);
  const RowVector noise = sum.row(0) - exact;
  CHECK(noise == noise.array().round().matrix());
  const double variance = 3 * dsne::methods::update_sum(p, exact.size()).noise(3).share_variance;
  CHECK(noise.squaredNorm() / static_cast<double>(noise.size()) ==
        doctest::Approx(variance).epsilon(0.6));  // of some 160 numbers
}

TEST_CASE("a sum of pure noise is shrunk to nothing, and a clear one kept") {
  const Parameters p = guaranteed_fedne(100, Averaged::gradients, 1);
  constexpr Index numbers = 400;
  const double deviation =
      std::sqrt(3 * dsne::methods::update_sum(p, numbers).noise(3).share_variance);
  const RowVector weak = RowVector::Constant(numbers, 0.99 * deviation);
  CHECK(dsne::methods::shrunk_sum(weak, 1, p, 3).norm() == 0);
  CHECK(dsne::methods::shrunk_sum(RowVector::Zero(numbers), 1, p, 3).norm() == 0);
  const RowVector by_chance = RowVector::Constant(numbers, 1.1 * deviation);
  CHECK(dsne::methods::shrunk_sum(by_chance, 1, p, 3).norm() == 0);
  const RowVector strong = RowVector::Constant(numbers, 1e4 * deviation);
  CHECK(relative_error(dsne::methods::shrunk_sum(strong, 0.5, p, 3),
                       strong * (0.5 / whole_length)) < 1e-6);
  const RowVector half = RowVector::Constant(numbers, std::sqrt(2.0) * deviation);
  CHECK(relative_error(dsne::methods::shrunk_sum(half, 1, p, 3), half / (2 * whole_length)) < 0.01);
}

TEST_CASE("the coordinator takes the step of the reference's pull and the noisy sum") {
  const Parameters p = guaranteed_fedne(100, Averaged::gradients, 1);
  Federation federation(p, guaranteed_fedne_sites(), reference_data(), dsne::methods::fedne());
  federation.round();
  const auto network = dsne::methods::initial_network(p, 6);
  const Matrix reference = dsne::methods::network_inputs(reference_data(), reference_data());
  const auto pull = dsne::methods::reference_pull(network, reference, 0, 1);
  CHECK(federation.message().at("update_length").get<double>() == doctest::Approx(pull.length));
  federation.round();
  const RowVector sum =
      dsne::exchange::SiteAnswers(federation.answers())
          .sum("noisy_update", 1, network.weights.size(), dsne::exchange::noisy_bound)
          .row(0);
  nn::Adam adam = nn::Adam::at_rest(network.weights.size());
  const RowVector gradient = (pull.sum + dsne::methods::shrunk_sum(sum, pull.length, p, 3)) /
                             static_cast<double>(reference.rows() + 50);
  const RowVector expected =
      network.weights + nn::adam_step(adam, gradient, dsne::methods::network_learning_rate(p, 0));
  const auto said = dsne::methods::network_field(federation.message(), "network",
                                                 dsne::methods::map_widths(p, 6), "message");
  CHECK(relative_error(said.weights, expected) < 1e-9);
}

TEST_CASE("a site charges each of its updates before it reads its subjects") {
  const Parameters p = guaranteed_fedne(1, Averaged::gradients);
  const std::vector<SiteData> sites = guaranteed_fedne_sites();
  Federation federation(p, sites, reference_data(), dsne::methods::fedne());
  federation.round();
  dsne::methods::SiteProblem problem = federation.site_problem(sites[1]);
  federation.events.clear();
  problem.spend = [](const dsne::privacy::PrivateRelease&) { throw dsne::InputError("too dear"); };
  const auto site = dsne::methods::fedne().site(problem, federation.site_state("b"));
  CHECK_THROWS_WITH(site->round(federation.message()), "too dear");
  CHECK(federation.events.empty());
}

TEST_CASE("a site's term is limited to the length in the message; an invalid length is refused") {
  const Parameters p = guaranteed_fedne(1, Averaged::weights);
  const std::vector<SiteData> sites = guaranteed_fedne_sites();
  for (const double length : {1e-90, 1e-3, 1e90}) {
    Federation federation(p, sites, reference_data(), dsne::methods::fedne());
    federation.round();
    Json message = federation.message();
    message["update_length"] = length;
    CHECK(federation.open_answer(sites[1], message).sums[0].values.norm() <= whole_length);
  }
  Federation federation(p, sites, reference_data(), dsne::methods::fedne());
  federation.round();
  Json message = federation.message();
  message["update_length"] = 0;
  CHECK_THROWS_WITH(federation.open_answer(sites[1], message),
                    "the remote's message: update_length must be above 0");
}
