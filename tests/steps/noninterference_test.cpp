// Whatever a coordinator sends, two sites with different subjects answer it alike, where nothing
// but the number of subjects may leave. Where a guarantee covers a field, all else is alike, and
// with noise from one stream that field differs by no more than the site's ledger says of one
// record.

#include <algorithm>
#include <cmath>

#include "core/step.h"
#include "exchange/site_sums.h"
#include "hostile_messages.h"
#include "packed.h"
#include "privacy/masked_sum.h"
#include "sanitized.h"
#include "steps.h"
#include "tools/folders.h"

namespace {

constexpr int changes_of_a_message = sanitized ? 1 : 3;

const std::string watched = "local0";

/// Two federations that differ in the subjects of one site.
struct Pair {
  std::vector<Site> sites;
  std::vector<Site> others;
  /// The fields that a guarantee covers, as JSON pointers.
  std::vector<Json::json_pointer> released = {};
};

/// What leaves a site in a call: to the coordinator, or to all as an error.
struct Left {
  std::string bytes;           ///< all but the numbers that a guarantee covers
  std::vector<Json> released;  ///< these
  double sensitivity = 0;      ///< of them, as the site's ledger has it
  bool answered = false;
};

double last_sensitivity(const dsne::fs::path& output) {
  double sensitivity = 0;
  for (const std::string& line : lines_of(content(output / "release_log.jsonl"))) {
    sensitivity = Json::parse(line).value("sensitivity", sensitivity);
  }
  return sensitivity;
}

Left left_by(const dsne::tools::ProcessResult& result, const dsne::coinstac::Directories& folders,
             const std::vector<Json::json_pointer>& released) {
  Left left;
  left.answered = result.exit_code == 0;
  left.bytes = std::to_string(result.exit_code) + ' ' + result.err;
  for (const auto& [name, text] : snapshot(folders.transfer)) left.bytes += name + text;
  if (!left.answered) return left;
  Json output = Json::parse(result.out)["output"];
  for (const auto& field : released) {
    if (!output.contains(field)) continue;
    Json& value = output[field];
    left.released.push_back(value);
    Json& numbers = value.is_array() ? value : value["uint64"];
    numbers = value.is_array() ? value.size() : numbers.get<std::string>().size();
  }
  left.bytes += output.dump();
  left.sensitivity = last_sensitivity(folders.output);
  return left;
}

/// Makes the watched site's call with this message, and takes back what it wrote but its ledger.
Left ask(SmallFederation& federation, const Json& message,
         const std::vector<Json::json_pointer>& released) {
  Json in = federation.next_stdin();
  in["input"] = message;
  const auto folders = federation.folders(watched);
  const auto files = snapshot(folders.output);
  const auto result = run_process(federation.node(watched).command, dsne::to_ascii(in));
  Left left = left_by(result, folders, released);
  for (const auto& [name, text] : files) {
    if (name.back() != '/') write(folders.output / name, text);
  }
  dsne::tools::empty_folder(folders.transfer);
  return left;
}

/// How far two answers' released numbers are apart: counts, or the words of masked sums. Noise and
/// masks are the same in both.
double distance(const std::vector<Json>& a, const std::vector<Json>& b) {
  const double unit = dsne::privacy::FixedPoint{dsne::exchange::noisy_bound, 3}.unit();
  double squares = 0;
  for (std::size_t field = 0; field < a.size(); ++field) {
    const bool counts = a[field].is_array();
    const auto first = counts ? std::vector<std::uint64_t>(a[field]) : words_of(a[field]);
    const auto second = counts ? std::vector<std::uint64_t>(b[field]) : words_of(b[field]);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto apart = static_cast<double>(static_cast<std::int64_t>(first[i] - second[i]));
      squares += std::pow(apart * (counts ? 1 : unit), 2);
    }
  }
  return std::sqrt(squares);
}

/// What a coordinator tells the watched site in a run.
std::vector<Json> messages_of_another_run(const std::vector<Site>& sites) {
  SmallFederation federation(sites);
  federation.fresh_keys = true;
  std::vector<Json> messages;
  federation.before = [&](Node& node) {
    if (node.id == watched) messages.push_back(federation.next_stdin()["input"]);
  };
  federation.run();
  return messages;
}

/// What came of all calls of a pair.
struct Tally {
  int answered = 0;
  int refused = 0;
  int released = 0;
  double farthest = 0;  ///< two answers' released numbers, in sensitivities
};

void compare(const Left& a, const Left& b, Tally& tally) {
  CHECK(a.bytes == b.bytes);
  ++(a.answered ? tally.answered : tally.refused);
  REQUIRE(a.released.size() == b.released.size());
  if (a.released.empty()) return;
  ++tally.released;
  CHECK(a.sensitivity == b.sensitivity);
  tally.farthest = std::max(tally.farthest, distance(a.released, b.released) / a.sensitivity);
}

/// Delivers what the first one's coordinator has sent to the sites of the second one, too.
void share_files(SmallFederation& first, SmallFederation& second, const std::vector<Site>& sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::string id = dsne::tools::site_id(i);
    for (const auto& [name, text] : snapshot(first.folders(id).base)) {
      const bool own = sites[i].files.contains(name) || name == settings_file;
      if (!own && name.back() != '/') write(second.folders(id).base / name, text);
    }
  }
}

