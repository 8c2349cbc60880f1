#include "tools/account.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "core/files.h"
#include "federated/methods/fedne_guarantee.h"
#include "federated/methods/sphere_guarantee.h"
#include "privacy/accountants.h"
#include "privacy/zcdp.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/account_views.h"
#include "tools/plus_account.h"
#include "tools/published_figure.h"
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
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = dsne::tools::run(dsne::tools::account_command(), arguments, {out, err});
  CHECK(exit_code == 0);
  CHECK(err.str().empty());
  return out.str();
}

dsne::tools::NoisyMethod noisy_method(const std::string& name) {
  for (const auto& method : dsne::tools::noisy_methods()) {
    if (method.name == name) return method;
  }
  throw std::out_of_range(name);
}

Json json_of(Arguments arguments) {
  arguments.emplace_back("--json");
  return Json::parse(text_of(arguments));
}

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The table's rows: the words before the last column, by accountant; the best has "*" in front.
std::map<std::string, std::vector<std::string>> account_rows(const std::string& text) {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    for (const auto& accountant : dsne::privacy::accountants()) {
      if (row.size() > 1 && (row[0] == accountant.name || row[1] == accountant.name)) {
        rows[std::string(accountant.name)] = row;
      }
    }
  }
  return rows;
}

const Json& figure_of(const Json& account, std::string_view name) {
  for (const Json& figure : account.at("accountants")) {
    if (figure.at("name") == name) return figure;
  }
  FAIL("no such accountant");
  return account;
}

const Arguments paper{"--method", "dp-dsne", "--variance", "0.001",
                      "--rounds", "1000",    "--delta",    "1e-5"};
const Arguments strong{"--method", "dp-density", "--sigma", "10", "--rounds", "1"};

}  // namespace

TEST_CASE("every accountant's epsilon is the library's") {
  const Json account = json_of({"--method", "dp-dsne", "--sigma", "70", "--rounds", "300"});
  const dsne::privacy::GaussianMechanism each(2, 70);
  CHECK(account.at("accountants").size() == dsne::privacy::accountants().size());
  for (const auto& accountant : dsne::privacy::accountants()) {
    CHECK(figure_of(account, accountant.name).at("epsilon").get<double>() ==
          accountant.epsilon(each, 300, 1e-5));
  }
  CHECK(account.at("best") == "gaussian");
  CHECK(account.at("epsilon") == figure_of(account, "gaussian").at("epsilon"));
  CHECK(account.at("sensitivity") == 2);
}

TEST_CASE("epsilon of dp-dsne is the stored one") {
  int checked = 0;
  for (const auto& row : accounting_values("gaussian_epsilon")) {
    const double sigma = 2 / row.at("mu").get<double>();
    if (sigma < 0.001 || row.at("delta") > 0.5) continue;
    CAPTURE(row.dump());
    const Json account = json_of({"--method", "dp-dsne", "--sigma", exact_text(sigma), "--rounds",
                                  "1", "--delta", exact_text(row.at("delta"))});
    CHECK(figure_of(account, "gaussian").at("epsilon").get<double>() ==
          doctest::Approx(row.at("epsilon").get<double>()).epsilon(1e-6).scale(1e-12));
    ++checked;
  }
  CHECK(checked > 5);
}

TEST_CASE("dp-density has the discrete Gaussian's accountants and sensitivity") {
  int checked = 0;
  for (const auto& row : accounting_values("zcdp")) {
    const double sigma = std::sqrt(1 / row.at("rho").get<double>());
    if (sigma < 0.001 || row.at("delta") > 0.5) continue;
    CAPTURE(row.dump());
    const Json account = json_of({"--method", "dp-density", "--sigma", exact_text(sigma),
                                  "--rounds", "1", "--delta", exact_text(row.at("delta"))});
    CHECK(account.at("accountants").size() == 3);
    CHECK(account.at("best") == "zcdp");
    CHECK(account.at("epsilon").get<double>() ==
          doctest::Approx(row.at("epsilon").get<double>()).epsilon(1e-6).scale(1e-12));
    ++checked;
  }
  CHECK(checked > 5);
  CHECK_FALSE(contains(text_of(strong), "gaussian "));
}

