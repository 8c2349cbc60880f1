#include "tools/simulate/transcript.h"

#include <algorithm>
#include <boost/filesystem/fstream.hpp>
#include <boost/filesystem/operations.hpp>
#include <boost/format.hpp>
#include <map>
#include <optional>
#include <ostream>
#include <regex>
#include <utility>

#include "core/json.h"
#include "core/phrases.h"
#include "core/step.h"
#include "tools/commands.h"
#include "tools/folders.h"
#include "tools/simulate/node_programs.h"
#include "tools/simulate/process.h"

namespace dsne::tools {
namespace {

std::string file_name(const Call& call, const std::string& stream) {
  return str(boost::format("%04d-%s.%s.json") % call.number % call.node % stream);
}

void write(const fs::path& file, const std::string& content) {
  fs::ofstream stream(file, std::ios::binary);
  stream << content << std::flush;
  if (!stream) throw StorageError("cannot write the transcript");
}

std::string name_of(std::size_t number) {
  return "the transcript's step " + std::to_string(number);
}

void check_whole(const std::vector<RecordedCall>& calls) {
  std::size_t expected = 0;
  for (const RecordedCall& call : calls) {
    if (call.number != ++expected) throw InputError(name_of(expected) + " is missing");
    if (call.input.empty()) throw InputError(name_of(expected) + " has no .in.json");
    if (call.output.empty()) {
      throw InputError(name_of(expected) +
                       " has no .out.json: the recorded run failed there, or the file is lost");
    }
  }
  if (calls.empty()) throw InputError("the folder holds no transcript");
}

std::string name_of(const RecordedCall& call) {
  return "step " + std::to_string(call.number) + " (" + call.node + ")";
}

/// The output directory's name is the recorded one's: a privacy ledger's entry has it as the run's.
coinstac::Directories sandbox_directories(const fs::path& sandbox, const std::string& node,
                                          const fs::path& recorded_output) {
  const fs::path own = sandbox / node;
  coinstac::Directories directories{
      {}, own / "output" / recorded_output.filename(), own / "transfer", own / "cache"};
  for (const fs::path& folder : {directories.output, directories.transfer, directories.cache}) {
    make_folder(folder, "a temporary folder");
  }
  return directories;
}

/// Reads the recorded stdin, whose state must have all directories.
Json read_input(const RecordedCall& call) {
  const std::string name = "the recorded stdin of " + name_of(call);
  Json document = Json::parse(read_file(call.input, name), nullptr, false);
  if (document.is_discarded()) throw InputError(name + " is not valid JSON");
  try {
    const Json& state = field(document, "state", name);
    for (const char* directory :
         {"baseDirectory", "outputDirectory", "transferDirectory", "cacheDirectory"}) {
      static_cast<void>(text_field(state, directory, name));
    }
    if (text_field(state, "clientId", name) != call.node) {
      throw InputError(name + " is another node's");
    }
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
  return document;
}

/// Describes how a program's stdout differs from the recorded one.
std::string describe(const std::string& recorded, const std::string& out) {
  const Json expected = Json::parse(recorded, nullptr, false);
  const Json actual = Json::parse(out, nullptr, false);
  if (expected.is_discarded()) return "the recorded stdout is not valid JSON";
  if (actual.is_discarded()) return "stdout is not valid JSON";
  const std::string difference = first_difference(expected, actual);
  return difference.empty() ? "the same values are written in other bytes" : difference;
}

/// Replaces the key drawn at registration, and the digest of what the site keeps with it, by the
/// recorded ones: each call draws a new key.
std::string with_recorded_key(const std::string& recorded, const std::string& out) {
  const Json expected = Json::parse(recorded, nullptr, false);
  Json actual = Json::parse(out, nullptr, false);
  for (const char* place : {"/output/keys/run", "/cache/sums/secret", "/cache/digest"}) {
    const Json::json_pointer key(place);
    if (!expected.is_object() || !actual.is_object() || !expected.contains(key) ||
        !actual.contains(key) || !actual[key].is_string()) {
      return out;
    }
    actual[key] = expected[key];
  }
  return actual["output"]["phase"] == phase::registration ? to_ascii(actual) : out;
}

/// Copies the private file of a site's summary beside its runs: the site needs it to place its
/// subjects.
void copy_kept_summary(const fs::path& recorded_output, const fs::path& output) {
  boost::system::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(recorded_output.parent_path(), error)) {
    const fs::path name = entry.path().filename();
    const fs::path copy = output.parent_path() / name;
    if (!name.string().starts_with("summary") || fs::exists(copy, error)) continue;
    write_atomically(copy, read_file(entry.path(), "the kept summary"), "the kept summary");
  }
}

std::optional<Failure> replay_call(const RecordedCall& call, const Program& program,
                                   const fs::path& sandbox) {
  Json input = read_input(call);
  Json& state = input["state"];
  const fs::path output = state["outputDirectory"].get<std::string>();
  const coinstac::Directories directories = sandbox_directories(sandbox, call.node, output);
  copy_kept_summary(output, directories.output);
  state["outputDirectory"] = directories.output.string();
  state["transferDirectory"] = directories.transfer.string();
  state["cacheDirectory"] = directories.cache.string();
  const std::string recorded = read_file(call.output, "the recorded stdout of " + name_of(call));
  const ProcessResult result = run_process(program, to_ascii(input));
  empty_folder(directories.transfer);
  const auto differs = [&](const std::string& what) {
    return Failure{call.number, call.node, what, result.err};
  };
  if (const std::string failure = result.failure(); !failure.empty()) return differs(failure);
  const std::string out = with_recorded_key(recorded, result.out);
  if (out != recorded) return differs(describe(recorded, out));
  return std::nullopt;
}

/// Prepares a node's folders for a call whose earlier ones are not replayed: with the files that
/// the run left, and at a site with the private copy of its subjects, which its first call makes.
void prepare_alone(const RecordedCall& call, const std::vector<RecordedCall>& calls,
                   const Program& program, const fs::path& sandbox) {
  const fs::path output = read_input(call)["state"]["outputDirectory"].get<std::string>();
  const coinstac::Directories directories = sandbox_directories(sandbox, call.node, output);
  if (fs::is_directory(output)) copy_all(output, {directories.output}, call.node);
  if (call.node == coordinator_id) return;
  const auto first = std::find_if(calls.begin(), calls.end(), [&](const RecordedCall& other) {
    return other.node == call.node;
  });
  if (first->number != call.number) replay_call(*first, program, sandbox);
}

constexpr const char* about_replay =
    "Makes the steps recorded by `dsne simulate --transcript DIR` again, and compares\n"
    "what they print with what was recorded, byte for byte.\n";

/// Calls the programs again with their recorded stdin, and compares stdout except for the key that
/// a site draws when it registers. Temporary directories replace the output, transfer and cache
/// directories for the whole replay; the base directory is the recorded one. A single step gets a
/// copy of the node's output directory, because earlier steps may have written files that it needs.
int replay(const Values& values, const Console& console) {
  std::size_t step = 0;  // all
  if (values.count("step") != 0) {
    const int number = values["step"].as<int>();
    if (number < 1) throw UsageError("--step must be at least 1");
    step = static_cast<std::size_t>(number);
  }
  const Program local = find_program(values, "local");
  const Program remote = find_program(values, "remote");
  const std::vector<RecordedCall> calls = list_transcript(values["transcript"].as<std::string>());
  if (step > calls.size()) {
    throw InputError("the transcript has only the steps 1 to " + std::to_string(calls.size()));
  }
  const InterruptGuard interrupt;
  const ScratchFolder sandbox;
  for (const RecordedCall& call : calls) {
    if (step != 0 && call.number != step) continue;
    InterruptGuard::check();
    const Program& program = call.node == coordinator_id ? remote : local;
    if (step != 0) prepare_alone(call, calls, program, sandbox.path());
    const auto difference = replay_call(call, program, sandbox.path());
    if (!difference) continue;
    InterruptGuard::check();
    console.err << "Step " << call.number << " (" << call.node
                << ") differs: " << difference->reason << '\n'
                << quoted(difference->diagnostics) << std::flush;
    return 1;
  }
  console.out << counted(step == 0 ? std::ssize(calls) : 1, "step") << " replayed, all equal."
              << std::endl;
  return 0;
}

}  // namespace

TranscriptWriter::TranscriptWriter(fs::path folder) : folder_(std::move(folder)) {
  boost::system::error_code error;
  if (fs::exists(folder_, error) &&
      !(fs::is_directory(folder_, error) && fs::is_empty(folder_, error))) {
    throw InputError("the transcript's folder must be empty or new");
  }
  make_folder(folder_, "the transcript's folder");
}

void TranscriptWriter::before(const Call& call) {
  write(folder_ / file_name(call, "in"), call.input);
}

void TranscriptWriter::after(const Call& call, const Answer& answer) {
  write(folder_ / file_name(call, "out"), answer.text);
}

std::vector<RecordedCall> list_transcript(const fs::path& folder) {
  boost::system::error_code error;
  fs::directory_iterator files(folder, error);
  if (error) throw InputError("cannot read the transcript's folder: " + error.message());
  static const std::regex pattern(R"((\d{4,9})-([A-Za-z0-9_-]+)\.(in|out)\.json)");
  std::map<std::pair<std::size_t, std::string>, RecordedCall> found;
  for (const auto& entry : files) {
    std::smatch parts;
    const std::string name = entry.path().filename().string();
    if (!std::regex_match(name, parts, pattern)) continue;
    const std::size_t number = std::stoul(parts[1]);
    RecordedCall& call = found[{number, parts[2]}];
    call.number = number;
    call.node = parts[2];
    (parts[3] == "in" ? call.input : call.output) = entry.path();
  }
  std::vector<RecordedCall> calls;
  calls.reserve(found.size());
  for (auto& [key, call] : found) calls.push_back(std::move(call));
  check_whole(calls);
  return calls;
}

std::string first_difference(const Json& expected, const Json& actual) {
  const Json changes = Json::diff(expected, actual);
  if (changes.empty()) return "";
  const std::string kind = changes.front()["op"];
  const Json::json_pointer place(changes.front()["path"].get<std::string>());
  const auto said_of = [](const Json::json_pointer& at, const std::string& what) {
    return (at.empty() ? "the document" : at.to_string()) + what;
  };
  if (kind == "replace") {
    const Json& was = expected.at(place);
    const Json& is = actual.at(place);
    const bool same_type = was.type() == is.type() || (was.is_number() && is.is_number());
    return said_of(
        place, same_type ? " has another value"
                         : std::string(" is ") + is.type_name() + " instead of " + was.type_name());
  }
  const Json::json_pointer whole = place.parent_pointer();
  if (expected.at(whole).is_array()) {
    return said_of(whole, " has " + std::to_string(actual.at(whole).size()) +
                              " entries instead of " + std::to_string(expected.at(whole).size()));
  }
  return said_of(place, kind == "remove" ? " is missing" : " is new");
}

Command replay_command() {
  return {"dsne replay",
          "DIR [options]",
          "make a recorded run again and compare",
          about_replay,
          with_program_options(
              {option("transcript", value<std::string>("DIR"), "the folder of the recorded run"),
               option("step", value<int>("N"), "replay only this step of the run")}),
          {"transcript"},
          {"transcript"},
          replay};
}

}  // namespace dsne::tools
