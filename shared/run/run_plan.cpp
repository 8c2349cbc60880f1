#include "run/run_plan.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace dsne::run {
namespace {

using methods::ReferenceChoice;

bool is_reference(const RunPlan& plan, std::initializer_list<ReferenceChoice> choices) {
  return plan.needs_reference && std::ranges::count(choices, plan.parameters.reference) > 0;
}

}  // namespace

RunPlan::RunPlan(methods::Parameters of_owner)
    : parameters(std::move(of_owner)),
      method(&methods::find_method(parameters.method)),
      guarantee(method->privacy_plan(parameters)),
      is_simulation(parameters.simulation_seed != 0),
      has_shared_noise(guarantee && guarantee->shared_noise),
      needs_reference(method->needs_reference),
      takes_summaries(!guarantee &&
                      is_reference(*this, {ReferenceChoice::automatic, ReferenceChoice::summaries,
                                           ReferenceChoice::public_scans})),
      takes_public(is_reference(*this, {ReferenceChoice::public_scans})),
      takes_points(takes_public
                       ? !takes_summaries
                       : is_reference(*this, {ReferenceChoice::automatic, ReferenceChoice::given})),
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
      neighbours(reads(*method, "perplexity") ? std::optional(parameters.neighbours)
                                              : std::nullopt) {}

}  // namespace dsne::run
