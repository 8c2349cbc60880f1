#pragma once

#include <string>

#include "federated/parameters.h"

namespace dsne::federated {

/// What a site can check of the reference's places, so that a coordinator cannot ask with any
/// places of its own choosing what the site's subjects are like. What other sites add to the sums
/// it cannot check: docs/threats.md says what a site that lies gets.

/// Checks that a run can begin with these places: the site makes the start itself. A map comes out
/// in another way on another processor; such a one must fit the reference as well as the site's
/// own, its misfit (of t-SNE the KL divergence) being at most a twentieth larger.
/// @param reference the preprocessed reference
/// @param learned whether its points are landmarks
/// @throws MessageError when it cannot
void check_start(const Parameters& parameters, const Matrix& reference, const Matrix& coordinates,
                 bool learned);

/// Checks that the reference is, moves or grows as the site works out from the sums over the sites,
/// which it has verified: to a thousandth of the largest number, since other processors
/// round otherwise, and to a hundred-thousandth of the map where all numbers are small.
/// @param said by the coordinator
/// @param extent of the map, or what else the numbers are differences of
/// @param name of the message's field
/// @throws MessageError when it is not
void check_as_worked_out(const Matrix& said, const Matrix& worked_out, double extent,
                         const std::string& name);

/// Checks that no reference point moves further in a round than such rounds move any: two units of
/// the map per iteration, more in proportion where the owner's learning_rate is above 10, and in
/// iterations with exaggeration or with a momentum above 0.8. In runs with MNIST from every kind of
/// start the most was 0.45 units. Nothing that the coordinator said before widens the bound.
/// @param iteration how many iterations had been made before the round that these moves end or
/// begin
/// @param moves how far each moved, or is to move
/// @param name of the message's field
/// @throws MessageError when one does
void check_moves(const Parameters& parameters, int iteration, const Matrix& moves,
                 const std::string& name);

}  // namespace dsne::federated
