#pragma once

#include <optional>
#include <vector>

#include "local/site_run.h"
#include "methods/site_points.h"
#include "privacy/microaggregation.h"
#include "run/reference/run_reference.h"

namespace dsne::local {

/// The tables of a run that has its reference, or needs none, for one step: each is read when it is
/// first asked for, and once.
class SiteTables {
 public:
  /// Both must outlive it.
  SiteTables(const SiteRun& run, const Step& step) : run_(run), step_(step) {}

  /// The run's reference.
  /// @throws InputError when it is no longer there
  const run::RunReference& reference();

  /// The site's subjects that are on the map, in input order, with ids and labels.
  /// @throws InputError when their private copy or the reference is no longer there
  /// @throws MessageError when the cache has another number of them
  const data::Table& subjects();

  /// Table::rows of all subjects that the site has, on the map or not.
  const std::vector<std::size_t>& rows();

  /// The subjects' values in the reference's features, as they were measured, gaps NaN.
  Matrix own_values();

  /// Both as affinities see them, the subjects harmonized where the run asks for it; the subjects
  /// alone, as they were measured, without a reference.
  methods::SitePoints points();

  /// The subjects in the run's units, as affinities see them before any projection.
  Matrix scaled();

  /// Groups of at least so many of the subjects (grouped_subjects).
  privacy::Groups groups(Eigen::Index least);

 private:
  const run::Preprocessing& preprocessing();

  /// The subjects as affinities see them.
  Matrix own_points();

  const SiteRun& run_;
  const Step& step_;
  std::optional<run::RunReference> reference_;
  std::optional<run::Preprocessing> preprocessing_;
  std::optional<data::Table> subjects_;
  std::vector<std::size_t> rows_;
};

}  // namespace dsne::local
