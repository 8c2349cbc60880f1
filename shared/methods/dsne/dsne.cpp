#include "methods/dsne/dsne.h"

#include <algorithm>
#include <utility>

#include "core/phase.h"
#include "core/phrases.h"
#include "core/state.h"
#include "methods/embedding/initial_coordinates.h"

namespace dsne::methods {
namespace {

class DsneCoordinator final : public CoordinatorMethod {
 public:
  DsneCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) {
      restore(state, *this);
      return;
    }
    coordinates_ = initial_reference_coordinates(problem_);
    velocity_ = Matrix::Zero(coordinates_.rows(), coordinates_.cols());
    shift_ = RowVector::Zero(coordinates_.cols());
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("iteration", self.iteration_);
    visit("places", self.coordinates_);
    visit("velocity", self.velocity_);
    visit("shift", self.shift_);
  }

  Json message() const override {
    return {{"iteration", iteration_},
            {"reference_places", pack(coordinates_)},
            {velocity_sum, pack(velocity_)},
            {"shift", json_array(shift_)}};
  }

  void combine(const exchange::SiteAnswers& answers) override {
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      return answers.sum(name, rows, coordinates_.cols(), exchange::map_bound) /
             static_cast<double>(problem_.site_points.size());
    };
    const Matrix displacement = mean_of(displacement_sum, coordinates_.rows());
    velocity_ = problem_.parameters.local_iterations == 1
                    ? displacement
                    : mean_of(velocity_sum, coordinates_.rows());
    coordinates_ += displacement;
    shift_ = mean_of(mean_sum, 1) + share_of_reference() * coordinates_.colwise().sum();
    coordinates_.rowwise() -= shift_;
    iteration_ = std::min(iteration_ + problem_.parameters.local_iterations,
                          iterations(problem_.parameters));
  }

  int rounds() const override {
    const int each = problem_.parameters.local_iterations;
    return (iterations(problem_.parameters) + each - 1) / each;
  }

  Matrix reference_coordinates() const override { return coordinates_; }

  Json state() const override { return state_of(*this); }

 private:
  /// Returns the mean over the sites of a reference point's weight in the mean of a site's map.
  double share_of_reference() const {
    double sum = 0;
    for (const auto& [site, points] : problem_.site_points) {
      sum += 1 / static_cast<double>(points + problem_.reference_points);
    }
    return sum / static_cast<double>(problem_.site_points.size());
  }

  CoordinatorProblem problem_;
  int iteration_ = 0;
  Matrix coordinates_;
  Matrix velocity_;  ///< of the reference, the same at every site; never includes the shift
  RowVector shift_;
};

}  // namespace

std::string moves_sentence(const Parameters& parameters) {
  return "in " + counted(iterations(parameters), "iteration") +
         " each site moved its own subjects, and all sites together moved the reference points "
         "that tie their maps together";
}

std::unique_ptr<CoordinatorMethod> dsne_coordinator(CoordinatorProblem problem, const Json& state) {
  return std::make_unique<DsneCoordinator>(std::move(problem), state);
}

const Method& dsne_method() {
  static const Method method = {
      .name = "dsne",
      .iterations = 5,
      .parameters = {"no_dims", "perplexity", "max_iterations", "local_iterations",
                     "initialization", "private_start", "seed", "learning_rate",
                     "early_exaggeration", "early_exaggeration_iterations", "momentum",
                     "final_momentum", "momentum_switch_iteration"},
      .sent_fields =
          {{phase::embed, displacement_sum, Shows::sums,
            "N_s × m, how this site would move the reference",
            "the sum over the sites: it depends on every subject", true},
           {phase::embed, velocity_sum, Shows::sums,
            "N_s × m, the same for the velocity; only when `local_iterations` is above 1",
            "likewise", true},
           {phase::embed, mean_sum, Shows::sums,
            "1 × m, the sum of the site's own places divided by N_l + N_s",
            "likewise; it shows a group that the reference lacks, which starts far outside", true},
           kl_divergence_field()},
      .description =
          [](const Parameters& parameters) {
            return "The map was made with decentralized t-SNE (dsne): " +
                   moves_sentence(parameters) + ".";
          },
      .disclosure = always(
          "This method gives no guarantee of privacy: anyone who has a person's data can test "
          "whether that person is among the subjects. If one subject joins or leaves between two "
          "runs, these reveal that subject's data. A coordinator that lies about the reference's "
          "positions chooses what the sums over all sites reveal."),
      .site = [](SiteProblem problem,
                 const Json& state) { return dsne_site(std::move(problem), nullptr, state); },
      .coordinator = dsne_coordinator};
  return method;
}

}  // namespace dsne::methods
