#include <boost/format.hpp>
#include <utility>

#include "coinstac/digest.h"
#include "coinstac/errors.h"
#include "dsne/subjects.h"
#include "local/phases.h"

namespace dsne {
namespace {

Json describe(const OwnReference& own) {
  const Reference reference = parse_reference_csv(own.text);
  return {{"sha256", sha256(own.text)},
          {"source", own.source == ReferenceSource::input ? "input" : "image"},
          {"points", reference.values.rows()},
          {"features", reference.values.cols()},
          {"feature_digest", feature_digest(reference.features)}};
}

/// A run that would end for want of budget must not begin: it would be paid for and give no map.
void check_budget(const Step& step, const SiteRun& run, const Parameters& parameters) {
  const auto plan = privacy_plan(parameters);
  if (!plan || make_ledger(run, step)->allows(plan->each, plan->releases)) return;
  const double epsilon = compose(plan->each.cost, plan->releases).epsilon(parameters.dp_delta);
  throw InputError(str(boost::format("the run would spend an epsilon of %.3g; with what was spent "
                                     "before that would pass this site's epsilon_budget") %
                       epsilon));
}

/// With a delta of 1/n a mechanism may show one of n subjects outright.
void check_delta(const SiteRun& run, const Parameters& parameters) {
  if (!privacy_plan(parameters) || parameters.dp_delta * static_cast<double>(run.points) < 1)
    return;
  throw InputError("parameter dp_delta must be below 1 divided by this site's number of subjects");
}

}  // namespace

Json answer_registration(const Step& step, SiteRun& run) {
  if (step.input.contains("phase")) {
    throw MessageError("the remote's message came before this site's registration");
  }
  const Parameters parameters = parse_parameters(step.input);
  run.input = with_settings_read(step.input, step.directories);
  const SiteInputs inputs = parse_site_inputs(run.input, step.directories);
  Table subjects = read_subjects(inputs, step.directories);
  run.moment = {phase::registration, 0};
  run.evolution = Json::array();
  check_budget(step, run, parameters);
  run.data_digest = subjects_digest(subjects);

  Json message = message_at(run.moment);
  message["features"] = subjects.values.cols();
  message["feature_digest"] = feature_digest(subjects.features);
  run.points = count_points(std::move(subjects), parameters.missing);
  check_delta(run, parameters);
  message["points"] = run.points;
  message["parameters"] = to_json(parameters);
  const auto reference =
      read_own_reference(inputs, step.directories, parameters.missing, image_reference_folder());
  if (reference) message["reference"] = describe(*reference);
  if (reference && reference->source == ReferenceSource::input) {
    run.given_digest = message["reference"]["sha256"];
  }
  return message;
}

}  // namespace dsne
