#include "summary/known_persons.h"

#include <algorithm>
#include <utility>

#include "core/phrases.h"
#include "data/persons.h"
#include "summary/record_digests.h"

namespace dsne::summary {
namespace {

using Names = std::vector<std::string>;

/// The hashes of all persons who may enter no row.
std::set<std::string> known_hashes(const Kept& kept) {
  std::set<std::string> hashes(kept.gone.begin(), kept.gone.end());
  for (const Names& row : kept.rows) hashes.insert(row.begin(), row.end());
  return hashes;
}

/// The persons that a summary knows by their ids, and the others.
KnownPersons known_by_ids(const Kept& kept, const Records& records) {
  const PersonHasher hash_of(kept);
  const std::set<std::string> hashes = known_hashes(kept);
  std::set<std::string> met;
  KnownPersons known;
  for (const std::string& person : records.persons) {
    const std::string hash = hash_of(person);
    if (hashes.contains(hash)) {
      known.by_id.insert(person);
    } else if (met.insert(hash).second) {
      known.newcomers.push_back(person);
    }
  }
  return known;
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

PersonHasher::PersonHasher(const Kept& kept) : key_(kept.key) {
  if (kept.rules == first_rules) written_ = known_hashes(kept);
}

std::string PersonHasher::operator()(const std::string& person) const {
  const auto hash_of = [this](const std::string& id) {
    return to_hex(keyed_hash(key_, {"person", id}));
  };
  if (!written_.empty()) {
    std::string written = hash_of(person);
    if (written_.contains(written)) return written;
  }
  return hash_of(data::plain_id(person));
}

std::string person_hash(const Kept& kept, const std::string& person) {
  return PersonHasher(kept)(person);
}

bool is_in_row(const Kept& kept, const std::string& person) {
  const std::string hash = person_hash(kept, person);
  return std::ranges::any_of(kept.rows, [&](const Names& row) {
    return std::find(row.begin(), row.end(), hash) != row.end();
  });
}

Names newcomers(const Kept& kept, const Records& records) {
  return known_by_ids(kept, records).newcomers;
}

KnownPersons known_persons(const Kept& kept, const Records& records) {
  KnownPersons known = known_by_ids(kept, records);
  if (known.newcomers.empty()) return known;
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
  std::string sentence = counted(std::ssize(known.by_id) + others, "person of these data is",
                                 "persons of these data are") +
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
  const PersonHasher hash_of(kept);
  const std::vector<RecordDigests> digests = digests_of(kept.key, records.values);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const std::string& person = records.persons[i];
    if (!persons.contains(person)) continue;
    kept.records_of[hash_of(person)].push_back(kept_text(digests[i]));
  }
}

}  // namespace dsne::summary
