#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Single-shot placement by the reference, and one private release: how many of a site's points lie
/// in each cell of a grid over the reference's map (MapGrid with `dp_cells` cells a side), with
/// discrete Gaussian noise on each count, chosen so that the run costs `dp_epsilon` at `dp_delta`
/// by zCDP. Nothing else of a site's points leaves it.
///
/// A point's cell depends on its own record and on what is public, so replacing a record changes
/// two counts by 1 each: sensitivity √2, ρ = 1/σ². docs/privacy.md has the proof.
const Method& dp_density();

/// The standard deviation of the noise on each count. It is rounded up by less than 1e-12 of
/// itself.
double density_sigma(const Parameters& parameters);

}  // namespace dsne::methods
