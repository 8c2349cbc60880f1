#include "tools/account.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>

#include "core/files.h"
#include "federated/method.h"
#include "tools/account_views.h"
#include "tools/plus_account.h"

namespace dsne::tools {
namespace {

constexpr std::int64_t max_releases = 100000;

constexpr const char* about_account =
    "Tells what the noise of a run is worth to a subject: epsilon, by every accountant that\n"
    "holds, and one sentence on what that means. Or, with --epsilon, the noise that it needs.\n\n"
    "  dsne account --method dp-dsne --variance 0.001 --rounds 1000\n"
    "  dsne account --method dp-density --epsilon 1 --rounds 1 --curves account.json\n"
    "  dsne account --method single-shot\n"
    "  dsne account --method fed-tsne --sigma 100 --rounds 500\n";

/// Whether it is a method by which nothing of a site's subjects leaves it.
bool releases_nothing(const std::string& method) {
  const auto& all = federated::methods();
  return std::any_of(all.begin(), all.end(), [&](const federated::Method* one) {
    return one->name() == method && federated::is_silent(*one);
  });
}

std::optional<PlusMethod> plus_method(const std::string& name) {
  for (const PlusMethod& method : plus_methods()) {
    if (method.name == name) return method;
  }
  return std::nullopt;
}

/// The methods that have an account, as a list.
std::string accountable_methods() {
  std::string names;
  for (const federated::Method* method : federated::methods()) {
    if (!federated::possible_plan(*method) && !federated::is_silent(*method) &&
        !plus_method(method->name())) {
      continue;
    }
    names += (names.empty() ? "" : ", ") + method->name();
  }
  return names;
}

Options account_options() {
  const auto number = [](const char* name) { return value<double>(name); };
  return {
      option("method", value<std::string>("METHOD"), accountable_methods()),
      option("sigma", number("S"), "the noise's standard deviation, 0.001 to 1e9"),
      option("variance", number("V"), "or its square, as the papers give it"),
      option("epsilon", number("E"), "or the epsilon that is wanted, 1e-6 to 10000"),
      option("rounds", value<std::int64_t>("N"),
             "the number of releases: for dp-dsne the iterations, for dp-density how often the "
             "counts are released, for sphere (with sphere_epsilon) the runs, for fedne (with "
             "update_epsilon) the rounds, for fed-tsne, fed-umap and spectral-clustering (with "
             "mmd_noise) the gradients; 1 to 100000"),
      option("delta", number("D")->default_value(1e-5, "1e-5"),
             "1e-300 to 0.5; choose it far below one over the number of subjects"),
      option("b-max", number("B"),
             "dp-dsne: the largest entry of AdaCliP's b, 1e-100 to 1e100, to show the figure that "
             "the paper would print"),
      flag("json", "print one JSON document"),
      option("curves", value<std::string>("FILE"),
             "write a JSON document with epsilon after each number of releases, too, which "
             "tools/figures/account.py draws")};
}

/// An option's number, checked to be in its range. @throws UsageError otherwise
std::optional<double> number(const Values& values, const std::string& name, double least,
                             double most, const std::string& range) {
  if (values.count(name) == 0) return std::nullopt;
  const double value = values[name].as<double>();
  if (!(value >= least && value <= most)) throw UsageError("--" + name + " must be " + range);
  return value;
}

NoisyMethod read_method(const Values& values) {
  const std::string name = values["method"].as<std::string>();
  const std::vector<NoisyMethod> methods = noisy_methods();
  const auto found = std::find_if(methods.begin(), methods.end(),
                                  [&](const NoisyMethod& method) { return method.name == name; });
  if (found == methods.end()) {
    throw UsageError("--method must be one of " + accountable_methods() +
                     "; the others add no noise and promise nothing");
  }
  return *found;
}

std::optional<double> read_sigma(const Values& values) {
  const auto sigma = number(values, "sigma", 1e-3, 1e9, "from 0.001 to 1e9");
  const auto variance = number(values, "variance", 1e-6, 1e18, "from 1e-6 to 1e18");
  return variance ? std::sqrt(*variance) : sigma;
}

std::int64_t read_releases(const Values& values) {
  if (values.count("rounds") == 0) throw UsageError("--rounds, the number of releases, is missing");
  const auto releases = values["rounds"].as<std::int64_t>();
  if (releases < 1 || releases > max_releases) {
    throw UsageError("--rounds must be from 1 to " + std::to_string(max_releases));
  }
  return releases;
}

/// Either sigma or epsilon, and delta.
struct NoiseOptions {
  std::optional<double> sigma;
  std::optional<double> epsilon;
  double delta = 0;
};

NoiseOptions read_noise(const Values& values) {
  if (values.count("sigma") + values.count("variance") + values.count("epsilon") != 1) {
    throw UsageError("give one of --sigma, --variance and --epsilon");
  }
  return {read_sigma(values), number(values, "epsilon", 1e-6, 1e4, "from 1e-6 to 10000"),
          *number(values, "delta", 1e-300, 0.5, "from 1e-300 to 0.5")};
}

PrivacySetting read_setting(const Values& values) {
  PrivacySetting setting;
  setting.method = read_method(values);
  const NoiseOptions noise = read_noise(values);
  setting.sigma = noise.sigma;
  setting.epsilon = noise.epsilon;
  setting.delta = noise.delta;
  setting.releases = read_releases(values);
  setting.b_max = number(values, "b-max", 1e-100, 1e100, "from 1e-100 to 1e100");
  if (setting.b_max && setting.method.discrete) throw UsageError("--b-max is for dp-dsne alone");
  return setting;
}

void check_nothing_else(const Values& values) {
  const std::string reason =
      " does not apply to " + values["method"].as<std::string>() + ", which releases nothing";
  for (const char* name : {"sigma", "variance", "epsilon", "rounds", "b-max", "curves"}) {
    if (values.count(name) != 0) {
      throw UsageError("--" + std::string(name) + reason);
    }
  }
  if (!values["delta"].defaulted()) {
    throw UsageError("--delta" + reason);
  }
}

/// Says how to draw them beside the account, which may be JSON.
void write_curves(const PrivacyAccount& account, const std::string& file, std::ostream& err) {
  write_atomically(file, account_curves_json(account).dump(1, ' ', true) + "\n",
                   "the curves (--curves)");
  err << "To draw the curves: tools/figures/account.py " << file << " FILE.png" << std::endl;
}

/// The noise as given, or what the theorem has for an epsilon.
PlusSetting read_plus_setting(const PlusMethod& method, const Values& values) {
  for (const char* name : {"b-max", "curves"}) {
    if (values.count(name) != 0) {
      throw UsageError("--" + std::string(name) + " does not apply to " + method.name);
    }
  }
  const NoiseOptions noise = read_noise(values);
  PlusSetting setting{method, noise.sigma.value_or(0), read_releases(values), noise.delta};
  if (noise.epsilon) {
    setting.sigma = plus_sigma(*noise.epsilon, setting.gradients, setting.delta);
  }
  return setting;
}

void print(const std::string& text, const Json& json, bool as_json, std::ostream& out) {
  out << (as_json ? json.dump(2, ' ', true) + "\n" : text) << std::flush;
}

int account(const Values& values, const Console& console) {
  const bool as_json = values["json"].as<bool>();
  const std::string method = values["method"].as<std::string>();
  if (releases_nothing(method)) {
    check_nothing_else(values);
    print(nothing_released_text(method), nothing_released_json(method), as_json, console.out);
    return 0;
  }
  if (const auto plus = plus_method(method)) {
    const PlusSetting setting = read_plus_setting(*plus, values);
    print(plus_account_text(setting), plus_account_json(setting), as_json, console.out);
    return 0;
  }
  const PrivacySetting setting = read_setting(values);
  const PrivacyAccount account = make_account(setting);
  if (values.count("curves") != 0) {
    write_curves(account, values["curves"].as<std::string>(), console.err);
  }
  print(account_text(account), account_json(account), as_json, console.out);
  return 0;
}

}  // namespace

Command account_command() {
  return {"dsne account",
          "--method METHOD [options]",
          "tell what the noise of a private run is worth",
          about_account,
          account_options(),
          {},
          {"method"},
          account};
}

}  // namespace dsne::tools
