#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "core/json.h"
#include "core/phrases.h"
#include "tools/commands.h"
#include "tools/simulate/inputspec.h"
#include "tools/simulate/node_programs.h"
#include "tools/simulate/orchestrator.h"
#include "tools/simulate/process.h"
#include "tools/simulate/progress.h"
#include "tools/simulate/transcript.h"

namespace dsne::tools {
namespace {

/// Shows a run's progress, records its transcript and the faults that sites report of their files,
/// and ends the run after a signal.
class RunObserver : public Observer {
 public:
  RunObserver(const Values& values, const Console& console)
      : progress(console.err, console.terminal, seconds_now) {
    if (values.count("transcript") != 0) {
      transcript.emplace(values["transcript"].as<std::string>());
    }
  }

  void before(const Call& call) override {
    InterruptGuard::check();
    if (transcript) transcript->before(call);
  }

  void after(const Call& call, const Answer& answer) override {
    progress.after(call, answer);
    const auto errors = answer.output.find("errors");
    if (errors != answer.output.end() && errors->is_array()) {
      for (const Json& line : *errors) {
        if (line.is_string()) faults.emplace_back(call.node, line.get<std::string>());
      }
    }
    if (transcript) transcript->after(call, answer);
  }

  Progress progress;
  std::optional<TranscriptWriter> transcript;
  SiteFaults faults;
};

constexpr const char* about_simulate =
    "Makes a whole run on this machine: every site and the coordinator, step by\n"
    "step, as COINSTAC's simulator does. Site 0's files are read from\n"
    "<directory>/input/local0/simulatorRun, its results go to\n"
    "<directory>/output/local0/simulatorRun.\n";

Options simulate_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_program_options(
      {option("compspec,s", text("FILE")->default_value("compspec.json"),
              "the computation's description, which lists the known inputs"),
       option("inputspec,i", text("FILE"),
              "the sites' inputs (default: inputspec.json in the directory)"),
       option("directory,d", text("DIR")->default_value("test-inputs"),
              "the run's directory: holds input/, gets output/ and transfer/"),
       option("clients,c", value<int>("N"),
              "the number of sites (default: as many as the inputspec lists, else 1)"),
       option("transcript", text("DIR"), "record every step's stdin and stdout in this folder")});
}

std::optional<std::size_t> site_count(const Values& values) {
  if (values.count("clients") == 0) return std::nullopt;
  const int count = values["clients"].as<int>();
  if (count < 1) throw UsageError("--clients must be at least 1");
  return static_cast<std::size_t>(count);
}

void warn_of_unknown_inputs(const SimulatedFederation& federation, const Json& declared,
                            std::ostream& err) {
  std::set<std::string> names;
  for (const Json& inputs : federation.inputs) {
    for (const std::string& name : unknown_inputs(inputs, declared)) names.insert(to_ascii(name));
  }
  for (const std::string& name : names) {
    err << "warning: the compspec does not declare the input " << name << '\n';
  }
}

void warn_of_another_site(const SimulatedFederation& federation, std::ostream& err) {
  const std::string next = site_id(federation.inputs.size());
  boost::system::error_code error;
  if (!fs::is_directory(node_directories(federation.directory, next).base, error)) return;
  err << "warning: input/" << next << " takes no part: the run has "
      << counted(std::ssize(federation.inputs), "site") << ", and --clients sets the number\n";
}

/// The run that the command line asks for.
struct RequestedRun {
  SimulatedFederation federation;
  fs::path inputspec;
};

fs::path run_directory(const Values& values) {
  const fs::path directory = values["directory"].as<std::string>();
  boost::system::error_code error;
  fs::path found = fs::canonical(directory, error);
  if (error || !fs::is_directory(found, error)) {
    throw InputError("the run's directory " + directory.string() +
                     " does not exist: name one with --directory");
  }
  return found;
}

/// Reads a JSON file that the command line or a default names.
std::string read_named(const fs::path& file, const std::string& what, const std::string& option) {
  boost::system::error_code error;
  if (fs::exists(file, error)) return read_file(file, what + " (" + option + ")");
  throw InputError("there is no " + file.string() + ": name " + what + " with " + option);
}

/// Returns the inputs that the compspec declares; nothing if no compspec is given or found.
std::optional<Json> declared_inputs(const Values& values) {
  const fs::path file = values["compspec"].as<std::string>();
  boost::system::error_code error;
  if (values["compspec"].defaulted() && !fs::exists(file, error)) return std::nullopt;
  return read_compspec(read_named(file, "the compspec", "--compspec"));
}

RequestedRun read_requested_run(const Values& values, std::ostream& err) {
  RequestedRun requested;
  SimulatedFederation& federation = requested.federation;
  federation.directory = run_directory(values);
  requested.inputspec = values.count("inputspec") != 0
                            ? fs::path(values["inputspec"].as<std::string>())
                            : federation.directory / "inputspec.json";
  const std::optional<Json> declared = declared_inputs(values);
  federation.inputs = read_inputspec(
      read_named(requested.inputspec, "the inputspec", "--inputspec"), site_count(values));
  federation.local = find_program(values, "local");
  federation.remote = find_program(values, "remote");
  if (declared) warn_of_unknown_inputs(federation, *declared, err);
  return requested;
}

/// Prints how long the run took, the numbers and texts of its result, and what to open.
void print_result(const SimulatedFederation& federation, const RunResult& result, double seconds,
                  std::ostream& out) {
  out << "The run ended well after " << result.calls << " steps, " << duration(seconds) << ".\n";
  for (const auto& [name, value] : result.output.items()) {
    if (value.is_primitive()) out << "  " << name << ": " << to_ascii(value) << '\n';
  }
  const fs::path folder = node_directories(federation.directory, site_id(0)).output;
  const fs::path page = folder / "index.html";
  out << "Open " << (fs::exists(page) ? page : folder).string() << std::endl;
}

void print_failures(const std::vector<Failure>& failures, std::ostream& err) {
  for (const Failure& failure : failures) {
    err << "  step " << failure.number << " (" << failure.node << "): " << failure.reason << '\n';
    err << quoted(failure.diagnostics);
  }
  err << std::flush;
}

constexpr const char* about_files =
    "Correct these files and run again; dsne check FILE shows how a file is read.\n"
    "With the parameter faulty_sites set to leave_out, a run goes on without such sites.\n";

constexpr const char* about_steps =
    "dsne simulate --transcript DIR records the steps, and dsne replay DIR --step N repeats one.\n";

/// Prints why a run did not begin, and what to do next.
void print_unstarted_run(const SiteFaults& of_files, const std::vector<Failure>& failures,
                         const RequestedRun& requested, std::ostream& err) {
  const RunFaults told =
      faults_at_registration(of_files, failures, requested.federation.inputs.size());
  err << (of_files.empty() ? "The run failed.\n"
                           : "The run failed: files of its sites have faults.\n");
  for (const std::string& line : told.lines) err << "  " << line << '\n';
  print_failures(told.others, err);
  if (!of_files.empty()) {
    err << about_files;
  } else if (told.lines.empty()) {
    err << about_steps;
  } else {
    err << "Correct the inputs in " << requested.inputspec.string()
        << " and run again; dsne parameters lists what can be set.\n";
  }
  err << std::flush;
}

int simulate(const Values& values, const Console& console) {
  RequestedRun requested = read_requested_run(values, console.err);
  SimulatedFederation& federation = requested.federation;
  add_summaries(federation, console.err);
  console.err << "Running a federation of " << counted(std::ssize(federation.inputs), "site") << "."
              << std::endl;
  if (values.count("clients") == 0) warn_of_another_site(federation, console.err);
  const InterruptGuard interrupt;
  const double start = seconds_now();
  RunObserver observer(values, console);
  try {
    const RunResult result = run(federation, observer);
    observer.progress.finish();
    if (!observer.faults.empty()) {
      console.err << "Sites were left out, as their files have faults:\n";
      for (const auto& [site, line] : observer.faults) {
        console.err << "  " << site << ": " << line << '\n';
      }
    }
    print_result(federation, result, seconds_now() - start, console.out);
    return 0;
  } catch (const RunError& error) {
    observer.progress.finish();
    InterruptGuard::check();
    if (error.failures().front().number <= federation.inputs.size() + 1) {
      print_unstarted_run(observer.faults, error.failures(), requested, console.err);
    } else {
      console.err << "The run failed.\n";
      print_failures(error.failures(), console.err);
      console.err << about_steps << std::flush;
    }
    return 1;
  } catch (const Error&) {
    observer.progress.finish();
    throw;
  }
}

}  // namespace

Command simulate_command() {
  return {"dsne simulate",
          "[options]",
          "make a whole run on this machine",
          about_simulate,
          simulate_options(),
          {},
          {},
          simulate};
}

}  // namespace dsne::tools
