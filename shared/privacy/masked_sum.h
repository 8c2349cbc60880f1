#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/matrix.h"
#include "core/phase.h"

namespace dsne::privacy {

// Sums over sites of which nobody sees a term (Bonawitz et al. 2017, section 3; without their
// recovery of sites that drop out, for which the orchestrator waits). Numbers are fixed point
// modulo 2⁶⁴; to its own, each site adds a stream of random words for each other site that only
// these two know, and one of the two subtracts it. In the sum they are gone; any smaller part of it
// is random.

/// Fixed-point numbers modulo 2⁶⁴, row by row.
using Words = std::vector<std::uint64_t>;

/// How a sum's numbers are written as whole numbers.
struct FixedPoint {
  double bound = 1;       ///< terms are clamped to [−bound, bound]
  std::size_t sites = 1;  ///< terms in the sum

  /// What 1 stands for: the smallest power of two with which no sum of that many terms passes 2⁶².
  double unit() const;

  /// A term, each number to the nearest multiple of the unit. Not a number counts as 0: what one
  /// subject's data do must never end a run.
  Words from_matrix(const Matrix& term) const;

  /// A sum.
  /// @pre as many words as the matrix has entries
  Matrix to_matrix(const Words& sum, Eigen::Index rows, Eigen::Index columns) const;
};

/// A sum's place in a run: nothing is ever masked twice under the same.
struct SumPlace {
  Moment moment;
  std::string name;
  Eigen::Index rows = 1;
  Eigen::Index columns = 1;
  Bytes32 transcript{};  ///< of all that the site has been told so far
};

/// A site's secrets with the others of a run, by their names.
using PairSecrets = std::map<std::string, Bytes32>;

/// Adds a site's masks to its term: for each pair ChaCha20 under a key derived from the pair's
/// secret and the sum's place, added by the site whose name comes first and subtracted by the
/// other. Done twice with the same secrets and places it gives the same words.
void add_masks(Words& term, const std::string& site, const PairSecrets& others,
               const SumPlace& place);

/// The key of the noise that a site adds to its term, from a secret that it shares with nobody.
Bytes32 noise_key(const Bytes32& secret, const SumPlace& place);

/// Adds words to others modulo 2⁶⁴. @pre as many of each
void add(Words& sum, const Words& term);

/// What shows one of a pair that masked words are the other's: BLAKE2b of them, keyed with the
/// pair's secret, and of their place.
Bytes32 tag_of(const Words& masked, const Bytes32& secret, const SumPlace& place);

}  // namespace dsne::privacy
