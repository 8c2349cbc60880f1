#include "federated/parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "federated/method.h"

namespace dsne::federated {
namespace {

template <typename T>
using Choices = std::vector<std::pair<std::string, T>>;

/// Names every parameter with its member and range, once, for all that is done with parameters.
template <typename P, typename Visitor>
void visit(P& p, Visitor& visitor) {
  Choices<std::string> methods;
  for (const Method* method : federated::methods()) {
    methods.emplace_back(method->name(), method->name());
  }
  visitor.choice("method", p.method, methods);
  visitor.choice("reference", p.reference,
                 Choices<ReferenceChoice>{{"auto", ReferenceChoice::automatic},
                                          {"given", ReferenceChoice::given},
                                          {"learned", ReferenceChoice::learned}});
  visitor.whole("landmarks", p.landmarks, 4, 100000);
  visitor.whole("no_dims", p.no_dims, 2, 3);
  visitor.whole("initial_dims", p.initial_dims, 0, 100000);
  visitor.number("perplexity", p.perplexity, 1, 10000);
  visitor.whole("max_iterations", p.max_iterations, 0, 100000);
  visitor.whole("local_iterations", p.local_iterations, 1, 10000);
  visitor.choice("initialization", p.initialization,
                 Choices<Initialization>{{"random", Initialization::random},
                                         {"pca", Initialization::pca},
                                         {"tsne", Initialization::tsne}});
  visitor.choice(
      "private_start", p.private_start,
      Choices<PrivateStart>{{"random", PrivateStart::random}, {"placed", PrivateStart::placed}});
  visitor.choice(
      "placement", p.placement,
      Choices<Placement>{{"reference", Placement::reference}, {"paper", Placement::paper}});
  visitor.number("learning_rate", p.schedule.learning_rate, 0, 1e6);
  visitor.number("early_exaggeration", p.schedule.early_exaggeration, 1, 100);
  visitor.whole("early_exaggeration_iterations", p.schedule.early_exaggeration_iterations, 0,
                100000);
  visitor.number("site_exaggeration", p.site_exaggeration, 1, 100);
  visitor.whole("least_members", p.least_members, 1, 1000000);
  visitor.number("momentum", p.schedule.momentum, 0, 0.99);
  visitor.number("final_momentum", p.schedule.final_momentum, 0, 0.99);
  visitor.whole("momentum_switch_iteration", p.schedule.momentum_switch_iteration, 0, 100000);
  visitor.choice("normalization", p.normalization,
                 Choices<data::Normalization>{{"none", data::Normalization::none},
                                              {"row_max", data::Normalization::row_max},
                                              {"zscore", data::Normalization::zscore},
                                              {"robust", data::Normalization::robust}});
  visitor.choice("missing", p.missing,
                 Choices<data::Missing>{{"error", data::Missing::error},
                                        {"drop", data::Missing::drop},
                                        {"impute", data::Missing::impute}});
  visitor.whole("seed", p.seed, 0, 1000000000);
  visitor.number("dp_sigma", p.adaclip.sigma, 1e-6, 1e6);
  visitor.number("dp_beta1", p.adaclip.beta1, 0, 0.999999);
  visitor.number("dp_beta2", p.adaclip.beta2, 0, 0.999999);
  visitor.number("dp_h1", p.adaclip.h1, 1e-12, 1e6);
  visitor.number("dp_h2", p.adaclip.h2, 1e-12, 1e6);
  visitor.number("dp_m0", p.adaclip.m0, -1e6, 1e6);
  visitor.number("dp_s0", p.adaclip.s0, 1e-12, 1e6);
  visitor.number("dp_epsilon", p.dp_epsilon, 0.01, 100);
  visitor.whole("dp_cells", p.dp_cells, 2, 100);
  visitor.number("dp_delta", p.dp_delta, 1e-12, 1e-3);
  visitor.whole("simulation_seed", p.simulation_seed, 0, 1000000000);
}

/// A bound as people write it: 100000, 0.99.
std::string plain(double bound) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), bound, std::chars_format::fixed).ptr;
  return {text.begin(), end};
}

[[noreturn]] void out_of_range(const std::string& name, double least, double most, bool whole) {
  throw InputError("parameter " + name + " must be a " + (whole ? "whole " : "") + "number from " +
                   plain(least) + " to " + plain(most));
}

/// Takes the members that an object gives.
class Reader {
 public:
  explicit Reader(const Json& given) : given_(given) {}

  void number(const std::string& name, double& member, double least, double most) const {
    const auto found = given_.find(name);
    if (found == given_.end()) return;
    member = checked(name, *found, least, most, false);
  }

  void whole(const std::string& name, int& member, int least, int most) const {
    const auto found = given_.find(name);
    if (found == given_.end()) return;
    member = static_cast<int>(checked(name, *found, least, most, true));
  }

  template <typename T>
  void choice(const std::string& name, T& member, const Choices<T>& choices) const {
    const auto given = given_.find(name);
    if (given == given_.end()) return;
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) {
      return given->is_string() && choice.first == given->template get_ref<const std::string&>();
    });
    if (found == choices.end()) {
      std::string names;
      for (const auto& choice : choices) names += (names.empty() ? "" : ", ") + choice.first;
      throw InputError("parameter " + name + " must be one of: " + names);
    }
    member = found->second;
  }

 private:
  static double checked(const std::string& name, const Json& value, double least, double most,
                        bool whole) {
    if (!value.is_number()) out_of_range(name, least, most, whole);
    const auto number = value.get<double>();
    const bool inside = number >= least && number <= most;
    if (!inside || (whole && number != std::floor(number))) out_of_range(name, least, most, whole);
    return number;
  }

  const Json& given_;
};

/// Collects every member under its name.
class Writer {
 public:
  void number(const std::string& name, double member, double, double) { json[name] = member; }
  void whole(const std::string& name, int member, int, int) { json[name] = member; }

  template <typename T>
  void choice(const std::string& name, const T& member, const Choices<T>& choices) {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const auto& choice) { return choice.second == member; });
    json[name] = found->first;
  }

  Json json = Json::object();
};

/// Collects every parameter's rule; the members hold the defaults.
class RuleWriter {
 public:
  void number(const std::string& name, double standard, double least, double most) {
    rules.push_back({name, standard, false, least, most, {}});
  }
  void whole(const std::string& name, int standard, int least, int most) {
    rules.push_back(
        {name, standard, true, static_cast<double>(least), static_cast<double>(most), {}});
  }
  template <typename T>
  void choice(const std::string& name, const T& standard, const Choices<T>& choices) {
    Writer writer;
    writer.choice(name, standard, choices);
    ParameterRule rule;
    rule.name = name;
    rule.standard = writer.json[name];
    for (const auto& choice : choices) rule.values.push_back(choice.first);
    rules.push_back(rule);
  }

  std::vector<ParameterRule> rules;
};

}  // namespace

std::vector<ParameterRule> parameter_rules() {
  const Parameters standard;
  RuleWriter writer;
  visit(standard, writer);
  return writer.rules;
}

bool is_simulation(const Parameters& parameters) { return parameters.simulation_seed != 0; }

bool is_parameter(const std::string& name) {
  const std::vector<ParameterRule> rules = parameter_rules();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const ParameterRule& rule) { return rule.name == name; });
}

Parameters parse_parameters(const Json& given) {
  Parameters parameters;
  Reader reader(given);
  visit(parameters, reader);
  return parameters;
}

Json to_json(const Parameters& parameters) {
  Writer writer;
  visit(parameters, writer);
  return writer.json;
}

}  // namespace dsne::federated
