#include "methods/fedne/fedne.h"

#include <algorithm>
#include <cmath>

#include "method_runs.h"
#include "methods/fedne/map_network.h"
#include "nn/neighbour_embedding.h"
#include "sanitized.h"
#include "unit/nn/contrastive_loss.h"

namespace {

namespace nn = dsne::nn;

/// The parameters of a run of so many rounds that averages weights and sums repulsion.
Json fedne_run(int rounds, const Json& more = Json::object()) {
  Json given = short_run("fedne", {{"averaged", "weights"}, {"surrogates", "sum"}});
  given["max_iterations"] = rounds;
  given.update(more);
  return given;
}

Parameters fedne_parameters(int rounds, const Json& more = Json::object()) {
  return parse_parameters(fedne_run(rounds, more));
}

std::vector<SiteData> fedne_sites() {
  return {{"a", own_data(1, 103)}, {"b", own_data(40, 107)}, {"c", own_data(9, 109)}};
}

/// The network as a message of the coordinator's has it.
nn::Network said_network(const Json& message) {
  return dsne::methods::network_field(message, "network",
                                      dsne::methods::map_widths(fedne_parameters(1), 6), "message");
}

Matrix placed_at(const nn::Network& network, const SiteData& site) {
  return dsne::methods::placed_by(network, site.own, reference_data());
}

/// The same training in one process, by the definition: others' repulsion is that of their points.
class TrainingInOneProcess {
 public:
  TrainingInOneProcess(Parameters p, std::vector<SiteData> sites)
      : p_(std::move(p)),
        sites_(std::move(sites)),
        network_(dsne::methods::initial_network(p_, 6)),
        before_(network_) {
    at_coordinator_ = nn::Adam::at_rest(network_.weights.size());
    for (const SiteData& site : sites_) {
      adams_.push_back(nn::Adam::at_rest(network_.weights.size()));
      surrogates_.push_back(nn::new_surrogate(2));
      all_ += site.own.rows();
    }
  }

  void iterate(int iteration) {
    RowVector sum = RowVector::Zero(network_.weights.size());
    std::optional<nn::Grid> next = grid_over_all();
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      const Matrix inputs = dsne::methods::network_inputs(sites_[s].own, reference_data());
      dsne::methods::Epoch epoch;
      epoch.learning_rate = dsne::methods::network_learning_rate(p_, iteration);
      epoch.batch = p_.batch_edges;
      epoch.mixing = p_.neighbour_mixing;
      epoch.proximal = p_.proximal_weight;
      epoch.noise = p_.input_noise;
      epoch.subjects = all_;
      epoch.seed = 7 + static_cast<std::uint64_t>(iteration);
      const bool others_count = iteration >= 3 && (!gives_gradients() || iteration % 2 == 1);
      if (others_count) epoch.others = slope_of_others(s);
      if (stands_for_others()) {
        epoch.others = nullptr;
        epoch.stand_ins = dsne::methods::network_inputs(reference_data(), reference_data());
      }
      sum += static_cast<double>(inputs.rows()) * update(s, inputs, epoch);
    }
    before_ = network_;
    asked_ = asking_;
    asking_ = *next;
    if (dsne::methods::asks_repulsion(p_, iteration)) tune_surrogates(iteration);
    RowVector mean = sum / static_cast<double>(all_);
    const double rate = dsne::methods::network_learning_rate(p_, iteration);
    if (stands_for_others()) {
      if (gives_gradients()) mean += gradient_of_reference(iteration);
    } else if (gives_gradients() && iteration >= 2 && iteration % 2 == 0) {
      return;
    }
    network_.weights += gives_gradients() ? nn::adam_step(at_coordinator_, mean, rate) : mean;
  }

  const nn::Network& network() const { return network_; }

 private:
  bool gives_gradients() const { return p_.averaged == dsne::methods::Averaged::gradients; }

  bool stands_for_others() const { return p_.surrogates == dsne::methods::Surrogates::reference; }

  RowVector gradient_of_reference(int iteration) const {
    const Matrix inputs = dsne::methods::network_inputs(reference_data(), reference_data());
    dsne::methods::Epoch epoch;
    epoch.batch = p_.batch_edges;
    epoch.noise = p_.input_noise;
    epoch.seed = static_cast<std::uint64_t>(p_.seed + iteration);
    return dsne::methods::epoch_gradient(network_, inputs, dsne::methods::neighbours_of(inputs),
                                         epoch);
  }

