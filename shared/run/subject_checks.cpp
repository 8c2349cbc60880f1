#include "run/subject_checks.h"

#include <boost/format.hpp>
#include <limits>

#include "core/errors.h"
#include "data/missing.h"
#include "methods/method.h"
#include "run/reference/private_reference.h"
#include "run/subjects.h"
#include "run/treatment.h"

namespace dsne::run {

bool tells_nothing(const SiteInputs& inputs) {
  return spends_budget(inputs.parameters) ||
         (methods::is_silent(methods::find_method(inputs.parameters.method)) &&
          !inputs.settings.share_places);
}

void check_delta(Eigen::Index subjects, const methods::Parameters& parameters) {
  if (!spends_budget(parameters) || parameters.dp_delta * static_cast<double>(subjects) < 1) return;
  throw InputError(str(boost::format("parameter dp_delta must be below 1 divided by this site's "
                                     "number of subjects: it is %g, and there are %d subjects") %
                       parameters.dp_delta % subjects));
}

void check_cells(const data::Table& subjects, const SiteInputs& inputs) {
  data::require_numbers(subjects, "site_data");
  const auto names = named_bounds(inputs.parameters);
  if (!names.empty() && inputs.reference.empty()) {
    const auto features = static_cast<Eigen::Index>(names.size());
    match_features(subjects, names,
                   RowVector::Constant(features, std::numeric_limits<double>::quiet_NaN()),
                   data::Missing::impute);
  }
  const auto missing = treatment(inputs.parameters, subjects.features).missing;
  if (missing == data::Missing::error && !spends_budget(inputs.parameters)) {
    data::resolve_missing(subjects, missing, RowVector(), "site_data");
  }
}

void check_subjects(const data::Table& subjects, const SiteInputs& inputs) {
  check_delta(subjects.values.rows(), inputs.parameters);
  if (tells_nothing(inputs)) check_cells(subjects, inputs);
}

SiteTable told_table(const data::Table& subjects, const SiteInputs& inputs) {
  SiteTable told =
      describe_table(subjects, tells_nothing(inputs), !inputs.format.feature_columns.empty());
  if (told.has_header && told.names.empty()) {
    data::require_numbers(subjects, "site_data");
    throw InputError("site_data has no measure with a value");
  }
  return told;
}

}  // namespace dsne::run
