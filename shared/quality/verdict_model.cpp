#include "quality/verdict_model.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <sstream>
#include <type_traits>
#include <utility>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/duplicates.h"
#include "data/text/record_reader.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

/// Rows of more measures have larger weights together, so they need a larger penalty.
constexpr double penalty_per_measure = 0.004;

/// The penalty of a slope that differs from 1, which the regression itself has: as much as a
/// normal distribution of this precision says, with a deviation of .18.
constexpr double precision_of_slope = 32;

double logistic(double logit) { return 1 / (1 + std::exp(-logit)); }

struct Weighted {
  Matrix rows;  ///< the last column is 1
  Vector inside;
  Vector outside;
};

Weighted with_constant(const Matrix& rows, const Vector& inside, const Vector& outside) {
  Weighted weighted{Matrix(rows.rows(), rows.cols() + 1), inside, outside};
  weighted.rows << rows, Vector::Ones(rows.rows());
  return weighted;
}

/// Draws all weights but the last towards a value.
struct Penalty {
  double size = 0;
  double towards = 0;
};

/// Returns the mean of both classes' losses plus the penalty.
double loss_of(const Weighted& weighted, const Vector& weights, Penalty penalty) {
  const Vector logits = weighted.rows * weights;
  const auto away = weights.head(weights.size() - 1).array() - penalty.towards;
  double loss = penalty.size / 2 * away.square().sum();
  for (Index i = 0; i < logits.size(); ++i) {
    // log(1 + e^−|x|) does not overflow.
    const double soft = std::log1p(std::exp(-std::abs(logits(i))));
    loss += weighted.inside(i) * (soft + std::max(-logits(i), 0.0)) +
            weighted.outside(i) * (soft + std::max(logits(i), 0.0));
  }
  return loss;
}

Vector newton_step(const Weighted& weighted, const Vector& weights, Penalty penalty) {
  Vector sizes = Vector::Constant(weights.size(), penalty.size);
  sizes(weights.size() - 1) = 0;
  const Vector both = weighted.inside + weighted.outside;
  const Vector probability = (weighted.rows * weights).unaryExpr(&logistic);
  const Vector gradient =
      weighted.rows.transpose() * (both.cwiseProduct(probability) - weighted.inside) +
      sizes.cwiseProduct((weights.array() - penalty.towards).matrix());
  const Vector curvature = both.array() * probability.array() * (1 - probability.array());
  Eigen::MatrixXd hessian = weighted.rows.transpose() * curvature.asDiagonal() * weighted.rows;
  hessian.diagonal() += sizes;
  return hessian.ldlt().solve(gradient);
}

/// Minimises the loss by Newton's method, with steps halved until the loss falls.
Vector least_loss(const Weighted& weighted, Penalty penalty) {
  constexpr int most_steps = 100;
  constexpr double least_step = 1e-10;
  Vector weights = Vector::Zero(weighted.rows.cols());
  double loss = loss_of(weighted, weights, penalty);
  for (int step = 0; step < most_steps; ++step) {
    Vector change = newton_step(weighted, weights, penalty);
    double next = loss_of(weighted, weights - change, penalty);
    while (!(next <= loss) && change.cwiseAbs().maxCoeff() > least_step) {
      change /= 2;
      next = loss_of(weighted, weights - change, penalty);
    }
    if (!(next <= loss)) break;
    weights -= change;
    loss = next;
    if (change.cwiseAbs().maxCoeff() <= least_step) break;
  }
  return weights;
}

/// Returns the least number of a row's excluded subjects. A row with the least share that a summary
/// can hold has none or one, and counts none.
Index known_excluded(double subjects, double share) {
  const auto excluded = static_cast<Index>(std::round(subjects * share));
  return excluded > 1 ? excluded : 0;
}

/// Returns the least number of a site's excluded subjects.
Index known_excluded(const SummarizedSite& site) {
  Index excluded = 0;
  for (Index i = 0; site.excluded && i < site.excluded->size(); ++i) {
    excluded += known_excluded(site.subjects(i), (*site.excluded)(i));
  }
  return excluded;
}

/// Counts half a subject in rows that have none or one.
SummarizedSite with_certain_shares(SummarizedSite site) {
  for (Index i = 0; i < site.excluded->size(); ++i) {
    double& share = (*site.excluded)(i);
    if (known_excluded(site.subjects(i), share) == 0) share = 0.5 / site.subjects(i);
  }
  return site;
}

/// Returns a column or the rows of all sites, stacked.
template <typename Part>
Matrix stacked_parts(const std::vector<ScaledSite>& sites, Part part) {
  std::vector<Matrix> parts;
  parts.reserve(sites.size());
  for (const ScaledSite& site : sites) parts.emplace_back(site.*part);
  return stacked(parts);
}

