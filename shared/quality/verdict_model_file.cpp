#include "quality/verdict_model_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/record_reader.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr std::size_t model_columns = 4;
constexpr std::size_t largest_model = 10000000;
constexpr const char* model_header = "kind,name,value,least_deviation";
constexpr const char* kind_about = "about";
constexpr const char* kind_weight = "weight";

/// The names of the model's numbers that belong to no measure.
constexpr std::array<std::string_view, 7> model_names = {
    "sites", "subjects", "excluded", "slope", "intercept", "penalty", "accuracy"};

using ModelNumbers = std::array<double, model_names.size()>;

ModelNumbers numbers_of(const VerdictModel& model) {
  return {static_cast<double>(model.sites),
          static_cast<double>(model.subjects),
          static_cast<double>(model.excluded),
          model.slope,
          model.intercept,
          model.penalty,
          model.accuracy};
}

void take_numbers(const ModelNumbers& numbers, VerdictModel& model) {
  model.sites = static_cast<Index>(numbers[0]);
  model.subjects = static_cast<Index>(numbers[1]);
  model.excluded = static_cast<Index>(numbers[2]);
  model.slope = numbers[3];
  model.intercept = numbers[4];
  model.penalty = numbers[5];
  model.accuracy = numbers[6];
}

/// Reads a file's rows with checks.
class ModelReader {
 public:
  ModelReader(std::istream& stream, const std::string& input)
      : reader_(stream, ',', input), input_(input) {}

  bool next() {
    if (!reader_.next()) return false;
    if (reader_.size() != model_columns) {
      throw InputError(input_ + " row " + std::to_string(reader_.row()) +
                       " does not have the four columns " + model_header);
    }
    return true;
  }

  std::string text(std::size_t column) { return std::string(reader_[column]); }

  double number(std::size_t column) {
    const data::Cell cell = data::read_cell(reader_[column]);
    // Counts become integers, which larger numbers would overflow.
    constexpr double largest = 1e9;
    if (cell.kind != data::CellKind::number || !(std::abs(cell.number) <= largest)) {
      throw data::cell_error(input_, reader_.row(), column + 1, "not a finite number up to 1e9");
    }
    return cell.number;
  }

  InputError error(std::size_t column, const std::string& what) {
    return data::cell_error(input_, reader_.row(), column + 1, what);
  }

 private:
  data::RecordReader reader_;
  const std::string& input_;
};

/// The rows of a file.
struct ModelRows {
  std::vector<std::string> measures;
  std::vector<double> weights;
  std::vector<double> least_deviations;
  ModelNumbers numbers{};
  std::array<bool, model_names.size()> there{};

  void take_about(ModelReader& reader) {
    const std::string name = reader.text(1);
    const auto found = std::find(model_names.begin(), model_names.end(), name);
    const auto at = static_cast<std::size_t>(found - model_names.begin());
    if (found == model_names.end() || there[at])
      throw reader.error(1, "not a name of the model's, once");
    there[at] = true;
    numbers[at] = reader.number(2);
  }

  void take_weight(ModelReader& reader) {
    measures.push_back(reader.text(1));
    weights.push_back(reader.number(2));
    least_deviations.push_back(reader.number(3));
    if (measures.back().empty() || least_deviations.back() < 0) {
      throw reader.error(least_deviations.back() < 0 ? 3 : 1, "not a measure's");
    }
  }
};

bool are_distinct(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

}  // namespace

std::string verdict_model_csv(const NamedVerdictModel& named) {
  const VerdictModel& model = named.model;
  std::string text = std::string(model_header) + '\n';
  const ModelNumbers numbers = numbers_of(model);
  for (std::size_t i = 0; i < model_names.size(); ++i) {
    text += data::csv_line(
        {kind_about, std::string(model_names[i]), data::number_text(numbers[i]), ""});
    text += '\n';
  }
  std::vector<Index> order(named.measures.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(model.weights(a)) > std::abs(model.weights(b));
  });
  for (const Index f : order) {
    text += data::csv_line({kind_weight, named.measures[static_cast<std::size_t>(f)],
                            data::number_text(model.weights(f)),
                            data::number_text(model.least_deviation(f))});
    text += '\n';
  }
  return text;
}

NamedVerdictModel parse_verdict_model(const std::string& text, const std::string& input) {
  if (!text.starts_with(model_header) || text.size() > largest_model) {
    throw InputError(input + " is no verdict_model.csv: its first line is not " + model_header);
  }
  std::istringstream stream(text);
  ModelReader reader(stream, input);
  reader.next();
  ModelRows rows;
  while (reader.next()) {
    const std::string kind = reader.text(0);
    if (kind != kind_about && kind != kind_weight)
      throw reader.error(0, "neither about nor weight");
    if (kind == kind_about) {
      rows.take_about(reader);
    } else {
      rows.take_weight(reader);
    }
  }
  const bool whole = std::find(rows.there.begin(), rows.there.end(), false) == rows.there.end();
  if (!whole || rows.measures.empty() || !are_distinct(rows.measures)) {
    throw InputError(input + " is not whole: a number of the model is missing, or a measure twice");
  }
  NamedVerdictModel named{std::move(rows.measures), {}};
  take_numbers(rows.numbers, named.model);
  named.model.weights = Eigen::Map<const Vector>(rows.weights.data(), std::ssize(rows.weights));
  named.model.least_deviation =
      Eigen::Map<const RowVector>(rows.least_deviations.data(), std::ssize(rows.least_deviations));
  return named;
}

}  // namespace dsne::quality
