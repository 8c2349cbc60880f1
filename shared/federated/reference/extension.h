#pragma once

#include <string>

#include "federated/reference/learned_reference.h"
#include "federated/site_answer.h"
#include "federated/site_points.h"

namespace dsne::federated {

// A given reference is extended by landmarks for what it lacks: the sites say, masked, how many
// subjects that are, and then make a tree of landmarks over these alone.

/// What a message of the extension's first round asks for; those after it ask for the tree's.
inline constexpr const char* lacking_stage = "lacking";

/// The sum, over the sites, of how many of their subjects the reference lacks.
inline constexpr const char* lacking_name = "lacking";

/// A site's part of that sum.
SumTerm lacking_term(Eigen::Index lacking);

/// Whether the parameters ask for it.
bool is_extended(const Parameters& parameters);

/// Throws where a run's parameters do not allow what `reference` says.
/// @throws InputError
void check_extensible(const Parameters& parameters);

/// What is summed of subjects whom the reference lacks: their coordinates about its middle. Who is
/// further from there than ten times its radius counts as none of them, so that the sums have a
/// bound that is public.
struct ExtensionSpace {
  RowVector middle;
  double radius = 0;

  /// No sum of squares over so many subjects is larger.
  double squares(Eigen::Index subjects) const;
};

/// @param reference the given one as affinities see it
/// @throws InputError when it has more components than may be summed
ExtensionSpace extension_space(const Matrix& reference);

}  // namespace dsne::federated
