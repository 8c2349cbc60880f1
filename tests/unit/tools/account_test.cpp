#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "command_desk.h"
#include "core/json.h"
#include "methods/sphere/sphere_guarantee.h"
#include "privacy/discrete_gaussian.h"
#include "text_search.h"
#include "tools/commands.h"
#include "unit/privacy/reference_values.h"

using dsne::Json;
using dsne::tools::Arguments;

namespace {

std::string exact_text(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

std::string text_of(const Arguments& arguments) {
  const Printed printed = printed_by(dsne::tools::account_command(), arguments);
  CHECK(printed.code == 0);
  CHECK(printed.err.empty());
  return printed.out;
}

/// The usage error of a command line.
std::string refusal(const Arguments& arguments) {
  const Printed printed = printed_by(dsne::tools::account_command(), arguments);
  CHECK(printed.code == 2);
  CHECK(printed.out.empty());
  return printed.err;
}

Json json_of(Arguments arguments) {
  arguments.emplace_back("--json");
  return Json::parse(text_of(arguments));
}

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const Arguments paper{"--method", "dp-dsne", "--variance", "0.001",
                      "--rounds", "1000",    "--delta",    "1e-5"};
const Arguments strong{"--method", "dp-density", "--sigma", "10", "--rounds", "1"};

}  // namespace

TEST_CASE("epsilon of dp-dsne is the stored one") {
  int checked = 0;
  for (const auto& row : accounting_values("gaussian_epsilon")) {
    const double sigma = 2 / row.at("mu").get<double>();
    if (sigma < 0.001 || row.at("delta") > 0.5) continue;
    CAPTURE(row.dump());
    const Json account = json_of({"--method", "dp-dsne", "--sigma", exact_text(sigma), "--rounds",
                                  "1", "--delta", exact_text(row.at("delta"))});
    CHECK(account.at("epsilon").get<double>() ==
          doctest::Approx(row.at("epsilon").get<double>()).epsilon(1e-6).scale(1e-12));
    ++checked;
  }
  CHECK(checked > 5);
}

TEST_CASE("dp-density's account uses the discrete noise on counts") {
  for (const std::string sigma : {"0.5", "1.5", "10", "500"}) {
    const Json account = json_of({"--method", "dp-density", "--sigma", sigma, "--rounds", "7"});
    const auto cost = compose(dsne::privacy::counts_cost(std::stod(sigma)), 7);
    CHECK(account.at("epsilon").get<double>() == cost.epsilon(1e-5));
    CHECK(account.at("noise") == "discrete_gaussian");
    CHECK(account.at("sensitivity") == std::sqrt(2.0));
  }
  const Json wanted = json_of({"--method", "dp-density", "--epsilon", "1", "--rounds", "1"});
  CHECK(wanted.at("sigma").get<double>() == doctest::Approx(5.28).epsilon(0.001));
}

TEST_CASE("sphere's account is of its one sum with noise, and says when it holds") {
  const auto sphere =
      dsne::methods::parse_parameters({{"method", "sphere"}, {"sphere_epsilon", 4}});
  const auto planned = dsne::methods::network_sum(sphere).planned();
  const Arguments wanted{"--method", "sphere", "--epsilon", "4", "--rounds", "1"};
  const Json account = json_of(wanted);
  CHECK(account.at("sigma").get<double>() == doctest::Approx(planned.sigma).epsilon(1e-9));
  CHECK(account.at("sensitivity").get<double>() == planned.sensitivity);
  CHECK(contains(text_of(wanted), "Holds while  no more than dp_colluding sites"));
  CHECK_FALSE(contains(text_of(strong), "Holds while"));
}

TEST_CASE("a variance is the square of sigma") {
  const Json account = json_of(paper);
  CHECK(account.at("sigma").get<double>() == std::sqrt(0.001));
  const Arguments same{"--method", "dp-dsne", "--sigma", exact_text(std::sqrt(0.001)),
                       "--rounds", "1000"};
  CHECK(json_of(same) == account);
}

TEST_CASE("the noise for a wanted epsilon is the stored one") {
  int checked = 0;
  for (const auto& row : accounting_values("gaussian_sigma")) {
    if (row.at("sensitivity") != 2) continue;
    CAPTURE(row.dump());
    const Json account = json_of({"--method", "dp-dsne", "--epsilon", exact_text(row.at("epsilon")),
                                  "--rounds", std::to_string(row.at("releases").get<int>()),
                                  "--delta", exact_text(row.at("delta"))});
    CHECK(account.at("sigma").get<double>() ==
          doctest::Approx(row.at("sigma").get<double>()).epsilon(1e-6));
    ++checked;
  }
  CHECK(checked > 5);
}

TEST_CASE("the noise that is printed keeps within the wanted epsilon") {
  for (const std::string method : {"dp-dsne", "dp-density", "sphere"}) {
    for (const std::string epsilon : {"0.7", "3", "40"}) {
      const Arguments rest{"--method", method, "--rounds", "50"};
      const std::string text = text_of(rest + Arguments{"--epsilon", epsilon});
      const std::size_t at = text.find("sigma ") + 6;
      const std::string sigma = text.substr(at, text.find(' ', at) - at);
      const double reached = json_of(rest + Arguments{"--sigma", sigma}).at("epsilon");
      CHECK(reached <= std::stod(epsilon) * (1 + 1e-12));
      CHECK(reached > 0.999 * std::stod(epsilon));
    }
  }
}

TEST_CASE("text and JSON agree") {
  const std::string text = text_of(strong);
  const Json account = json_of(strong);
  for (const char* said : {"method", "neighbours"}) {
    CHECK(contains(text, account.at(said).get<std::string>()));
  }
  const std::size_t at = text.find("epsilon      ") + 13;
  const double shown = std::stod(text.substr(at));
  CHECK(shown >= account.at("epsilon").get<double>());
  CHECK(shown == doctest::Approx(account.at("epsilon").get<double>()).epsilon(1e-5));
  CHECK(contains(text, account.at("protection").at("sentence").get<std::string>()));
  CHECK(contains(text, "delta        1e-05\n"));
}

TEST_CASE("the paper's setting is said to protect nobody, a strong one is not") {
  CHECK(contains(text_of(paper), "This setting protects nobody"));
  CHECK(json_of(paper).at("protection").at("level") == "none");
  CHECK(json_of(paper).at("epsilon") > 2e6);
  CHECK_FALSE(contains(text_of(strong), "nobody"));
  CHECK(contains(text_of(strong), "Strong protection"));
  CHECK(json_of(strong).at("protection").at("level") == "strong");
}

TEST_CASE("single-shot releases nothing") {
  const Json account = json_of({"--method", "single-shot"});
  CHECK(account.at("epsilon") == 0);
  CHECK(account.at("delta") == 0);
  CHECK(account.at("releases") == 0);
  CHECK(account.at("protection").at("level") == "complete");
  const std::string text = text_of({"--method", "single-shot"});
  CHECK(contains(text, "epsilon      0\n"));
  CHECK(contains(text, account.at("protection").at("sentence").get<std::string>()));
  CHECK(contains(text, "reference=given while positions are not shared"));
}

TEST_CASE("an invalid command line is a usage error with a clear line") {
  const Arguments noise{"--method", "dp-dsne", "--sigma", "1", "--rounds", "3"};
  const Arguments three{"--method", "dp-dsne", "--rounds", "3"};
  for (const auto& [arguments, error] : std::vector<std::pair<Arguments, std::string>>{
           {{}, "--method is missing"},
           {{"--method", "dsne"},
            "--method must be one of single-shot, dp-dsne, dp-density, sphere; "},
           {{"--method", "fed-tsne"}, "--method must be one of "},
           {{"--method", "dp-dsne", "--sigma", "1"},
            "--rounds, the number of releases, is missing"},
           {three, "give one of --sigma"},
           {noise + Arguments{"--epsilon", "1"}, "give one of --sigma"},
           {noise + Arguments{"--variance", "1"}, "give one of --sigma"},
           {three + Arguments{"--variance=0"}, "--variance must"},
           {three + Arguments{"--epsilon=0"}, "--epsilon must"},
           {three + Arguments{"--epsilon=1e5"}, "--epsilon must"}}) {
    CHECK(contains(refusal(arguments), "dsne account: " + error));
  }
  for (const std::string bad : {"0", "-1", "nan", "inf", "1e-4", "1e10"}) {
    CHECK(contains(refusal(three + Arguments{"--sigma=" + bad}),
                   "--sigma must be from 0.001 to 1e9 (see"));
  }
  for (const std::string bad : {"0", "-5", "100001"}) {
    CHECK(contains(refusal({"--method", "dp-dsne", "--sigma", "1", "--rounds=" + bad}),
                   "--rounds must be from 1 to 100000 (see"));
  }
  for (const std::string bad : {"0", "1", "-1e-5", "nan"}) {
    CHECK(contains(refusal(noise + Arguments{"--delta=" + bad}), "--delta must be from"));
  }
  for (const std::string bad : {"--rounds=1e3", "--rounds=1.5", "--sigma=one", "--nonsense", "x"}) {
    CHECK_FALSE(refusal(noise + Arguments{bad}).empty());
  }
}

TEST_CASE("an option that does not apply to single-shot is a usage error") {
  for (const std::string option :
       {"--sigma=1", "--variance=1", "--epsilon=1", "--rounds=1", "--delta=1e-5"}) {
    CAPTURE(option);
    CHECK(contains(refusal({"--method", "single-shot", option}), " does not apply to single-shot"));
  }
}