SharedGroups groups_of_sites(const std::vector<ScaledSite>& sites) {
  return {stacked_parts(sites, &ScaledSite::rows), stacked_parts(sites, &ScaledSite::subjects),
          stacked_parts(sites, &ScaledSite::excluded)};
}

Vector verdict_direction(const std::vector<ScaledSite>& sites, double penalty) {
  const SharedGroups groups = groups_of_sites(sites);
  // The classes weigh the same, so nothing can be learned if one of them is empty.
  const double inside = groups.subjects.dot(groups.shares);
  if (!(inside > 0 && inside < groups.subjects.sum())) return Vector::Zero(groups.rows.cols());
  return fit_shares(groups, penalty).weights;
}

/// Returns the mean area under the curve over left-out sites that tell of excluded subjects.
double accuracy_of(const std::vector<Vector>& positions, const std::vector<ScaledSite>& sites,
                   const std::vector<bool>& tells) {
  double sum = 0;
  double judged = 0;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    if (!tells[s] || sites[s].rows.rows() < 2) continue;
    sum += area_under_curve(positions[s], sites[s].subjects, sites[s].excluded);
    ++judged;
  }
  return judged > 0 ? sum / judged : 0;
}

/// Fits slope and intercept of the share by position, over all rows of left-out sites. The slope is
/// drawn towards 1: rows are few, so by itself it would differ by half from draw to draw of their
/// noise, and with it who is listed (bench/outliers/results-learned-verdicts.md).
LogisticFit calibrated_shares(const std::vector<Vector>& positions,
                              const std::vector<ScaledSite>& sites) {
  const SharedGroups groups = groups_of_sites(sites);
  const Matrix all_positions = stacked({positions.begin(), positions.end()});
  const double all = groups.subjects.sum();
  const Vector inside = groups.subjects.cwiseProduct(groups.shares) / all;
  const Weighted weighted = with_constant(all_positions, inside, groups.subjects / all - inside);
  const Vector weights = least_loss(weighted, {precision_of_slope / all, 1});
  return {weights.head(1), weights(1)};
}

}  // namespace

LogisticFit fit_shares(const SharedGroups& groups, double penalty) {
  const Vector inside = groups.subjects.cwiseProduct(groups.shares);
  const Vector outside = groups.subjects - inside;
  const Weighted weighted =
      with_constant(groups.rows, inside / (2 * inside.sum()), outside / (2 * outside.sum()));
  const Vector weights = least_loss(weighted, {penalty});
  return {weights.head(weights.size() - 1), weights(weights.size() - 1)};
}

double area_under_curve(const Vector& values, const Vector& subjects, const Vector& shares) {
  double wins = 0;
  double pairs = 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double inside = subjects(i) * shares(i);
    if (inside == 0) continue;
    for (Index j = 0; j < values.size(); ++j) {
      const double weight = inside * subjects(j) * (1 - shares(j));
      wins += values(i) > values(j) ? weight : values(i) == values(j) ? weight / 2 : 0;
      pairs += weight;
    }
  }
  return wins / pairs;
}

SharedVerdicts shared_verdicts(const std::vector<SummarizedSite>& sites) {
  SharedVerdicts all;
  for (const SummarizedSite& site : sites) {
    const Index excluded = known_excluded(site);
    if (excluded == 0) continue;
    ++all.sites;
    all.excluded += excluded;
  }
  return all;
}

std::optional<VerdictModel> verdict_model(const std::vector<SummarizedSite>& sites) {
  const SharedVerdicts known = shared_verdicts(sites);
  if (known.sites < least_verdicts.sites || known.excluded < least_verdicts.excluded) {
    return std::nullopt;
  }
  std::vector<SummarizedSite> with_verdicts;
  std::vector<bool> tells;
  VerdictModel model;
  for (const SummarizedSite& site : sites) {
    if (!site.excluded) continue;
    with_verdicts.push_back(with_certain_shares(site));
    tells.push_back(known_excluded(site) > 0);
    model.subjects += static_cast<Index>(site.subjects.sum());
  }
  model.sites = std::ssize(with_verdicts);
  model.excluded = known.excluded;
  const std::vector<ScaledSite> judged = scaled_sites(with_verdicts);
  model.penalty = penalty_per_measure * static_cast<double>(judged.front().rows.cols());
  const std::vector<Vector> positions =
      left_out_positions(judged, [&](const std::vector<ScaledSite>& others) {
        return verdict_direction(others, model.penalty);
      });
  const LogisticFit shares = calibrated_shares(positions, judged);
  model.slope = shares.weights(0);
  model.intercept = shares.intercept;
  model.accuracy = accuracy_of(positions, judged, tells);
  if (!(model.slope > 0)) return std::nullopt;
  model.weights = verdict_direction(judged, model.penalty);
  model.least_deviation = least_deviations(judged, model.weights.size());
  return model;
}

