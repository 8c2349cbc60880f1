#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "small_data.h"
#include "temporary_folder.h"
#include "tools/simulate/orchestrator.h"
#include "tools/simulate/process.h"

/// The file that a site's settings are written to, which the tests give as an object.
inline const std::string settings_file = secret_word + "_settings.json";

/// One call of a node's program in a run.
struct Exchange {
  std::string node;
  std::string in;     ///< its stdin
  std::string out;    ///< its stdout
  dsne::Json output;  ///< what left the node
};

/// A federation of the real executables in a temporary folder, stepped as COINSTAC steps them, but
/// one call at a time, so that a test can look and change things in between.
class SmallFederation {
 public:
  explicit SmallFederation(const std::vector<Site>& sites = small_sites());

  /// The node whose turn it is, and the phase of the message that it is to answer.
  dsne::tools::Node& next();
  std::string next_phase() const;
  /// The stdin it will get.
  dsne::Json next_stdin();
  /// Makes that call with another stdin. The run does not hear of it.
  dsne::tools::ProcessResult ask(const dsne::Json& in);

  /// Makes the next call, which must succeed and not change the node's input folder. Then delivers
  /// the node's files.
  void step();
  /// Makes all calls before the one in which `node` answers a message of this phase for the
  /// `times`th time from now on.
  void run_until(const std::string& node, const std::string& phase, int times = 1);
  /// From now on makes each call of this phase twice, as if a node was killed before its answer:
  /// the first answer and all scratch are lost.
  void kill_calls_of(const std::string& phase);
  /// Makes all calls to the end. @return the run's result
  dsne::Json run();
  bool finished() const { return finished_; }
  /// From now on a site makes no step, and the coordinator is given null in place of its answer.
  void lose(const std::string& site);

  dsne::tools::Node& node(const std::string& id);
  dsne::coinstac::Directories folders(const std::string& id) { return node(id).directories; }
  dsne::fs::path output(const std::string& id) { return folders(id).output; }
  /// A site's embedding.csv after its report, its header first.
  Cells embedding(const std::string& site);
  /// The folder of the joint report, after the run: the same at every site.
  dsne::fs::path joint() { return output("local0") / "joint"; }
  /// A table of the joint report.
  Cells joint_table(const std::string& file);
  /// The joint report's metrics.
  dsne::Json metrics();
  /// Every node's id, the coordinator's last.
  std::vector<std::string> ids() const;
  const std::vector<Exchange>& exchanges() const { return exchanges_; }
  /// What has left the nodes so far, call by call.
  std::vector<dsne::Json> outputs() const;
  /// What one node has sent so far.
  std::vector<dsne::Json> sent_by(const std::string& node) const;
  /// A site's page, after its report.
  std::string page(const std::string& site);
  /// The joint page, after the run.
  std::string joint_page();
  /// What a site's release log says of its private releases.
  std::vector<dsne::Json> releases_of(const std::string& site);
  /// Every stdout of the run so far.
  std::vector<std::string> answers() const;

  std::function<void(dsne::tools::Node&)> before;  ///< is called before each call
  std::function<void(dsne::tools::Node&)> after;   ///< after each call, before delivery
  /// May change what a node receives, like a coordinator or a site that does not follow the
  /// protocol.
  std::function<void(const std::string& node, dsne::Json& input)> tamper;
  bool fresh_keys = false;       ///< sites' keys as they draw them, not the same in every run
  bool sites_backwards = false;  ///< the order in which the coordinator is given the sites

 private:
  bool at_coordinator() const { return turn_ + 1 == nodes_.size(); }
  std::string input_text() const;
  std::string tampered(const std::string& input);
  void deliver();

  TemporaryFolder folder_;
  std::vector<dsne::Json> site_inputs_;   ///< of the sites' first steps
  std::vector<dsne::tools::Node> nodes_;  ///< the sites, then the coordinator
  std::vector<dsne::Json> outputs_;       ///< each node's last
  std::vector<Exchange> exchanges_;
  std::set<std::string> lost_;
  std::size_t turn_ = 0;
  std::optional<dsne::tools::Call> pending_;
  bool finished_ = false;
};

/// A federation that has made its run.
class FinishedRun : public SmallFederation {
 public:
  explicit FinishedRun(const std::vector<Site>& sites = small_sites())
      : SmallFederation(sites), result(run()) {}

  const dsne::Json result;
};
