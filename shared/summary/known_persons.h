#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/digest.h"
#include "core/matrix.h"
#include "summary/records.h"
#include "summary/site_summary.h"

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

/// Hashes persons: their plain_id, or the id itself where the summary was made by the first rules
/// and has that. The hash is keyed, so that nobody without the key can try names.
class PersonHasher {
 public:
  explicit PersonHasher(const Kept& kept);

  std::string operator()(const std::string& person) const;

 private:
  Bytes32 key_;
  std::set<std::string> written_;  ///< the hashes in a summary by the first rules
};

/// Returns the hash of one person.
std::string person_hash(const Kept& kept, const std::string& person);

/// Returns whether a person is in a row.
bool is_in_row(const Kept& kept, const std::string& person);

/// Returns the persons of the records who, by their ids, are in no row and may enter one.
std::vector<std::string> newcomers(const Kept& kept, const Records& records);

/// Persons of records whom a summary knows: from a row, a struck row or an earlier file.
struct KnownPersons {
  std::set<std::string> by_id;
  std::map<std::string, std::size_t> by_values;  ///< others whose values are those of somebody in
                                                 ///< it, with the number of the record
  std::vector<std::string> newcomers = {};       ///< who is not known by an id

  bool empty() const { return by_id.empty() && by_values.empty(); }
};

/// Finds these persons.
KnownPersons known_persons(const Kept& kept, const Records& records);

/// Finds these persons by their values alone, as of data in which ids say nothing.
KnownPersons known_by_values(const Kept& kept, const Records& records);

/// Says who is known: "12 persons of these data are in summary.csv, 5 of them known by their values
/// (the first in row 7)".
/// @param where the summary, for the sentence
/// @pre `known` is not empty
std::string known_sentence(const KnownPersons& known, const Records& records,
                           const std::string& where);

/// Remembers the records of these persons, so that known_persons finds them.
/// @param records with all columns of their table
void remember(Kept& kept, const Records& records, const std::set<std::string>& persons);

}  // namespace dsne::summary
