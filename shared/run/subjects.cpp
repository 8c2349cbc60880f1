#include "run/subjects.h"

#include <boost/format.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "data/formats/data_format.h"
#include "data/missing.h"
#include "run/preprocessing.h"

namespace dsne::run {
namespace {

constexpr const char* reference_name = "the reference";
constexpr const char* data_name = "site_data";

/// Returns a fill that leaves missing values.
RowVector unknown(Eigen::Index features) {
  return RowVector::Constant(features, std::numeric_limits<double>::quiet_NaN());
}

/// Brings subjects to features that are known by their names alone.
/// @param features their names; empty if they have none
/// @param fill replaces missing values with Missing::impute, one per feature; NaN leaves them
data::Table match_features(data::Table subjects, const std::vector<std::string>& features,
                           const RowVector& fill, data::Missing missing) {
  if (!subjects.features.empty() && !features.empty()) {
    subjects = data::with_features(std::move(subjects), features, data_name, reference_name);
  }
  if (subjects.values.cols() != fill.size()) {
    throw InputError(std::string(data_name) + " has " + std::to_string(subjects.values.cols()) +
                     " features, the reference " + std::to_string(fill.size()));
  }
  data::require_numbers(subjects, data_name);
  return data::resolve_missing(std::move(subjects), missing, fill, data_name);
}

}  // namespace

data::Table read_unlabelled(const SiteInputs& inputs, const fs::path& folder,
                            const data::SliceVisitor& visit) {
  data::TableFormat format = inputs.format;
  format.features_later = true;
  return data::read_data(data_path(folder, inputs.data, data_name), data_name, inputs.data_format,
                         format, visit);
}

void add_labels(const SiteInputs& inputs, const fs::path& folder, data::Table& subjects) {
  if (inputs.label.empty()) return;
  subjects.labels = data::read_labels(input_file(folder, inputs.label, "site_label"), "site_label",
                                      subjects.ids.size());
}

data::Table read_subjects(const SiteInputs& inputs, const fs::path& folder,
                          const data::SliceVisitor& visit) {
  data::Table table = read_unlabelled(inputs, folder, visit);
  add_labels(inputs, folder, table);
  return table;
}

RowVector fill_of(const RunReference& reference) {
  data::Table table;
  table.values = reference.points.values;
  return data::column_medians(table, reference_name);
}

data::Table match_reference(data::Table subjects, const RunReference& reference,
                            const methods::Parameters& parameters) {
  const data::Reference& points = reference.points;
  const data::Missing missing = treatment(parameters, points.features).missing;
  const RowVector fill =
      missing == data::Missing::impute ? fill_of(reference) : RowVector::Zero(points.values.cols());
  return match_features(std::move(subjects), points.features, fill, missing);
}

data::Table match_with_missing(data::Table subjects, const RunReference& reference,
                               const methods::Parameters& parameters) {
  const data::Reference& points = reference.points;
  return match_features(std::move(subjects), points.features, unknown(points.values.cols()),
                        treatment(parameters, points.features).missing);
}

MissingValues missing_values_of(data::Table subjects, const RunReference& reference) {
  const data::Reference& points = reference.points;
  const Matrix values = match_features(std::move(subjects), points.features,
                                       unknown(points.values.cols()), data::Missing::impute)
                            .values;
  MissingValues result;
  result.of_subjects.resize(static_cast<std::size_t>(values.rows()));
  for (Eigen::Index f = 0; f < values.cols(); ++f) {
    const Eigen::Index missing = values.col(f).array().isNaN().count();
    result.values += missing;
    if (missing == values.rows()) {
      result.empty.push_back(f);
      continue;
    }
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      if (std::isnan(values(i, f))) ++result.of_subjects[static_cast<std::size_t>(i)];
    }
  }
  return result;
}

data::Table without_reference(data::Table subjects, data::Missing missing) {
  data::require_numbers(subjects, data_name);
  const RowVector no_fill = unknown(subjects.values.cols());
  return data::resolve_missing(std::move(subjects), missing, no_fill, data_name);
}

bool tells_nothing(const SiteInputs& inputs) {
  return inputs.plan.guarantee || (inputs.plan.is_silent && !inputs.settings.share_places);
}

void check_delta(Eigen::Index subjects, const RunPlan& plan) {
  const double delta = plan.parameters.dp_delta;
  if (!plan.guarantee || delta * static_cast<double>(subjects) < 1) return;
  throw InputError(str(boost::format("parameter dp_delta must be below 1 divided by this site's "
                                     "number of subjects: it is %g, and there are %d subjects") %
                       delta % subjects));
}

void check_persons(const data::Table& subjects, const SiteInputs& inputs) {
  const auto& doubt = subjects.reading.person_doubt;
  if (!doubt || (inputs.summary.empty() && !inputs.plan.guarantee)) return;
  throw InputError(
      "in site_data " + doubt->told +
      R"(: name the column that says it in site_settings, as "person_column", or write )"
      R"("each_row_is_a_person": true; dsne check shows more)");
}

void check_cells(const data::Table& subjects, const SiteInputs& inputs) {
  data::require_numbers(subjects, data_name);
  const auto missing = treatment(inputs.plan.parameters, subjects.features).missing;
  if (missing == data::Missing::error && !inputs.plan.guarantee) {
    data::resolve_missing(subjects, missing, RowVector(), data_name);
  }
}

TableProfile told_table(const data::Table& subjects, const SiteInputs& inputs) {
  TableProfile told =
      describe_table(subjects, tells_nothing(inputs), !inputs.format.feature_columns.empty());
  if (told.has_header && told.names.empty()) {
    data::require_numbers(subjects, data_name);
    throw InputError("site_data has no measure with a value");
  }
  return told;
}

}  // namespace dsne::run