  RowVector update(std::size_t site, const Matrix& inputs, const dsne::methods::Epoch& epoch) {
    const auto neighbours = dsne::methods::neighbours_of(inputs);
    if (gives_gradients()) {
      return dsne::methods::epoch_gradient(network_, inputs, neighbours, epoch);
    }
    nn::Network own = network_;
    dsne::methods::train(own, adams_[site], inputs, neighbours, epoch);
    return own.weights - network_.weights;
  }

  dsne::methods::OthersSlope slope_of_others(std::size_t own) {
    if (p_.surrogates == dsne::methods::Surrogates::sites) return slope_of_surrogates(own);
    RowVector values = RowVector::Zero(asked_.points());
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      if (s != own) values += nn::repulsion_on(asked_, placed_at(before_, sites_[s]));
    }
    return [grid = asked_, values](const Matrix& at) { return nn::slope_on(grid, values, at); };
  }

  dsne::methods::OthersSlope slope_of_surrogates(std::size_t own) const {
    return [this, own](const Matrix& at) {
      Matrix slope = Matrix::Zero(at.rows(), at.cols());
      for (std::size_t s = 0; s < sites_.size(); ++s) {
        if (s == own) continue;
        const double unit = nn::repulsion_on(asked_, placed_at(before_, sites_[s])).mean();
        slope += nn::surrogate_slope(nn::in_units(surrogates_[s], unit), asked_, at);
      }
      return slope;
    };
  }

  /// As they are once asked_ is on what repulsion is asked for.
  void tune_surrogates(int iteration) {
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      nn::tune(surrogates_[s], asked_, nn::repulsion_on(asked_, placed_at(before_, sites_[s])),
               7 + static_cast<std::uint64_t>(iteration));
    }
  }

  nn::Grid grid_over_all() const {
    std::vector<Matrix> parts;
    for (const SiteData& site : sites_) parts.push_back(placed_at(network_, site));
    const Matrix places = dsne::stacked(parts);
    const RowVector mean = places.colwise().mean();
    return nn::grid_over(mean,
                         ((places.rowwise() - mean).cwiseAbs2().colwise().mean()).cwiseSqrt());
  }

  Parameters p_;
  std::vector<SiteData> sites_;
  nn::Network network_, before_;
  std::vector<nn::Adam> adams_;
  std::vector<nn::RepulsionSurrogate> surrogates_;
  nn::Adam at_coordinator_;
  nn::Grid asking_, asked_;
  Eigen::Index all_ = 0;
};

double neighbour_loss(const nn::Network& network, const Matrix& own) {
  const Matrix inputs = dsne::methods::network_inputs(own, reference_data());
  const auto neighbours = dsne::methods::neighbours_of(inputs);
  const Matrix places = nn::output(network, inputs);
  Matrix heads(std::ssize(neighbours), 2);
  for (Eigen::Index i = 0; i < heads.rows(); ++i) heads.row(i) = places.row(i / 7);
  return contrastive_loss(heads, places(neighbours, Eigen::all), 5);
}

/// Checks how a loss changes with the weights of the network that it is made with.
void check_slope(nn::Network& network, const std::function<double()>& loss,
                 const RowVector& gradient) {
  for (Eigen::Index i = 0; i < network.weights.size(); ++i) {
    constexpr double step = 1e-6;
    const double weight = network.weights(i);
    network.weights(i) = weight + step;
    const double above = loss();
    network.weights(i) = weight - step;
    const double below = loss();
    network.weights(i) = weight;
    CHECK(gradient(i) == doctest::Approx((above - below) / (2 * step)).epsilon(1e-4));
  }
}

}  // namespace

