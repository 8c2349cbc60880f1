#include "tools/simulate.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <iterator>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "core/json_text.h"
#include "tools/inputspec.h"
#include "tools/interrupt.h"
#include "tools/orchestrator.h"
#include "tools/progress.h"
#include "tools/simulated_summaries.h"
#include "tools/transcript.h"

namespace dsne::tools {
namespace {

/// Passes everything on to several observers, and ends the run after a signal.
class Observers : public Observer {
 public:
  explicit Observers(std::vector<Observer*> observers) : observers_(std::move(observers)) {}
  void before(const Call& call) override {
    InterruptGuard::check();
    for (Observer* observer : observers_) observer->before(call);
  }
  void after(const Call& call, const Answer& answer) override {
    for (Observer* observer : observers_) observer->after(call, answer);
  }

 private:
  std::vector<Observer*> observers_;
};

/// Remembers what the sites say is wrong with their files.
class SiteFaults : public Observer {
 public:
  void after(const Call& call, const Answer& answer) override {
    const auto errors = answer.output.find("errors");
    if (errors == answer.output.end() || !errors->is_array()) return;
    for (const Json& line : *errors) {
      if (line.is_string()) lines_.emplace_back(call.node, line.get<std::string>());
    }
  }

  /// The site and what it says, line by line.
  const std::vector<std::pair<std::string, std::string>>& lines() const { return lines_; }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
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
              "the computation's description"),
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

void warn_of_unknown_inputs(const Federation& federation, const Json& declared, std::ostream& err) {
  std::set<std::string> names;
  for (const Json& inputs : federation.inputs) {
    for (const std::string& name : unknown_inputs(inputs, declared)) names.insert(to_ascii(name));
  }
  for (const std::string& name : names) {
    err << "warning: the compspec does not declare the input " << name << '\n';
  }
}

Federation read_federation(const Values& values, std::ostream& err) {
  const std::string directory = values["directory"].as<std::string>();
  boost::system::error_code error;
  const fs::path run_directory = fs::canonical(directory, error);
  if (error || !fs::is_directory(run_directory, error)) {
    throw InputError("the run's directory (--directory) does not exist");
  }
  const fs::path inputspec = values.count("inputspec") != 0
                                 ? fs::path(values["inputspec"].as<std::string>())
                                 : run_directory / "inputspec.json";
  const Json declared =
      read_compspec(read_file(values["compspec"].as<std::string>(), "the compspec (--compspec)"));
  Federation federation;
  federation.inputs =
      read_inputspec(read_file(inputspec, "the inputspec (--inputspec)"), site_count(values));
  federation.local = find_program(values, "local");
  federation.remote = find_program(values, "remote");
  federation.directory = run_directory;
  warn_of_unknown_inputs(federation, declared, err);
  return federation;
}

/// The numbers and words at the top of the run's result.
void print_summary(const Json& result, std::ostream& out) {
  for (const auto& [name, value] : result.items()) {
    if (value.is_primitive()) out << "  " << name << ": " << to_ascii(value) << '\n';
  }
}

void print_result(const Federation& federation, const RunResult& result, double seconds,
                  std::ostream& out) {
  out << "The run ended well after " << result.calls << " steps, " << duration(seconds) << ".\n";
  print_summary(result.output, out);
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

/// Every site's faults, a line each.
void print_faults(const SiteFaults& faults, std::ostream& err) {
  for (const auto& [site, line] : faults.lines()) err << "  " << site << ": " << line << '\n';
}

/// A run that sites' files ended tells the sites' own lines; the coordinator only repeats them.
void print_failed_run(const SiteFaults& faults, const std::vector<Failure>& failures,
                      std::ostream& err) {
  if (faults.lines().empty()) {
    err << "The run failed.\n";
    print_failures(failures, err);
    return;
  }
  err << "The run failed: files of its sites have faults.\n";
  print_faults(faults, err);
  const auto repeats = [&](const Failure& failure) {
    const std::string all = ": " + std::to_string(faults.lines().size()) + " faults: (1) site ";
    return failure.node == coordinator_id &&
           (faults.lines().size() == 1
                ? failure.diagnostics.find(" faults: (1) ") == std::string::npos
                : failure.diagnostics.find(all) != std::string::npos);
  };
  std::vector<Failure> others;
  std::copy_if(failures.begin(), failures.end(), std::back_inserter(others),
               [&](const Failure& failure) { return !repeats(failure); });
  print_failures(others, err);
  err << "Correct these files and run again; dsne check FILE shows how a file is read.\n"
         "With the parameter faulty_sites set to leave_out, a run goes on without such sites."
      << std::endl;
}

int simulate(const Values& values, const Console& console) {
  Federation federation = read_federation(values, console.err);
  add_summaries(federation, console.err);
  console.err << "Running a federation of " << federation.inputs.size()
              << (federation.inputs.size() == 1 ? " site." : " sites.") << std::endl;
  const InterruptGuard interrupt;
  const double start = seconds_now();
  Progress progress(console.err, console.terminal, seconds_now);
  std::optional<TranscriptWriter> transcript;
  SiteFaults faults;
  std::vector<Observer*> observers{&progress, &faults};
  if (values.count("transcript") != 0) {
    observers.push_back(&transcript.emplace(values["transcript"].as<std::string>()));
  }
  Observers all(observers);
  try {
    const RunResult result = run(federation, all);
    progress.finish();
    if (!faults.lines().empty()) {
      console.err << "Sites were left out, as their files have faults:\n";
      print_faults(faults, console.err);
    }
    print_result(federation, result, seconds_now() - start, console.out);
    return 0;
  } catch (const RunError& error) {
    progress.finish();
    InterruptGuard::check();
    print_failed_run(faults, error.failures(), console.err);
    return 1;
  } catch (const Error&) {
    progress.finish();
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
