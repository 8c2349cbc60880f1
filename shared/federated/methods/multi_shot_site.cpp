#include <algorithm>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/jitter.h"
#include "federated/methods/federation_view.h"
#include "federated/methods/multi_shot.h"
#include "federated/methods/multi_shot_messages.h"
#include "federated/methods/plausible_reference.h"
#include "federated/methods/reference_motion.h"
#include "federated/perplexity.h"
#include "federated/site_affinities.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"
#include "tsne/gradient.h"

namespace dsne::federated {
namespace {

class MultiShotSite final : public SiteMethod {
 public:
  MultiShotSite(SiteProblem problem, const MakeGradientFilter& make_filter, const Json& state)
      : problem_(std::move(problem)) {
    if (make_filter) {
      problem_.parameters.private_start = PrivateStart::random;
      problem_.parameters.placement = Placement::paper;  // a count of subjects is no noisy gradient
      filter_ =
          make_filter(problem_, state.is_null() ? Json() : field(state, "filter", cache_name));
    }
    if (state.is_null()) return;
    const auto own = problem_.own_points;
    const auto all = own + problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    answered_ = text_field(state, "answered", cache_name);
    own_coordinates_ = matrix_field(state, "places", own, dimensions, cache_name);
    own_velocity_ = matrix_field(state, "velocity", own, dimensions, cache_name);
    gains_ = matrix_field(state, "gains", all, dimensions, cache_name);
    reference_ =
        matrix_field(state, "reference", problem_.reference_points, dimensions, cache_name);
    motion_.velocity = matrix_field(state, "reference_velocity", problem_.reference_points,
                                    dimensions, cache_name);
    motion_.gains =
        matrix_field(state, "reference_gains", problem_.reference_points, dimensions, cache_name);
    iteration_ = static_cast<int>(
        integer_field(state, "iteration", 0, iterations(problem_.parameters), cache_name));
    if (answered_ == stage::count) {
      nearest_ =
          integers_field(state, "nearest", own, 0, problem_.reference_points - 1, cache_name);
    } else if (sees_federation(problem_.parameters) && answered_ == stage::iterate) {
      view_ = kept_view(state);
    }
  }

  SiteAnswer round(const Json& message) override {
    check_iteration(message, problem_.parameters, iteration_);
    const bool counts = sees_federation(problem_.parameters);
    const std::string asked =
        counts ? text_field(message, "stage", coordinator_message_name) : stage::iterate;
    SiteAnswer answer;
    if (asked == stage::size && answered_.empty()) {
      start(take(message));
      answer = {Json::object(), {size_term(problem_.own_points)}};
    } else if (asked == stage::count && answered_ == stage::size) {
      answer = count(message);
    } else if (asked == stage::iterate && counts && answered_ == stage::count) {
      view_ = view(message);
      answer = iterate(message);
    } else if (asked == stage::iterate && (!counts || answered_ == stage::iterate)) {
      answer = iterate(message);
    } else {
      throw MessageError("the remote's message: stage is not the one expected");
    }
    answered_ = asked;
    return answer;
  }