Vector excluded_shares(const VerdictModel& model, const Vector& positions) {
  return (model.slope * positions.array() + model.intercept).unaryExpr(&logistic);
}

namespace {

constexpr std::size_t model_columns = 4;
constexpr std::size_t largest_model = 10000000;
constexpr const char* model_header = "kind,name,value,least_deviation";
constexpr const char* kind_about = "about";
constexpr const char* kind_weight = "weight";

/// Visits the model's numbers that belong to no measure, with their names.
template <typename Model, typename Visit>
void visit_numbers(Model& model, const Visit& visit) {
  visit("sites", model.sites);
  visit("subjects", model.subjects);
  visit("excluded", model.excluded);
  visit("slope", model.slope);
  visit("intercept", model.intercept);
  visit("penalty", model.penalty);
  visit("accuracy", model.accuracy);
}

double model_number(const data::RecordReader& reader, std::size_t column,
                    const std::string& input) {
  const data::Cell cell = data::read_cell(reader[column]);
  // Counts become integers, which larger numbers would overflow.
  constexpr double largest = 1e9;
  if (cell.kind != data::CellKind::number || !(std::abs(cell.number) <= largest)) {
    Source(input).refuse(reader.row(), column + 1, "not a finite number up to 1e9");
  }
  return cell.number;
}

}  // namespace

std::string verdict_model_csv(const NamedVerdictModel& named) {
  const VerdictModel& model = named.model;
  std::string text = std::string(model_header) + '\n';
  visit_numbers(model, [&](const char* name, auto value) {
    text += data::csv_line({kind_about, name, data::number_text(static_cast<double>(value)), ""}) +
            '\n';
  });
  std::vector<Index> order(named.measures.size());
  std::iota(order.begin(), order.end(), Index{0});
  const Vector sizes = model.weights.cwiseAbs();
  std::ranges::stable_sort(order, std::greater{}, [&](Index f) { return sizes(f); });
  for (const Index f : order) {
    text += data::csv_line({kind_weight, named.measures[static_cast<std::size_t>(f)],
                            data::number_text(model.weights(f)),
                            data::number_text(model.least_deviation(f))}) +
            '\n';
  }
  return text;
}

NamedVerdictModel parse_verdict_model(const std::string& text, const std::string& input) {
  if (!text.starts_with(model_header) || text.size() > largest_model) {
    throw InputError(input + " is no verdict_model.csv: its first line is not " + model_header);
  }
  NamedVerdictModel named;
  std::map<std::string, std::optional<double>> numbers;
  visit_numbers(named.model, [&](const char* name, auto) { numbers[name]; });
  std::vector<double> weights;
  std::vector<double> least_deviations;
  std::istringstream stream(text);
  data::RecordReader reader(stream, ',', input);
  for (bool header = true; reader.next(); header = false) {
    const auto error = [&](std::size_t column, const char* what) {
      return Source(input).error(reader.row(), column + 1, what);
    };
    if (reader.size() != model_columns) {
      throw InputError(input + " row " + std::to_string(reader.row()) +
                       " does not have the four columns " + model_header);
    }
    if (header) continue;
    const std::string name(reader[1]);
    if (reader[0] == kind_about) {
      const auto number = numbers.find(name);
      const bool is_one = number != numbers.end() && !number->second;
      if (!is_one) throw error(1, "not a name of the model's, once");
      number->second = model_number(reader, 2, input);
    } else if (reader[0] == kind_weight) {
      weights.push_back(model_number(reader, 2, input));
      least_deviations.push_back(model_number(reader, 3, input));
      if (least_deviations.back() < 0) throw error(3, "not a measure's");
      if (name.empty()) throw error(1, "not a measure's");
      named.measures.push_back(name);
    } else {
      throw error(0, "neither about nor weight");
    }
  }
  const bool lacks = std::ranges::any_of(numbers, [](const auto& each) { return !each.second; });
  if (lacks || named.measures.empty() || data::find_duplicate(named.measures)) {
    throw InputError(input + " is not whole: a number of the model is missing, or a measure twice");
  }
  visit_numbers(named.model, [&](const char* name, auto& value) {
    value = static_cast<std::decay_t<decltype(value)>>(*numbers.at(name));
  });
  named.model.weights = Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
  named.model.least_deviation =
      Eigen::Map<const RowVector>(least_deviations.data(), std::ssize(least_deviations));
  return named;
}

}  // namespace dsne::quality