TEST_CASE("a federated run of fedne is the same training in one process") {
  const Json together = {{"averaged", "gradients"}, {"input_noise", 0.3}};
  const auto with = [](Json choices, const char* surrogates) {
    choices["surrogates"] = surrogates;
    return choices;
  };
  // Training surrogates takes seconds per round.
  for (const auto& [rounds, choices] :
       std::vector<std::pair<int, Json>>{{8, Json::object()},
                                         {8, {{"proximal_weight", 0.5}}},
                                         {8, together},
                                         {3, {{"surrogates", "sites"}}},
                                         {4, with(together, "sites")},
                                         {8, {{"surrogates", "reference"}}},
                                         {8, with(together, "reference")}}) {
    const bool trains = choices.value("surrogates", "") == "sites";
    // Sanitized that takes a quarter of an hour; other cases have it.
    if (sanitized && trains) continue;
    // How sums are rounded grows a thousandfold while surrogates are trained.
    const double limit = trains ? 1e-4 : 1e-6;
    const Json given = fedne_run(sanitized ? 2 : rounds, choices);
    Federation federation(given, fedne_sites(), reference_data());
    TrainingInOneProcess training(parse_parameters(given), fedne_sites());
    federation.round();  // their numbers of subjects
    for (int iteration = 0; iteration + 1 < federation.rounds(); ++iteration) {
      CAPTURE(iteration);
      federation.round();
      training.iterate(iteration);
      CHECK(relative_error(said_network(federation.message()).weights, training.network().weights) <
            limit);
    }
    for (const SiteData& site : federation.sites()) {
      CHECK(federation.own_coordinates(site) ==
            placed_at(said_network(federation.message()), site));
    }
  }
}

TEST_CASE("with each round neighbours come nearer and others move away") {
  for (const char* averaged : {"weights", "gradients"}) {
    const Matrix own = own_data(60, 103);
    Federation federation(fedne_run(30, {{"averaged", averaged}}), {{"a", own}}, reference_data());
    const double before = neighbour_loss(said_network(federation.message()), own);
    while (federation.message().value("iteration", 0) < 30) federation.round();
    CHECK(neighbour_loss(said_network(federation.message()), own) < before - 0.1);
  }
}

TEST_CASE("the gradient of an epoch is the slope of the loss over its edges, and over stand-ins") {
  const Matrix inputs = own_data(12, 11);
  const auto neighbours = dsne::methods::neighbours_of(inputs);
  for (const Eigen::Index stand_ins : {0, 5}) {
    dsne::methods::Epoch epoch;  // a single batch
    epoch.subjects = 48;
    epoch.stand_ins = own_data(stand_ins, 13);
    const double own_share = stand_ins == 0 ? 1 : 0.25;
    nn::Network network = nn::random_network({6, 5, 2}, 1);
    const auto loss = [&] {
      const Matrix places = nn::output(network, inputs);
      const Matrix others = nn::output(network, epoch.stand_ins);
      Matrix heads(std::ssize(neighbours), 2);
      double from_others = 0;
      for (Eigen::Index i = 0; i < heads.rows(); ++i) {
        heads.row(i) = places.row(i / 7);
        for (const auto& other : others.rowwise()) {
          const double apart = (heads.row(i) - other).squaredNorm() + nn::repulsion_softening;
          from_others += std::log(1 + 1 / apart) / static_cast<double>(heads.rows() * stand_ins);
        }
      }
      return contrastive_loss(heads, places(neighbours, Eigen::all), 5 * own_share) +
             5 * (1 - own_share) * from_others;
    };
    check_slope(network, loss, dsne::methods::epoch_gradient(network, inputs, neighbours, epoch));
    CHECK(dsne::methods::epoch_gradient(network, own_data(1, 3), {}, epoch) ==
          RowVector::Zero(network.weights.size()));
  }
}

TEST_CASE("500 points of a large reference are stand-ins, drawn with each seed") {
  const Matrix few = own_data(500, 3);
  CHECK(dsne::methods::stand_ins_among(few, 1) == few);
  const Matrix many = own_data(501, 3);
  const Matrix some = dsne::methods::stand_ins_among(many, 1);
  REQUIRE(some.rows() == 500);
  CHECK(dsne::methods::stand_ins_among(many, 1) == some);
  CHECK(dsne::methods::stand_ins_among(many, 2) != some);
  const RowVector missing = many.colwise().sum() - some.colwise().sum();
  CHECK((many.rowwise() - missing).rowwise().norm().minCoeff() < 1e-9);  // each is drawn once
}

