#include <boost/format.hpp>
#include <limits>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/reference/extension.h"
#include "federated/reference/private_reference.h"
#include "federated/subjects.h"
#include "federated/treatment.h"
#include "local/own_summary.h"
#include "local/phases.h"
#include "local/thumbnails.h"

namespace dsne::local {
namespace {

Json describe(const federated::OwnReference& own) {
  const data::Reference reference = data::parse_reference_csv(own.text);
  return {{"sha256", sha256(own.text)},
          {"source", own.source == federated::ReferenceSource::input ? "input" : "image"},
          {"points", reference.values.rows()},
          {"features", reference.values.cols()}};
}

/// Everything that a run may release of the site's subjects, for one release.
privacy::PrivateRelease all_releases(const SiteRun& run) {
  const federated::Parameters& parameters = run.inputs.parameters;
  privacy::PrivateRelease all{"the run", "all", 0, 0, privacy::Zcdp(), false};
  if (const auto plan = federated::privacy_plan(parameters)) {
    all.cost = privacy::compose(plan->each.cost, plan->releases);
    all.simulated = plan->each.simulated;
  }
  if (federated::is_private_reference(parameters) && run.inputs.reference.empty()) {
    all.cost = privacy::compose(all.cost, federated::reference_cost(parameters));
  }
  return all;
}

/// A run that would end for want of budget must not begin: it would be paid for and give no map.
void check_budget(const Step& step, SiteRun& run) {
  const federated::Parameters& parameters = run.inputs.parameters;
  if (!federated::spends_budget(parameters)) return;
  const privacy::ReleaseLedger ledger = *make_ledger(run, step);
  run.ledger = ledger.mark();
  const privacy::PrivateRelease all = all_releases(run);
  if (ledger.allows(all, 1)) return;
  const double epsilon = all.cost.epsilon(parameters.dp_delta);
  throw InputError(str(boost::format("the run would spend an epsilon of %.3g; with what was spent "
                                     "before that would pass this site's epsilon_budget") %
                       epsilon));
}

/// With a delta of 1/n a mechanism may show one of n subjects outright.
void check_delta(Eigen::Index subjects, const federated::Parameters& parameters) {
  if (!federated::spends_budget(parameters) ||
      parameters.dp_delta * static_cast<double>(subjects) < 1)
    return;
  throw InputError("parameter dp_delta must be below 1 divided by this site's number of subjects");
}

/// Whether what leaves the site must not depend on its subjects beyond a guarantee, so that no
/// later step may fail by their cells.
bool tells_nothing(const federated::SiteInputs& inputs) {
  const bool may_be_on_summaries =
      inputs.parameters.reference == federated::ReferenceChoice::summaries ||
      !inputs.summary.empty();
  const bool keeps_places =
      !inputs.settings.share_places || (may_be_on_summaries && !inputs.settings.says_share_places);
  return federated::spends_budget(inputs.parameters) ||
         (federated::is_silent(federated::find_method(inputs.parameters.method)) && keeps_places);
}

/// Finds a table's faults over all columns that could count: which ones do, the coordinator says.
void check_cells(const data::Table& subjects, const federated::SiteInputs& inputs) {
  data::require_numbers(subjects, "site_data");
  const auto names = federated::named_bounds(inputs.parameters);
  if (!names.empty() && inputs.reference.empty()) {
    const auto features = static_cast<Eigen::Index>(names.size());
    federated::match_features(
        subjects, names, RowVector::Constant(features, std::numeric_limits<double>::quiet_NaN()),
        data::Missing::impute);
  }
  const auto missing = federated::treatment(inputs.parameters, subjects.features).missing;
  if (missing == data::Missing::error && !federated::spends_budget(inputs.parameters)) {
    data::resolve_missing(subjects, missing, RowVector(), "site_data");
  }
}

federated::SiteSums begin_sums(const Step& step, const federated::SiteSettings& settings) {
  std::optional<Bytes32> public_key;
  if (const auto identity = federated::read_identity(settings, step.folders.inputs)) {
    public_key = identity->public_key();
  }
  return federated::SiteSums::begin(step.node, public_key);
}

federated::KeptSubjects read_inputs(const federated::SiteInputs& inputs, const fs::path& folder) {
  ThumbnailMaker thumbnails;
  const auto visit = [&](std::size_t scan, const data::NiftiVolume& volume, const Matrix& slice) {
    thumbnails.add(scan, volume, slice);
  };
  federated::KeptSubjects subjects;
  subjects.table = federated::read_subjects(inputs, folder, visit);
  subjects.thumbnails = thumbnails.take();
  return subjects;
}

/// Tells which reference the site holds, if any, unless the run learns one in any case.
void add_reference(const Step& step, SiteRun& run, Json& message) {
  federated::check_extensible(run.inputs.parameters);
  const auto choice = run.inputs.parameters.reference;
  if (choice == federated::ReferenceChoice::learned ||
      choice == federated::ReferenceChoice::summaries) {
    if (run.inputs.reference.empty()) return;
    throw InputError("reference_data is given where parameter reference is " +
                     federated::to_json(run.inputs.parameters)["reference"].get<std::string>());
  }
  const auto reference =
      federated::read_own_reference(run.inputs, step.folders.inputs, image_reference_folder());
  if (!reference) return;
  message["reference"] = describe(*reference);
  run.own_digest = message["reference"]["sha256"];
  run.gave_reference = reference->source == federated::ReferenceSource::input;
  federated::keep_reference(reference->text, step.folders.own);
}

}  // namespace

Output answer_registration(const Step& step, SiteRun& run) {
  if (step.input.contains("phase")) {
    throw MessageError("the remote's message came before this site's registration");
  }
  run.input = federated::with_settings_read(step.input, step.folders.inputs);
  run.inputs = federated::parse_site_inputs(run.input, step.folders);
  const federated::Parameters& parameters = run.inputs.parameters;
  run.moment = {phase::registration, 0};
  run.evolution = Json::array();
  run.sums = begin_sums(step, run.inputs.settings);
  check_budget(step, run);
  const federated::KeptSubjects subjects = read_inputs(run.inputs, step.folders.inputs);
  check_delta(subjects.table.values.rows(), parameters);
  if (tells_nothing(run.inputs)) check_cells(subjects.table, run.inputs);

  Json message = message_at(run.moment);
  message["parameters"] = federated::to_json(parameters);
  message["keys"] = federated::to_json(run.sums->keys());
  if (!run.inputs.settings.site_name.empty()) {
    message["site_name"] = run.inputs.settings.site_name;
  }
  if (run.needs_reference()) add_reference(step, run, message);
  if (federated::find_method(parameters.method).takes_summaries()) {
    register_summary(step, run, message);
  }
  federated::forget_abandoned_subjects(step.folders.own);
  run.data_digest = federated::keep_subjects(subjects, step.folders.own);
  return {message};
}

}  // namespace dsne::local