  SiteAnswer finish(const Json& message) override {
    const Matrix reference = take(message);
    if (filter_) return {};
    settle(reference);
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(site_affinities(problem_),
                                                    data::stacked(own_coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return own_coordinates_; }

  Json state() const override {
    Json state = {{"answered", answered_},
                  {"iteration", iteration_},
                  {"places", pack(own_coordinates_)},
                  {"velocity", pack(own_velocity_)},
                  {"gains", pack(gains_)},
                  {"reference", pack(reference_)},
                  {"reference_velocity", pack(motion_.velocity)},
                  {"reference_gains", pack(motion_.gains)}};
    if (answered_ == stage::count) state["nearest"] = nearest_;
    if (view_.sites > 0) {
      state["weights"] = pack(view_.weights);
      state["public_weights"] = pack(view_.public_weights);
      state["groups"] = view_.groups.of_reference;
    }
    if (filter_) state["filter"] = filter_->state();
    return state;
  }

 private:
  /// The message's reference places; the own ones are shifted as the message says.
  Matrix take(const Json& message) {
    const auto dimensions = problem_.parameters.no_dims;
    const RowVector shift = vector_field(message, "shift", dimensions, coordinator_message_name);
    Matrix reference = matrix_field(message, "reference_places", problem_.reference_points,
                                    dimensions, coordinator_message_name);
    if (answered_.empty()) return reference;
    own_coordinates_.rowwise() -= shift;
    // What a private method says is worth no more for a map that the coordinator made up.
    if (!filter_) check_led_to((reference - reference_).rowwise() + shift, shift, message);
    return reference;
  }

  /// Checks how the reference has moved: as the sums over the sites say, which the site verifies,
  /// and not too far, since other sites may lie.
  void check_led_to(const Matrix& moves, const RowVector& shift, const Json& message) {
    if (iteration_ == 0) {
      check_as_worked_out(moves, Matrix::Zero(moves.rows(), moves.cols()), extent_of(reference_),
                          "reference_places");
      check_as_worked_out(shift, RowVector::Zero(shift.size()), extent_of(reference_), "shift");
      return;
    }
    const Json& sums = field(message, sums_field, coordinator_message_name);
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      const SumTerm shape{name, map_bound, Matrix::Zero(rows, moves.cols())};
      return verified_sum(problem_.verified_sum, sums, shape) / static_cast<double>(problem_.sites);
    };
    motion_ = next_motion(motion_, problem_.parameters, start_of_last_round(),
                          [&](const char* name) { return mean_of(name, moves.rows()); });
    check_moves(problem_.parameters, iteration_, moves, "reference_places");
    check_as_worked_out(moves, motion_.displacement, extent_of(reference_), "reference_places");
    check_shift(shift, mean_of(mean_sum, 1));
  }

  /// The shift is the mean of all places: of the sites' own as they are summed, and of the
  /// reference's in a part that depends on all sites' numbers of subjects.
  void check_shift(const RowVector& shift, const RowVector& of_own) const {
    const RowVector of_reference = (reference_ + motion_.displacement).colwise().mean();
    const double part = (shift - of_own).dot(of_reference) /
                        std::max(of_reference.squaredNorm(), std::numeric_limits<double>::min());
    check_as_worked_out(shift, of_own + std::clamp(part, 0.0, 1.0) * of_reference,
                        extent_of(reference_), "shift");
  }

  void start(const Matrix& reference) {
    if (!filter_) {
      check_start(problem_.parameters, problem_.read_points().reference, reference,
                  problem_.has_learned_reference());
    }
    own_coordinates_ = initial_own_coordinates(problem_, reference);
    own_velocity_ = Matrix::Zero(problem_.own_points, reference.cols());
    gains_ = Matrix::Ones(problem_.own_points + reference.rows(), reference.cols());
    reference_ = reference;
    motion_ = ReferenceMotion::at_rest(reference.rows(), reference.cols());
  }

  SiteAnswer count(const Json& message) {
    nearest_ = counted_at(all_subjects(problem_.verified_sum, message));
    return say_members({own_members()});
  }

  /// Counts by the data: places may start at random, and tell nothing then. At landmarks their
  /// members are counted, whose numbers are known.
  CellNumbers counted_at(Eigen::Index subjects) const {
    if (problem_.has_learned_reference()) return problem_.landmark_of;
    const SitePoints points = problem_.read_points();
    return nearest_counting_points(problem_, points.own, points.reference, subjects);
  }

  /// Each landmark counts, of other reference points some.
  Eigen::Index subjects_per_group_counted() const {
    return problem_.has_learned_reference() ? 1 : subjects_per_counting_point(problem_.parameters);
  }

  Counts own_members() const { return counts_of(nearest_, problem_.reference_points); }

  /// The federation by everybody's counts. The site keeps it: nobody can ask with another one.
  FederationView view(const Json& message) const {
    const Counts all = all_members(problem_, message, 1).front();
    const Matrix reference = problem_.read_points().reference;
    const Cells counted = public_groups(reference, all.sum(), subjects_per_group_counted());
    return {problem_.own_points, problem_.sites, standing_weights(counted, all - own_members()),
            standing_weights(counted, all),
            public_groups(reference, all.sum(), subjects_per_group)};
  }

  FederationView kept_view(const Json& state) const {
    const auto points = problem_.reference_points;
    return {problem_.own_points, problem_.sites,
            matrix_field(state, "weights", points, 1, cache_name).col(0),
            matrix_field(state, "public_weights", points, 1, cache_name).col(0),
            cells_field(state, "groups", points, cache_name)};
  }

  SiteAnswer iterate(const Json& message) {
    const Matrix reference = take(message);
    const Matrix velocity = matrix_field(message, velocity_sum, reference.rows(), reference.cols(),
                                         coordinator_message_name);
    if (filter_) filter_->charge(end_of_round() - iteration_);
    if (answered_.empty()) start(reference);
    if (!filter_) {
      check_moves(problem_.parameters, iteration_, velocity, velocity_sum);
      check_as_worked_out(velocity, motion_.velocity, extent_of(reference_), velocity_sum);
    }

    tsne::OptimizerState optimizer{data::stacked(own_velocity_, velocity), gains(message)};
    Matrix coordinates = data::stacked(
        jittered(own_coordinates_, jitter_at(iteration_), problem_.secret_source), reference);
    descend(coordinates, optimizer);

    own_coordinates_ = coordinates.topRows(problem_.own_points);
    own_velocity_ = optimizer.velocity.topRows(problem_.own_points);
    gains_ = optimizer.gains;
    reference_ = reference;
    return terms(coordinates, optimizer);
  }

  /// A private method has its noise elsewhere, the published form has none, and the sums of few
  /// rounds determine no records.
  double jitter_at(int iteration) const {
    const bool moves = sees_federation(problem_.parameters) && iteration >= still_iterations;
    return moves && !filter_ ? problem_.parameters.jitter : 0;
  }

  /// Lets the jitter go that is in the own places, with all else as it is now.
  void settle(const Matrix& reference) {
    if (iteration_ == 0 || jitter_at(start_of_last_round()) == 0) return;
    const tsne::Affinities p = affinities();
    tsne::OptimizerState optimizer{own_velocity_, gains_.topRows(problem_.own_points)};
    for (int i = 0; i < settling_iterations; ++i) {
      const Matrix slope = gradient(p, data::stacked(own_coordinates_, reference));
      tsne::update_optimizer(optimizer, slope.topRows(problem_.own_points), rate(),
                             tsne::momentum(problem_.parameters.schedule, iteration_));
      own_coordinates_ += optimizer.velocity;
    }
  }

  /// What the iterations have made of the map that they began with.
  SiteAnswer terms(const Matrix& coordinates, const tsne::OptimizerState& optimizer) const {
    const auto of_reference = [&](const Matrix& of_all) {
      return of_all.bottomRows(problem_.reference_points);
    };
    SiteAnswer answer;
    answer.sums = {{displacement_sum, map_bound, of_reference(coordinates) - reference_},
                   {mean_sum, map_bound,
                    own_coordinates_.colwise().sum() / static_cast<double>(coordinates.rows())}};
    if (problem_.parameters.local_iterations > 1) {
      answer.sums.push_back({velocity_sum, map_bound, of_reference(optimizer.velocity)});
    }
    if (gains_travel(problem_.parameters)) {
      answer.sums.push_back({gains_sum, map_bound, of_reference(optimizer.gains)});
    }
    for (SumTerm& term : answer.sums) term.verified = !filter_;
    return answer;
  }

  /// Of [own; reference].
  Matrix gains(const Json& message) const {
    if (!gains_travel(problem_.parameters)) return gains_;
    const Matrix said = matrix_field(message, gains_sum, problem_.reference_points, gains_.cols(),
                                     coordinator_message_name);
    check_as_worked_out(said, motion_.gains, 1, gains_sum);
    return data::stacked(gains_.topRows(problem_.own_points), said);
  }

  /// Whether subjects are elsewhere: else all is t-SNE, which is faster by itself.
  bool sees_others() const { return view_.sites > 1; }

  tsne::Affinities affinities() const {
    if (!sees_others()) return site_affinities(problem_);
    return problem_.disk_cache.affinities(
        [&] {
          const Eigen::Index points = problem_.own_points + problem_.reference_points;
          return view_affinities(problem_.read_points(), view_,
                                 perplexity_of(problem_.parameters, points));
        },
        "dsne " + json_array(RowVector(view_.weights.transpose())).dump());
  }

  Matrix gradient(const tsne::Affinities& p, const Matrix& coordinates) const {
    const double e = tsne::exaggeration(problem_.parameters.schedule, iteration_);
    return sees_others() ? view_gradient(p, coordinates, view_, e)
                         : tsne::gradient(p, coordinates, e);
  }

  int start_of_last_round() const {
    const int each = problem_.parameters.local_iterations;
    return (iteration_ - 1) / each * each;
  }

  double rate() const {
    return tsne::learning_rate(
        problem_.parameters.schedule,
        sees_others() ? view_.points() : problem_.own_points + problem_.reference_points);
  }

  /// The iterations that will have been made after this round.
  int end_of_round() const {
    return std::min(iteration_ + problem_.parameters.local_iterations,
                    iterations(problem_.parameters));
  }

  /// Makes the round's iterations.
  void descend(Matrix& coordinates, tsne::OptimizerState& optimizer) {
    const Parameters& parameters = problem_.parameters;
    const tsne::Affinities p = affinities();
    for (const int end = end_of_round(); iteration_ < end; ++iteration_) {
      Matrix slope = gradient(p, coordinates);
      if (filter_) slope = filter_->filter(slope, iteration_);
      tsne::update_optimizer(optimizer, slope, rate(),
                             tsne::momentum(parameters.schedule, iteration_));
      if (reference_steps_at_coordinator(parameters)) {
        optimizer.velocity.bottomRows(problem_.reference_points) =
            -rate() * slope.bottomRows(problem_.reference_points);
      }
      coordinates += optimizer.velocity;
    }
  }

  SiteProblem problem_;
  std::unique_ptr<GradientFilter> filter_;  ///< none when the method is not private
  std::string answered_;                    ///< the stage of the last message; "" before the first
  int iteration_ = 0;                       ///< iterations made so far
  Matrix own_coordinates_;
  Matrix own_velocity_;
  Matrix gains_;         ///< of [own; reference]
  CellNumbers nearest_;  ///< counting points of the own points, between counting and iterating
  FederationView view_;
  Matrix reference_;        ///< before the last round
  ReferenceMotion motion_;  ///< what the site works out of the reference's
};

}  // namespace

std::unique_ptr<SiteMethod> multi_shot_site(SiteProblem problem,
                                            const MakeGradientFilter& make_filter,
                                            const Json& state) {
  return std::make_unique<MultiShotSite>(std::move(problem), make_filter, state);
}

}  // namespace dsne::federated
