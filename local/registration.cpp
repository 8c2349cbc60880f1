#include "run/registration.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <boost/format.hpp>
#include <optional>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "local/own_summary.h"
#include "local/site_run.h"
#include "report/scan_thumbnail.h"
#include "run/kept_subjects.h"
#include "run/preprocessing.h"
#include "run/reference/site_reference.h"
#include "run/subjects.h"

namespace dsne::local {
namespace {

run::RegisteredReference describe(const run::OwnReference& own) {
  const Matrix values = data::parse_reference_csv(own.text).values;
  return {sha256(own.text), own.source == run::ReferenceSource::input, values.rows(),
          values.cols()};
}

/// A run that would exceed the budget must not begin: it would cost ε and give no map.
void check_budget(const Step& step, SiteRun& run) {
  const auto& guarantee = run.plan().guarantee;
  if (!guarantee) return;
  const privacy::ReleaseLedger ledger = *make_ledger(run, step);
  run.ledger = ledger.mark();
  if (ledger.allows(guarantee->each, guarantee->releases)) return;
  throw InputError(
      str(boost::format("the run would spend an epsilon of %.3g; with what was spent before, that "
                        "would pass this site's epsilon_budget of %g: set it in site_settings") %
          privacy::compose(guarantee->each.cost, guarantee->releases)
              .epsilon(run.plan().parameters.dp_delta) %
          *run.inputs.settings.epsilon_budget));
}

exchange::SiteSums begin_sums(const Step& step, const run::SiteSettings& settings) {
  std::optional<Bytes32> public_key;
  if (const auto identity = run::read_identity(settings, step.folders.inputs)) {
    public_key = identity->public_key();
  }
  return exchange::SiteSums::begin(step.node, public_key);
}

/// Reads the site's table, and makes thumbnails of its scans while they are read.
void read_table(const run::SiteInputs& inputs, const fs::path& folder,
                run::KeptSubjects& subjects) {
  std::optional<report::ScanThumbnail> current;
  subjects.table = run::read_unlabelled(
      inputs, folder, [&](std::size_t, const data::NiftiVolume& volume, const Matrix& slice) {
        if (!current) current.emplace(volume);
        current->add(slice);
        if (!current->is_whole()) return;
        subjects.thumbnails.push_back(current->png());
        current.reset();
      });
}

/// Adds the faults of a table that was read.
void check_table(const data::Table& table, const SiteRun& run, Faults& faults) {
  // The default of a wrong setting is not the site's limit.
  const bool has_limits = faults.empty();
  faults.check([&] { run::check_delta(table.values.rows(), run.plan()); });
  if (has_limits) faults.check([&] { check_least_subjects(run, table.values.rows()); });
  faults.check([&] { run::check_persons(table, run.inputs); });
  faults.check([&] { run.plan().method->check_values(run.plan().parameters, table.values); });
  if (run::tells_nothing(run.inputs)) faults.check([&] { run::check_cells(table, run.inputs); });
}

/// Reads the site's subjects with their labels. Adds what cannot be read to the faults.
run::KeptSubjects read_inputs(const SiteRun& run, const fs::path& folder, Faults& faults) {
  const run::SiteInputs& inputs = run.inputs;
  run::KeptSubjects subjects;
  if (!faults.check([&] { read_table(inputs, folder, subjects); })) {
    // The expected number of labels is not known.
    if (!inputs.label.empty()) {
      faults.check([&] { run::input_file(folder, inputs.label, "site_label"); });
    }
    return subjects;
  }
  check_table(subjects.table, run, faults);
  faults.check([&] { run::add_labels(inputs, folder, subjects.table); });
  faults.check([&] {
    subjects.history =
        data::read_scan_history(run::data_path(folder, inputs.data, "site_data"), "site_data",
                                subjects.table, inputs.settings.history);
  });
  return subjects;
}

/// Reads the site's reference, if it has one and the run does not make its own.
std::optional<run::OwnReference> read_reference(const Step& step, const SiteRun& run) {
  const run::RunPlan& plan = run.plan();
  if (!plan.needs_reference) return std::nullopt;
  if (!run.inputs.reference.empty() && (plan.takes_public || !plan.takes_points)) {
    throw InputError(std::string("reference_data is given where parameter reference is ") +
                     (plan.takes_public ? "public" : "summaries"));
  }
  if (!plan.takes_points) return std::nullopt;
  if (plan.takes_public) return run::public_reference();
  const fs::path executable = fs::read_symlink("/proc/self/exe");
  return run::read_own_reference(run.inputs, step.folders.inputs,
                                 executable.parent_path() / "reference");
}

/// Registers the site's reference, and keeps it.
run::RegisteredReference kept_reference(const run::OwnReference& reference, const Step& step,
                                        SiteRun& run) {
  run::RegisteredReference registered = describe(reference);
  run.own_digest = registered.sha256;
  run.gave_reference = registered.given;
  run::keep_reference(reference.text, step.folders.own);
  return registered;
}

/// Reads the inputs that stdin names, as far as possible.
run::KeptSubjects take_inputs(const Step& step, SiteRun& run, Faults& faults) {
  run.input = run::with_settings_read(step.input, step.folders.inputs, faults);
  const bool has_settings = faults.empty();
  // Without the settings, what they allow is unknown.
  Faults unknown;
  run.inputs = run::parse_site_inputs(run.input, step.folders, has_settings ? faults : unknown);
  run.sums = exchange::SiteSums::begin(step.node, std::nullopt);
  faults.check([&] { run.sums = begin_sums(step, run.inputs.settings); });
  if (run.inputs.settings.epsilon_budget) faults.check([&] { check_budget(step, run); });
  // Without the settings, the table's format is unknown.
  if (!has_settings || !run.inputs.format_known) return {};
  return read_inputs(run, step.folders.inputs, faults);
}

/// Returns what every site registers, whether it can take part or not.
run::Registration begun_registration(const SiteRun& run) {
  run::Registration registration;
  registration.parameters = to_json(run.plan().parameters);
  const std::string& name = run.inputs.settings.site_name;
  if (!name.empty()) registration.site_name = name;
  return registration;
}

/// Returns the faults for all sites: one line each, of limited length.
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

}  // namespace

Output answer_registration(const Step& step, SiteRun& run) {
  if (step.input.contains("phase")) {
    throw MessageError("the remote's message came before this site's registration");
  }
  Faults faults;
  run.moment = {phase::registration, 0};
  const run::KeptSubjects subjects = take_inputs(step, run, faults);
  run::Registration registration = begun_registration(run);
  Json message = message_at(run.moment);
  if (subjects.table.values.size() > 0) {
    faults.check([&] { registration.table = run::told_table(subjects.table, run.inputs); });
  }
  if (run.plan().takes_summaries) {
    faults.check([&] { register_summary(step, run, message); });
  }
  std::optional<run::OwnReference> reference;
  faults.check([&] { reference = read_reference(step, run); });
  run::forget_abandoned_subjects(step.folders.own);
  methods::DiskCache::forget_abandoned(step.folders.scratch);
  if (!faults.empty()) {
    run.faults = told_faults(faults);
    run::forget_kept_subjects(step.folders.own);
    registration = begun_registration(run);
    registration.errors = run.faults;
    registration.brings_reference = !run.inputs.reference.empty();
    message = message_at(run.moment);
  } else {
    registration.keys = run.sums->keys();
    if (reference) registration.reference = kept_reference(*reference, step, run);
    run.data_digest = run::keep_subjects(subjects, step.folders.own);
  }
  message.update(to_message(registration));
  return {message};
}

}  // namespace dsne::local
