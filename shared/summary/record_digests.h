#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/digest.h"
#include "core/matrix.h"

namespace dsne::summary {

/// Keyed digests of a record's values, by which the record is known again under another id or in
/// another table: with columns renamed, left out or added, or values written with fewer digits.
/// Each digest is of the fewest values in a row that together have enough digits; the values are
/// rounded to four and to three digits. Each list is ascending, without repetitions, and of the
/// smallest ones.
using RecordDigests = std::array<std::vector<std::uint32_t>, 2>;

/// Computes each record's digests. Leaves out what says little about a person: columns where half
/// of the records share a value or fewer than 20 values differ (or than half of the records), and
/// digests that many records share.
/// @param values records × columns, NaN where missing
std::vector<RecordDigests> digests_of(const Bytes32& key, const Matrix& values);

/// Returns the text by which a record's digests are kept: the 64 smallest of each list.
std::string kept_text(const RecordDigests& digests);

/// Reads kept_text. @throws InputError when it is none
RecordDigests parse_kept_digests(const std::string& text);

/// Records that are known, by number.
class KnownRecords {
 public:
  /// Adds a record. @param digests of kept_text
  void add(const RecordDigests& digests);

  /// Finds the record that another one is equal to: with four digests or more in common, and half
  /// of those of the smaller one, in one of the lists (bench/attacks/summaries says why).
  /// @return its number in the order of `add`
  std::optional<std::size_t> find(const RecordDigests& digests) const;

 private:
  struct List {
    std::unordered_multimap<std::uint32_t, std::uint32_t> numbers;  ///< of records, by digest
    std::vector<std::uint32_t> sizes;                               ///< of each record's list
    std::vector<std::uint32_t> limits;  ///< digests beyond these were not kept
  };

  std::array<List, 2> lists_;
};

}  // namespace dsne::summary
