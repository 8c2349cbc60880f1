#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/unicode_name.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "report/cluster_page.h"

namespace dsne::local {
namespace {

Json cache_of(const Moment& moment, const std::vector<std::string>& faults, bool ends) {
  Json cache = message_at(moment);
  cache["errors"] = faults;
  cache["ends"] = ends;
  return cache;
}

File left_out_page(const Step& step, const std::vector<std::string>& faults) {
  report::PageText page;
  page.title = "This site was left out of the run";
  page.origin = {{"Site", step.node},
                 {"Run", run_name(step)},
                 {"Made on", step.day},
                 {"Version", std::string(version())}};
  page.headline = counted(std::ssize(faults), "fault") + " in this site's files";
  report::PageTable table{"Faults", {"", "What is wrong"}, {}, {}};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    table.rows.push_back({{std::to_string(i + 1)}, {faults[i]}});
  }
  table.sentences = {
      "The run goes on without this site. Nothing about its subjects left it but the lines below. "
      "Correct the files, and take part in the next run."};
  page.tables = {std::move(table)};
  page.files = {{"joint/index.html", "the joint report, when the run has ended"},
                {"release_log.jsonl", "everything that left this site"}};
  return {"index.html", report::cluster_page_html(page), "the report page"};
}

}  // namespace

std::vector<std::string> told_faults(const Faults& faults) {
  std::vector<std::string> lines;
  for (const std::string& line : faults.lines()) {
    if (lines.size() == exchange::most_faults) break;
    std::string told = data::cut_name(one_line(line), exchange::longest_fault);
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
  const std::vector<std::string> faults = step.cache.at("errors");
  if (step.cache.at("ends").get<bool>()) {
    throw MessageError("the remote continued a run that this site's faults end");
  }
  const Moment next = moment_of(step.input, exchange::coordinator_message_name);
  if (next.round != last.round + 1) {
    throw MessageError("the remote's message is of another phase or round than the one expected");
  }
  if (last.round == 0) write_files({left_out_page(step, faults)}, step.folders.own);
  Json message = message_at(next);
  message["left_out"] = true;
  return {{message}, cache_of(next, faults, false), false};
}

}  // namespace dsne::local
