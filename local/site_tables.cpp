#include "local/site_tables.h"

#include <utility>

#include "core/errors.h"
#include "federated/grouped_subjects.h"
#include "federated/kept_subjects.h"
#include "federated/subjects.h"
#include "federated/treatment.h"

namespace dsne::local {

const federated::RunReference& SiteTables::reference() {
  if (!reference_) {
    reference_ = federated::parse_run_reference(reference_text(run_.reference_digest, step_));
  }
  return *reference_;
}

const federated::Preprocessing& SiteTables::preprocessing() {
  if (!preprocessing_) {
    preprocessing_ = federated::preprocessing_of(reference(), run_.inputs.parameters);
  }
  return *preprocessing_;
}

const data::Table& SiteTables::subjects() {
  if (subjects_) return *subjects_;
  data::Table all = federated::read_kept_table(step_.folders.own, run_.data_digest);
  rows_ = all.rows;
  const federated::Parameters& parameters = run_.inputs.parameters;
  if (run_.needs_reference()) {
    subjects_ = federated::match_reference(std::move(all), reference(), parameters);
  } else {
    subjects_ =
        federated::without_reference(std::move(all), federated::treatment(parameters, {}).missing);
  }
  if (subjects_->values.rows() != run_.points ||
      (run_.needs_reference() &&
       number_of_points(reference(), parameters) != run_.reference_points)) {
    throw MessageError("the site's cache: points is damaged");
  }
  return *subjects_;
}

const std::vector<std::size_t>& SiteTables::rows() {
  subjects();
  return rows_;
}

federated::SitePoints SiteTables::points() {
  if (!run_.needs_reference()) return {subjects().values, Matrix(0, subjects().values.cols())};
  return {own_points(), federated::preprocessed(reference(), preprocessing())};
}

Matrix SiteTables::own_values() {
  return federated::match_with_gaps(federated::read_kept_table(step_.folders.own, run_.data_digest),
                                    reference(), run_.inputs.parameters)
      .values;
}

privacy::Groups SiteTables::groups(Eigen::Index least) {
  return federated::grouped_subjects(own_values(), federated::fill_of(reference()), preprocessing(),
                                     run_.inputs.parameters, least);
}

Matrix SiteTables::scaled() {
  const federated::Parameters& parameters = run_.inputs.parameters;
  const data::Harmonization kind = federated::harmonization(parameters);
  const data::Scaling& scaling = preprocessing().scaling;
  if (kind == data::Harmonization::none) {
    return federated::scaled_points(scaling, subjects().values);
  }
  const Matrix own = own_values();
  return data::without_effect(own, scaling, data::site_effect(own, scaling, kind));
}

Matrix SiteTables::own_points() {
  Matrix points = scaled();
  return preprocessing().pca ? data::project(*preprocessing().pca, points) : points;
}

}  // namespace dsne::local
