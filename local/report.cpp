#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "local/phases.h"
#include "methods/method.h"
#include "report/run_pages.h"
#include "run/kept_subjects.h"
#include "summary/seen_summaries.h"

namespace dsne::local {
namespace {

/// The reports of a run that ends in a result.
Files result_files(const methods::SiteMethod& method, SiteTables& tables, const SiteRun& run,
                   const Step& step) {
  const Json& result = field(step.input, "result", exchange::coordinator_message_name);
  const methods::SiteFindings found = method.findings(result);
  const report::SiteFacts facts = site_facts(run, step, tables);
  const report::Names& ids = tables.subjects().ids;
  Files files;
  if (const auto* sphere = std::get_if<sphere::SiteSphere>(&found.value)) {
    files = report::site_sphere_files(facts, *sphere, ids);
  } else if (const auto* clusters = std::get_if<spectral::SiteClusters>(&found.value)) {
    files = report::site_cluster_files(facts, *clusters, ids);
  }
  files.push_back({"result.json", result.dump(2, ' ', true) + '\n', "result.json"});
  return files;
}

Files report_files(SiteRun& run, const Step& step) {
  SiteTables tables(run, step);
  const auto method = make_site_method(run, step, tables);
  if (!run.plan().makes_map) return result_files(*method, tables, run, step);
  Files files = report::site_files(site_map_facts(run, step, tables, method->coordinates()));
  if (const auto& map = tables.reference().summaries) {
    summary::remember_summaries(summary_folder(step, run), map->sources, run.reference_digest);
  }
  return files;
}

}  // namespace

Output answer_report(const Step& step, SiteRun& run) {
  const std::string receipt = to_hex(run.sums->secret_key("receipt"));
  if (!run::has_receipt(receipt, step.folders.own)) {
    write_files(report_files(run, step), step.folders.own);
    make_disk_cache(run, step).forget();
    run::leave_receipt(receipt, step.folders.own);
  }
  run.sums.reset();

  Json message = message_at(run.moment);
  message["done"] = true;
  return {message};
}

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
