#include "tools/simulated_summaries.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/today.h"
#include "methods/method.h"
#include "run/site_inputs.h"
#include "run/subjects.h"
#include "summary/keeping.h"
#include "tools/inputspec.h"
#include "tools/orchestrator.h"

namespace dsne::tools {
namespace {

using summary::Records;
using summary::Rules;
using Names = std::vector<std::string>;

constexpr const char* brought_name = "summary.simulated.csv";

Names numbered(std::size_t columns) {
  Names names;
  for (std::size_t c = 1; c <= columns; ++c) names.push_back(std::to_string(c));
  return names;
}

/// A site's data and rules, from its inputs of the run.
struct SiteData {
  Records records;
  Rules rules;
};

SiteData read_site(const Json& given, const fs::path& folder, const Folders& folders) {
  const Json input = run::with_settings_read(with_settings_in_file(given, folder), folder);
  const run::SiteInputs inputs = run::parse_site_inputs(input, folders);
  SiteData site;
  site.records = summary::records_of(run::read_subjects(inputs, folder));
  site.rules.listed = inputs.format.feature_columns;
  if (!site.records.array && site.records.measures.empty()) {
    site.records.measures = numbered(static_cast<std::size_t>(site.records.values.cols()));
  }
  if (input.contains("site_settings") && input["site_settings"].contains("least_members")) {
    site.rules.least = input["site_settings"]["least_members"].get<Eigen::Index>();
  }
  return site;
}

summary::NewSummary made(const SiteData& site) {
  privacy::SystemSource source;
  try {
    return make_summary(site.records, site.rules, today(), source);
  } catch (const InputError&) {
    if (!site.rules.listed.empty() || site.records.array) throw;
  }
  Rules all = site.rules;
  all.listed = site.records.measures;
  return make_summary(site.records, all, today(), source);
}

/// Returns the site's summary: the kept one, or a new one that is kept.
summary::SiteSummary kept_summary(const SiteData& site, const summary::Place& place,
                                  const std::string& name) {
  auto kept = read_site_summary(place);
  if (!kept) {
    kept = made(site).site;
    write_site_summary(place, *kept);
    return *std::move(kept);
  }
  const Names& all = site.records.persons;
  const std::set<std::string> persons(all.begin(), all.end());
  if (newcomers(kept->kept, site.records).size() == persons.size()) {
    throw InputError("output/" + name +
                     " keeps a summary of other persons than the site's data have");
  }
  return *std::move(kept);
}

bool brings(const Json& inputs, const char* name) {
  const auto found = inputs.find(name);
  if (found == inputs.end() || found->empty()) return false;
  return !found->is_string() || !found->get_ref<const std::string&>().empty();
}

/// Returns whether the run uses summaries: it asks for them, or nobody gives a reference.
bool takes_summaries(const Federation& federation) {
  methods::Parameters parameters;
  try {
    parameters = methods::parse_parameters(federation.inputs.front());
  } catch (const InputError&) {
    return false;  // the run tells it
  }
  if (parameters.reference == methods::ReferenceChoice::summaries) return true;
  return methods::takes_summaries(parameters) &&
         std::none_of(federation.inputs.begin(), federation.inputs.end(),
                      [](const Json& inputs) { return brings(inputs, "reference_data"); });
}

/// Reads a site's data; returns nothing if files have faults, which the run reports.
std::optional<SiteData> readable_site(const Json& inputs, const coinstac::Directories& folders) {
  try {
    return read_site(inputs, folders.base, {folders.base, folders.output, folders.base, {}});
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

void add_summaries(Federation& federation, std::ostream& err) {
  if (!takes_summaries(federation)) return;
  for (std::size_t i = 0; i < federation.inputs.size(); ++i) {
    Json& inputs = federation.inputs[i];
    if (brings(inputs, "summary")) continue;
    const std::string name = site_id(i);
    const coinstac::Directories directories = node_directories(federation.directory, name);
    const fs::path kept_in = fs::path(directories.output).parent_path();
    fs::create_directories(directories.output);
    const std::optional<SiteData> site = readable_site(inputs, directories);
    if (!site) continue;
    try {
      const summary::SiteSummary kept = kept_summary(*site, {kept_in, ""}, name);
      const summary::Place place{kept_in, ""};
      const std::string shared = shared_name(place, kept.kept.scale.array);
      const fs::path to = fs::path(directories.base) /
                          (kept.kept.scale.array ? "summary.simulated.npy" : brought_name);
      write_atomically(to, read_file(kept_in / shared, "the summary"), "the summary");
      if (kept.kept.scale.array) {
        write_atomically(fs::path(directories.base) / "summary.simulated_names.json",
                         read_file(kept_in / "summary_names.json", "the summary"), "the summary");
      }
      inputs["summary"] = to.filename().string();
    } catch (const InputError& error) {
      err << name << " brings no summary: " << error.what() << '\n';
    }
  }
}

}  // namespace dsne::tools
