#include "small_federation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem.hpp>

#include "core/errors.h"
#include "core/json.h"
#include "core/state.h"
#include "folders.h"
#include "methods/method.h"
#include "privacy/keys.h"
#include "tools/folders.h"
#include "tools/simulate/orchestrator.h"

namespace fs = boost::filesystem;
using dsne::Json;
using dsne::tools::Node;

namespace {

constexpr std::size_t max_calls = 1000;

Node make_node(const std::string& id, const std::string& program, const fs::path& folder) {
  Node node{id, {program}, dsne::tools::node_directories(folder, id)};
  node.directories.cache = folder / "cache" / id;
  for (const fs::path& directory : {node.directories.base, node.directories.output,
                                    node.directories.transfer, node.directories.cache}) {
    fs::create_directories(directory);
  }
  return node;
}

/// Most tests are about what sites see of each other: a site shares its positions, unless its
/// settings say otherwise or the run has a guarantee.
void open_settings(const Json& input, Json& settings) {
  if (settings.contains("share_places")) return;
  try {
    settings["share_places"] = !dsne::methods::privacy_plan(dsne::methods::parse_parameters(input));
  } catch (const dsne::Error&) {
    // The test is of parameters that are wrong.
  }
}

/// Returns a site's inputs with its settings in a file, as a site reads them.
Json with_settings_in_file(Json input, const fs::path& folder) {
  const auto settings = input.find("site_settings");
  if (settings == input.end() || !settings->is_object()) return input;
  open_settings(input, *settings);
  write(folder / settings_file, settings->dump());
  *settings = settings_file;
  return input;
}

/// A site's registration with the same key in every run, so that tests can compare runs: what the
/// program has drawn is replaced, in what it says and in what it keeps.
std::string with_fixed_key(const std::string& out, const std::string& site) {
  const dsne::privacy::RunKey key(dsne::hash_of({"a key for tests", site}));
  Json answer = Json::parse(out);
  if (!answer.at("output").contains("keys")) return out;  // it has told its faults
  answer.at("output").at("keys").at("run") = dsne::to_hex(key.public_key());
  Json& cache = answer.at("cache");
  cache.at("sums").at("secret") = dsne::to_hex(key.secret());
  cache = dsne::with_digest(cache);
  return answer.dump(-1, ' ', true);
}

}  // namespace

SmallFederation::SmallFederation(const std::vector<Site>& sites) {
  const fs::path root = folder_.path() / secret_word;
  for (const Site& site : sites) {
    nodes_.push_back(make_node(dsne::tools::site_id(nodes_.size()), DSNE_LOCAL, root));
    const fs::path& folder = nodes_.back().directories.base;
    for (const auto& [name, text] : site.files) write(folder / name, text);
    site_inputs_.push_back(with_settings_in_file(site.input, folder));
  }
  nodes_.push_back(make_node(dsne::tools::coordinator_id, DSNE_REMOTE, root));
  outputs_.resize(nodes_.size());
}

Node& SmallFederation::next() { return nodes_[turn_]; }

std::string SmallFederation::next_phase() const {
  const auto last = std::prev(outputs_.end());
  const auto message =
      at_coordinator()
          ? std::find_if(outputs_.begin(), last, [](const Json& each) { return !each.is_null(); })
          : last;
  return message->is_null() ? "register" : message->at("phase").get<std::string>();
}

std::string SmallFederation::input_text() const {
  if (!at_coordinator()) {
    return dsne::to_ascii(outputs_.back().is_null() ? site_inputs_[turn_] : outputs_.back());
  }
  std::vector<std::string> members;
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    members.push_back(dsne::to_ascii(nodes_[i].id) + ":" + dsne::to_ascii(outputs_[i]));
  }
  if (sites_backwards) std::reverse(members.begin(), members.end());
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "{" : ",") + member;
  return text + "}";
}

std::string SmallFederation::tampered(const std::string& input) {
  if (!tamper) return input;
  Json json = Json::parse(input);
  tamper(next().id, json);
  return dsne::to_ascii(json);
}

Json SmallFederation::next_stdin() {
  if (!pending_) {
    pending_ = dsne::tools::next_call(next(), exchanges_.size() + 1, tampered(input_text()));
  }
  return Json::parse(pending_->input);
}

dsne::tools::ProcessResult SmallFederation::ask(const Json& in) {
  return dsne::tools::run_process(next().command, dsne::to_ascii(in));
}