TEST_CASE("noise is on every batch's inputs, another in each epoch") {
  const Matrix inputs = own_data(30, 11);
  const auto neighbours = dsne::methods::neighbours_of(inputs);
  const nn::Network network = nn::random_network({6, 5, 2}, 1);
  const auto gradient = [&](double noise, std::uint64_t seed) {
    dsne::methods::Epoch epoch;
    epoch.noise = noise;
    epoch.seed = seed;
    return dsne::methods::epoch_gradient(network, inputs, neighbours, epoch);
  };
  CHECK(gradient(0.3, 1) == gradient(0.3, 1));
  CHECK(gradient(0.3, 1) != gradient(0.3, 2));
  CHECK(relative_error(gradient(1e-7, 1), gradient(0, 1)) < 1e-4);
  CHECK(relative_error(gradient(0.3, 1), gradient(0, 1)) > 1e-2);
}

TEST_CASE("without sites' surrogates a site sends only the network's weights") {
  for (const char* surrogates : {"none", "reference"}) {
    Federation federation(fedne_run(8, {{"surrogates", surrogates}}), fedne_sites(),
                          reference_data());
    federation.round();
    for (int iteration = 0; iteration < 8; ++iteration) {
      federation.round();
      const Json& masked = federation.answers().at("b").at("masked");
      CHECK(masked.contains("network_update"));
      CHECK_FALSE(masked.contains("place_moments"));
      CHECK_FALSE(masked.contains("repulsion"));
    }
  }
}

TEST_CASE("mixing adds an edge to each subject, and another one in each epoch") {
  const Matrix inputs = own_data(30, 11);
  const auto neighbours = dsne::methods::neighbours_of(inputs);
  REQUIRE(std::ssize(neighbours) == 30 * 7);
  const nn::Network start = nn::random_network({6, 5, 2}, 1);
  const auto trained = [&](double mixing, std::uint64_t seed) {
    dsne::methods::Epoch epoch;
    epoch.batch = 30 * 7;  // with mixing two batches
    epoch.mixing = mixing;
    epoch.seed = seed;
    nn::Network network = start;
    nn::Adam adam = nn::Adam::at_rest(network.weights.size());
    dsne::methods::train(network, adam, inputs, neighbours, epoch);
    CHECK(adam.steps == (mixing > 0 ? 2 : 1));
    return network.weights;
  };
  CHECK(trained(0.2, 1) == trained(0.2, 1));
  CHECK(trained(0.2, 1) != trained(0.2, 2));
  CHECK(trained(0, 1) != trained(0.2, 1));
  for (const double mixing : {5e-324, 1e-9, 0.01, 5.0}) {
    CAPTURE(mixing);
    CHECK(trained(mixing, 1).allFinite());
  }
}

TEST_CASE("a site of one subject learns nothing; with three subjects each has two neighbours") {
  CHECK(dsne::methods::neighbours_of(own_data(1, 3)).empty());
  CHECK(dsne::methods::neighbours_of(own_data(3, 3)).size() == 6);
  const nn::Network start = nn::random_network({6, 5, 2}, 1);
  nn::Network network = start;
  nn::Adam adam = nn::Adam::at_rest(network.weights.size());
  dsne::methods::train(network, adam, own_data(1, 3), {}, {});
  CHECK(network.weights == start.weights);
}

TEST_CASE("the network's inputs are centred and scaled by the reference") {
  const Matrix reference = 3 * reference_data().array() + 5;
  const Matrix inputs = dsne::methods::network_inputs(reference, reference);
  CHECK(inputs.colwise().mean().norm() < 1e-12);
  CHECK(inputs.squaredNorm() / static_cast<double>(inputs.size()) == doctest::Approx(1));
  const Matrix far = Matrix::Constant(1, 6, 1e15);
  CHECK(dsne::methods::network_inputs(far, reference) == Matrix::Constant(1, 6, 100));
  CHECK_THROWS_WITH_AS(dsne::methods::network_inputs(far, Matrix::Ones(4, 6)),
                       "all reference points are the same", dsne::InputError);
}

TEST_CASE(
    "the learning rate falls in steps, or with averaged gradients rises and falls to nearly 0") {
  const Parameters steps = fedne_parameters(100);
  const Parameters smooth = fedne_parameters(100, {{"averaged", "gradients"}});
  using dsne::methods::network_learning_rate;
  CHECK(network_learning_rate(steps, 29) == doctest::Approx(1e-3));
  CHECK(network_learning_rate(steps, 30) < 0.6e-3);
  CHECK(network_learning_rate(steps, 59) == network_learning_rate(steps, 30));
  CHECK(network_learning_rate(steps, 60) < network_learning_rate(steps, 59));
  CHECK(network_learning_rate(smooth, 0) == doctest::Approx(0.002));
  CHECK(network_learning_rate(smooth, 9) > network_learning_rate(smooth, 8));
  CHECK(network_learning_rate(smooth, 50) == doctest::Approx(0.01));
  CHECK(network_learning_rate(smooth, 99) > 0);
  CHECK(network_learning_rate(smooth, 99) < 1e-5);
}