TEST_CASE("sphere's account is of its one sum with noise, and says when it holds") {
  const auto planned = dsne::federated::planned_release(
      dsne::federated::parse_parameters({{"method", "sphere"}, {"sphere_epsilon", 4}}));
  const Arguments wanted{"--method", "sphere", "--epsilon", "4", "--rounds", "1"};
  const Json account = json_of(wanted);
  CHECK(account.at("accountants").size() == 3);
  CHECK(account.at("sigma").get<double>() == doctest::Approx(planned.sigma).epsilon(1e-9));
  CHECK(account.at("sensitivity").get<double>() == planned.sensitivity);
  CHECK(contains(text_of(wanted), "Holds while  no more than dp_colluding sites"));
  CHECK_FALSE(contains(text_of(strong), "Holds while"));
}

TEST_CASE("fedne's account is of all its rounds") {
  const auto planned = dsne::federated::planned_update(dsne::federated::parse_parameters(
      {{"method", "fedne"}, {"update_epsilon", 4}, {"max_iterations", 150}}));
  const Arguments wanted{"--method", "fedne", "--epsilon", "4", "--rounds", "150"};
  const Json account = json_of(wanted);
  CHECK(account.at("accountants").size() == 3);
  CHECK(account.at("sigma").get<double>() == doctest::Approx(planned.sigma).epsilon(1e-6));
  CHECK(account.at("sensitivity").get<double>() == planned.sensitivity);
  CHECK(contains(text_of(wanted), "Holds while  no more than dp_colluding sites"));
}

TEST_CASE("releases add up") {
  const Json account = json_of({"--method", "dp-density", "--sigma", "8", "--rounds", "12"});
  CHECK(account.at("epsilon").get<double>() ==
        doctest::Approx(dsne::privacy::Zcdp(12.0 / 64).epsilon(1e-5)).epsilon(1e-12));
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
    CHECK(figure_of(account, "gaussian").at("sigma").get<double>() ==
          doctest::Approx(row.at("sigma").get<double>()).epsilon(1e-6));
    ++checked;
  }
  CHECK(checked > 5);
}

TEST_CASE("the noise that the table prints keeps within the wanted epsilon") {
  for (const std::string method : {"dp-dsne", "dp-density"}) {
    for (const std::string epsilon : {"0.7", "3", "40"}) {
      const Arguments rest{"--method", method, "--rounds", "50"};
      const auto rows = account_rows(text_of(rest + Arguments{"--epsilon", epsilon}));
      REQUIRE(rows.size() >= 3);
      for (const auto& [name, row] : rows) {
        const std::string& accountant = name;
        CAPTURE(accountant);
        const std::string sigma = row.at(row[0] == "*" ? 2 : 1);
        const Json account = json_of(rest + Arguments{"--sigma", sigma});
        const double reached = figure_of(account, name).at("epsilon");
        CHECK(reached <= std::stod(epsilon));
        CHECK(reached > 0.999 * std::stod(epsilon));
      }
    }
  }
}

TEST_CASE("with a wanted epsilon the best accountant needs the least noise") {
  const Json account = json_of({"--method", "dp-dsne", "--epsilon", "0.01", "--rounds", "1000"});
  for (const Json& figure : account.at("accountants")) {
    if (figure.at("name") == "moments") continue;
    CHECK(figure.at("sigma") >= account.at("sigma"));
    CHECK(figure.at("epsilon") == 0.01);
  }
  CHECK(account.at("epsilon") == 0.01);
  CHECK(account.at("best") == "gaussian");
}

TEST_CASE("an accountant that no noise satisfies says none") {
  const Arguments arguments{"--method", "dp-dsne", "--epsilon", "0.01", "--rounds", "10"};
  const Json account = json_of(arguments);
  CHECK(figure_of(account, "moments").at("sigma").is_null());
  CHECK(figure_of(account, "moments").at("epsilon").is_null());
  CHECK(account_rows(text_of(arguments)).at("moments").at(1) == "none");
}

