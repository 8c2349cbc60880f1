#include "methods/spectral_clustering/spectral_clustering.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/message.h"
#include "core/state.h"
#include "core/step.h"
#include "core/uniform.h"
#include "exchange/site_answers.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "spectral/clusters.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr Index subjects_per_landmark = 8;

[[noreturn]] void refuse_field(std::string_view what, const char* name) {
  throw MessageError(std::string(what) + ": " + name + " is not one of a run's");
}

/// Returns the matrix of packed_symmetric's entries.
Matrix symmetric_from(const RowVector& entries, Index size) {
  Matrix matrix(size, size);
  for (Index b = 0, k = 0; b < size; k += ++b) {
    matrix.row(b).head(b + 1) = entries.segment(k, b + 1);
  }
  return matrix.selfadjointView<Eigen::Lower>();
}

}  // namespace

Index number_of_landmarks(const Parameters& parameters, const Matrix& reference, Index subjects) {
  const auto numbers = static_cast<double>(subjects) * static_cast<double>(reference.cols());
  const Index most =
      std::min({Index{parameters.landmarks}, spectral::most_landmarks, reference.rows(),
                subjects / subjects_per_landmark, static_cast<Index>(std::sqrt(numbers) / 2)});
  if (most < spectral::least_landmarks) {
    throw InputError("too few subjects or reference points for method spectral-clustering");
  }
  if (most < parameters.clusters) {
    throw InputError("parameter clusters asks for more clusters than there are landmarks: " +
                     std::to_string(most));
  }
  return most;
}

Matrix landmarks_among(const Matrix& reference, Index landmarks) {
  constexpr std::uint64_t seed = 1;
  std::vector<Index> points = shuffled(reference.rows(), seed);
  points.resize(static_cast<std::size_t>(std::min(landmarks, reference.rows())));
  std::sort(points.begin(), points.end());
  return reference(points, Eigen::all);
}

exchange::SumTerm affinity_sums_term(const RowVector& sums, Index subjects) {
  return {affinity_sums_name, static_cast<double>(subjects), sums};
}

exchange::SumTerm vector_products_term(const Matrix& products, Index subjects) {
  return {vector_products_name, static_cast<double>(subjects), products};
}

RowVector packed_symmetric(const Matrix& matrix) {
  RowVector entries(matrix.rows() * (matrix.rows() + 1) / 2);
  for (Index b = 0, k = 0; b < matrix.rows(); k += ++b) {
    entries.segment(k, b + 1) = matrix.col(b).head(b + 1).transpose();
  }
  return entries;
}

spectral::Spectrum parse_spectrum(const Json& object, Index landmarks, Index clusters,
                                  Index subjects, std::string_view what) {
  auto spectrum = parse_message<spectral::Spectrum>(
      object, what, {Vector(clusters), Matrix(landmarks, clusters)});
  const auto& values = spectrum.values;
  if (!std::is_sorted(values.begin(), values.end(), std::greater<>()) ||
      values(clusters - 1) < least_eigenvalue || values(0) > static_cast<double>(subjects)) {
    refuse_field(what, "values");
  }
  if (!is_orthonormal(spectrum.vectors)) refuse_field(what, "vectors");
  return spectrum;
}

spectral::FoundClusters parse_found_clusters(const Json& json, std::string_view what) {
  auto found = parse_message<spectral::FoundClusters>(json, what);
  if (found.counts.sum() + found.others > found.subjects) refuse_field(what, "counts");
  return found;
}

namespace {

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
      message.update(to_message(spectrum_));
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
  Json result() const override { return to_message(found_); }

  JointFindings findings() const override { return {spectral::JointClusters{found_, sites_}}; }

  Json state() const override { return state_of(*this); }

 private:
  static constexpr const char* done = "done";