TEST_CASE("others' repulsion counts after 30 % of the rounds, or in every other one") {
  const Parameters weights = fedne_parameters(100);
  CHECK_FALSE(dsne::methods::uses_repulsion(weights, 29));
  CHECK(dsne::methods::uses_repulsion(weights, 30));
  CHECK(dsne::methods::asks_repulsion(weights, 29));
  CHECK_FALSE(dsne::methods::asks_repulsion(weights, 99));
  CHECK(dsne::methods::changes_network(weights, 40));
  const Parameters gradients = fedne_parameters(100, {{"averaged", "gradients"}});
  for (int iteration = 0; iteration < 100; ++iteration) {
    CAPTURE(iteration);
    const bool waits = iteration >= 2 && iteration % 2 == 0;
    CHECK(dsne::methods::asks_repulsion(gradients, iteration) == waits);
    CHECK(dsne::methods::changes_network(gradients, iteration) != waits);
    CHECK(dsne::methods::uses_repulsion(gradients, iteration) == (iteration >= 3 && !waits));
  }
}

TEST_CASE("with surrogates of sites each sends its own, within bounds, and no sum" *
          doctest::skip(sanitized)) {
  Federation federation(fedne_run(8, {{"surrogates", "sites"}}), fedne_sites(), reference_data());
  for (int round = 0; round < 9; ++round) {
    CAPTURE(round);
    const Json message = federation.message();
    const Json state = federation.coordinator_state();
    const bool tells = round >= 3 && round < 8;  // one before it is used, from the fourth on
    if (round == 4) {
      const std::string by = "the remote's message: ";
      const auto refused = [&](const std::string& pointer, const Json& value) {
        return federation.refusal(federation.sites()[1],
                                  with_value(message, Json::json_pointer(pointer), value));
      };
      CHECK(refused("/surrogates/a", dsne::pack(RowVector::Constant(257, 1001))) ==
            by + "surrogate has weights that no run ends in");
      for (const Json& damaged : {Json(), Json("x"), dsne::pack(RowVector::Zero(256))}) {
        CHECK(refused("/surrogates/a", damaged).starts_with(by));
      }
      for (const Json& damaged : {Json(), Json::array(), Json("x"), Json(3)}) {
        CHECK(refused("/surrogates", damaged) == by + "surrogates is not by site");
      }
      const std::string others = by + "surrogates are not those of the run's sites";
      CHECK(refused("/surrogates/a", gone) == others);
      CHECK(refused("/surrogates/b", gone) == others);
      CHECK(refused("/surrogates/d", message["surrogates"]["a"]) == others);
    }
    federation.round();
    for (const auto& [site, answer] : federation.answers()) {
      CHECK(answer.contains("surrogate") == tells);
      CHECK_FALSE(answer.at("masked").contains("repulsion"));
    }
    CHECK(federation.message().contains("surrogates") == tells);
    CHECK_FALSE(federation.message().contains("repulsion"));
    if (round != 3) continue;
    for (const Json& damaged : {Json(), Json("x"), dsne::pack(RowVector::Constant(257, -1001)),
                                dsne::pack(RowVector::Zero(258))}) {
      std::map<std::string, Json> answers = federation.answers();
      answers.at("b")["surrogate"] = damaged;
      CHECK_THROWS_WITH(federation.coordinator(state)->combine(SiteAnswers(answers)),
                        doctest::Contains("the message of site b: surrogate"));
    }
  }
}

TEST_CASE("a site takes no part if the others have too few subjects") {
  Federation federation(fedne_run(4, {{"least_in_sums", 11}}), fedne_sites(), reference_data());
  CHECK_THROWS_WITH(federation.site_half(federation.sites()[1])->finish(federation.message()),
                    "the remote's message: the map is asked for before it is made");
  federation.round();
  CHECK_THROWS_WITH(federation.round(),
                    "the other sites have too few subjects: fewer than least_in_sums");
}
