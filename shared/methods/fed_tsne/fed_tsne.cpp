#include "methods/fed_tsne/fed_tsne.h"

#include <Eigen/QR>
#include <algorithm>
#include <numeric>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/state.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "methods/fed_tsne/all_subjects_map.h"
#include "methods/messages.h"
#include "methods/parameters.h"
#include "privacy/masked_sum.h"
#include "tsne/neighbours.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr const char* distances_name = "distances";
constexpr const char* key_name = "places_key";
constexpr const char* sealed_name = "sealed_places";

/// The most distances of a site: 80 MB in a message.
constexpr Index most_distances = 7'500'000;

bool too_many_to_post(Index points, Index reference_points) {
  return points > most_distances / reference_points;
}

/// Directions with a smaller share of the widest extent are rounding errors.
constexpr double smallest_share = 1e-8;

constexpr privacy::FixedPoint fixed_point{exchange::map_bound, 1};

privacy::SumPlace place_of(Eigen::Index rows, Eigen::Index columns) {
  return {{}, "sealed places", rows, columns, {}};
}

// Of a pair, one adds the mask and the other subtracts it, by the order of their names.
constexpr const char* sealing = "coordinator";
constexpr const char* opening = "site";

/// Fewer subjects have too few neighbours.
constexpr Index least_subjects_in_all = 4;

/// Returns the largest distance to send; larger ones are limited to it. It is far enough for any
/// scan, and squares keep their precision.
double furthest(const Matrix& reference) {
  return std::min(1e6 * extent_of(reference), largest_number);
}

/// What a site posts.
struct PostedDistances {
  Matrix distances;  ///< N_l × N_s
  Bytes32 key = {};  ///< under which its positions are sealed
  double furthest = largest_number / 2;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    // Twice the furthest, because a site's may differ in the last bits.
    visit(distances_name, self.distances,
          within::packed_range(self.distances.rows(), self.distances.cols(), 0, 2 * self.furthest));
    visit(key_name, self.key);
  }
};

class FedTsneSite final : public SiteMethod {
 public:
  FedTsneSite(SiteProblem problem, const Json& state)
      : problem_(std::move(problem)), has_posted_(!state.is_null()) {
    if (has_posted_) restore(state, coordinates_);
  }

  exchange::SiteAnswer round(const Json& /*message*/) override {
    expect_first_round(has_posted_);
    if (too_many_to_post(problem_.own_points, problem_.reference_points)) {
      throw InputError("this site has too many subjects for method " + problem_.parameters.method +
                       ": with the reference's points they make more than 7.5 million distances");
    }
    const SitePoints points = problem_.subjects->points();
    const Matrix distances = landmark_distances(points.own, points.reference);
    return {to_message(PostedDistances{distances.cwiseMin(furthest(points.reference)),
                                       problem_.reading_key}),
            {}};
  }

  exchange::SiteAnswer finish(const Json& message) override {
    coordinates_ = opened(field(message, sealed_name, exchange::coordinator_message_name),
                          problem_.site, problem_.reading_key, problem_.own_points,
                          problem_.parameters.no_dims, exchange::coordinator_message_name);
    return {};
  }

  Matrix coordinates() const override { return coordinates_; }

  Json state() const override { return state_of(coordinates_); }

 private:
  SiteProblem problem_;
  bool has_posted_;  ///< in an earlier step
  Matrix coordinates_;
};

Index subjects_of(const CoordinatorProblem& problem) {
  return std::accumulate(problem.site_points.begin(), problem.site_points.end(), Index{0},
                         [](Index sum, const auto& site) { return sum + site.second; });
}

/// Checks the number of subjects before distances are sent.
void check_subjects(const CoordinatorProblem& problem, bool is_tsne) {
  const Parameters& parameters = problem.parameters;
  for (const auto& [site, points] : problem.site_points) {
    if (too_many_to_post(points, problem.reference_points)) {
      throw InputError("site " + site + " has more subjects than can post their distances");
    }
  }
  const Index subjects = subjects_of(problem);
  if (subjects < least_subjects_in_all) {
    throw InputError("method " + parameters.method + " needs at least 4 subjects in all");
  }
  if (is_tsne) parameters.neighbours.check(subjects, "all sites' subjects");
}

class FedTsneCoordinator final : public CoordinatorMethod {
 public:
  FedTsneCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("reference", self.reference_);
    visit("sealed", self.sealed_);
  }

  Json message() const override {
    if (sealed_.empty()) return Json::object();
    return {{reference_places_name, pack(reference_)}, {sealed_name, sealed_}};
  }

  void combine(const exchange::SiteAnswers& answers) override {
    const Matrix reference = problem_.reference();
    std::map<std::string, Bytes32> keys;
    const Matrix points =
        points_at_distances(take_posted(answers, furthest(reference), keys), reference);
    const Matrix places = map_of_all(points, problem_.parameters);
    place_reference(reference, points, places);
    Index row = 0;
    for (const auto& [site, count] : problem_.site_points) {
      sealed_[site] = sealed(places.middleRows(row, count), keys.at(site));
      row += count;
    }
  }

  int rounds() const override { return 1; }

  Matrix reference_coordinates() const override { return reference_; }

  Json state() const override { return state_of(*this); }

 private:
  /// Returns all sites' distances, stacked, and adds their keys to `keys`.
  Matrix take_posted(const exchange::SiteAnswers& answers, double most,
                     std::map<std::string, Bytes32>& keys) const {
    Matrix distances(subjects_of(problem_), problem_.reference_points);
    Index row = 0;
    for (const auto& [site, count] : problem_.site_points) {
      const auto posted =
          parse_message<PostedDistances>(answers.messages().at(site), exchange::message_name(site),
                                         {Matrix(count, problem_.reference_points), {}, most});
      distances.middleRows(row, count) = posted.distances;
      keys[site] = posted.key;
      row += count;
    }
    return distances;
  }

  /// Places the reference on the subjects' finished map, among similar subjects.
  void place_reference(const Matrix& reference, const Matrix& points, const Matrix& places) {
    Matrix within_span = Matrix::Zero(reference.rows(), points.cols());
    within_span.leftCols(reference.cols()) = reference;
    const Matrix placed = placed_on(places, points, within_span, problem_.parameters);
    reference_ = rounded_places(placed, extent_of(places));
  }

  CoordinatorProblem problem_;
  Matrix reference_;
  Json sealed_ = Json::object();  ///< each site's positions; empty before the round
};

