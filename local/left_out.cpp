#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "report/run_pages.h"

namespace dsne::local {
namespace {

Json cache_of(const Moment& moment, const std::vector<std::string>& faults, bool ends) {
  Json cache = message_at(moment);
  cache["errors"] = faults;
  cache["ends"] = ends;
  return cache;
}

}  // namespace

std::vector<std::string> told_faults(const Faults& faults) {
  std::vector<std::string> lines;
  for (const std::string& line : faults.lines()) {
    if (lines.size() == exchange::most_faults) break;
    std::string told = cut(one_line(line), exchange::longest_fault);
    // Two checks can find the same fault.
    if (std::ranges::find(lines, told) == lines.end()) {
      lines.push_back(std::move(told));
    }
  }
  return lines;
}

Json left_out_cache(const SiteRun& run) {
  const bool ends = run.plan().parameters.faulty_sites == methods::FaultySites::end;
  return cache_of(run.moment, run.faults, ends);
}

bool is_left_out(const Json& cache) { return cache.contains("errors"); }

StepResult answer_left_out(const Step& step) {
  const Moment last = moment_of(step.cache, exchange::cache_name);
  const std::vector<std::string> faults = texts_field(step.cache, "errors", exchange::cache_name);
  if (flag_field(step.cache, "ends", exchange::cache_name)) {
    throw MessageError("the remote continued a run that this site's faults end");
  }
  const Moment next = moment_of(step.input, exchange::coordinator_message_name);
  if (next.round != last.round + 1) {
    throw MessageError("the remote's message is of another phase or round than the one expected");
  }
  if (last.round == 0) {
    write_files(report::left_out_files(step.node, run_name(step), step.day, faults),
                step.folders.own);
  }
  Json message = message_at(next);
  message["left_out"] = true;
  return {{message}, cache_of(next, faults, false), false};
}

}  // namespace dsne::local
