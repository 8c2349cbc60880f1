#include <map>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/state.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/map_network.h"
#include "methods/messages.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// The stage after the run.
constexpr const char* ended = "ended";

/// Returns the surrogates of all sites, by name.
std::map<std::string, nn::Network> surrogates_in(const Json& message, Index dimensions) {
  const std::string what(exchange::coordinator_message_name);
  const Json& given = field(message, surrogates_name, what);
  expect(given.is_object(), std::string(surrogates_name) + " is not by site");
  std::map<std::string, nn::Network> surrogates;
  for (const auto& [site, weights] : given.items()) {
    surrogates[site] = told_surrogate({{surrogate_name, weights}}, dimensions, what);
  }
  return surrogates;
}

/// Returns the grid over the map on which repulsion is asked for.
nn::Grid grid_in(const Json& message, Index dimensions) {
  constexpr std::string_view what = exchange::coordinator_message_name;
  return parse_message<nn::Grid>(field(message, "grid", what), what, {RowVector(dimensions)});
}

class FedneSite final : public SiteMethod {
 public:
  FedneSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("answered", self.answered_);
    visit("features", self.features_);
    visit("places", self.places_);
    visit("network", self.network_);
    visit("iteration", self.iteration_);
    visit("subjects", self.subjects_);
    visit("neighbours", self.neighbours_);
    visit("adam", self.adam_);
    visit("grid", self.grid_);
    visit("surrogate", self.surrogate_);
  }

  exchange::SiteAnswer round(const Json& message) override {
    const std::string asked = text_field(message, "stage", exchange::coordinator_message_name);
    const bool begins = asked == stage::size && answered_.empty();
    const bool goes_on =
        asked == stage::iterate && (answered_ == stage::size || answered_ == stage::iterate);
    expect(begins || goes_on, unexpected_stage);
    exchange::SiteAnswer answer = begins ? size(message) : iterate(message);
    answered_ = asked;
    network_ = {};  // every message brings it
    return answer;
  }

  exchange::SiteAnswer finish(const Json& message) override {
    expect(answered_ == stage::iterate, "the map is asked for before it is made");
    take_network(message);
    answered_ = ended;
    return {};
  }

  Matrix coordinates() const override { return places_; }

  Json state() const override { return state_of(*this); }

 private:
  bool trains_alone() const { return problem_.parameters.averaged == Averaged::weights; }

  /// Reads the network and places the subjects by it. Checks that the coordinator placed the
  /// reference in the same way.
  /// @return the network's inputs
  SitePoints take_network(const Json& message) {
    const SitePoints points = problem_.subjects->points();
    features_ = points.own.cols();
    network_ = network_field(message, "network", map_widths(problem_.parameters, features_),
                             exchange::coordinator_message_name);
    const Matrix claimed =
        matrix_field(message, reference_places_name, problem_.reference_points,
                     problem_.parameters.no_dims, exchange::coordinator_message_name);
    SitePoints inputs{network_inputs(points.own, points.reference),
                      network_inputs(points.reference, points.reference)};
    const Matrix reference = nn::output(network_, inputs.reference);
    constexpr double rounding = 1e-6;  // another processor may add in another order
    expect((claimed - reference).cwiseAbs().maxCoeff() <=
               rounding * (1 + reference.cwiseAbs().maxCoeff()),
           "reference_places is not where the network puts the reference");
    places_ = nn::output(network_, inputs.own);
    return inputs;
  }

  void check_start() const {
    expect(network_.weights == initial_network(problem_.parameters, features_).weights,
           "network is not the one that the run starts from");
  }

  exchange::SiteAnswer size(const Json& message) {
    take_network(message);
    check_start();
    return {Json::object(), {size_term(problem_.own_points)}};
  }

  /// Reads, the first time, the number of all subjects: sums over few others would reveal these.
  void begin(const Json& message, const SitePoints& inputs) {
    check_start();
    subjects_ = all_subjects(message, problem_.own_points);
    if (problem_.sites > 1 && subjects_ - problem_.own_points < problem_.parameters.least_in_sums) {
      throw InputError("the other sites have too few subjects: fewer than least_in_sums");
    }
    neighbours_ = neighbours_of(inputs.own);
    if (trains_alone()) adam_ = nn::Adam::at_rest(network_.weights.size());
    if (problem_.parameters.surrogates == Surrogates::sites) {
      surrogate_ = nn::new_surrogate(problem_.parameters.no_dims);
    }
  }

  exchange::SiteAnswer iterate(const Json& message) {
    check_iteration(message, problem_.parameters, iteration_);
    const OthersSlope others = others_of(message);
    const SitePoints inputs = take_network(message);
    if (iteration_ == 0) begin(message, inputs);
    exchange::SiteAnswer answer = terms(message);
    if (changes_network(problem_.parameters, iteration_)) {
      const auto points = static_cast<double>(problem_.own_points);
      answer.sums.push_back(
          {network_update_name, network_update_bound, points * update(inputs, epoch(others))});
    }
    ++iteration_;
    return answer;
  }

  /// Returns the change of the network by the site's own training, or the gradient for a common
  /// step.
  RowVector update(const SitePoints& inputs, Epoch epoch) {
    if (problem_.parameters.surrogates == Surrogates::reference &&
        subjects_ > problem_.own_points) {
      epoch.stand_ins = stand_ins_among(inputs.reference, epoch.seed);
    }
    if (!trains_alone()) return epoch_gradient(network_, inputs.own, neighbours_, epoch);
    nn::Network own = network_;
    train(own, adam_, inputs.own, neighbours_, epoch);
    return own.weights - network_.weights;
  }

  Epoch epoch(const OthersSlope& others) const {
    const Parameters& given = problem_.parameters;
    Epoch epoch;
    epoch.learning_rate = network_learning_rate(given, iteration_);
    epoch.batch = given.batch_edges;
    epoch.mixing = given.neighbour_mixing;
    epoch.proximal = given.proximal_weight;
    epoch.noise = given.input_noise;
    epoch.subjects = subjects_;
    epoch.others = others;
    epoch.seed = problem_.seed + static_cast<std::uint64_t>(iteration_);
    return epoch;
  }

  /// Returns the gradient of the other sites' repulsion, one iteration ago.
  OthersSlope others_of(const Json& message) const {
    if (!uses_repulsion(problem_.parameters, iteration_)) return nullptr;
    return surrogate_ ? slope_of_surrogates(message) : slope_of_sum(message);
  }

  /// Returns that of all sites, minus the site's own part.
  OthersSlope slope_of_sum(const Json& message) const {
    const RowVector all = matrix_field(message, repulsion_name, 1, grid_.value().points(),
                                       exchange::coordinator_message_name)
                              .row(0);
    const double most = most_repulsion_of_one * static_cast<double>(subjects_);
    expect(all.minCoeff() >= 0 && all.maxCoeff() <= most,
           "repulsion is not that of the run's subjects");
    return [grid = *grid_, others = RowVector(all - nn::repulsion_on(*grid_, places_))](
               const Matrix& places) { return nn::slope_on(grid, others, places); };
  }

  /// Returns the sum of the others' surrogates.
  OthersSlope slope_of_surrogates(const Json& message) const {
    std::map<std::string, nn::Network> others = surrogates_in(message, problem_.parameters.no_dims);
    const bool has_own = others.erase(problem_.site) == 1;
    expect(has_own && std::ssize(others) + 1 == problem_.sites,
           "surrogates are not those of the run's sites");
    return [grid = grid_.value(), others = std::move(others),
            subjects = static_cast<double>(subjects_)](const Matrix& places) {
      Matrix slope = Matrix::Zero(places.rows(), places.cols());
      for (const auto& [site, other] : others) {
        slope += subjects * nn::surrogate_slope(other, grid, places);
      }
      return slope;
    };
  }

  /// Returns the site's terms about its positions in this iteration.
  exchange::SiteAnswer terms(const Json& message) {
    exchange::SiteAnswer answer;
    if (asks_moments(problem_.parameters, iteration_)) {
      Matrix moments(1, 2 * places_.cols());
      moments << places_.colwise().sum(), places_.colwise().squaredNorm();
      answer.sums.push_back({place_moments_name, place_moments_bound, moments});
    }
    grid_.reset();
    if (asks_repulsion(problem_.parameters, iteration_)) {
      grid_ = grid_in(message, places_.cols());
      const RowVector repulsion = nn::repulsion_on(*grid_, places_);
      if (surrogate_) {
        answer.fields[surrogate_name] = pack(tuned_surrogate(repulsion).weights);
      } else {
        answer.sums.push_back({repulsion_name, repulsion_bound, repulsion});
      }
    }
    return answer;
  }

  /// Returns the site's surrogate for the others: of its part of the mean over all subjects.
  nn::Network tuned_surrogate(const RowVector& repulsion) {
    nn::tune(*surrogate_, *grid_, repulsion,
             problem_.seed + static_cast<std::uint64_t>(iteration_));
    nn::Network told = nn::in_units(*surrogate_, repulsion.mean() / static_cast<double>(subjects_));
    told.weights = told.weights.cwiseMax(-weight_bound).cwiseMin(weight_bound);
    return told;
  }

  SiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  Index features_ = 1;    ///< of the preprocessed subjects
  int iteration_ = 0;     ///< iterations made so far
  Index subjects_ = 0;    ///< of the run
  nn::Network network_;   ///< from the coordinator's last message
  Matrix places_;         ///< the site's subjects by that network
  std::vector<Index> neighbours_;
  nn::Adam adam_;
  std::optional<nn::Grid> grid_;                     ///< the grid of the last answer's repulsion
  std::optional<nn::RepulsionSurrogate> surrogate_;  ///< if the site sends its own
};

}  // namespace

std::unique_ptr<SiteMethod> fedne_site(SiteProblem problem, const Json& state) {
  return std::make_unique<FedneSite>(std::move(problem), state);
}

}  // namespace dsne::methods
