#include "run/run_plan.h"

#include <utility>

namespace dsne::run {
namespace {

using methods::ReferenceChoice;

bool may_take_summaries(const RunPlan& plan) {
  const ReferenceChoice choice = plan.parameters.reference;
  return plan.needs_reference && !plan.guarantee &&
         (choice == ReferenceChoice::automatic || choice == ReferenceChoice::summaries);
}

}  // namespace

RunPlan::RunPlan(methods::Parameters of_owner)
    : parameters(std::move(of_owner)),
      method(&methods::find_method(parameters.method)),
      guarantee(method->privacy_plan(parameters)),
      is_simulation(parameters.simulation_seed != 0),
      has_shared_noise(guarantee && guarantee->shared_noise),
      needs_reference(method->needs_reference),
      takes_summaries(may_take_summaries(*this)),
      maps_summaries(method->maps_summaries),
      moves_landmarks(parameters.landmark_method == methods::LandmarkMethod::mmd &&
                      reads(*method, "landmark_method")),
      makes_map(method->ending == methods::Ending::embedding),
      is_silent(methods::is_silent(*method)),
      posts_records(methods::shows_records(*method)),
      needs_consent(!guarantee && !is_silent),
      sums(moves_landmarks                ? "a run that finds landmarks"
           : methods::sends_sums(*method) ? "method " + method->name
                                          : ""),
      masks_rounds(methods::masks_sums(*method)),
      reads_perplexity(reads(*method, "perplexity")) {}

}  // namespace dsne::run
