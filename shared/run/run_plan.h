#pragma once

#include <optional>
#include <string>

#include "methods/method.h"

namespace dsne::run {

/// What a run's reference is.
enum class ReferenceKind {
  given,  ///< points that a site or the image brings
  rows,   ///< the rows of the sites' summaries, with a given reference's points
  map     ///< the same on a map made of them, on which each site places its own subjects
};

/// All that a run is, resolved once from its parameters.
struct RunPlan {
  explicit RunPlan(methods::Parameters of_owner = {});

  methods::Parameters parameters;
  const methods::Method* method;
  std::optional<methods::PrivacyPlan> guarantee;  ///< for what the sites send, if the run has one
  bool is_simulation;     ///< the noise comes from a seed and protects nobody: all results say so
  bool has_shared_noise;  ///< the guarantee is by noise of all sites together

  bool needs_reference;
  bool takes_summaries;  ///< the sites' summaries may be its reference; not with a guarantee
  bool takes_public;     ///< the program's public scans are among these, or with a guarantee alone
  bool takes_points;     ///< sites may bring its points: their user's, their image's or those scans
  bool maps_summaries;   ///< and are then mapped: ReferenceKind::map
  bool moves_landmarks;  ///< there is a phase `landmarks`
  bool makes_map;        ///< with all shared positions; otherwise the run ends in a result

  bool is_silent;      ///< nothing that a site sends in the rounds depends on its subjects
  bool posts_records;  ///< what it sends in the rounds reveals its subjects' data
  bool needs_consent;  ///< it sends more than a summary without a guarantee
  std::string sums;    ///< what sends sums over a site's subjects, in words; "" for nothing
  bool masks_rounds;   ///< its rounds have masked sums over the sites, which need all of them
  /// About how many neighbours each subject is kept close to, if the method reads it.
  std::optional<methods::EffectiveNeighbours> neighbours;

  /// Returns whether the run has masked sums over the sites.
  bool masks_sums() const { return masks_rounds || moves_landmarks; }
};

}  // namespace dsne::run
