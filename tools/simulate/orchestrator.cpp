#include "tools/simulate/orchestrator.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <future>
#include <span>
#include <thread>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "tools/folders.h"
#include "tools/simulate/inputspec.h"

namespace dsne::tools {
namespace {

/// @throws RunError when the program fails, or COINSTAC would not accept its answer
Answer make_call(const Program& program, const Call& call, unsigned threads) {
  ProcessResult result;
  try {
    result = run_process(program, call.input, threads);
    if (const std::string failure = result.failure(); !failure.empty()) throw Error(failure);
    return parse_answer(std::move(result.out), call.node == coordinator_id);
  } catch (const Error& error) {
    throw RunError({{call.number, call.node, error.what(), std::move(result.err)}});
  }
}

/// Makes one step of each node, in parallel. @param first the number of the first call
std::vector<Answer> step(std::span<Node> nodes, const std::vector<std::string>& inputs,
                         std::size_t first, Observer& observer) {
  std::vector<Call> calls;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    calls.push_back(next_call(nodes[i], first + i, inputs[i]));
    observer.before(calls.back());
  }
  const auto share = std::thread::hardware_concurrency() / static_cast<unsigned>(calls.size());
  std::vector<std::future<Answer>> running;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    running.push_back(std::async(std::launch::async, make_call, std::cref(nodes[i].command),
                                 std::cref(calls[i]), std::max(share, 1U)));
  }
  std::vector<Answer> answers;
  std::vector<Failure> failures;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    try {
      answers.push_back(running[i].get());
    } catch (const RunError& error) {
      failures.push_back(error.failures().front());
      continue;
    }
    nodes[i].cache.update(answers.back().cache);
    observer.after(calls[i], answers.back());
  }
  if (!failures.empty()) throw RunError(std::move(failures));
  return answers;
}

/// Checks the sites' folders before anything is made or changed.
void check_inputs(const SimulatedFederation& federation, const fs::path& directory) {
  if (federation.inputs.empty()) throw InputError("a federation needs at least one site");
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < federation.inputs.size(); ++i) {
    const fs::path folder = node_directories(directory, site_id(i)).base;
    boost::system::error_code error;
    if (!fs::is_directory(folder, error)) missing.push_back(folder.string());
  }
  if (missing.empty()) return;
  throw InputError("sites have no input folder: put their files into " +
                   boost::algorithm::join(missing, ", "));
}

Node make_node(const std::string& id, const Program& program, const fs::path& directory,
               const fs::path& scratch) {
  Node node{id, program, node_directories(directory, id)};
  node.directories.cache = scratch / id;
  make_folder(node.directories.output, "the output folder of " + id);
  make_folder(node.directories.transfer, "the transfer folder of " + id);
  make_folder(node.directories.cache, "the cache folder of " + id);
  empty_folder(node.directories.transfer);
  return node;
}

/// Returns the coordinator's input: each site's output by its id.
std::string coordinator_input(const std::vector<Node>& sites, const std::vector<Answer>& answers) {
  std::string text;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    text += (i == 0 ? "{" : ",") + to_ascii(sites[i].id) + ":" + to_ascii(answers[i].output);
  }
  return text + "}";
}

std::string summary(const std::vector<Failure>& failures) {
  std::string text;
  for (const Failure& failure : failures) {
    if (!text.empty()) text += "; ";
    text += "step " + std::to_string(failure.number) + " (" + failure.node + "): " + failure.reason;
  }
  return text;
}

}  // namespace

RunError::RunError(std::vector<Failure> failures)
    : Error(summary(failures)), failures_(std::move(failures)) {}

coinstac::Directories node_directories(const fs::path& directory, const std::string& id) {
  constexpr const char* run_id = "simulatorRun";
  return {directory / "input" / id / run_id,
          directory / "output" / id / run_id,
          directory / "transfer" / id / run_id,
          {}};
}

RunResult run(const SimulatedFederation& federation, Observer& observer) {
  const fs::path directory = fs::absolute(federation.directory);
  check_inputs(federation, directory);
  const ScratchFolder scratch;
  std::vector<Node> sites;
  for (std::size_t i = 0; i < federation.inputs.size(); ++i) {
    sites.push_back(make_node(site_id(i), federation.local, directory, scratch.path()));
  }
  Node coordinator = make_node(coordinator_id, federation.remote, directory, scratch.path());
  make_folder(coordinator.directories.base, "the input folder of the remote");
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    inputs.push_back(
        to_ascii(with_settings_in_file(federation.inputs[i], sites[i].directories.base)));
  }
  for (std::size_t calls = 0;; calls += sites.size() + 1) {
    const std::vector<Answer> answers = step(sites, inputs, calls + 1, observer);
    for (const Node& site : sites) {
      deliver(site.directories.transfer, {coordinator.directories.base / site.id}, site.id);
    }
    const Answer answer = std::move(step({&coordinator, 1}, {coordinator_input(sites, answers)},
                                         calls + sites.size() + 1, observer)
                                        .front());
    std::vector<fs::path> folders;
    folders.reserve(sites.size());
    for (const Node& site : sites) {
      folders.push_back(answer.success ? site.directories.output : site.directories.base);
    }
    deliver(coordinator.directories.transfer, folders, coordinator.id);
    if (answer.success) return {answer.output, calls + sites.size() + 1};
    inputs.assign(sites.size(), to_ascii(answer.output));
  }
}

std::string site_id(std::size_t index) { return "local" + std::to_string(index); }

Call next_call(Node& node, std::size_t number, const std::string& input) {
  const Json state = {{"baseDirectory", node.directories.base.string()},
                      {"outputDirectory", node.directories.output.string()},
                      {"cacheDirectory", node.directories.cache.string()},
                      {"transferDirectory", node.directories.transfer.string()},
                      {"clientId", node.id},
                      {"iteration", ++node.steps}};
  return {number, node.id,
          "{\"input\":" + input + ",\"cache\":" + to_ascii(node.cache) +
              ",\"state\":" + to_ascii(state) + "}"};
}

Answer parse_answer(std::string text, bool may_end) {
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) throw MessageError("stdout is not one JSON document");
  if (!document.is_object()) throw MessageError("stdout is not a JSON object");
  Json output = std::move(document["output"]);
  if (!output.is_object()) throw MessageError("stdout has no output, or it is no object");
  Json cache = document.value("cache", Json::object());
  if (!cache.is_object()) throw MessageError("stdout: cache must be an object");
  const bool success = document.contains("success") && flag_field(document, "success", "stdout");
  if (success && !may_end) throw MessageError("a site must never say success true");
  return {std::move(text), std::move(output), std::move(cache), success};
}

}  // namespace dsne::tools
