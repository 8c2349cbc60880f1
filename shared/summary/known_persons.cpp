#include "summary/known_persons.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "data/persons.h"
#include "summary/record_digests.h"

namespace dsne::summary {
namespace {

using Names = std::vector<std::string>;

bool is_among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_in_row(const Kept& kept, const std::string& hash) {
  return std::any_of(kept.rows.begin(), kept.rows.end(),
                     [&](const Names& row) { return is_among(row, hash); });
}

bool knows(const Kept& kept, const std::string& hash) {
  return has_in_row(kept, hash) || is_among(kept.gone, hash);
}

/// The hashes of all persons who may enter no row.
std::set<std::string> known_hashes(const Kept& kept) {
  std::set<std::string> hashes(kept.gone.begin(), kept.gone.end());
  for (const Names& row : kept.rows) hashes.insert(row.begin(), row.end());
  return hashes;
}

/// All that the summary remembers of records.
KnownRecords known_records(const Kept& kept) {
  KnownRecords records;
  for (const auto& [hash, texts] : kept.records_of) {
    for (const std::string& text : texts) records.add(parse_kept_digests(text));
  }
  return records;
}

}  // namespace

std::string person_hash(const Kept& kept, const std::string& person) {
  const auto hash_of_id = [&](const std::string& id) {
    return to_hex(keyed_hash(kept.key, {"person", id}));
  };
  if (kept.rules == first_rules) {
    std::string written = hash_of_id(person);
    if (knows(kept, written)) return written;
  }
  return hash_of_id(data::plain_id(person));
}

bool is_in_row(const Kept& kept, const std::string& person) {
  return has_in_row(kept, person_hash(kept, person));
}

bool is_known(const Kept& kept, const std::string& person) {
  return knows(kept, person_hash(kept, person));
}

Names newcomers(const Kept& kept, const Records& records) {
  std::set<std::string> known = known_hashes(kept);
  Names arrived;
  for (const std::string& person : records.persons) {
    if (known.insert(person_hash(kept, person)).second) arrived.push_back(person);
  }
  return arrived;
}

KnownPersons known_persons(const Kept& kept, const Records& records) {
  const std::set<std::string> hashes = known_hashes(kept);
  KnownPersons known;
  for (const std::string& person : records.persons) {
    if (hashes.contains(person_hash(kept, person))) known.by_id.insert(person);
  }
  if (known.by_id.size() == records.persons.size()) return known;
  known.by_values = known_by_values(kept, records).by_values;
  std::erase_if(known.by_values,
                [&](const auto& person) { return known.by_id.contains(person.first); });
  return known;
}

KnownPersons known_by_values(const Kept& kept, const Records& records) {
  KnownPersons known;
  if (kept.records_of.empty()) return known;
  const KnownRecords remembered = known_records(kept);
  const std::vector<RecordDigests> digests = digests_of(kept.key, records.values);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (remembered.find(digests[i])) known.by_values.emplace(records.persons[i], i);
  }
  return known;
}

std::string known_sentence(const KnownPersons& known, const Records& records,
                           const std::string& where) {
  const auto others = std::ssize(known.by_values);
  std::string sentence = counted(std::ssize(known.by_id) + others, "person") + " of these data " +
                         (known.by_id.size() + known.by_values.size() == 1 ? "is" : "are") +
                         " in " + where;
  if (others == 0) return sentence;
  sentence += known.by_id.empty() ? ", " : ", " + std::to_string(others) + " of them ";
  std::size_t first = records.persons.size();
  for (const auto& [person, record] : known.by_values) first = std::min(first, record);
  const std::size_t row = first < records.rows.size() ? records.rows[first] : first + 1;
  return sentence + "known by their values (" + (others == 1 ? "" : "the first ") + "in row " +
         std::to_string(row) + ")";
}

void remember(Kept& kept, const Records& records, const std::set<std::string>& persons) {
  const std::vector<RecordDigests> digests = digests_of(kept.key, records.values);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const std::string& person = records.persons[i];
    if (!persons.contains(person)) continue;
    kept.records_of[person_hash(kept, person)].push_back(kept_text(digests[i]));
  }
}

}  // namespace dsne::summary
