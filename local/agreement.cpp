#include <boost/format.hpp>
#include <optional>
#include <string>

#include "core/errors.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "methods/method.h"

namespace dsne::local {
namespace {

/// A remote must not be able to change what the site agreed to.
void check_parameters(const Json& sent, const methods::Parameters& own) {
  const Json expected = to_json(own);
  if (!sent.is_object()) throw MessageError("the remote's message: parameters is not an object");
  for (const auto& [name, value] : expected.items()) {
    if (!sent.contains(name) || sent[name] != value) {
      throw MessageError("the remote's " + name + " is not the one this site was given");
    }
  }
  if (sent.size() != expected.size()) {
    throw MessageError("the remote sent parameters that this site was not given");
  }
}

/// Whoever adds to a sum over few sites shows the others its part.
void check_least_sites(const SiteRun& run) {
  const std::string& sums = run.plan().sums;
  if (sums.empty() || run.sums->sites() >= run.inputs.settings.keys.least_sites) return;
  throw InputError(sums + " sums over the run's sites, " + std::to_string(run.sums->sites()) +
                   "; least_sites is " + std::to_string(run.inputs.settings.keys.least_sites) +
                   ": set it in site_settings to take part with fewer");
}

}  // namespace

void meet_sites(const Step& step, SiteRun& run, Json& answer) {
  run.sums->meet(
      exchange::parse_roster(field(step.input, "keys", exchange::coordinator_message_name),
                             exchange::coordinator_message_name));
  if (const auto identity = run::read_identity(run.inputs.settings, step.folders.inputs)) {
    answer["signature"] = run.sums->signature(*identity);
  }
}

void check_terms(const Step& step, SiteRun& run) {
  check_parameters(field(step.input, "parameters", exchange::coordinator_message_name),
                   run.plan().parameters);
  run.sums->check_signatures(field(step.input, "signatures", exchange::coordinator_message_name),
                             run.inputs.settings.keys);
  check_least_sites(run);
}

void check_least_subjects(const SiteRun& run, Eigen::Index subjects) {
  const std::string& sums = run.plan().sums;
  const Eigen::Index least = run.inputs.settings.least_subjects;
  if (sums.empty() || subjects >= least) return;
  // With noise for a guarantee a sum may be over few.
  if (run.plan().has_shared_noise) return;
  throw InputError(sums + " sends sums over this site's " + counted(subjects, "subject") +
                   "; least_subjects is " + std::to_string(least) +
                   ": set it in site_settings to take part with fewer");
}

}  // namespace dsne::local