TEST_CASE("table and JSON agree") {
  for (const Arguments& arguments :
       {paper, strong, Arguments{"--method", "dp-dsne", "--sigma", "150", "--rounds", "77"}}) {
    const Json account = json_of(arguments);
    const std::string text = text_of(arguments);
    const auto rows = account_rows(text);
    CHECK(rows.size() == account.at("accountants").size());
    for (const auto& [name, row] : rows) {
      const bool best = row[0] == "*";
      CHECK(best == (account.at("best") == name));
      const double shown = std::stod(row.at(best ? 2 : 1));
      const double epsilon = figure_of(account, name).at("epsilon");
      CHECK(shown >= epsilon);
      CHECK(shown == doctest::Approx(epsilon).epsilon(1e-5));
    }
    for (const char* said : {"method", "neighbours"}) {
      CHECK(contains(text, account.at(said).get<std::string>()));
    }
    CHECK(contains(text, account.at("protection").at("sentence").get<std::string>()));
    CHECK(contains(text, "replace-one"));
    CHECK(contains(text, "delta        1e-05\n"));
  }
}

TEST_CASE("the paper's setting protects nobody, a strong one is not said to") {
  CHECK(contains(text_of(paper), "This setting protects nobody"));
  CHECK(json_of(paper).at("protection").at("level") == "none");
  CHECK(json_of(paper).at("epsilon") > 2e6);
  CHECK_FALSE(contains(text_of(strong), "nobody"));
  CHECK(contains(text_of(strong), "Strong protection"));
  CHECK(json_of(strong).at("protection").at("level") == "strong");
}

TEST_CASE("the published figure stands beside, under its own name") {
  const Json without = json_of(paper);
  CHECK_FALSE(without.contains("published_figure"));
  CHECK_FALSE(contains(text_of(paper), "published"));
  const Arguments arguments = paper + Arguments{"--b-max", "7.9e-8"};
  Json with = json_of(arguments);
  const Json figure = with.at("published_figure");
  CHECK(figure.at("value").get<double>() == doctest::Approx(1.39).epsilon(0.002));
  CHECK(figure.at("value").get<double>() ==
        dsne::tools::published_figure(7.9e-8, std::sqrt(0.001), 1000, 1e-5));
  CHECK(figure.at("holds") == false);
  with.erase("published_figure");
  CHECK(with == without);
  CHECK(contains(text_of(arguments), "published figure (does not hold): 1.38822"));
  CHECK(contains(text_of(arguments), "This setting protects nobody"));
}

TEST_CASE("the published figure of a wanted epsilon is taken at the best noise") {
  const Json account =
      json_of({"--method", "dp-dsne", "--epsilon", "2", "--rounds", "20", "--b-max", "0.01"});
  CHECK(account.at("published_figure").at("value").get<double>() ==
        dsne::tools::published_figure(0.01, account.at("sigma"), 20, 1e-5));
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
  CHECK(contains(text, "places are not shared"));
}

TEST_CASE("the + forms: the theorem's epsilon, that of the gradients alone, and none for a run") {
  for (const std::string method : {"fed-tsne", "fed-umap", "spectral-clustering"}) {
    const Arguments arguments{"--method", method, "--sigma", "100", "--rounds", "500"};
    const Json account = json_of(arguments);
    const double theorem = account.at("published_figure").at("value");
    // Theorem 6, put in.
    CHECK(8 * 500 * std::log(std::numbers::e + theorem / 1e-5) / (theorem * theorem) ==
          doctest::Approx(100.0 * 100.0).epsilon(1e-9));
    CHECK(account.at("published_figure").at("holds") == false);
    CHECK(account.at("epsilon").is_null());
    CHECK(account.at("protection").at("level") == "none");
    CHECK(account.at("gradients_alone").get<double>() ==
          dsne::privacy::find_accountant("gaussian").epsilon({1, 100}, 500, 1e-5));
    const std::string text = text_of(arguments);
    CHECK(contains(text, "published figure (does not hold for a run): "));
    CHECK(contains(text, "what holds for a run: infinite\n"));
    CHECK(contains(text, account.at("protection").at("sentence").get<std::string>()));
  }
  CHECK(contains(text_of({"--method", "fed-umap", "--sigma", "1", "--rounds", "1"}), "distances"));
  CHECK(contains(text_of({"--method", "spectral-clustering", "--sigma", "1", "--rounds", "1"}),
                 "exact sums over all sites' subjects"));
}

