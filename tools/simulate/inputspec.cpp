#include "tools/simulate/inputspec.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <ostream>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "methods/method.h"
#include "run/site_inputs.h"
#include "run/subjects.h"
#include "summary/keeping.h"
#include "summary/known_persons.h"
#include "tools/folders.h"

namespace dsne::tools {
namespace {

using summary::Records;
using summary::Rules;

Json parse(const std::string& text, const std::string& what) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto read = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), read, '\n');
    throw InputError(what + " is not valid JSON: look at line " + std::to_string(line));
  }
}

Json site_inputs(const Json& entry) {
  if (!entry.is_object()) throw InputError("the inputspec holds a site that is no object");
  Json inputs = Json::object();
  for (const auto& [name, wrapped] : entry.items()) {
    if (!wrapped.is_object() || !wrapped.contains("value")) {
      throw InputError("the inputspec's " + name + " is not written as {\"value\": ...}");
    }
    inputs[name] = wrapped["value"];
  }
  return inputs;
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
    for (Eigen::Index c = 1; c <= site.records.values.cols(); ++c) {
      site.records.measures.push_back(std::to_string(c));
    }
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
  const std::vector<std::string>& all = site.records.persons;
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
bool takes_summaries(const SimulatedFederation& federation) {
  run::RunPlan plan;
  try {
    plan = run::RunPlan(methods::parse_parameters(federation.inputs.front()));
  } catch (const InputError&) {
    return false;  // the run tells it
  }
  if (plan.parameters.reference == methods::ReferenceChoice::summaries) return true;
  return plan.takes_summaries &&
         std::none_of(federation.inputs.begin(), federation.inputs.end(),
                      [](const Json& inputs) { return brings(inputs, "reference_data"); });
}

}  // namespace

Json read_compspec(const std::string& text) {
  const Json document = parse(text, "the compspec");
  const auto input = "/computation/input"_json_pointer;
  if (!document.contains(input) || !document[input].is_object()) {
    throw InputError("the compspec has no computation.input");
  }
  return document[input];
}

std::vector<Json> read_inputspec(const std::string& text, std::optional<std::size_t> sites) {
  const Json document = parse(text, "the inputspec");
  if (document.is_object()) return std::vector<Json>(sites.value_or(1), site_inputs(document));
  if (!document.is_array() || document.empty()) {
    throw InputError("the inputspec is neither an object nor an array with one for each site");
  }
  const std::size_t count = sites.value_or(document.size());
  if (count > document.size()) {
    throw InputError("--clients asks for more sites than the inputspec's " +
                     std::to_string(document.size()));
  }
  std::vector<Json> inputs;
  for (std::size_t i = 0; i < count; ++i) inputs.push_back(site_inputs(document[i]));
  return inputs;
}

Json with_settings_in_file(Json site_inputs, const fs::path& folder) {
  const auto settings = site_inputs.find("site_settings");
  if (settings == site_inputs.end() || !settings->is_object()) return site_inputs;
  constexpr const char* name = "site_settings.inputspec.json";
  write_atomically(folder / name, settings->dump(2) + '\n', "the settings of the inputspec");
  *settings = name;
  return site_inputs;
}

std::vector<std::string> unknown_inputs(const Json& site_inputs, const Json& declared) {
  std::vector<std::string> names;
  for (const auto& [name, value] : site_inputs.items()) {
    if (!declared.contains(name)) names.push_back(name);
  }
  return names;
}

void add_summaries(SimulatedFederation& federation, std::ostream& err) {
  if (!takes_summaries(federation)) return;
  for (std::size_t i = 0; i < federation.inputs.size(); ++i) {
    Json& inputs = federation.inputs[i];
    if (brings(inputs, "summary")) continue;
    const std::string name = site_id(i);
    const coinstac::Directories folders = node_directories(federation.directory, name);
    make_folder(folders.output, "the output folder of " + name);
    std::optional<SiteData> site;
    try {
      site = read_site(inputs, folders.base, {folders.base, folders.output, folders.base, {}});
    } catch (const InputError&) {
      continue;  // its files have faults, which the run tells
    }
    const summary::Place place{folders.output.parent_path(), ""};
    const auto copy = [&](const std::string& kept, const char* brought) {
      write_atomically(folders.base / brought, read_file(place.folder / kept, "the summary"),
                       "the summary");
    };
    try {
      const bool array = kept_summary(*site, place, name).kept.scale.array;
      const char* const brought = array ? "summary.simulated.npz" : "summary.simulated.csv";
      copy(shared_name(place, array), brought);
      inputs["summary"] = brought;
    } catch (const InputError& error) {
      err << name << " brings no summary: " << error.what() << '\n';
    }
  }
}

}  // namespace dsne::tools