std::vector<std::string> fed_parameters(Layout layout) {
  if (layout == Layout::umap) {
    return with_own<UmapOptions>(with_own<LandmarkOptions>({"no_dims", "max_iterations", "seed"}));
  }
  return with_own<LandmarkOptions>({"no_dims", "perplexity", "max_iterations", "learning_rate",
                                    "early_exaggeration", "momentum", "final_momentum",
                                    "momentum_switch_iteration"});
}

Method fed_method(Layout layout) {
  const bool is_umap = layout == Layout::umap;
  const std::string name = is_umap ? "fed-umap" : "fed-tsne";
  return {.name = name,
          .layout = layout,
          .iterations = is_umap ? 500 : 750,
          .parameters = fed_parameters(layout),
          .sent_fields =
              {{phase::embed, distances_name, Shows::records,
                "N_l × N_s, each subject's distance to each reference point, in the reduced "
                "features",
                "to the coordinator each subject's reduced features, exactly if there are more "
                "reference points than these"},
               {phase::embed, key_name, Shows::nothing,
                "64 hexadecimal digits, under which the remote hides this site's places from the "
                "others",
                "nothing of the subjects; anyone else who has it can read their places"}},
          .description =
              [=](const Parameters&) {
                return "The map was made with method " + name +
                       ": each site sent the coordinator its subjects' distances to the "
                       "reference. From these the coordinator computed the distances between all "
                       "subjects, and made their map by " +
                       (is_umap ? "UMAP." : "t-SNE.");
              },
          .disclosure = always(
              "From these distances the coordinator can compute each subject's data as the run "
              "compares them: with more reference points than features, our own attack found every "
              "record."),
          .privacy_plan = no_guarantee,
          .site = make_half<FedTsneSite>,
          .coordinator =
              [=](CoordinatorProblem problem, const Json& state) {
                if (state.is_null()) check_subjects(problem, !is_umap);
                return std::make_unique<FedTsneCoordinator>(std::move(problem), state);
              }};
}

}  // namespace

void UmapOptions::list(OptionList& options) {
  options.number("n_neighbors", n_neighbors, 2, 1000,
                 "How many neighbours each subject has in UMAP's graph, itself included.",
                 "Smaller for small groups");
  options.number("min_dist", min_dist, 0, 10,
                 "How close to each other subjects may lie on UMAP's map.",
                 "Larger where dense groups hide subjects");
  options.number("spread", spread, 0.1, 10, "How wide groups are on UMAP's map; at least min_dist.",
                 "Rarely");
}

Matrix landmark_distances(const Matrix& points, const Matrix& landmarks) {
  return tsne::squared_distances_between(points, landmarks).cwiseSqrt();
}

Matrix points_at_distances(const Matrix& distances, const Matrix& landmarks) {
  const RowVector centre = landmarks.colwise().mean();
  const Matrix about = landmarks.rowwise() - centre;
  const RowVector lengths = about.rowwise().squaredNorm();
  const Matrix squared = distances.array().square();
  const Vector means = squared.rowwise().mean();
  // ‖x − y_k‖² minus its mean over k is ‖y_k‖² minus its own mean − 2 y_k·x, around the centre.
  const Matrix products =
      ((-squared).colwise() + means).rowwise() + (lengths.array() - lengths.mean()).matrix();

  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> span;
  span.setThreshold(smallest_share);
  span.compute(about);
  const Matrix within = span.solve(products.transpose() / 2).transpose();
  const Vector off_span =
      (means.array() - lengths.mean() - within.rowwise().squaredNorm().array()).cwiseMax(0).sqrt();

  Matrix points(within.rows(), within.cols() + 1);
  points << within.rowwise() + centre, off_span;
  return points;
}

Json sealed(const Matrix& places, const Bytes32& key) {
  const privacy::SumPlace place = place_of(places.rows(), places.cols());
  privacy::Words words = fixed_point.from_matrix(places);
  privacy::add_masks(words, sealing, {{opening, key}}, place);
  Json packed = exchange::pack_words(words, places.rows(), places.cols());
  packed["tag"] = to_hex(privacy::tag_of(words, key, place));
  return packed;
}

Matrix opened(const Json& object, const std::string& name, const Bytes32& key, Eigen::Index rows,
              Eigen::Index columns, std::string_view what) {
  const privacy::SumPlace place = place_of(rows, columns);
  privacy::Words words = exchange::words_field(object, name, rows, columns, what);
  if (!same_secret(exchange::key_field(object[name], "tag", what),
                   privacy::tag_of(words, key, place))) {
    throw MessageError(std::string(what) + ": " + name + " was not sealed for this site");
  }
  privacy::add_masks(words, opening, {{sealing, key}}, place);
  return fixed_point.to_matrix(words, rows, columns);
}

const Method& fed_tsne() {
  static const Method method = fed_method(Layout::tsne);
  return method;
}

const Method& fed_umap() {
  static const Method method = fed_method(Layout::umap);
  return method;
}

}  // namespace dsne::methods
