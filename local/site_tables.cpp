#include "local/site_tables.h"

#include <utility>

#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/subjects.h"

namespace dsne::local {

const data::Reference& SiteTables::reference() {
  if (!reference_) {
    reference_ = data::parse_reference_csv(reference_text(run_.reference_digest, step_));
  }
  return *reference_;
}

const data::Table& SiteTables::subjects() {
  if (subjects_) return *subjects_;
  data::Table all = federated::read_kept_table(step_.folders.own, run_.data_digest);
  rows_ = all.rows;
  const data::Missing missing = run_.inputs.parameters.missing;
  if (run_.needs_reference()) {
    subjects_ = federated::match_reference(std::move(all), reference(), missing);
  } else {
    subjects_ = federated::without_reference(std::move(all), missing);
  }
  if (subjects_->values.rows() != run_.points ||
      (run_.needs_reference() && reference().values.rows() != run_.reference_points)) {
    throw MessageError("the site's cache: points is damaged");
  }
  return *subjects_;
}

const std::vector<std::size_t>& SiteTables::rows() {
  subjects();
  return rows_;
}

const federated::Preprocessing& SiteTables::preprocessing() {
  if (!preprocessing_) {
    preprocessing_ = federated::fit_preprocessing(reference().values, run_.inputs.parameters);
  }
  return *preprocessing_;
}

federated::SitePoints SiteTables::points() {
  if (!run_.needs_reference()) return {subjects().values, Matrix(0, subjects().values.cols())};
  return {federated::apply(preprocessing(), subjects().values),
          federated::apply(preprocessing(), reference().values)};
}

Matrix SiteTables::held_out() {
  return federated::held_out_points(preprocessing(), reference().values);
}

}  // namespace dsne::local
