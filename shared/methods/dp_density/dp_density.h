#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Single-shot placement by the reference, with one private release: the number of a site's points
/// in each cell of a grid over the reference's map (MapGrid with `dp_cells` cells per side), with
/// discrete Gaussian noise on each count. The noise is chosen so that the run costs `dp_epsilon` at
/// `dp_delta` (counts_cost). Nothing else about a site's points leaves it.
///
/// A point's cell depends only on its own record and public information. So replacing a record
/// changes two counts by 1 each: the sensitivity is √2. docs/privacy.md has the proof.
const Method& dp_density();

/// Returns the standard deviation of the noise on each count (counts_sigma).
double density_sigma(const Parameters& parameters);

}  // namespace dsne::methods
