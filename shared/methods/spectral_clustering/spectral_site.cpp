#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/products.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "methods/spectral_clustering/spectral_clustering.h"
#include "spectral/clusters.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr Index rows_at_a_time = 4096;
/// The tolerance between the coordinator's results and those of the sites' sums.
constexpr double agrees_within = 1e-6;

/// Refuses a result of the coordinator's that the sites' sums do not give.
void expect_result(bool agrees, const char* name) {
  expect(agrees, std::string(name) + " is not what the sites' sums give");
}

/// Calls visit(first, count) for blocks of the points' rows, because features of all might not fit
/// into memory.
template <typename Visit>
void each_block(Index points, const Visit& visit) {
  for (Index first = 0; first < points; first += rows_at_a_time) {
    visit(first, std::min(rows_at_a_time, points - first));
  }
}

class SpectralSite final : public SiteMethod {
 public:
  SpectralSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("answered", self.answered_);
    visit("subjects", self.subjects_);
    visit("landmarks", self.landmarks_);
    visit("feature_sums", self.feature_sums_);
    visit("spectrum", self.spectrum_);
    visit("landmark_clusters", self.landmark_clusters_);
  }

  exchange::SiteAnswer round(const Json& message) override {
    const std::string asked = text_field(message, "stage", exchange::coordinator_message_name);
    expect(follows(asked), unexpected_stage);
    exchange::SiteAnswer answer = asked == stage::size                  ? say_size()
                                  : asked == spectral_stage::affinities ? sum_affinities(message)
                                  : asked == spectral_stage::products   ? sum_products(message)
                                  : asked == spectral_stage::vectors    ? multiply(message)
                                                                        : count(message);
    answered_ = asked;
    return answer;
  }

  exchange::SiteAnswer finish(const Json& /*message*/) override { return {}; }
  Matrix coordinates() const override { return {}; }

  SiteFindings findings(const Json& result) const override {
    spectral::SiteClusters site{parse_found_clusters(result, exchange::coordinator_message_name),
                                {}};
    expect(answered_ == spectral_stage::count && site.found.clusters() == clusters() &&
               site.found.subjects == subjects_ && site.found.landmarks == landmarks_,
           "result is not that of this run");
    const SitePoints points = problem_.subjects->points();
    const spectral::Nystrom kernel = nystrom(points.reference);
    site.own = membership(points.own, kernel, centres_of(kernel, landmark_rows(kernel)));
    return {site};
  }

  Json state() const override { return state_of(*this); }

 private:
  Index clusters() const { return spectrum_.values.size(); }

  /// Returns whether a question is the next one: each is asked once.
  bool follows(const std::string& asked) const {
    static const std::vector<std::string> order = {"",
                                                   stage::size,
                                                   spectral_stage::affinities,
                                                   spectral_stage::products,
                                                   spectral_stage::vectors,
                                                   spectral_stage::count};
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      if (order[i] == answered_) return order[i + 1] == asked;
    }
    return false;
  }

  spectral::Nystrom nystrom(const Matrix& reference) const {
    return {landmarks_among(reference, landmarks_), problem_.parameters.kernel_width};
  }

  /// Returns how many subjects enter the sums as one group. Otherwise whoever gives the reference
  /// could choose points where one subject makes up nearly all of a sum.
  Index group_size() const { return problem_.parameters.least_in_sums; }

  /// Returns the site's subjects for the sums: groups, by their means.
  privacy::Groups entering(const SitePoints& points) const {
    return group_size() > 1 ? problem_.subjects->groups(group_size())
                            : privacy::Groups{points.own, Vector::Ones(points.own.rows())};
  }

  /// A site that adds nothing would still count among the sites that hide another's part.
  exchange::SiteAnswer say_size() const {
    if (problem_.own_points < group_size()) {
      throw InputError("this site has fewer than least_in_sums subjects");
    }
    return {Json::object(), {size_term(problem_.own_points)}};
  }

  /// Sums over fewer others than twice the landmarks would reveal their records.
  void check_others() const {
    const Index others = subjects_ - problem_.own_points;
    if (problem_.sites > 1 &&
        others < std::max<Index>(2 * landmarks_, problem_.parameters.least_in_sums)) {
      throw InputError(
          "the other sites have too few subjects for method spectral-clustering: fewer than twice "
          "the landmarks, or than least_in_sums");
    }
  }

  exchange::SiteAnswer sum_affinities(const Json& message) {
    subjects_ = all_subjects(message, problem_.own_points);
    const SitePoints points = problem_.subjects->points();
    landmarks_ = number_of_landmarks(problem_.parameters, points.reference, subjects_);
    check_others();
    const spectral::Nystrom kernel = nystrom(points.reference);
    RowVector sums = RowVector::Zero(kernel.size());
    const privacy::Groups groups = entering(points);
    each_block(groups.sizes.size(), [&](Index first, Index count) {
      sums += groups.sizes.segment(first, count).transpose() *
              kernel.features(groups.means.middleRows(first, count));
    });
    return {Json::object(), {affinity_sums_term(sums, subjects_)}};
  }

  exchange::SiteAnswer sum_products(const Json& message) {
    feature_sums_ = told_sum(message, affinity_sums_term(RowVector::Zero(landmarks_), subjects_),
                             problem_.sites)
                        .row(0);
    return {Json::object(),
            {{affinity_products_name, static_cast<double>(subjects_),
              packed_symmetric(own_products())}}};
  }

  /// Returns MᵀM over the site's subjects.
  Matrix own_products() const {
    const SitePoints points = problem_.subjects->points();
    const spectral::Nystrom kernel = nystrom(points.reference);
    Matrix products = Matrix::Zero(kernel.size(), kernel.size());
    const privacy::Groups groups = entering(points);
    each_block(groups.sizes.size(), [&](Index first, Index count) {
      products += times_own_transpose(
          spectral::normalised(kernel.features(groups.means.middleRows(first, count)),
                               groups.sizes.segment(first, count), feature_sums_)
              .transpose());
    });
    return products;
  }

  exchange::SiteAnswer multiply(const Json& message) {
    const Index wanted = problem_.parameters.clusters;
    spectrum_ = parse_spectrum(
        message, landmarks_,
        wanted > 0
            ? integer_field(message, "clusters", wanted, wanted, exchange::coordinator_message_name)
            : integer_field(message, "clusters", least_by_gap, most_clusters_by_gap,
                            exchange::coordinator_message_name),
        subjects_, exchange::coordinator_message_name);
    return {Json::object(), {vector_products_term(own_products() * spectrum_.vectors, subjects_)}};
  }

  exchange::SiteAnswer count(const Json& message) {
    const Matrix products =
        told_sum(message, vector_products_term(Matrix::Zero(landmarks_, clusters()), subjects_),
                 problem_.sites);
    const Matrix expected = spectrum_.vectors * spectrum_.values.asDiagonal();
    expect_result((products - expected).cwiseAbs().maxCoeff() <= agrees_within, "vectors");
    landmark_clusters_ = integers_field(message, "landmark_clusters", landmarks_, 0, clusters() - 1,
                                        exchange::coordinator_message_name);
    const SitePoints points = problem_.subjects->points();
    const spectral::Nystrom kernel = nystrom(points.reference);
    const Matrix rows = landmark_rows(kernel);
    const Matrix centres = centres_of(kernel, rows);
    check_landmark_clusters(rows, centres);
    return counts_of_own(membership(points.own, kernel, centres));
  }

  /// Checks that each landmark is in the cluster of the nearest centre.
  void check_landmark_clusters(const Matrix& rows, const Matrix& centres) const {
    expect_result(centres.allFinite(), "landmark_clusters");
    const spectral::Membership nearest = spectral::nearest_centres(rows, centres);
    for (Index i = 0; i < rows.rows(); ++i) {
      const auto landmark = static_cast<std::size_t>(i);
      const auto to = [&](Index cluster) { return (rows.row(i) - centres.row(cluster)).norm(); };
      expect_result(
          to(landmark_clusters_[landmark]) <= to(nearest.clusters[landmark]) + agrees_within,
          "landmark_clusters");
    }
  }

  exchange::SiteAnswer counts_of_own(const spectral::Membership& own) const {
    const spectral::SiteClusterSizes told =
        spectral::without_small(own.clusters, clusters(), problem_.parameters.least_in_sums);
    spectral::Counts all(clusters() + 1);
    all << told.counts, told.others;
    exchange::SiteAnswer answer{
        Json::object(), {{cluster_members_name, members_bound, all.cast<double>().transpose()}}};
    if (problem_.shares_coordinates) answer.fields[cluster_counts_name] = to_json(all);
    return answer;
  }

  Matrix landmark_rows(const spectral::Nystrom& kernel) const {
    return spectral::spectral_rows(kernel.landmark_features(), spectrum_);
  }

  Matrix centres_of(const spectral::Nystrom& kernel, const Matrix& rows) const {
    return spectral::cluster_centres(rows, kernel.weights(feature_sums_), landmark_clusters_,
                                     clusters());
  }

  spectral::Membership membership(const Matrix& own, const spectral::Nystrom& kernel,
                                  const Matrix& centres) const {
    spectral::Membership all{{}, Vector(own.rows())};
    each_block(own.rows(), [&](Index first, Index count) {
      const spectral::Membership some = spectral::nearest_centres(
          spectral::spectral_rows(kernel.directions(own.middleRows(first, count)), spectrum_),
          centres);
      all.margins.segment(first, count) = some.margins;
      all.clusters.insert(all.clusters.end(), some.clusters.begin(), some.clusters.end());
    });
    return all;
  }

  SiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  Index subjects_ = 0;    ///< of the run; 0 until known
  Index landmarks_ = 0;
  Vector feature_sums_;  ///< over all subjects
  spectral::Spectrum spectrum_;
  spectral::ClusterNumbers landmark_clusters_;
};

}  // namespace

std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state) {
  return std::make_unique<SpectralSite>(std::move(problem), state);
}

}  // namespace dsne::methods