void SmallFederation::lose(const std::string& site) {
  lost_.insert(site);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].id == site) outputs_[i] = nullptr;
  }
}

void SmallFederation::step() {
  if (lost_.contains(next().id)) {
    turn_ = (turn_ + 1) % nodes_.size();
    return;
  }
  Node& node = next();
  if (before) before(node);
  next_stdin();
  const auto files = snapshot(node.directories.base);
  const dsne::tools::ProcessResult result = dsne::tools::run_process(node.command, pending_->input);
  CAPTURE(node.id);
  CAPTURE(next_phase());
  INFO(result.err);
  REQUIRE(result.err.empty());
  REQUIRE(result.failure().empty());
  CHECK(snapshot(node.directories.base) == files);
  const bool fix_key = next_phase() == "register" && !at_coordinator() && !fresh_keys;
  const dsne::tools::Answer answer = dsne::tools::parse_answer(
      fix_key ? with_fixed_key(result.out, node.id) : result.out, at_coordinator());
  node.cache.update(answer.cache);
  outputs_[turn_] = answer.output;
  exchanges_.push_back({node.id, pending_->input, answer.text, answer.output});
  pending_.reset();
  finished_ = answer.success;
  if (after) after(node);
  deliver();
  turn_ = (turn_ + 1) % nodes_.size();
}

void SmallFederation::kill_calls_of(const std::string& phase) {
  before = [this, phase](Node& node) {
    if (next_phase() != phase) return;
    next_stdin();
    REQUIRE(dsne::tools::run_process(node.command, pending_->input).failure().empty());
    dsne::tools::empty_folder(node.directories.cache);
  };
}

void SmallFederation::deliver() {
  const Node& sender = next();
  std::vector<fs::path> to;
  if (at_coordinator()) {
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      const dsne::coinstac::Directories& site = nodes_[i].directories;
      to.push_back(finished_ ? site.output : site.base);
    }
  } else {
    to.push_back(nodes_.back().directories.base / sender.id);
  }
  dsne::tools::deliver(sender.directories.transfer, to, sender.id);
}

void SmallFederation::run_until(const std::string& node, const std::string& phase, int times) {
  for (;; step()) {
    if (next().id == node && next_phase() == phase && --times == 0) return;
    REQUIRE_FALSE(finished_);
    REQUIRE(exchanges_.size() < max_calls);
  }
}

Json SmallFederation::run() {
  while (!finished_) {
    REQUIRE(exchanges_.size() < max_calls);
    step();
  }
  return outputs_.back();
}

Node& SmallFederation::node(const std::string& id) {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == id; });
  REQUIRE(found != nodes_.end());
  return *found;
}

std::vector<std::string> SmallFederation::ids() const {
  std::vector<std::string> ids;
  for (const Node& node : nodes_) ids.push_back(node.id);
  return ids;
}

std::vector<Json> SmallFederation::outputs() const {
  std::vector<Json> outputs;
  for (const Exchange& exchange : exchanges_) outputs.push_back(exchange.output);
  return outputs;
}

std::vector<std::string> SmallFederation::answers() const {
  std::vector<std::string> answers;
  for (const Exchange& exchange : exchanges_) answers.push_back(exchange.out);
  return answers;
}

std::vector<Json> SmallFederation::sent_by(const std::string& node) const {
  std::vector<Json> all;
  for (const Exchange& exchange : exchanges_) {
    if (exchange.node == node) all.push_back(exchange.output);
  }
  return all;
}

Cells SmallFederation::embedding(const std::string& site) {
  return csv_cells(output(site) / "embedding.csv");
}

Cells SmallFederation::joint_table(const std::string& file) { return csv_cells(joint() / file); }

Json SmallFederation::metrics() { return Json::parse(content(joint() / "metrics.json")); }

std::string SmallFederation::page(const std::string& site) {
  return content(output(site) / "index.html");
}

std::string SmallFederation::joint_page() { return content(joint() / "index.html"); }

std::vector<Json> SmallFederation::releases_of(const std::string& site) {
  std::vector<Json> releases;
  for (const std::string& line : lines_of(content(output(site) / "release_log.jsonl"))) {
    const Json entry = Json::parse(line);
    if (entry.contains("mechanism")) releases.push_back(entry);
  }
  return releases;
}