TEST_CASE("the noise that theorem 6 wants for an epsilon gives that epsilon") {
  for (const std::string epsilon : {"0.001", "1.39", "10000"}) {
    const Json account = json_of({"--method", "fed-tsne", "--epsilon", epsilon, "--rounds", "500"});
    CHECK(account.at("published_figure").at("value").get<double>() ==
          doctest::Approx(std::stod(epsilon)).epsilon(1e-9));
    CHECK(account.at("sigma").get<double>() ==
          dsne::tools::plus_sigma(std::stod(epsilon), 500, 1e-5));
  }
  for (const std::string option : {"--b-max=1", "--curves=a.json"}) {
    CHECK_THROWS_AS(text_of({"--method", "fed-tsne", "--sigma=1", "--rounds=1", option}),
                    dsne::tools::UsageError);
  }
  CHECK_THROWS_AS(text_of({"--method", "fed-tsne", "--sigma=1", "--epsilon=1", "--rounds=1"}),
                  dsne::tools::UsageError);
  for (const std::string sigma : {"0.001", "1e9"}) {
    for (const std::string delta : {"1e-300", "0.5"}) {
      const Json account = json_of(
          {"--method", "fed-tsne", "--sigma", sigma, "--rounds", "100000", "--delta", delta});
      CHECK(account.at("published_figure").at("value") > 0);
    }
  }
}

TEST_CASE("at the ends of the ranges the exact curve is still the least") {
  for (const std::string sigma : {"0.001", "1e9"}) {
    for (const std::string rounds : {"1", "1000", "100000"}) {
      for (const std::string delta : {"1e-300", "0.5"}) {
        CAPTURE(sigma);
        CAPTURE(rounds);
        CAPTURE(delta);
        const Json account = json_of(
            {"--method", "dp-dsne", "--sigma", sigma, "--rounds", rounds, "--delta", delta});
        for (const Json& figure : account.at("accountants")) {
          REQUIRE(figure.at("epsilon").is_number());
          CHECK(figure.at("epsilon") >= account.at("accountants").at(0).at("epsilon"));
        }
      }
    }
  }
}

TEST_CASE("a command line that makes no sense is a usage error with a clear line") {
  const auto message = [](const Arguments& arguments) -> std::string {
    std::ostringstream out;
    try {
      dsne::tools::run(dsne::tools::account_command(), arguments, {out, out});
    } catch (const dsne::tools::UsageError& error) {
      CHECK(out.str().empty());
      return error.what();
    }
    return "";
  };
  const Arguments noise{"--method", "dp-dsne", "--sigma", "1", "--rounds", "3"};
  CHECK(message({}) == "--method is missing");
  CHECK(contains(message({"--method", "dsne"}),
                 "--method must be one of single-shot, fedne, dp-dsne, dp-density, sphere, "
                 "fed-tsne, fed-umap, "
                 "spectral-clustering; "));
  CHECK(message({"--method", "dp-dsne", "--sigma", "1"}) ==
        "--rounds, the number of releases, is missing");
  CHECK(contains(message({"--method", "dp-dsne", "--rounds", "3"}), "give one of --sigma"));
  CHECK(contains(message(noise + Arguments{"--epsilon", "1"}), "give one of --sigma"));
  CHECK(contains(message(noise + Arguments{"--variance", "1"}), "give one of --sigma"));
  for (const std::string bad : {"0", "-1", "nan", "inf", "1e-4", "1e10"}) {
    CHECK(message({"--method", "dp-dsne", "--sigma=" + bad, "--rounds", "3"}) ==
          "--sigma must be from 0.001 to 1e9");
  }
  CHECK(
      contains(message({"--method", "dp-dsne", "--variance=0", "--rounds=3"}), "--variance must"));
  CHECK(contains(message({"--method", "dp-dsne", "--epsilon=0", "--rounds=3"}), "--epsilon must"));
  CHECK(
      contains(message({"--method", "dp-dsne", "--epsilon=1e5", "--rounds=3"}), "--epsilon must"));
  for (const std::string bad : {"0", "-5", "100001"}) {
    CHECK(message({"--method", "dp-dsne", "--sigma", "1", "--rounds=" + bad}) ==
          "--rounds must be from 1 to 100000");
  }
  for (const std::string bad : {"0", "1", "-1e-5", "nan"}) {
    CHECK(contains(message(noise + Arguments{"--delta=" + bad}), "--delta must be from"));
  }
  CHECK(contains(message(noise + Arguments{"--b-max=0"}), "--b-max must be from"));
  CHECK(contains(message(strong + Arguments{"--b-max", "1"}), "--b-max is for dp-dsne"));
  for (const std::string bad : {"--rounds=1e3", "--rounds=1.5", "--sigma=one", "--nonsense", "x"}) {
    CHECK_FALSE(message(noise + Arguments{bad}).empty());
  }
}

