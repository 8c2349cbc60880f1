#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "command_desk.h"
#include "core/json.h"
#include "methods/sphere/sphere.h"
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

Json json_of(Arguments arguments) {
  arguments.emplace_back("--json");
  return Json::parse(text_of(arguments));
}

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

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

TEST_CASE("sphere's account is of its one sum with noise") {
  const auto sphere =
      dsne::methods::parse_parameters({{"method", "sphere"}, {"sphere_epsilon", 4}});
  const auto planned = dsne::methods::network_sum(sphere).planned();
  const Arguments wanted{"--method", "sphere", "--epsilon", "4", "--rounds", "1"};
  const Json account = json_of(wanted);
  CHECK(account.at("sigma").get<double>() == doctest::Approx(planned.sigma).epsilon(1e-9));
  CHECK(account.at("sensitivity").get<double>() == planned.sensitivity);
}

TEST_CASE("a variance is the square of sigma") {
  const Arguments paper{"--method", "dp-dsne", "--variance", "0.001",
                        "--rounds", "1000",    "--delta",    "1e-5"};
  const Json account = json_of(paper);
  CHECK(account.at("epsilon") > 2e6);
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
