#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/state.h"
#include "exchange/state_names.h"
#include "methods/counting.h"
#include "methods/findings.h"
#include "methods/spectral_clustering/spectral_clustering.h"
#include "methods/spectral_clustering/spectral_messages.h"
#include "spectral/nystrom.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

class SpectralCoordinator final : public CoordinatorMethod {
 public:
  SpectralCoordinator(CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)) {
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("stage", self.stage_);
    visit("found", self.found_);
    visit("sites", self.sites_);
    visit("handed_on", self.handed_on_);
    visit("feature_sums", self.feature_sums_);
    visit("spectrum", self.spectrum_);
    visit("landmark_clusters", self.landmark_clusters_);
  }

  Json message() const override {
    Json message = {{"stage", stage_}};
    if (stage_ == stage::size || stage_ == done) return message;
    message.update(handed_on_);
    if (stage_ == spectral_stage::vectors) {
      message["clusters"] = spectrum_.values.size();
      message.update(to_json(spectrum_));
    }
    if (stage_ == spectral_stage::count) message["landmark_clusters"] = landmark_clusters_;
    return message;
  }

  void combine(const exchange::SiteAnswers& answers) override {
    handed_on_ = Json::object();
    if (stage_ == stage::size) {
      found_.subjects = all_subjects(answers, handed_on_);
      found_.landmarks =
          number_of_landmarks(problem_.parameters, problem_.reference(), found_.subjects);
      stage_ = spectral_stage::affinities;
    } else if (stage_ == spectral_stage::affinities) {
      feature_sums_ =
          answers
              .hand_on(affinity_sums_term(RowVector::Zero(found_.landmarks), found_.subjects),
                       handed_on_)
              .row(0)
              .transpose();
      stage_ = spectral_stage::products;
    } else if (stage_ == spectral_stage::products) {
      take_products(answers);
      stage_ = spectral_stage::vectors;
    } else if (stage_ == spectral_stage::vectors) {
      cluster_landmarks();
      answers.hand_on(vector_products_term(Matrix::Zero(found_.landmarks, spectrum_.values.size()),
                                           found_.subjects),
                      handed_on_);
      stage_ = spectral_stage::count;
    } else {
      count(answers);
      stage_ = done;
    }
  }

  int rounds() const override { return spectral_rounds; }
  Matrix reference_coordinates() const override { return {}; }
  Json result() const override { return to_json(found_); }

  JointFindings findings() const override { return {spectral::JointClusters{found_, sites_}}; }

  Json state() const override { return state_of(*this); }

 private:
  static constexpr const char* done = "done";

  double bound() const { return static_cast<double>(found_.subjects); }

  void take_products(const exchange::SiteAnswers& answers) {
    const Index size = found_.landmarks;
    const Matrix products = symmetric_from(
        answers.sum(affinity_products_name, 1, size * (size + 1) / 2, bound()).row(0), size);
    const Eigenpairs all = all_eigenpairs(products);
    found_.by_gap = problem_.parameters.clusters == 0;
    const Index clusters = found_.by_gap
                               ? spectral::clusters_by_gap(all.values, most_clusters_by_gap)
                               : problem_.parameters.clusters;
    if (all.values(clusters - 1) < least_eigenvalue) {
      throw InputError("the subjects differ too little for as many clusters");
    }
    spectrum_ = {all.values.head(clusters), all.vectors.leftCols(clusters)};
    found_.eigenvalues = all.values.head(std::min(clusters + 1, size));
  }

  void cluster_landmarks() {
    const spectral::Nystrom kernel(landmarks_among(problem_.reference(), found_.landmarks),
                                   problem_.parameters.kernel_width);
    landmark_clusters_ =
        spectral::clustered(spectral::spectral_rows(kernel.landmark_features(), spectrum_),
                            kernel.weights(feature_sums_), spectrum_.values.size());
  }

  void count(const exchange::SiteAnswers& answers) {
    const Index clusters = spectrum_.values.size();
    take_counts(
        counts_from(answers.sum(cluster_members_name, 1, clusters + 1, members_bound).transpose())
            .front());
    for (const auto& [site, answer] : answers.messages()) {
      if (!answer.contains(cluster_counts_name)) continue;
      take_site_counts(site, answer, cluster_counts_name, exchange::message_name(site));
    }
  }

  void take_counts(const spectral::Counts& all) {
    found_.counts = all.head(all.size() - 1);
    found_.others = all(all.size() - 1);
  }

  void take_site_counts(const std::string& site, const Json& object, const std::string& name,
                        std::string_view what) {
    const spectral::Counts all = counts_field(object, name, found_.counts.size() + 1, what);
    const auto points = problem_.site_points.find(site);
    if (points == problem_.site_points.end() || all.sum() > points->second) {
      throw MessageError(std::string(what) + ": " + name + " are more than the site's subjects");
    }
    sites_.push_back({site, all.head(all.size() - 1), all(all.size() - 1)});
  }

  CoordinatorProblem problem_;
  std::string stage_ = stage::size;  ///< the next message's stage
  spectral::FoundClusters found_;
  std::vector<spectral::SiteCounts> sites_;  ///< of the sites that share them
  Json handed_on_ = Json::object();          ///< the sums for the sites
  Vector feature_sums_;                      ///< over all subjects
  spectral::Spectrum spectrum_;
  spectral::ClusterNumbers landmark_clusters_;
};

}  // namespace

std::unique_ptr<CoordinatorMethod> spectral_coordinator(CoordinatorProblem problem,
                                                        const Json& state) {
  return std::make_unique<SpectralCoordinator>(std::move(problem), state);
}

}  // namespace dsne::methods
