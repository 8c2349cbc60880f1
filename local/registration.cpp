#include <boost/format.hpp>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/reference/extension.h"
#include "federated/reference/private_reference.h"
#include "federated/subject_checks.h"
#include "federated/subjects.h"
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
  if (run.inputs.parameters.reference == federated::ReferenceChoice::learned) {
    if (run.inputs.reference.empty()) return;
    throw InputError("reference_data is given where parameter reference is learned");
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
  federated::check_subjects(subjects.table, run.inputs);

  Json message = message_at(run.moment);
  message["parameters"] = federated::to_json(parameters);
  message["keys"] = federated::to_json(run.sums->keys());
  if (!run.inputs.settings.site_name.empty()) {
    message["site_name"] = run.inputs.settings.site_name;
  }
  if (run.needs_reference()) add_reference(step, run, message);
  federated::forget_abandoned_subjects(step.folders.own);
  run.data_digest = federated::keep_subjects(subjects, step.folders.own);
  return {message};
}

}  // namespace dsne::local
