#include "local/site_tables.h"

#include <utility>

#include "core/errors.h"
#include "data/columns/persons.h"
#include "run/kept_subjects.h"
#include "run/preprocessing.h"
#include "run/subjects.h"
#include "summary/own_subjects.h"
#include "summary/records.h"

namespace dsne::local {

const run::RunReference& SiteTables::reference() {
  if (!reference_) {
    reference_ =
        run::parse_run_reference(reference_text(run_.reference_digest, step_), run_.plan());
  }
  return *reference_;
}

bool SiteTables::is_map_of_summaries() {
  return !run_.reference_digest.empty() && reference().is_map();
}

const run::Preprocessing& SiteTables::preprocessing() {
  if (!preprocessing_) {
    preprocessing_ = run::fit_preprocessing(reference().points, run_.plan().parameters);
  }
  return *preprocessing_;
}

const data::Table& SiteTables::subjects() {
  if (subjects_) return *subjects_;
  data::Table all = run::read_kept_table(step_.folders.own, run_.data_digest);
  rows_ = all.rows;
  const methods::Parameters& parameters = run_.plan().parameters;
  if (run_.plan().needs_reference) {
    subjects_ = run::match_reference(std::move(all), reference(), parameters);
  } else {
    subjects_ = run::without_reference(std::move(all), run::treatment(parameters, {}).missing);
  }
  if (subjects_->values.rows() != run_.points ||
      (run_.plan().needs_reference && number_of_points(reference()) != run_.reference_points)) {
    throw MessageError("the site's cache: points is damaged");
  }
  return *subjects_;
}

const std::vector<std::size_t>& SiteTables::rows() {
  subjects();
  return rows_;
}

methods::SitePoints SiteTables::points() {
  return make_disk_cache(run_, step_).points([this]() -> methods::SitePoints {
    if (!run_.plan().needs_reference)
      return {subjects().values, Matrix(0, subjects().values.cols())};
    return {run::projected(preprocessing(), scaled()),
            run::preprocessed(reference(), preprocessing())};
  });
}

Matrix SiteTables::own_values() {
  return run::match_with_missing(run::read_kept_table(step_.folders.own, run_.data_digest),
                                 reference(), run_.plan().parameters)
      .values;
}

privacy::Groups SiteTables::groups(Eigen::Index least) {
  return run::grouped_subjects(own_values(), run::fill_of(reference()), preprocessing(),
                               run_.plan().parameters, least);
}

const OwnSummary& SiteTables::own_summary() {
  if (!own_summary_) own_summary_ = find_own_summary(*reference().summaries, step_, run_);
  return *own_summary_;
}

Matrix SiteTables::places_on_summaries() {
  const summary::CommonMap& map = *reference().summaries;
  const OwnSummary& own = own_summary();
  return summary::place_on(
      map,
      own_subjects(map, own_values(), data::persons_of(subjects()), own.kept_or_null(), own.source,
                   run_.inputs.settings.share_places ? summary::OwnRows::as_shared
                                                     : summary::OwnRows::without_noise));
}

Matrix SiteTables::scaled() {
  const data::Scaling& scaling = preprocessing().scaling;
  if (run::harmonization(run_.plan().parameters) == data::Harmonization::none) {
    return run::scaled_points(scaling, subjects().values);
  }
  const Matrix own = own_values();
  return data::without_effect(own, scaling, data::site_effect(own, scaling));
}

}  // namespace dsne::local
