#include "local/landmarks.h"

#include <limits>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/reference/learned_reference.h"
#include "federated/reference/private_reference.h"
#include "federated/state_names.h"
#include "federated/subjects.h"
#include "local/agreement.h"
#include "local/phases.h"

namespace dsne::local {
namespace {

Eigen::Index number_of_features(const Json& json, std::string_view what) {
  return integer_field(json, "number_of_features", 1, federated::max_features, what);
}

std::vector<std::string> features_of(const SiteRun& run) {
  return texts_field(run.landmarks, "features", federated::cache_name);
}

federated::Treatment treatment(const SiteRun& run) {
  return federated::treatment(run.inputs.parameters, features_of(run));
}

/// The subjects' values in the features that the run learns from.
Matrix values_of(data::Table subjects, const SiteRun& run, const RowVector& fill) {
  return federated::match_features(std::move(subjects), features_of(run), fill,
                                   treatment(run).missing)
      .values;
}

Matrix with_gaps(data::Table subjects, const SiteRun& run, Eigen::Index features) {
  return values_of(std::move(subjects), run,
                   RowVector::Constant(features, std::numeric_limits<double>::quiet_NaN()));
}

/// The subjects as affinities see them.
Matrix mapped_points(data::Table subjects, const SiteRun& run,
                     const federated::Preprocessing& preprocessing) {
  const data::Harmonization kind = federated::harmonization(run.inputs.parameters);
  if (kind == data::Harmonization::none) {
    return federated::apply(preprocessing, values_of(std::move(subjects), run,
                                                     federated::learned_means(preprocessing)));
  }
  const Matrix values = with_gaps(std::move(subjects), run, preprocessing.scaling.centre.size());
  return federated::apply(preprocessing, values,
                          data::site_effect(values, preprocessing.scaling, kind));
}

/// Each round's sum depends on all of the subjects' records, and there may be many.
void check_gradients(const SiteRun& run) {
  const federated::Parameters& parameters = run.inputs.parameters;
  if (federated::is_private_reference(parameters) || run.inputs.settings.share_gradients ||
      parameters.landmark_method != federated::LandmarkMethod::mmd) {
    return;
  }
  throw InputError(
      "landmark_method mmd sends gradients of this site's subjects in each round, and "
      "site_settings does not say share_gradients true");
}

/// What the site agrees to when the first sums are asked for.
void begin(const Step& step, SiteRun& run) {
  constexpr std::string_view what = federated::coordinator_message_name;
  const federated::Parameters& parameters = run.inputs.parameters;
  if (!run.may_learn()) {
    throw MessageError("the remote learns a reference where one is given");
  }
  if (!run.reference_digest.empty()) {
    throw MessageError("the remote learns a reference where there is one");
  }
  check_gradients(run);
  const Eigen::Index features = number_of_features(step.input, what);
  const std::vector<std::string> names = texts_field(step.input, "features", what);
  data::Table subjects = federated::read_kept_table(step.folders.own, run.data_digest);
  // With a guarantee the features are the owner's word, and a missing one is named later.
  if (features > subjects.values.cols() && !federated::is_private_reference(parameters)) {
    throw MessageError("the remote's message: number_of_features is more than this site has");
  }
  if (!names.empty() && std::ssize(names) != features) {
    throw MessageError("the remote's message: features is not of number_of_features");
  }
  if (federated::is_private_reference(parameters) && names != federated::named_bounds(parameters)) {
    throw MessageError("the remote's message: features is not what feature_bounds names");
  }
  federated::check_learnable(parameters, federated::treatment(parameters, names), features);
  run.landmarks = {{"features", names}, {"number_of_features", features}, {"state", nullptr}};
  check_terms(step, run);
  run.points = with_gaps(std::move(subjects), run, features).rows();
  check_least_subjects(run, run.points);
}

template <typename Learning>
Output answer_with(Learning&& learning, const Step& step, SiteRun& run) {
  Json message = message_at(run.moment);
  add_answer(message, learning.answer(step.input), run);
  run.landmarks["state"] = learning.state();
  return {message};
}

}  // namespace

namespace {

/// Only of the reference that was given, and once.
Output answer_extension(const Step& step, SiteRun& run) {
  if (run.landmarks.is_null()) {
    if (run.reference_digest.empty() || run.extended_reference) {
      throw MessageError("the remote extends a reference that was not given");
    }
    run.landmarks = {{"state", nullptr}};
  }
  SiteTables tables(run, step);
  return answer_with(make_extension_site(run, step, tables), step, run);
}

}  // namespace

federated::LandmarkSite make_landmark_site(const SiteRun& run, const Step& step) {
  const Eigen::Index features = number_of_features(run.landmarks, federated::cache_name);
  const auto read_table = [&run, &step] {
    return federated::read_kept_table(step.folders.own, run.data_digest);
  };
  const auto project = [&run, &step, read_table](const federated::Preprocessing& preprocessing) {
    const Json key = {run.data_digest, run.input, step.node, pack(preprocessing.pca->components)};
    const federated::DiskCache cache(step.folders.scratch, sha256(key.dump()));
    const auto compute = [&] {
      return federated::SitePoints{mapped_points(read_table(), run, preprocessing),
                                   Matrix(0, preprocessing.pca->components.cols())};
    };
    return cache.points(compute).own;
  };
  return {{run.inputs.parameters, treatment(run).normalization, run.points, features,
           [&run, read_table, features] { return with_gaps(read_table(), run, features); }, project,
           [&run](const Json& handed_on, const federated::SumTerm& shape) {
             return run.sums->verified_sum(handed_on, shape);
           },
           [&run](const std::string& purpose) { return run.sums->secret_source(purpose); },
           run.sums->sites()},
          field(run.landmarks, "state", federated::cache_name)};
}

federated::PrivateReferenceSite make_private_reference_site(SiteRun& run, const Step& step) {
  const Eigen::Index features = number_of_features(run.landmarks, federated::cache_name);
  return {{run.inputs.parameters, features_of(run), features, run.points, run.sums->sites(),
           [&run, &step, features] {
             return with_gaps(federated::read_kept_table(step.folders.own, run.data_digest), run,
                              features);
           },
           make_spend(run, step)},
          field(run.landmarks, "state", federated::cache_name)};
}

federated::ExtensionSite make_extension_site(const SiteRun& run, const Step& step,
                                             SiteTables& tables) {
  const federated::DiskCache cache = make_disk_cache(run, step);
  return {{run.inputs.parameters, run.points, [&tables] { return tables.lacking(); },
           [cache, &tables] { return cache.points([&] { return tables.points(); }); },
           [&run](const Json& handed_on, const federated::SumTerm& shape) {
             return run.sums->verified_sum(handed_on, shape);
           }},
          field(run.landmarks, "state", federated::cache_name)};
}

void leave_reference(const Step& step, SiteRun& run) {
  if (run.landmarks.is_null()) return;
  SiteTables tables(run, step);
  if (!federated::is_extended(run.inputs.parameters) ||
      !make_extension_site(run, step, tables).may_leave_reference()) {
    throw MessageError("the remote began the map before landmarks were found");
  }
  run.landmarks = nullptr;
}

Output answer_landmarks(const Step& step, SiteRun& run) {
  if (federated::is_extended(run.inputs.parameters)) return answer_extension(step, run);
  if (run.landmarks.is_null()) begin(step, run);
  if (federated::is_private_reference(run.inputs.parameters)) {
    return answer_with(make_private_reference_site(run, step), step, run);
  }
  return answer_with(make_landmark_site(run, step), step, run);
}

}  // namespace dsne::local
