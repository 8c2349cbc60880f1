#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "summary/records.h"
#include "summary/site_summary.h"

namespace dsne::summary {

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
