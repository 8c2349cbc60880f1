#pragma once

#include <optional>
#include <vector>

#include "local/own_summary.h"
#include "local/site_run.h"
#include "methods/method.h"
#include "run/reference/run_reference.h"

namespace dsne::local {

/// The tables of a run that has its reference, or needs none, for one step: each is read when it is
/// first asked for, and once.
class SiteTables final : public methods::SiteSubjects {
 public:
  /// @param run, step must outlive it
  SiteTables(const SiteRun& run, const Step& step) : run_(run), step_(step) {}

  /// Returns the run's reference.
  /// @throws InputError when it is missing
  const run::RunReference& reference();

  /// Returns whether the run's map is of the sites' summaries; also before there is a reference.
  bool is_map_of_summaries();

  /// Returns the site's subjects on the map, in input order, with ids and labels.
  /// @throws InputError when their private copy or the reference is missing
  /// @throws MessageError when the cache has another number of them
  const data::Table& subjects();

  /// Returns Table::rows of all the site's subjects, on the map or not.
  const std::vector<std::size_t>& rows();

  /// Returns the subjects' values in the reference's features, as measured, NaN where missing.
  Matrix own_values();

  /// Both as affinities see them, the subjects harmonized where the run asks for it; the subjects
  /// alone, as they were measured, without a reference. Kept in scratch between steps.
  methods::SitePoints points() override;

  /// The names of the subjects' features; none where they have none.
  std::vector<std::string> features() override { return subjects().features; }

  /// Returns the subjects in the run's units, before any projection.
  Matrix scaled();

  /// Groups of at least so many of the subjects (grouped_subjects).
  privacy::Groups groups(Eigen::Index least) override;

  /// Returns the site's own summary on the run's map of summaries.
  /// @pre the reference is one
  const OwnSummary& own_summary();

  /// Where the subjects lie on the map of the sites' summaries.
  Matrix places_on_summaries() override;

 private:
  const run::Preprocessing& preprocessing();

  const SiteRun& run_;
  const Step& step_;
  std::optional<run::RunReference> reference_;
  std::optional<run::Preprocessing> preprocessing_;
  std::optional<data::Table> subjects_;
  std::optional<OwnSummary> own_summary_;
  std::vector<std::size_t> rows_;
};

}  // namespace dsne::local
