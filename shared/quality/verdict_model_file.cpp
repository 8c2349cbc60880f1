#include "quality/verdict_model_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <type_traits>
#include <utility>

#include "core/errors.h"
#include "core/source.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/duplicates.h"
#include "data/record_reader.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

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
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(model.weights(a)) > std::abs(model.weights(b));
  });
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
      if (number == numbers.end() || number->second) {
        throw error(1, "not a name of the model's, once");
      }
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
  const bool whole = std::all_of(numbers.begin(), numbers.end(),
                                 [](const auto& number) { return number.second.has_value(); });
  if (!whole || named.measures.empty() || data::find_duplicate(named.measures)) {
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
