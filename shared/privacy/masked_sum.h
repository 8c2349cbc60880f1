#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/digest.h"
#include "core/matrix.h"
#include "core/step.h"

namespace dsne::privacy {

// Sums over sites that hide each term (Bonawitz et al. 2017, section 3, without their recovery of
// sites that drop out, because the orchestrator waits). Numbers are fixed-point modulo 2⁶⁴. Each
// pair of sites shares a stream of random words; one adds it to its term, the other subtracts it.
// The streams cancel in the whole sum, and any part of the sum is random.

/// Fixed-point numbers modulo 2⁶⁴, row by row.
using Words = std::vector<std::uint64_t>;

/// The conversion of a sum's numbers to whole numbers.
struct FixedPoint {
  double bound = 1;       ///< terms are clamped to [−bound, bound]; no site masks one beyond
  std::size_t sites = 1;  ///< terms in the sum

  /// Returns the word for 1: the greatest power of two with which a sum of this many terms stays
  /// within 2⁶².
  double unit() const;

  /// Converts a term, each number rounded to the nearest multiple of the unit. NaN counts as 0.
  Words from_matrix(const Matrix& term) const;

  /// Converts a sum back.
  /// @pre as many words as the matrix has entries
  Matrix to_matrix(const Words& sum, Eigen::Index rows, Eigen::Index columns) const;
};

/// A sum's place in a run. Nothing is masked twice under the same place.
struct SumPlace {
  Moment moment;
  std::string name;
  Eigen::Index rows = 1;
  Eigen::Index columns = 1;
  Bytes32 transcript{};  ///< of all messages to the site so far
};

/// A site's secrets with the other sites of a run, by their names.
using PairSecrets = std::map<std::string, Bytes32>;

/// Adds a site's masks to its term: for each pair, ChaCha20 under a key derived from the pair's
/// secret and the sum's place. The site whose name comes first adds it, the other subtracts it. The
/// same secrets and place give the same words.
void add_masks(Words& term, const std::string& site, const PairSecrets& others,
               const SumPlace& place);

/// Returns the key of a site's noise on its term, from a secret that it shares with nobody.
Bytes32 noise_key(const Bytes32& secret, const SumPlace& place);

/// Adds words modulo 2⁶⁴. @pre both have the same number
void add(Words& sum, const Words& term);

/// Returns a tag that proves to the other site of a pair who masked the words: BLAKE2b of the words
/// and their place, keyed with the pair's secret.
Bytes32 tag_of(const Words& masked, const Bytes32& secret, const SumPlace& place);

}  // namespace dsne::privacy
