#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>

#include "core/json.h"
#include "methods/method.h"
#include "privacy/cost.h"
#include "privacy/discrete_gaussian.h"
#include "tools/commands.h"

namespace dsne::tools {
namespace {

constexpr std::int64_t max_releases = 100000;
constexpr int bound_digits = 6;
constexpr const char* neighbouring =
    "replace-one: two data sets that differ in the record of one subject of the site";
constexpr const char* holds_while =
    "no more than dp_colluding sites collude with the coordinator, and the others are real";
constexpr const char* silent_worth =
    "Complete protection with reference=given while positions are not shared: nothing that depends "
    "on a subject's record leaves the site (its number of subjects and the measures' names are "
    "public). A run on summaries sends the site's summary, for which no epsilon holds.";

constexpr const char* about_account =
    "Computes the epsilon of a run's noise, as the sites' ledgers count it, and says in one\n"
    "sentence what it means. Or, with --epsilon, computes the noise that a run needs.\n\n"
    "  dsne account --method dp-dsne --variance 0.001 --rounds 1000\n"
    "  dsne account --method dp-density --epsilon 1 --rounds 1\n"
    "  dsne account --method single-shot\n\n"
    "experiments/account.py has other accountants and the papers' figures.\n";

/// A method's noise, and the number of releases with it.
struct Noise {
  methods::PrivacyPlan plan;
  std::int64_t releases = 1;
  double sigma = 0;
  double epsilon = 0;
  double delta = 0;
};

/// Lists the methods that add noise.
std::string accountable_methods() {
  std::string names;
  for (const methods::Method* method : methods::known_methods()) {
    if (!methods::possible_plan(*method) && !methods::is_silent(*method)) continue;
    names += (names.empty() ? "" : ", ") + method->name;
  }
  return names;
}

Options account_options() {
  const auto number = [](const char* name) { return value<double>(name); };
  return {option("method", value<std::string>("METHOD"), accountable_methods()),
          option("sigma", number("S"), "the noise's standard deviation, 0.001 to 1e9"),
          option("variance", number("V"), "or its square, as the papers give it"),
          option("epsilon", number("E"), "or the epsilon that you want, 1e-6 to 10000"),
          option("rounds", value<std::int64_t>("N"),
                 "the number of releases: for dp-dsne the iterations, for dp-density how often the "
                 "counts are released, for sphere (with sphere_epsilon) the runs; 1 to 100000"),
          option("delta", number("D")->default_value(1e-5, "1e-5"),
                 "1e-300 to 0.5; choose it far below one over the number of subjects"),
          flag("json", "print one JSON document")};
}

/// Returns an option's number. @throws UsageError when it is out of range
std::optional<double> number(const Values& values, const std::string& name, double least,
                             double most, const std::string& range) {
  if (values.count(name) == 0) return std::nullopt;
  const double value = values[name].as<double>();
  if (!(value >= least && value <= most)) throw UsageError("--" + name + " must be " + range);
  return value;
}

/// Returns the cost of one release with that noise.
privacy::Cost cost_of_one(const privacy::PrivateRelease& each, double sigma) {
  if (each.mechanism == "discrete gaussian") return privacy::counts_cost(sigma);
  if (each.mechanism == "gaussian") return privacy::gaussian_cost(each.sensitivity, sigma);
  return privacy::Cost(privacy::discrete_gaussian_dp(each.sensitivity, sigma * sigma));
}

/// Returns the least noise with which the releases stay within the budget.
double sigma_within(const privacy::PrivateRelease& each, std::int64_t releases, double epsilon,
                    double delta) {
  if (each.mechanism == "discrete gaussian") {
    return privacy::counts_sigma(releases, epsilon, delta);
  }
  const double mu =
      privacy::gaussian_dp_within(epsilon, delta).mu() / std::sqrt(static_cast<double>(releases));
  if (each.mechanism == "gaussian") return each.sensitivity / mu;
  return std::sqrt(privacy::discrete_gaussian_variance(each.sensitivity, privacy::GaussianDp(mu)));
}

Noise read_noise(const Values& values, const methods::PrivacyPlan& plan) {
  if (values.count("sigma") + values.count("variance") + values.count("epsilon") != 1) {
    throw UsageError("give one of --sigma, --variance and --epsilon");
  }
  const auto sigma = number(values, "sigma", 1e-3, 1e9, "from 0.001 to 1e9");
  const auto variance = number(values, "variance", 1e-6, 1e18, "from 1e-6 to 1e18");
  const auto epsilon = number(values, "epsilon", 1e-6, 1e4, "from 1e-6 to 10000");
  Noise noise{plan, 1, 0, 0, *number(values, "delta", 1e-300, 0.5, "from 1e-300 to 0.5")};
  if (values.count("rounds") == 0) throw UsageError("--rounds, the number of releases, is missing");
  noise.releases = values["rounds"].as<std::int64_t>();
  if (noise.releases < 1 || noise.releases > max_releases) {
    throw UsageError("--rounds must be from 1 to " + std::to_string(max_releases));
  }
  noise.sigma = epsilon    ? sigma_within(plan.each, noise.releases, *epsilon, noise.delta)
                : variance ? std::sqrt(*variance)
                           : *sigma;
  noise.epsilon =
      epsilon ? *epsilon
              : compose(cost_of_one(plan.each, noise.sigma), noise.releases).epsilon(noise.delta);
  return noise;
}

std::string fact(const std::string& name, const std::string& value) {
  std::ostringstream line;
  line << std::left << std::setw(13) << name << value << '\n';
  return line.str();
}

std::string shown(double bound) { return privacy::rounded_up(bound, bound_digits); }

bool is_discrete(const Noise& noise) { return noise.plan.each.mechanism != "gaussian"; }

std::string text_of(const std::string& method, const Noise& noise) {
  const privacy::PrivateRelease& each = noise.plan.each;
  std::string text =
      fact("Method", method) +
      fact("Releases", std::to_string(noise.releases) + ", each " + each.what +
                           ", of sensitivity " + shown(each.sensitivity)) +
      fact("Noise", std::string(is_discrete(noise) ? "discrete Gaussian" : "Gaussian") +
                        ", sigma " + shown(noise.sigma) + " (sigma^2 " +
                        shown(noise.sigma * noise.sigma) + ")") +
      fact("epsilon", shown(noise.epsilon)) + fact("delta", Json(noise.delta).dump()) +
      fact("Neighbours", neighbouring);
  if (noise.plan.shared_noise) text += fact("Holds while", holds_while);
  text += "\n" + privacy::protection_sentence({noise.epsilon, noise.delta}) +
          "\n\nThis is for one run at one site: further runs with the same subjects add to it. "
          "Choose\ndelta far below one over the number of subjects.\n";
  if (!is_discrete(noise)) {
    text +=
        "Not counted: this method's noise is in floating point, whose last digits can show more.\n";
  }
  return text;
}

Json json_of(const std::string& method, const Noise& noise) {
  const privacy::ApproximateDp guarantee{noise.epsilon, noise.delta};
  Json json{{"method", method},
            {"releases", noise.releases},
            {"sensitivity", noise.plan.each.sensitivity},
            {"noise", is_discrete(noise) ? "discrete_gaussian" : "gaussian"},
            {"neighbours", neighbouring},
            {"delta", noise.delta},
            {"epsilon", noise.epsilon},
            {"sigma", noise.sigma},
            {"protection",
             {{"level", privacy::name_of(privacy::protection(guarantee))},
              {"sentence", privacy::protection_sentence(guarantee)}}}};
  if (noise.plan.shared_noise) json["holds_while"] = holds_while;
  return json;
}

void check_nothing_else(const std::string& method, const Values& values) {
  const std::string reason = " does not apply to " + method + ", which releases nothing";
  for (const char* name : {"sigma", "variance", "epsilon", "rounds"}) {
    if (values.count(name) != 0) throw UsageError("--" + std::string(name) + reason);
  }
  if (!values["delta"].defaulted()) throw UsageError("--delta" + reason);
}

int account(const Values& values, const Console& console) {
  const auto print = [&](const std::string& text, const Json& json) {
    const bool as_json = values["json"].as<bool>();
    console.out << (as_json ? json.dump(2, ' ', true) + "\n" : text) << std::flush;
    return 0;
  };
  const std::string name = values["method"].as<std::string>();
  const auto& all = methods::known_methods();
  const auto method = std::find_if(all.begin(), all.end(),
                                   [&](const methods::Method* each) { return each->name == name; });
  if (method != all.end() && methods::is_silent(**method)) {
    check_nothing_else(name, values);
    return print(fact("Method", name) + fact("Releases", "none") +
                     fact("Neighbours", neighbouring) + fact("epsilon", "0") + fact("delta", "0") +
                     "\n" + silent_worth + "\n",
                 {{"method", name},
                  {"releases", 0},
                  {"neighbours", neighbouring},
                  {"delta", 0},
                  {"epsilon", 0},
                  {"protection",
                   {{"level", privacy::name_of(privacy::Protection::complete)},
                    {"sentence", silent_worth}}}});
  }
  const auto plan = method != all.end() ? methods::possible_plan(**method) : std::nullopt;
  if (!plan) {
    throw UsageError("--method must be one of " + accountable_methods() +
                     "; the others add no noise and promise nothing");
  }
  const Noise noise = read_noise(values, *plan);
  return print(text_of(name, noise), json_of(name, noise));
}

}  // namespace

Command account_command() {
  return {"dsne account",
          "--method METHOD [options]",
          "compute the epsilon of a private run's noise",
          about_account,
          account_options(),
          {},
          {"method"},
          account};
}

}  // namespace dsne::tools