/// Steps both federations with the messages of the first one's coordinator. Before each, a hostile
/// one asks the watched site of both.
Tally compared(const Pair& pair) {
  HostileMessages hostile(messages_of_another_run(pair.sites));
  SmallFederation first(pair.sites);
  SmallFederation second(pair.others);
  Json told;
  second.tamper = [&](const std::string& node, Json& input) {
    if (node != dsne::tools::coordinator_id && !told.is_null()) input = told;
  };
  Tally tally;
  while (true) {
    while (!first.finished() && first.next().id != watched) first.step();
    if (first.finished()) return tally;
    while (second.next().id != watched) second.step();
    share_files(first, second, pair.sites);
    const Json message = first.next_stdin()["input"];
    if (message.contains("phase")) {
      told = message;
      for (const Json& asked : hostile.instead_of(message, changes_of_a_message)) {
        CAPTURE(asked.dump());
        compare(ask(first, asked, pair.released), ask(second, asked, pair.released), tally);
      }
    }
    first.step();
    second.step();
    if (pair.released.empty()) {
      CHECK(first.exchanges().back().output == second.exchanges().back().output);
    }
  }
}

/// The small sites in a run with these inputs, and the same with other subjects of the first.
Pair small_pair(const Json& inputs, const Json& settings, const std::string& released) {
  Pair pair{sites_with(small_sites({}, {{"share_places", false}}), inputs, settings), {}, {}};
  pair.others = pair.sites;
  pair.others[0].files[subjects_file] = subjects_csv("canary of others", 24);
  if (!released.empty()) pair.released = {Json::json_pointer(released)};
  return pair;
}

/// The same, but the other site differs in one record.
Pair neighbours(Pair pair) {
  std::string& table = pair.others[0].files.at(subjects_file);
  table = pair.sites[0].files.at(subjects_file);
  const std::string row = lines_of(table)[5];
  table = replaced(table, row, "canary-another,canary-north-A,39.31337,-3,0.31337,9,39");
  return pair;
}

Pair density_pair() {
  return small_pair({{"method", "dp-density"}, {"simulation_seed", 3}},
                    {{"simulation", true}, {"epsilon_budget", 1000}}, "/counts");
}

/// Sites of networks that differ in one record.
Pair sphere_neighbours() {
  Pair pair{sites_of("sphere", {{"sphere_epsilon", 2}}, {{"epsilon_budget", 1000}}),
            {},
            {Json::json_pointer("/masked/noisy_networks")}};
  pair.others = pair.sites;
  pair.others[0].files["canary3.csv"] = pair.sites[1].files.at("canary4.csv");
  return pair;
}

void check_alike(const Pair& pair) {
  const Tally tally = compared(pair);
  CHECK(tally.answered > 0);
  CHECK(tally.refused > 0);
  CHECK((tally.released > 0) == !pair.released.empty());
}

void check_one_record(const Pair& pair) {
  const Tally tally = compared(pair);
  CHECK(tally.released > 0);
  CHECK(tally.farthest > 0);
  CHECK(tally.farthest <= 1);
}

/// How a site refuses a second draw of a release, after it gave the same answer twice.
std::string refusal_of_second_draw(const std::vector<Site>& sites) {
  SmallFederation federation(sites);
  federation.run_until(watched, dsne::phase::embed);
  Json message = federation.next_stdin()["input"];
  const Left first = ask(federation, message, {});
  CHECK(first.answered);
  CHECK(ask(federation, message, {}).bytes == first.bytes);
  message["a new member"] = 1;
  const Left second = ask(federation, message, {});
  CHECK_FALSE(second.answered);
  return second.bytes;
}

}  // namespace

TEST_CASE("single-shot with nothing shared answers alike, whatever its subjects are") {
  for (const char* placement : {"reference", "paper"}) {
    check_alike(
        small_pair({{"method", "single-shot"}, {"placement", placement}}, Json::object(), ""));
  }
}

TEST_CASE("dp-density answers alike but for its counts, whatever its subjects are") {
  check_alike(density_pair());
}

TEST_CASE(
    "with one record replaced dp-density's counts differ by its ledger's sensitivity at most") {
  check_one_record(neighbours(density_pair()));
}

TEST_CASE(
    "a sphere with a guarantee is answered alike but for one sum, which one record hardly moves") {
  check_one_record(sphere_neighbours());
}

TEST_CASE("dp-dsne answers alike but for what comes of its noisy gradients") {
  Pair pair = small_pair({{"method", "dp-dsne"}, {"simulation_seed", 3}},
                         {{"simulation", true}, {"epsilon_budget", 1e9}}, "");
  for (const char* sum : {"reference_displacement", "mean_of_places", "reference_velocity"}) {
    pair.released.emplace_back("/masked/" + std::string(sum));
  }
  check_alike(pair);
}

TEST_CASE("sites refuse a second draw of a release in the same words") {
  const Pair pair =
      small_pair({{"method", "dp-density"}, {"dp_epsilon", 1}}, {{"epsilon_budget", 1.6}}, "");
  const std::string refusal = refusal_of_second_draw(pair.sites);
  CHECK(contains(refusal, "makes no second one"));
  CHECK(refusal_of_second_draw(pair.others) == refusal);
}
