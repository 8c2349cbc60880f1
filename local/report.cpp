#include "exchange/state_names.h"
#include "local/facts.h"
#include "local/phases.h"
#include "methods/findings.h"
#include "report/cluster_page.h"
#include "report/site_page.h"
#include "report/sphere_page.h"
#include "run/kept_subjects.h"

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
  if (methods::ending(run.inputs.parameters) == methods::Ending::result) {
    return result_files(*method, tables, run, step);
  }
  return report::site_files(site_map_facts(run, step, tables, method->coordinates()));
}

}  // namespace

Output answer_report(const Step& step, SiteRun& run) {
  write_files(report_files(run, step), step.folders.own);
  make_disk_cache(run, step).forget();
  run::forget_kept_subjects(step.folders.own);
  run.sums.reset();

  Json message = message_at(run.moment);
  message["done"] = true;
  return {message};
}

}  // namespace dsne::local