  void take_products(const exchange::SiteAnswers& answers) {
    const Index size = found_.landmarks;
    const Matrix products =
        symmetric_from(answers
                           .sum(affinity_products_name, 1, size * (size + 1) / 2,
                                static_cast<double>(found_.subjects))
                           .row(0),
                       size);
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
    const Counts all =
        counts_from(answers.sum(cluster_members_name, 1, clusters + 1, members_bound).row(0));
    found_.counts = all.head(clusters);
    found_.others = all(clusters);
    for (const auto& [site, answer] : answers.messages()) {
      if (!answer.contains(cluster_counts_name)) continue;
      const std::string what = exchange::message_name(site);
      const Counts own = counts_field(answer, cluster_counts_name, clusters + 1, what);
      const auto points = problem_.site_points.find(site);
      if (points == problem_.site_points.end() || own.sum() > points->second) {
        throw MessageError(what + ": " + cluster_counts_name +
                           " are more than the site's subjects");
      }
      sites_.push_back({site, own.head(clusters), own(clusters)});
    }
  }

  CoordinatorProblem problem_;
  std::string stage_ = stage::size;  ///< the next message's stage
  spectral::FoundClusters found_;
  std::vector<spectral::SiteClusterSizes> sites_;  ///< of the sites that share them
  Json handed_on_ = Json::object();                ///< the sums for the sites
  Vector feature_sums_;                            ///< over all subjects
  spectral::Spectrum spectrum_;
  spectral::ClusterNumbers landmark_clusters_;
};

}  // namespace

void SpectralOptions::list(OptionList& options) {
  options.number("clusters", clusters, 0, 50,
                 "Number of clusters for method spectral-clustering; 0 takes the largest gap "
                 "between eigenvalues.",
                 "Where the number is known, or the report finds no gap between eigenvalues");
  options.number("kernel_width", kernel_width, 0.01, 100,
                 "Width of spectral-clustering's kernel, as a multiple of the landmarks' squared "
                 "distance to their seventh nearest.",
                 "Wider where clusters come out too small");
}

const Method& spectral_clustering() {
  static const Method method = {
      .name = "spectral-clustering",
      .ending = Ending::result,
      .parameters = with_own<SpectralOptions>(with_own<LandmarkOptions>({"least_in_sums"})),
      .sent_fields =
          {{phase::embed, subjects_name, Shows::sums, "1 × 1, N_l; to `size`",
            "how many subjects there are, which every site is told", true},
           {phase::embed, affinity_sums_name, Shows::sums,
            "1 × landmarks, the sum of the features of its subjects, or of groups' means; to "
            "`affinities`",
            "how near all subjects lie to each landmark, which every site is told", true},
           {phase::embed, affinity_products_name, Shows::sums,
            "1 × pairs of landmarks, the sum of the products of these normalised; to `products`",
            "the sum over all subjects: half as many numbers as the landmarks' square", true},
           {phase::embed, vector_products_name, Shows::sums,
            "landmarks × `clusters`, these products times `vectors`; to `vectors`",
            "products of that sum, which every site is told", true},
           {phase::embed, cluster_members_name, Shows::sums,
            "1 × (`clusters` + 1), how many of its subjects are in each cluster, at least "
            "`least_in_sums` or 0, and in all others together; to `count`",
            "how many subjects each cluster has, except at sites that have few of them", true},
           {phase::embed, cluster_counts_name, Shows::sums,
            "the same numbers, of a site that shares its places; to `count`",
            "how many of the site's subjects are in which cluster, at least `least_in_sums` or 0",
            false}},
      .description =
          [](const Parameters& parameters) {
            return "Subjects were clustered by method spectral-clustering: by the leading "
                   "eigenvectors of their affinities, which are approximated by landmarks and "
                   "computed from sums over all sites. K-means groups the landmarks, each weighted "
                   "by the subjects around it; a subject is in the cluster whose centre is "
                   "nearest. " +
                   std::string(parameters.clusters > 0
                                   ? "The number of clusters was given."
                                   : "The number of clusters was taken from the largest gap "
                                     "between eigenvalues.");
          },
      .disclosure = always(
          "This method gives no guarantee of privacy: its sums over all sites depend on every "
          "subject. Anyone who has a person's data can test whether that person is among the "
          "subjects, and two runs, one with a person and one without, reveal that person's data. A "
          "coordinator that lies about a sum chooses what the next sums reveal."),
      .privacy_plan = no_guarantee,
      .site = spectral_site,
      .coordinator = make_half<SpectralCoordinator>};
  return method;
}

}  // namespace dsne::methods