TEST_CASE("what does not apply to single-shot is a usage error") {
  for (const std::string option : {"--sigma=1", "--variance=1", "--epsilon=1", "--rounds=1",
                                   "--delta=1e-5", "--b-max=1", "--curves=a.json"}) {
    CAPTURE(option);
    CHECK_THROWS_AS(text_of({"--method", "single-shot", option}), dsne::tools::UsageError);
  }
}

TEST_CASE("each accountant's curve goes through the table's values") {
  dsne::tools::PrivacySetting setting{noisy_method("dp-dsne"), 40, 1e-6, 25.0, {}, 1e-3};
  const auto account = dsne::tools::make_account(setting);
  const Json curves = dsne::tools::account_curves_json(account).at("curves");
  const auto counts = curves.at("releases").get<std::vector<std::int64_t>>();
  CHECK(counts.front() == 1);
  CHECK(counts.back() == 40);
  CHECK(std::adjacent_find(counts.begin(), counts.end(), std::greater_equal()) == counts.end());
  REQUIRE(curves.at("epsilon").size() == account.figures.size());
  for (const auto& figure : account.figures) {
    const auto epsilon =
        curves.at("epsilon").at(std::string(figure.accountant->name)).get<std::vector<double>>();
    REQUIRE(epsilon.size() == counts.size());
    CHECK(epsilon.back() == *figure.epsilon);
    CHECK(std::is_sorted(epsilon.begin(), epsilon.end()));
  }
  const Json& published = curves.at("published_figure");
  CHECK(published.back() == *account.published);
  CHECK(published.front() == dsne::tools::published_figure(1e-3, 25, 1, 1e-6));
}

TEST_CASE("one release has a curve of ten, and no published figure without b") {
  dsne::tools::PrivacySetting setting{noisy_method("dp-density"), 1, 1e-5, 4.0, {}, {}};
  const Json curves =
      dsne::tools::account_curves_json(dsne::tools::make_account(setting)).at("curves");
  CHECK(curves.at("epsilon").size() == 3);
  CHECK(curves.at("releases").size() == 10);
  CHECK(curves.at("releases").back() == 10);
  CHECK_FALSE(curves.contains("published_figure"));
}

TEST_CASE("the curves' file holds the account, and a line says how to draw it") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "account.json").string();
  std::ostringstream out;
  std::ostringstream err;
  dsne::tools::run(dsne::tools::account_command(), paper + Arguments{"--curves", file}, {out, err});
  CHECK(out.str() == text_of(paper));
  CHECK(err.str() == "To draw the curves: tools/figures/account.py " + file + " FILE.png\n");
  Json written = Json::parse(dsne::read_file(file, "the curves"));
  CHECK(written.erase("curves") == 1);
  CHECK(written == json_of(paper));
}

TEST_CASE("curves that cannot be written are a storage error, and nothing is printed") {
  const TemporaryFolder folder;
  std::ostringstream out;
  CHECK_THROWS_AS(
      dsne::tools::run(dsne::tools::account_command(),
                       strong + Arguments{"--curves", (folder.path() / "none" / "a.json").string()},
                       {out, out}),
      dsne::StorageError);
  CHECK(out.str().empty());
}

TEST_CASE("the account has a help") {
  const std::string help = text_of({"--help"});
  CHECK(contains(help, "Usage: dsne account"));
  CHECK(contains(help, "--b-max"));
}
