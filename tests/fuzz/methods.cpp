// Whole runs of every method with two sites, on tables and a reference of hostile numbers.

#include <algorithm>
#include <map>

#include "core/phase.h"
#include "data/reference_csv.h"
#include "data/table.h"
#include "exchange/masked_fields.h"
#include "exchange/site_sums.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "meeting.h"
#include "methods/method.h"
#include "quality/outlier_scores.h"
#include "run/preprocessing.h"

using dsne::Matrix;

namespace {

constexpr int max_rounds = 4;

dsne::methods::Parameters some_parameters(FuzzedDataProvider& choices) {
  dsne::Json given = {{"max_iterations", max_rounds}, {"perplexity", 1}, {"simulation_seed", 1}};
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    if (rule.values.empty()) continue;
    given[rule.name] =
        rule.values[choices.ConsumeIntegralInRange<std::size_t>(0, rule.values.size() - 1)];
  }
  given["no_dims"] = choices.ConsumeIntegralInRange(2, 3);
  given["initial_dims"] = choices.ConsumeIntegralInRange(0, 3);
  given["local_iterations"] = choices.ConsumeIntegralInRange(1, 2);
  return dsne::methods::parse_parameters(given);
}

/// As a reference that a site has brought comes out of its file.
Matrix some_reference(Eigen::Index features, FuzzedDataProvider& choices) {
  const Matrix values =
      fuzz::hostile_points(choices.ConsumeIntegralInRange(4, 14), features, choices);
  return dsne::data::parse_reference_csv(dsne::data::reference_csv({values, {}, {}})).values;
}

/// As a site's own table is read.
Matrix some_table(Eigen::Index features, FuzzedDataProvider& choices) {
  const Matrix values =
      fuzz::hostile_points(choices.ConsumeIntegralInRange(1, 8), features, choices);
  return values.unaryExpr([](double value) {
    return value == value ? std::clamp(value, -dsne::data::largest_value, dsne::data::largest_value)
                          : 0;
  });
}

/// A federation whose states pass through JSON, as between two steps. @pre the scratch is empty
class Run {
 public:
  Run(dsne::methods::Parameters parameters, std::map<std::string, dsne::methods::SitePoints> sites)
      : parameters_(std::move(parameters)), sites_(std::move(sites)) {
    for (const auto& [name, points] : sites_) {
      sums_.emplace(name, dsne::exchange::SiteSums::begin(name, std::nullopt));
    }
    meet(sums_);
  }

  void make() {
    auto coordinator = coordinator_half(dsne::Json());
    for (int round = 0; round < coordinator->rounds(); ++round) {
      std::map<std::string, dsne::Json> answers;
      for (const auto& [name, points] : sites_) {
        const auto site = site_half(name);
        answers[name] = masked(name, site->round(coordinator->message()), round);
        states_[name] = site->state();
      }
      coordinator = coordinator_half(coordinator->state());
      coordinator->combine(dsne::exchange::SiteAnswers(answers));
    }
    for (const auto& [name, points] : sites_) {
      const auto site = site_half(name);
      site->finish(coordinator->message());
      fuzz::require(site->coordinates().allFinite());
    }
  }

 private:
  /// A site's answer as it leaves it.
  dsne::Json masked(const std::string& name, const dsne::exchange::SiteAnswer& answer, int round) {
    dsne::exchange::SiteSums& sums = sums_.at(name);
    sums.hear({{"round", round}}, {dsne::phase::embed, round});
    dsne::Json message = answer.fields;
    if (!answer.sums.empty()) message[dsne::exchange::masked_field] = sums.mask(answer.sums);
    return message;
  }

  std::unique_ptr<dsne::methods::SiteMethod> site_half(const std::string& name) {
    const dsne::methods::SitePoints& points = sites_.at(name);
    dsne::methods::SiteProblem problem{parameters_,
                                       points.own.rows(),
                                       points.reference.rows(),
                                       7,
                                       [&points] { return points; },
                                       dsne::methods::DiskCache(fuzz::scratch(), name),
                                       [](const dsne::privacy::PrivateRelease&) {},
                                       true,
                                       std::ssize(sites_)};
    problem.read_features = [] { return std::vector<std::string>{"1~2", "1~3", "2~3"}; };
    problem.read_groups = [&points](Eigen::Index least) {
      return dsne::privacy::averaged(points.own, dsne::privacy::microaggregated(points.own, least));
    };
    problem.site = name;
    problem.reading_key = sums_.at(name).reading_key();
    return method_.site(std::move(problem), states_[name]);
  }

  std::unique_ptr<dsne::methods::CoordinatorMethod> coordinator_half(const dsne::Json& state) {
    const Matrix& reference = sites_.begin()->second.reference;
    dsne::methods::CoordinatorProblem problem{
        parameters_, {}, reference.rows(), [&reference] { return reference; }};
    for (const auto& [name, points] : sites_) problem.site_points[name] = points.own.rows();
    return method_.coordinator(std::move(problem), state);
  }

  dsne::methods::Parameters parameters_;
  std::map<std::string, dsne::methods::SitePoints> sites_;
  const dsne::methods::Method& method_ = dsne::methods::find_method(parameters_.method);
  std::map<std::string, dsne::Json> states_;
  std::map<std::string, dsne::exchange::SiteSums> sums_;
};

}  // namespace

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const dsne::methods::Parameters parameters = some_parameters(choices);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 5);
  const Matrix reference = some_reference(features, choices);
  const Matrix own = some_table(features, choices);
  attempt([&] {
    require(dsne::quality::outlier_scores(own, {reference}).scores.allFinite());
    dsne::quality::site_shift(own, reference);
  });
  const auto preprocessing = dsne::run::fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix seen = apply(preprocessing, reference);
  clear_scratch();
  Run run(parameters, {{"a", {apply(preprocessing, own), seen}},
                       {"b", {apply(preprocessing, some_table(features, choices)), seen}}});
  run.make();
}
